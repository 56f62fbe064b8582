// What is seen of a blow: plots and facts that agree, slow motion, two sounds compared, schemes, gestures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BAR, browser, openPage, openScene, settled, studio, useStudio } from "../studio.js";

useStudio();

/** Opens a scene and waits until its blow is drawn. @param {import("../types/scene.js").Scene} scene */
async function opened(scene) {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400, moves: true });
  await settled(page);
  await page.evaluate(() => {
    const { sight } = window.caromStudio;
    Object.assign(sight, { seen: null });
    Object.assign(sight.plots.force, { content: null });
  });
  await openScene(page, scene);
  await page.waitForFunction(() => window.caromStudio.plots.force.content);
  return { page, complaints, close };
}

/**
 * The facts of a plot, by name.
 * @param {import("playwright-core").Page} page @param {"force" | "deformation" | "blowEnergy" | "loop"} name
 * @returns {Promise<Record<string, string>>}
 */
const facts = async (page, name) =>
  Object.fromEntries(await page.evaluate((plot) => window.caromStudio.plots[plot].content.facts, name));

test("the peak that is said is the highest point of the curve, also when another touch was harder", async () => {
  const scene = { ...BAR, strikes: [{ body: "mallet", time: 0.5, velocity: 3 }] };
  const { page, complaints, close } = await opened(scene);
  const look = () =>
    page.evaluate(() => {
      const { content } = window.caromStudio.plots.force;
      return { most: Math.max(...Array.from(content.columns()[1][1])), top: content.y.extent.high };
    });
  const first = await look();
  const said = await facts(page, "force");
  assert.match(said.blow, /mallet on bar at 0 s/);
  assert.ok(Math.abs(Number.parseFloat(said.peak) / first.most - 1) < 0.005, `${said.peak} of ${first.most}`);
  assert.ok(first.most < first.top);
  assert.ok(Number.parseFloat(said["hardest of 2"]) > 2 * first.most, said["hardest of 2"]);
  await page.click("text=Next blow");
  await page.waitForFunction(() => {
    const { head } = window.caromStudio.sight.seen.blow;
    return head.touched && head.begins > 0.4;
  });
  await page.waitForFunction((most) => {
    const { content } = window.caromStudio.plots.force;
    return Math.max(...Array.from(content.columns()[1][1])) > 2 * most;
  }, first.most);
  assert.match((await facts(page, "force")).blow, /at 500/);
  assert.deepEqual(complaints, []);
  await close();
});

test("slow motion shows a touch over two seconds, bends the surface and ends", async () => {
  const { page, complaints, close } = await opened(BAR);
  const began = Date.now();
  await page.click("text=Slow motion");
  await page.waitForFunction(() => window.caromStudio.stage.replay);
  const replay = await page.evaluate(() => {
    const { replay } = window.caromStudio.stage;
    const { slower, length } = replay;
    return { slower, length, lasts: replay.blow.head.lasts, bends: replay.field("bar").most };
  });
  assert.ok(Math.abs(replay.slower * replay.lasts - 2) < 1e-6);
  assert.ok(replay.bends > 1e-7, `${replay.bends} m`);
  const bent = await page.evaluate(() => {
    const { stage } = window.caromStudio;
    const { parts } = stage.figure.find("bar").drawn;
    const share = stage.replay.share;
    const bends = [0.2, 0.4, 0.6, 0.8].map((at) => {
      stage.replay.seek(at);
      stage.paint(performance.now());
      return Math.max(...parts.flatMap((part) => [...part.lifts].map(Math.abs)));
    });
    stage.replay.seek(share);
    return Math.max(...bends);
  });
  assert.ok(bent > 0.01, `bent by ${bent}`);
  assert.ok(!(await page.locator('[data-plot="force"] .playhead').isHidden()), "the force shows where it is");
  await page.waitForFunction(() => !window.caromStudio.stage.replay);
  assert.ok(Date.now() - began > 900 * replay.length);
  assert.deepEqual(complaints, []);
  await close();
});

