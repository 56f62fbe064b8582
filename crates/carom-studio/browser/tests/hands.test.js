// What hands do in time: strokes keep their distance, hands that damp are played again, moved and taken out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { strokes } from "../spacing.js";
import {
  BAR,
  browser,
  drawn,
  laid,
  openBrowser,
  openPage,
  openScene,
  sceneOf,
  settled,
  silenced,
  sounded,
  studio,
  useStudio,
} from "../studio.js";

useStudio();

test("recorded strokes are as far apart as the presses, to an output buffer, also on a busy page", async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, duration: undefined });
  await silenced(page);
  // Something keeps the page busy for 30 ms, ten times a second.
  await page.evaluate(() =>
    setInterval(() => {
      for (const end = performance.now() + 30; performance.now() < end; );
    }, 100),
  );
  const { buffer, spread, waited } = await strokes(page, 10, 240);
  t.diagnostic(
    `spread ${spread.toFixed(2)} ms, a buffer is ${buffer.toFixed(2)} ms, waited ${Math.max(...waited).toFixed(1)} ms`,
  );
  assert.ok(spread <= buffer, `${spread} ms`);
  assert.deepEqual(complaints, []);
  await close();
});

test("a hand that damps is played again, stands on the line, is moved and taken out", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  const [x, y] = await page.evaluate(() => {
    const { stage } = window.caromStudio;
    const box = stage.canvas.getBoundingClientRect();
    const [left, top] = stage.figure.camera.project(stage.figure.spot(stage.aim.target, stage.aim.place).point);
    return [box.left + left, box.top + top + 6];
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  // It stays until it damps, for a while; silence does not end what plays meanwhile.
  await page.evaluate(() => window.caromStudio.player.keep(true));
  await page.waitForFunction(() => window.caromStudio.store.state.take?.holds?.length === 1);
  await sounded(page, 0.2);
  await page.mouse.up();
  const holds = () => page.evaluate(() => window.caromStudio.store.state.take?.holds ?? []);
  await page.waitForFunction(() => window.caromStudio.store.state.take?.holds?.length === 2);
  await page.evaluate(() => window.caromStudio.player.keep(false));
  const [on, off] = await holds();
  assert.ok(on.holds && !off.holds && off.time > on.time, JSON.stringify([on, off]));
  const bar = page.locator(".timeline .blow").nth(1);
  assert.match((await bar.getAttribute("aria-label")) ?? "", /^Hand on bar at/);
  // Played again it is damped: after half a second nothing is left, and without the hand a lot.
  const left = async () => {
    await silenced(page);
    await page.evaluate(() => window.caromStudio.playing.replay());
    const found = await page.waitForFunction(() => {
      const { player } = window.caromStudio;
      return player.position > 0.6 ? [player.peak()] : null;
    });
    return (await found.jsonValue())?.[0] ?? 0;
  };
  const damped = await left();
  await bar.focus();
  await page.keyboard.press("ArrowRight");
  const [moved, end] = await holds();
  assert.ok(Math.abs(moved.time - on.time - 0.01) < 1e-9 && Math.abs(end.time - off.time - 0.01) < 1e-9);
  const { gesture } = await sceneOf(page);
  assert.deepEqual(
    gesture.map((one) => [one.kind, "time" in one && one.time]),
    [
      ["damp", moved.time],
      ["damp", end.time],
    ],
  );
  await page.keyboard.press("Delete");
  assert.deepEqual(await holds(), []);
  assert.equal(await page.locator(".timeline .blow").count(), 1);
  const free = await left();
  assert.ok(free > 30 * damped, `${free} without a hand, ${damped} with it`);
  assert.deepEqual(complaints, []);
  await close();
});

/** A MIDI keyboard that nobody has to touch; `midi(bytes)` plays it. @param {import("playwright-core").Page} page */
const keyboard = (page) =>
  page.addInitScript(() => {
    const input = { name: "A keyboard", onmidimessage: (/** @type {object} */ _) => {} };
    const access = { inputs: new Map([["one", input]]), onstatechange: null };
    Object.assign(navigator, { requestMIDIAccess: async () => access });
    window.midi = (/** @type {number[]} */ data) =>
      input.onmidimessage?.({ data: Uint8Array.from(data), timeStamp: performance.now() });
  });

test("keys of a MIDI keyboard strike along the object, harder keys harder, once it is switched on", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { before: keyboard });
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  const play = (/** @type {number[]} */ bytes) => page.evaluate((given) => window.midi(given), bytes);
  await play([0x90, 60, 100]);
  await page.locator(".flag", { hasText: "MIDI" }).click();
  await page.waitForFunction(() => document.querySelector(".said")?.textContent === "MIDI: A keyboard");
  await play([0x91, 48, 30]);
  await page.waitForFunction(() => window.caromStudio.store.state.take?.strikes.length === 1);
  await play([0x81, 48, 0]);
  await play([0x90, 48, 0]);
  await play([0x90, 84, 127]);
  await page.waitForFunction(() => window.caromStudio.store.state.take?.strikes.length === 2);
  const strikes = await page.evaluate(() => window.caromStudio.store.state.take.strikes);
  assert.deepEqual(
    strikes.map((one) => one.place),
    [0.03, 0.97],
  );
  assert.equal(strikes[1].strength, 2);
  assert.ok(strikes[0].strength > 0.4 && strikes[0].strength < 0.8, `${strikes[0].strength}`);
  await page.locator(".flag", { hasText: "MIDI" }).click();
  await play([0x90, 60, 100]);
  // Had it been sent, it would have fallen before the end of what sounds.
  await silenced(page);
  assert.equal(await page.evaluate(() => window.caromStudio.store.state.take.strikes.length), 2);
  // Without MIDI the page says so, and nothing breaks.
  await page.evaluate(() => {
    Object.assign(navigator, { requestMIDIAccess: undefined });
  });
  await page.locator(".flag", { hasText: "MIDI" }).click();
  await page.waitForFunction(() => /does not know MIDI/.test(document.querySelector(".said")?.textContent ?? ""));
  assert.equal(await page.locator(".flag", { hasText: "MIDI" }).locator("input").isChecked(), false);
  assert.deepEqual(complaints, []);
  await close();
});

