// Keys as pitches: what they sound like, what of them is saved, and what has no pitches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BAR, browser, openPage, openScene, saved, settled, silenced, studio, useStudio } from "../studio.js";

useStudio();

/** Listens to what sounds from now on. @param {import("playwright-core").Page} page */
const listen = (page) =>
  page.evaluate(() => {
    const { player } = window.caromStudio;
    const ear = new AnalyserNode(player.context, { fftSize: 32768 });
    player.output.input.connect(ear);
    window.ear = ear;
  });

/**
 * Presses a key until enough of it was heard: those samples.
 * @param {import("playwright-core").Page} page @param {string} key
 */
async function heard(page, key) {
  await page.keyboard.down(key);
  await page.waitForFunction(() => window.caromStudio.player.position > 0.45);
  const samples = await page.evaluate(() => {
    const { ear } = window;
    const all = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(all);
    return Array.from(all.subarray(all.length / 2));
  });
  await page.keyboard.up(key);
  return samples;
}

/**
 * The strongest frequency within two semitones of another (Hz).
 * @param {number[]} samples @param {number} rate @param {number} about
 */
function strongest(samples, rate, about) {
  const level = (/** @type {number} */ frequency) => {
    let [re, im] = [0, 0];
    samples.forEach((sample, n) => {
      const hann = 1 - Math.cos((2 * Math.PI * n) / samples.length);
      re += hann * sample * Math.cos((2 * Math.PI * frequency * n) / rate);
      im += hann * sample * Math.sin((2 * Math.PI * frequency * n) / rate);
    });
    return re * re + im * im;
  };
  const cents = Array.from({ length: 201 }, (_, i) => 2 * (i - 100));
  const levels = cents.map((one) => level(about * 2 ** (one / 1200)));
  return about * 2 ** (cents[levels.indexOf(Math.max(...levels))] / 1200);
}

test("keys are pitches, and what was played on them is saved as a scene", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  await page.getByRole("radio", { name: "pitches" }).click();
  await page.waitForFunction(() => window.caromStudio.keyboard.isOn);
  const { rate, first } = await page.evaluate(() => {
    const { player, keyboard } = window.caromStudio;
    return { rate: player.rate, first: keyboard.first };
  });
  await listen(page);
  const notes = () => page.evaluate(() => window.caromStudio.store.state.take?.notes ?? []);
  const pitches = [];
  for (const [key, semitones] of /** @type {[string, number][]} */ ([
    ["a", 0],
    ["s", 2],
  ])) {
    const wanted = 440 * 2 ** ((first + semitones - 69) / 12);
    const found = strongest(await heard(page, key), rate, wanted);
    assert.ok(Math.abs(1200 * Math.log2(found / wanted)) < 10, `${key} is ${found} Hz, not ${wanted} Hz`);
    pitches.push(found);
    await page.waitForFunction((count) => window.caromStudio.store.state.take?.notes?.length === count, 2);
    const [on, off] = await notes();
    assert.deepEqual([on.key, on.velocity, off.velocity], [first + semitones, 0.7, 0]);
    // Silence ends a take: the damper is on it.
    await page.waitForFunction(() => !window.caromStudio.player.playing);
  }
  assert.ok(Math.abs(1200 * Math.log2(pitches[1] / pitches[0]) - 200) < 10, `${pitches}`);
  const toml = (await saved(page, '[data-file="TOML"]')).bytes.toString();
  assert.match(toml, new RegExp(`name = "bar-${first + 2}"`));
  assert.match(toml, /\[\[strikes\]\]|strikes = /);
  assert.match(toml, /kind = "press"/);
  // A note stands on the line of time as long as its key was down; it is moved and taken out whole.
  const [before, bar] = [await notes(), page.locator(".timeline .blow")];
  assert.match((await bar.getAttribute("aria-label")) ?? "", /^Note D\d at 0 s$/);
  await bar.press("Shift+ArrowRight");
  const after = await notes();
  assert.deepEqual(
    after.map(({ time }, i) => (time - before[i].time).toFixed(6)),
    ["0.100000", "0.100000"],
  );
  assert.match((await bar.getAttribute("aria-label")) ?? "", /at 0\.1 s|at 100 ms/);
  await bar.press("Delete");
  assert.deepEqual(await notes(), []);
  assert.ok(await page.locator(".timeline").isHidden());
  // A scene without pitches says so, and keys are places.
  await openScene(page, {
    version: 1,
    duration: 0.2,
    body: [
      { name: "mass", mass: 0.01, velocity: 1 },
      { name: "wall", wall: true },
    ],
    contact: [{ between: ["mass", "wall"], law: { kind: "hunt-crossley", stiffness: 1e7, exponent: 1.3, mu: 0.5 } }],
    pickup: [{ body: "mass" }],
  });
  await page.waitForFunction(() =>
    document.querySelector(".said")?.textContent?.includes("cannot be played as pitches"),
  );
  assert.equal(await page.getByRole("radio", { name: "places" }).getAttribute("aria-checked"), "true");
  assert.deepEqual(complaints, []);
  await close();
});