test("a sound is pinned, drawn in every plot, heard in turn by keys, and unpinned", async () => {
  const { page, complaints, close } = await opened(BAR);
  await page.click("text=Pin as A");
  await page.evaluate(() => window.caromStudio.store.edit(["body", 0, "velocity"], 2.4));
  await settled(page);
  await page.waitForFunction(() => {
    const facts = document.querySelector('[data-plot="force"] .facts');
    return / \(A .* N\)/.test(facts?.textContent ?? "");
  });
  const pinned = await page.evaluate(() => {
    const plots = Object.values(window.caromStudio.plots);
    const without = plots.filter((plot) => plot.seen && !plot.pinned);
    return without.map((plot) => plot.options.name);
  });
  assert.deepEqual(pinned, []);
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  const levels = () =>
    page.evaluate(() => {
      const { playing } = window.caromStudio.sight.pins;
      return playing?.gains.map((node) => node.gain.value);
    });
  await page.keyboard.press("1");
  assert.deepEqual(await levels(), [1, 0]);
  await page.keyboard.press("2");
  await page.waitForFunction(() => {
    const { playing } = window.caromStudio.sight.pins;
    return playing.gains[0].gain.value < 0.01 && playing.gains[1].gain.value > 0.99;
  });
  await page.waitForFunction(() => {
    const { sight, player } = window.caromStudio;
    return !sight.pins.playing && !player.playing;
  });
  await page.click("text=Unpin A");
  assert.ok(await page.evaluate(() => !window.caromStudio.plots.force.pinned));
  assert.deepEqual(complaints, []);
  await close();
});

test("schemes are compared on the scene of the page, and one that cannot says why", async () => {
  const { page, complaints, close } = await opened(BAR);
  await page.click("text=Schemes compared on this scene");
  await page.locator(".schemes .flag", { hasText: "three-point" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".schemes tbody tr").length === 4);
  const rows = await page.locator(".schemes tbody tr").allTextContents();
  const row = (/** @type {string} */ name) => rows.find((/** @type {string} */ text) => text.startsWith(name)) ?? "";
  assert.match(row("two-point"), /N.*e-1\d/, "closes to rounding");
  assert.match(row("verlet"), /diverged/, "too few samples for its highest mode");
  assert.match(row("three-point"), /wall|mass/, rows.join("\n"));
  await page.locator(".schemes .chip").nth(1).click();
  await page.waitForFunction(() => {
    const rows = document.querySelector(".schemes tbody")?.textContent ?? "";
    return /verlet(?!.*diverged).*(ms|µs).*N/.test(rows);
  });
  assert.deepEqual(complaints, []);
  await close();
});

test("a scheme that takes long keeps no other waiting, and the page says that it is being computed", async () => {
  const { page, complaints, close } = await opened(BAR);
  // The question about one scheme stays with the page until it is let go.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {import("../types/messages.js").ToWorker} */ data) {
      if (!JSON.stringify(data).includes('"scheme":"rk4"')) return post.call(this, data);
      window.letGo = () => post.call(this, data);
      return undefined;
    };
  });
  await page.click("text=Schemes compared on this scene");
  const table = page.locator(".schemes tbody");
  await table.filter({ hasText: /rk4.*is being computed/ }).waitFor();
  const rows = await page.locator(".schemes tbody tr").allTextContents();
  assert.match(rows[0], /^two-point.*(ms|µs).*N/);
  await page.evaluate(() => window.letGo());
  await table.filter({ hasNotText: "is being computed" }).waitFor();
  assert.match((await page.locator(".schemes tbody tr").allTextContents())[2], /^rk4/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a coin rocks as its contacts do, and a gesture has its parameters on the front panel", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/?scene=coin-settling`, {
    moves: true,
  });
  await settled(page);
  const slopes = await page.evaluate(async () => {
    const { stage } = window.caromStudio;
    const found = [];
    for (const time of [0.3, 0.35, 0.4, 30]) {
      stage.does.time = () => time;
      stage.draw();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { parts } = stage.figure.find("coin").drawn;
      const [part] = parts.filter((one) => one.look.struck);
      const rise = (/** @type {number} */ z, /** @type {number} */ k) => (k % 3 === 2 ? z - part.points[k] : 0);
      const rises = part.moved.map(rise);
      found.push(Math.max(...rises) - Math.min(...rises));
    }
    return found;
  });
  assert.ok(
    slopes.slice(0, 3).some((slope) => slope > 0.02),
    `${slopes}`,
  );
  assert.ok(slopes[3] < 0.02, `flat at the end: ${slopes}`);
  await close();
  const guiro = await openPage(browser, `${studio.address}/?scene=guiro`, { moves: true });
  await settled(guiro.page);
  const labels = await guiro.page.locator(".front .macro.scrape label").allTextContents();
  for (const wanted of ["Speed at the start", "Speed at the end", "Force", "Spacing"]) {
    assert.ok(labels.includes(wanted), labels.join());
  }
  const ridges = await guiro.page.evaluate(() => {
    const { parts } = window.caromStudio.stage.figure.find("guiro").drawn;
    return Math.max(...parts.map((part) => part.columns));
  });
  assert.equal(ridges, 63 * 6 + 1, "a ridge every 4 mm of 0.252 m");
  assert.deepEqual([...complaints, ...guiro.complaints], []);
  await guiro.close();
});
