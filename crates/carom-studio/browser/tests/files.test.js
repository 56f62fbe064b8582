// Whatever leaves the studio comes back the same, and runs the same.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import {
  BAR,
  browser,
  carom,
  openPage,
  openScene,
  rendering,
  saved,
  sceneOf,
  settled,
  silenced,
  struckTwice,
  studio,
  useStudio,
} from "../studio.js";

/** @type {string} */ let directory;
useStudio();
before(() => {
  directory = mkdtempSync(path.join(tmpdir(), "carom-"));
});
after(() => {
  rmSync(directory, { recursive: true });
});

/** Two strikes at two places, by hand. @param {import("playwright-core").Page} page */
async function play(page) {
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  await struckTwice(page);
}

test("the scene as TOML, run by the command, gives the WAV that the studio saves", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await play(page);
  // The command's file has a record behind the samples.
  const data = (/** @type {Buffer} */ wav) => {
    const start = wav.indexOf("data") + 8;
    return wav.subarray(start, start + wav.readUInt32LE(start - 4));
  };
  const compare = async (/** @type {number} */ channels) => {
    const toml = await saved(page, '[data-file="TOML"]');
    const samples = data((await saved(page, '[data-file="WAV"]')).bytes);
    assert.match(toml.name, /\.toml$/);
    const file = path.join(directory, `${channels}.toml`);
    writeFileSync(file, toml.bytes);
    const out = path.join(directory, `out-${channels}`);
    execFileSync(carom(), ["run", file, "--out", out], { stdio: "ignore" });
    // WebAssembly has no fused multiply-add: the last digits differ.
    const rendered = data(readFileSync(path.join(out, "sound.wav")));
    assert.equal(rendered.length, samples.length);
    let [peak, most] = [0, 0];
    for (let at = 0; at < samples.length; at += 4) {
      peak = Math.max(peak, Math.abs(rendered.readFloatLE(at)));
      most = Math.max(most, Math.abs(rendered.readFloatLE(at) - samples.readFloatLE(at)));
    }
    assert.ok(most < 1e-5 * peak, `they differ by ${20 * Math.log10(most / peak)} dB`);
    const { left } = await rendering(page);
    assert.equal(samples.length, 4 * channels * left.length);
    assert.ok(left.every((value, i) => samples.readFloatLE(4 * channels * i) === Math.fround(value)));
  };
  await compare(2);
  // One channel where every pickup is in the middle.
  await openScene(page, { ...BAR, pickup: [{ body: "bar", at: 0.1 }] });
  await compare(1);
  assert.deepEqual(complaints, []);
  await close();
});

test("a TOML file that is opened is the scene that was saved", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await play(page);
  const before = await sceneOf(page);
  const toml = await saved(page, '[data-file="TOML"]');
  await page.setInputFiles('.shelf input[type="file"]', {
    name: "scene.toml",
    mimeType: "text/plain",
    buffer: toml.bytes,
  });
  await page.waitForFunction(() => window.caromStudio.store.past.length === 0);
  await settled(page);
  const again = await saved(page, '[data-file="TOML"]');
  // A browser does not tell 1.0 from 1.
  const plain = (/** @type {Buffer} */ bytes) => bytes.toString().replaceAll(/(\d)\.0\b/g, "$1");
  assert.equal(plain(again.bytes), plain(toml.bytes));
  const opened = await sceneOf(page);
  assert.deepEqual(opened.strikes, before.strikes);
  await page.setInputFiles('.shelf input[type="file"]', {
    name: "bad.toml",
    mimeType: "text/plain",
    buffer: Buffer.from("version = 1\nbody = 3\n"),
  });
  await page.waitForSelector(".stage .message:not([hidden])");
  assert.match((await page.locator(".stage .message").textContent()) ?? "", /body/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a link holds the whole scene", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await play(page);
  await page.locator('.front input[data-key="mass"]').focus();
  await page.keyboard.press("PageUp");
  await settled(page);
  await page.click('[data-file="link"]');
  await page.waitForFunction(() => location.hash.startsWith("#scene="));
  const before = await sceneOf(page);
  const sound = await rendering(page);
  const other = await openPage(browser, page.url());
  await settled(other.page);
  assert.deepEqual(await sceneOf(other.page), before);
  assert.deepEqual((await rendering(other.page)).left, sound.left);
  const cut = await openPage(browser, page.url().slice(0, -40));
  await settled(cut.page);
  assert.match((await cut.page.locator(".stage .message").textContent()) ?? "", /damaged|cut short/);
  assert.deepEqual([...complaints, ...other.complaints], []);
  for (const one of [cut, other, { close }]) await one.close();
});

test("every picture is saved as SVG, PNG and CSV", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 2400 });
  await play(page);
  await page.waitForFunction(() => Object.values(window.caromStudio.plots).every((plot) => plot.content));
  for (const name of ["waveform", "spectrogram", "force", "loop", "energy", "partials"]) {
    await page.hover(`[data-plot="${name}"]`);
    const svg = await saved(page, `[data-plot="${name}"] [data-save="SVG"]`);
    assert.match(svg.bytes.toString(), /^<svg [\s\S]*<(polyline|polygon|image) [\s\S]*<\/svg>\n$/, name);
    assert.doesNotMatch(svg.bytes.toString().replace(/href="[^"]*"/g, ""), /NaN|undefined|Infinity/, name);
    const csv = (await saved(page, `[data-plot="${name}"] [data-save="CSV"]`)).bytes.toString().trim().split("\n");
    assert.ok(
      csv.length > 2 && csv[1].split(",").every((cell) => cell === "" || Number.isFinite(Number(cell))),
      `${name}: ${csv[1]}`,
    );
  }
  await page.hover('[data-plot="force"]');
  const png = await saved(page, '[data-plot="force"] [data-save="PNG"]');
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.deepEqual(complaints, []);
  await close();
});
