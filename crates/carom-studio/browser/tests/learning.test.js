// Recordings that are dropped on the page or chosen: they become objects, or are refused in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { randoms } from "../random.js";
import {
  browser,
  drop,
  openPage,
  rendering,
  ringingWav,
  settled,
  strongestFrequency,
  studio,
  useStudio,
  wavOf,
  writtenScene,
} from "../studio.js";

useStudio();

const RATE = 44_100;

/** @param {import("playwright-core").Page} page @param {RegExp} title */
async function learned(page, title) {
  await page.waitForFunction((source) => new RegExp(source).test(document.title), title.source);
  await page.waitForSelector(".working", { state: "hidden" });
  await settled(page);
}

/** Strikes the object, and hears it. @param {import("playwright-core").Page} page */
async function strike(page) {
  await page.evaluate(() => window.caromStudio.playing.stop());
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  await page.waitForFunction(() => window.caromStudio.store.state.take?.strikes.length > 0);
  await settled(page);
}

test("a recording that is dropped becomes an object with its pitch, which is struck, kept and undone", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await drop(
    page,
    "bell.wav",
    ringingWav(
      [
        [523.25, 0.5, 0.5],
        [1410, 0.3, 0.2],
        [2703, 0.2, 0.1],
      ],
      RATE,
    ),
  );
  // What is there is struck meanwhile.
  await page.waitForSelector(".working:not([hidden])");
  assert.match((await page.locator(".working").textContent()) ?? "", /Listening to bell\.wav…/);
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  await learned(page, /Learned from bell\.wav/);
  assert.match((await page.locator(".warning").textContent()) ?? "", /blows of several speeds/);
  await strike(page);
  const { head, left } = await rendering(page);
  const pitch = strongestFrequency(left, head.rate);
  assert.ok(Math.abs(pitch - 523.25) < 0.5, `${pitch} Hz`);
  // An edit is undone, and what is left for another object waits on the shelf.
  const scene = await writtenScene(page);
  await page.evaluate(() => window.caromStudio.store.edit(["body", 0, "mass"], 0.05));
  assert.notDeepEqual(await writtenScene(page), scene);
  await page.evaluate(() => window.caromStudio.store.undo());
  assert.deepEqual(await writtenScene(page), scene);
  await page.evaluate(() => window.caromStudio.pick("woodblock"));
  await page.click(".own .pick");
  await learned(page, /Learned from bell\.wav/);
  assert.deepEqual((await writtenScene(page)).body, scene.body);
  assert.deepEqual(complaints, []);
  await close();
});

test("two blows that are chosen together tell more than one", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const blow = (/** @type {string} */ name, /** @type {number} */ size) => ({
    name,
    mimeType: "audio/wav",
    buffer: ringingWav(
      [
        [740, 0.4, 0.4 * size],
        [1980, 0.2, 0.2 * size ** 1.3],
      ],
      RATE,
    ),
  });
  await page.setInputFiles('input[accept*=".flac"]', [blow("soft.wav", 0.4), blow("hard.wav", 1)]);
  await learned(page, /Learned from soft\.wav, hard\.wav/);
  await strike(page);
  const { head, left } = await rendering(page);
  assert.ok(Math.abs(strongestFrequency(left, head.rate) - 740) < 0.5);
  assert.deepEqual(complaints, []);
  await close();
});

test("noise, silence and what is no sound are refused in words, and what sounded goes on", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const before = await writtenScene(page);
  const random = randoms(7);
  const noise = Float32Array.from({ length: RATE }, () => 0.4 * random() - 0.2);
  /** @type {[string, Buffer, RegExp][]} */
  const refused = [
    ["noise.wav", wavOf(noise, RATE), /nothing was learned from noise\.wav: .*noise/],
    ["silence.wav", wavOf(new Float32Array(RATE), RATE), /silence\.wav.*silent/],
    ["photo.png", Buffer.from("\x89PNG"), /photo\.png is neither a scene \(TOML\) nor a recording \(WAV or FLAC\)/],
    ["notes.txt", Buffer.from("title = 1"), /notes\.txt is neither a scene \(TOML\) nor a recording/],
    ["wrong.toml", Buffer.from('version = 1\n[[body]]\nname = "a"\nmass = -1'), /^wrong\.toml, line 4: .*mass.*$/],
    ["torn.toml", Buffer.from("version = "), /^torn\.toml, line 1: this is not TOML: /],
    ["broken.wav", Buffer.from("RIFF what?"), /broken\.wav is not a WAV file that can be read/],
    ["broken.flac", Buffer.from("fLaC what?"), /broken\.flac is not a FLAC file that can be read/],
    ["empty.wav", Buffer.alloc(0), /empty\.wav/],
  ];
  for (const [name, bytes, reason] of refused) {
    await drop(page, name, bytes);
    await page.waitForFunction(
      (text) => document.querySelector(".stage .message:not([hidden])")?.textContent?.includes(text),
      name,
    );
    assert.match((await page.locator(".stage .message").textContent()) ?? "", reason);
    await page.waitForSelector(".working", { state: "hidden" });
    const [end, bar] = await page.evaluate(() =>
      [".stage .message", ".transport"]
        .map((selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect())
        .map(({ bottom, top }, i) => (i ? top : bottom)),
    );
    assert.ok(end <= bar && bar < 800, `${name}: what is said is out of sight`);
    assert.equal(await page.locator("[aria-invalid]").count(), 0, `${name}: a field of the page is said to be wrong`);
    await strike(page);
    assert.deepEqual((await writtenScene(page)).body, before.body);
  }
  await page.click(".stage .message button");
  await page.waitForSelector(".stage .message", { state: "hidden" });
  assert.deepEqual(complaints, []);
  await close();
});
