// From moving a slider to new sound and pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, drawn, laid, openPage, openScene, settled, studio, useStudio } from "../studio.js";

useStudio();

/** The aim (ms) for 95 of 100 movements. It is reported, not asserted: other work on the machine may take any time. */
const AIM = 100;
const MODES = 64;

/** One second of an object with many modes. */
/** @type {import("../types/scene.js").Scene} */
const SCENE = {
  version: 1,
  title: "64 modes",
  duration: 1,
  level: { full_scale: 2 },
  body: [
    { name: "hammer", mass: 0.01, velocity: 1, hardness: 0.7 },
    {
      name: "thing",
      modes: { frequency: Array.from({ length: MODES }, (_, i) => 150 * (i + 1) ** 1.12), q: 900, mass: 0.2 },
    },
  ],
  contact: [{ between: ["hammer", "thing"] }],
};

test("the time from a slider to new sound and plots is reported", async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, SCENE);
  await laid(page);
  const slider = page.locator('.front input[data-key="velocity"]');
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.evaluate(() => window.caromLatency.clear());
  await page.mouse.down();
  for (let i = 0; i < 100; i += 1) {
    await page.mouse.move(box.x + box.width * (0.3 + 0.5 * Math.abs(Math.sin(i / 15))), box.y + box.height / 2);
    // A hand moves so fast.
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  await settled(page);
  await drawn(page);
  const { count, median, most, engine } = await page.evaluate(() => {
    const { caromLatency } = window;
    const times = caromLatency.samples
      .map((one) => one.server)
      .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    return {
      count: caromLatency.samples.length,
      median: caromLatency.percentile(0.5),
      most: caromLatency.percentile(0.95),
      engine: times[times.length >> 1],
    };
  });
  t.diagnostic(
    `${count} movements: median ${median.toFixed(1)} ms, 95 % below ${most.toFixed(1)} ms (aim ${AIM}); ` +
      `the engine takes ${engine.toFixed(1)} ms`,
  );
  assert.ok(count > 50, `${count} movements were measured`);
  assert.deepEqual(complaints, []);
  await close();
});
