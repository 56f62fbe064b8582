// A page that nobody uses does nothing: no frames, no timers, and the audio sleeps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, openPage, settled, struck, studio, useStudio } from "../studio.js";

useStudio();

/** @typedef {import("playwright-core").Page} Page */

/** Counts what the page does by itself, and lets the audio sleep soon. @param {Page} page */
const watch = (page) =>
  page.addInitScript(() => {
    const of = window;
    of.done = { frames: 0, timers: 0 };
    of.contexts = [];
    const { requestAnimationFrame: frame, setTimeout: timer, setInterval: again, AudioContext: Audio } = of;
    const counted = (/** @type {"frames" | "timers"} */ what, /** @type {() => void} */ work) => () => {
      of.done[what] += 1;
      work();
    };
    of.requestAnimationFrame = (work) => frame((now) => counted("frames", () => work(now))());
    Object.assign(of, {
      // Twenty seconds are the patience of the audio.
      setTimeout: (/** @type {() => void} */ work, /** @type {number | undefined} */ ms) =>
        timer(counted("timers", work), ms === 20_000 ? 1500 : ms),
      setInterval: (/** @type {() => void} */ work, /** @type {number} */ ms) => again(counted("timers", work), ms),
    });
    of.AudioContext = class extends Audio {
      constructor(/** @type {[AudioContextOptions?]} */ ...given) {
        super(...given);
        of.contexts.push(this);
        this.addEventListener("statechange", () => {
          of.hasSounded ||= this.state === "running";
        });
      }
    };
  });

const computed = (/** @type {Page} */ page) => page.waitForSelector('.results[aria-busy="false"] table');

/** @type {[string, string, boolean, (page: Page) => Promise<unknown>][]} the page, whether it sounds, and what is done on it */
const PAGES = [
  ["the studio, untouched", "/", false, settled],
  [
    "the studio, struck",
    "/?scene=woodblock",
    true,
    async (page) => {
      await settled(page);
      await page.locator(".stage-object canvas").focus();
      await page.keyboard.press("Enter");
      await struck(page, 1);
    },
  ],
  [
    "the gallery",
    "/gallery.html",
    true,
    async (page) => {
      await page.waitForSelector(".card .play");
      await page.locator('.card:has([href*="woodblock"]) .play').click();
      await page.waitForFunction(() => window.contexts.length > 0);
    },
  ],
  ["compare", "/compare.html", false, (page) => page.waitForSelector(".compare tbody tr")],
  ["collide", "/collide.html", false, computed],
  ["calibrate", "/calibrate.html", false, computed],
  ["listen", "/listen.html?scene=woodblock", false, computed],
];

test("a page that nobody uses makes no frames, has no timers, and its audio sleeps", async (t) => {
  const look = async (/** @type {(typeof PAGES)[0]} */ [name, address, sounds, act]) => {
    const { page, complaints, close } = await openPage(browser, studio.address + address, { before: watch });
    await act(page);
    if (sounds) {
      // It may sleep again by now.
      await page.waitForFunction(() => window.hasSounded);
    }
    await page.waitForFunction(() => window.contexts.every((one) => one.state !== "running"));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const busy = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find((one) => one.name === "TaskDuration")?.value ?? 0;
    };
    // Whatever is still under way comes to its end.
    let [done, work] = [{ frames: 1, timers: 1 }, 0];
    for (let n = 0; n < 15 && done.frames + done.timers > 0; n += 1) {
      const before = await busy();
      await page.evaluate(() => {
        window.done = { frames: 0, timers: 0 };
      });
      // What is tested is that nothing is done for so long.
      await page.waitForTimeout(2000);
      done = await page.evaluate(() => window.done);
      work = (await busy()) - before;
    }
    t.diagnostic(`${name}: ${(500 * work).toFixed(1)} ms of work in a second`);
    assert.deepEqual(done, { frames: 0, timers: 0 }, name);
    assert.deepEqual(complaints, [], name);
    await close();
  };
  await Promise.all(PAGES.map(look));
});

test("an output that is built anew before anybody struck sleeps, and a strike wakes it", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { before: watch });
  await settled(page);
  const states = () => page.evaluate(() => window.contexts.map((one) => one.state));
  // As for a scene whose blows take long to compute.
  await page.evaluate(() => {
    const studio = window.caromStudio;
    const { setBuffer } = studio.player;
    studio.player.setBuffer = () => setBuffer.call(studio.player, 0.06);
    Object.assign(studio, { rendering: null });
    studio.open(studio.store.state.scene, "open");
  });
  await settled(page);
  assert.ok((await states()).length > 1, "the output was not built anew");
  await page.waitForFunction(() => window.contexts.at(-1)?.state === "suspended");
  // It is tested that it stays so.
  await page.waitForTimeout(500);
  assert.equal((await states()).at(-1), "suspended");
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  assert.deepEqual(complaints, []);
  await close();
});