test("on a phone one tap is one sound, where the browser allows sound only after a touch", async () => {
  const strict = await openBrowser(["--autoplay-policy=document-user-activation-required"]);
  try {
    const context = await strict.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(studio.address);
    await laid(page);
    const state = () => page.evaluate(() => window.caromStudio.player.context.state);
    assert.equal(await state(), "suspended");
    const [x, y] = await page.evaluate(() => {
      const { stage } = window.caromStudio;
      const box = stage.canvas.getBoundingClientRect();
      const [left, top] = stage.figure.camera.project(stage.figure.spot(stage.aim.target, stage.aim.place).point);
      return [box.left + left, box.top + top + 6];
    });
    await page.touchscreen.tap(x, y);
    const isHeard = () => window.caromStudio.player.peak() > 1e-3;
    await page.waitForFunction(isHeard);
    assert.equal(await page.evaluate(() => window.caromStudio.store.state.take.strikes.length), 1);
  } finally {
    await strict.close();
  }
});

test("an output that is rebuilt while it wakes is no script error", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await page.evaluate(async () => {
    const { player } = window.caromStudio;
    const ready = [];
    // Each comes further before the next takes its place: not at all, its clock runs, all of it is there.
    for (const isFar of [() => true, () => player.context.state === "running", () => player.node]) {
      for (let n = 0; n < 2; n += 1) {
        player.wake();
        player.rebuild();
        ready.push(player.ready);
        while (!isFar()) await new Promise(requestAnimationFrame);
      }
    }
    await Promise.allSettled(ready);
  });
  await drawn(page);
  assert.deepEqual(complaints, []);
  await close();
});
