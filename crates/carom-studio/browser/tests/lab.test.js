// Pages of the laboratory: collide, calibrate, listen.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { browser, carom, openPage, saved, studio, useStudio } from "../studio.js";

useStudio();

/** @typedef {import("playwright-core").Page} Page */

/** Waits for what the page computes. @param {Page} page */
const computed = (page) => page.waitForSelector('.results[aria-busy="false"]');

/** The cells of a table by row and column. @param {Page} page @param {string} selector */
const cells = (page, selector) =>
  page
    .locator(`${selector} tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));

test("every collision of the repository is computed as the command computes it", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/collide.html`);
  await computed(page);
  const names = await page
    .locator("[data-example]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-example")));
  assert.deepEqual(names, ["puck", "billiard", "superball", "rod", "coin"]);
  for (const name of names) {
    await page.click(`[data-example="${name}"]`);
    await computed(page);
    const text = execFileSync(carom(), ["collide", "--print", String(name)]);
    const args = ["collide", "-", "--method", "all", "--json"];
    const known = JSON.parse(execFileSync(carom(), args, { input: text }).toString());
    const shown = await cells(page, ".results");
    assert.deepEqual(
      shown.slice(0, known.collisions.length).map(([method]) => method),
      known.collisions.map((/** @type {{ method: string }} */ { method }) => method),
    );
    for (const [i, one] of known.collisions.entries()) {
      const numbers = shown[i][1].replaceAll("−", "-").split(", ").map(Number);
      numbers.forEach((value, k) =>
        assert.ok(Math.abs(value - one.bodies[0].velocity[k]) < 1e-3 * (1 + Math.abs(value)), name ?? ""),
      );
    }
  }
  assert.deepEqual(complaints, []);
  await close();
});

test("a collision is changed, refused at its field, linked and saved", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/collide.html?example=superball`);
  await computed(page);
  const facts = () => page.locator(".facts.wide").textContent();
  const before = await facts();
  const mass = page.locator('[data-path="body[0].mass"] input[type="text"]');
  await mass.fill("100");
  await mass.press("Enter");
  await page.waitForFunction((old) => document.querySelector(".facts.wide")?.textContent !== old, before);
  await page.waitForFunction(() => location.hash.startsWith("#collision="));
  const other = await openPage(browser, page.url());
  await computed(other.page);
  assert.equal(await other.page.locator(".facts.wide").textContent(), await facts());
  const { bytes } = await saved(page, '.shelf button:has-text("Save TOML")');
  assert.match(bytes.toString(), /mass = 0\.1\b/);
  const velocity = page.locator('[data-path="body[0].velocity"] input');
  await velocity.fill("1, 0, 3");
  await velocity.press("Enter");
  await page.waitForSelector(".results .message:not([hidden])");
  await velocity.fill("1, 0");
  await velocity.press("Enter");
  await page.waitForSelector('[data-path="body[0].velocity"] .wrong:not([hidden])');
  await velocity.fill("1, 0, -3");
  await velocity.press("Enter");
  await page.waitForSelector(".results .message", { state: "hidden" });
  const cut = await openPage(browser, other.page.url().slice(0, -20));
  await cut.page.waitForSelector(".results .message:not([hidden])");
  assert.match((await cut.page.locator(".results .message").textContent()) ?? "", /cut short or damaged/);
  assert.deepEqual([...complaints, ...other.complaints], []);
  for (const one of [cut, other, { close }]) await one.close();
});

test("models are fitted; a wrong table is named, and what takes long is stopped", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/calibrate.html`);
  await page.waitForSelector(".working:not([hidden])");
  await page.click(".working button");
  await page.waitForSelector(".results .message:not([hidden])");
  assert.match((await page.locator(".results .message").textContent()) ?? "", /stopped/);
  // Two models are enough here.
  for (const name of ["pulse", "compliant", "iguchi"]) await page.click(`.model input[value="${name}"]`);
  await page.waitForSelector(".results table");
  await computed(page);
  const shown = await cells(page, ".results");
  assert.ok(shown.some(([name]) => name === "mirtich-falling"));
  assert.match((await page.locator(".facts.wide").textContent()) ?? "", /mirtich-falling/);
  const parameters = await page.locator(".results").textContent();
  assert.match(parameters ?? "", /mirtich E0\.5702/);
  await page.fill("#trials", "vx_before,vz_before\n1,2\n");
  await page.locator("#trials").blur();
  await page.waitForSelector(".table-box .wrong:not([hidden])");
  assert.match((await page.locator(".table-box .wrong").textContent()) ?? "", /spin_before|column/);
  await page.waitForFunction(() => location.hash.startsWith("#trials="));
  const other = await openPage(browser, page.url());
  await other.page.waitForSelector(".table-box .wrong:not([hidden])");
  assert.equal(await other.page.inputValue("#trials"), "vx_before,vz_before\n1,2\n");
  await page.click('.shelf button:has-text("Example")');
  await page.waitForSelector(".results .message", { state: "hidden" });
  assert.deepEqual(complaints, []);
  await other.close();
  await close();
});

/** A WAV file of one channel of 16 bits: 440 Hz that falls to 1/e in 0.2 s. */
function ringing() {
  const [rate, frames] = [22_050, 22_050];
  const bytes = Buffer.alloc(44 + 2 * frames);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + 2 * frames, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(2 * rate, 28);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * frames, 40);
  for (let n = 0; n < frames; n += 1) {
    const t = n / rate;
    bytes.writeInt16LE(Math.round(30_000 * Math.exp(-t / 0.2) * Math.sin(2 * Math.PI * 440 * t)), 44 + 2 * n);
  }
  return bytes;
}

test("a recording is measured, and what is none is refused", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/listen.html?scene=woodblock`);
  await page.waitForSelector(".results table");
  assert.equal(await page.locator(".heard b").textContent(), "Woodblock");
  await page.setInputFiles('input[type="file"]', { name: "a.wav", mimeType: "audio/wav", buffer: ringing() });
  await page.waitForFunction(() => document.querySelector(".heard b")?.textContent === "a.wav");
  const [first] = await cells(page, ".results");
  assert.equal(first[0], "440 Hz");
  assert.equal(first[1], "A4");
  assert.equal(first[3], "1.38 s");
  assert.equal(new URL(page.url()).search, "");
  await page.setInputFiles('input[type="file"]', {
    name: "b.wav",
    mimeType: "audio/wav",
    buffer: Buffer.from("no sound"),
  });
  await page.waitForSelector(".drop-box .wrong:not([hidden])");
  assert.match((await page.locator(".drop-box .wrong").textContent()) ?? "", /not a WAV file/);
  assert.equal((await cells(page, ".results"))[0][0], "440 Hz");
  assert.deepEqual(complaints, []);
  await close();
});
