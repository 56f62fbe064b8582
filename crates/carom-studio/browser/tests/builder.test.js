// The builder: a scene from nothing, edits that cannot break it, work that is not lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BAR,
  browser,
  openPage,
  openScene,
  sceneOf,
  settled,
  struck,
  studio,
  useStudio,
  writtenScene,
} from "../studio.js";

useStudio();

/** @typedef {import("playwright-core").Page} Page */

const unfold = (/** @type {Page} */ page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));

/** What the page says is wrong. @param {Page} page */
const message = (page) => page.evaluate(() => document.querySelector(".message:not([hidden])")?.textContent ?? null);

/** Makes a change and waits until its sound is there. @param {Page} page @param {() => Promise<unknown>} change */
async function heardAfter(page, change) {
  await page.evaluate(() => {
    Object.assign(window.caromStudio, { rendering: null });
  });
  await change();
  await settled(page);
  assert.equal(await message(page), null);
}

/** Strikes by a key, and waits for what sounds then. @param {Page} page */
async function strike(page) {
  await page.evaluate(() => {
    const studio = window.caromStudio;
    Object.assign(studio, { rendering: null });
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  });
  await page.keyboard.press("f");
  await settled(page);
  return page.evaluate(() => {
    const { player, rendering } = window.caromStudio;
    const peak = rendering.arrays.left.reduce(
      (/** @type {number} */ most, /** @type {number} */ v) => Math.max(most, Math.abs(v)),
      0,
    );
    return { isPlaying: player.playing, peak };
  });
}

test("a glass ball on a steel plate, from New, in six clicks and without an error", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await page.evaluate(() => {
    const seen = window;
    seen.errors = [];
    const { message } = seen.caromStudio.notes;
    new MutationObserver(() => !message.hidden && seen.errors.push(message.textContent)).observe(message, {
      attributes: true,
      childList: true,
    });
  });
  const clicks = [
    ".pick.new",
    '[data-striker="ball"]',
    '[aria-label="Material of the striker"] [aria-label="glass"]',
    '[data-kind="plate"]',
    '[aria-label="Material of the object"] [aria-label="steel"]',
    ".make",
  ];
  assert.ok(clicks.length <= 6);
  await heardAfter(page, async () => {
    for (const selector of clicks) await page.click(selector);
  });
  const { body, contact, pickup, title } = await sceneOf(page);
  assert.equal(title, "A glass ball on a steel plate");
  assert.deepEqual([body[0].material, body[1].material, body[1].shape.kind], ["glass", "steel", "plate"]);
  assert.deepEqual([contact.length, pickup.length], [1, 2]);
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  assert.ok((await strike(page)).isPlaying);
  assert.deepEqual(await page.evaluate(() => window.errors), []);
  assert.deepEqual(complaints, []);
  await close();
});

test("with the keyboard alone: made anew, changed and saved", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const tabTo = async (/** @type {string} */ selector) => {
    for (let i = 0; i < 60; i += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await tabTo(".pick.new");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo('[aria-label="What is struck"] [aria-checked="true"]');
  await page.keyboard.press("ArrowRight");
  await tabTo(".make");
  await heardAfter(page, () => page.keyboard.press("Enter"));
  const { title } = await sceneOf(page);
  assert.equal(title, "A soft mallet on a steel round plate");
  await tabTo('[data-key="hardness"]');
  await heardAfter(page, () => page.keyboard.press("ArrowRight"));
  await tabTo('[data-file="TOML"]');
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.match(download.suggestedFilename(), /soft-mallet.*\.toml$/);
  assert.deepEqual(complaints, []);
  await close();
});

test("numbers are read strictly, at their field; what worked goes on sounding", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  await openScene(page, BAR);
  await unfold(page);
  const before = await sceneOf(page);
  const field = page.locator('.everything [data-path="body[1].shape.length"]');
  const box = field.locator('input[type="text"]');
  for (const text of ["440, 880", "0,3", "long", ""]) {
    await box.fill(text);
    await box.press("Enter");
    assert.match((await field.locator(".wrong").textContent()) ?? "", text.trim() ? new RegExp(text) : /missing/);
    assert.deepEqual(await sceneOf(page), before, "the scene is as it was");
  }
  // A value that the engine refuses stands at its field; a strike sounds as before.
  await box.fill("-5");
  await box.press("Enter");
  await page.waitForSelector('.everything [data-path="body[1].shape.length"].bad');
  const { isPlaying, peak } = await strike(page);
  assert.ok(isPlaying && peak > 1e-3, `peak ${peak}`);
  assert.match((await field.locator(".wrong").textContent()) ?? "", /length/);
  await box.fill("250");
  await heardAfter(page, () => box.press("Enter"));
  assert.equal(await page.locator(".bad").count(), 0);
  // Nor does a sample rate that no output has take the sound away.
  await page.evaluate(() => window.caromStudio.store.edit(["sample_rate"], 0));
  await page.waitForSelector('.everything [data-path="sample_rate"].bad');
  const still = await strike(page);
  assert.ok(still.isPlaying && still.peak > 1e-3, `peak ${still.peak}`);
  assert.deepEqual(complaints, []);
  await close();
});

test("a scheme that diverges says so at its field; what worked is struck and heard, and there is a way back", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const heavy = { ...BAR, duration: 0.5, body: [{ ...BAR.body[0], mass: 2 }, BAR.body[1]] };
  await openScene(page, heavy);
  await page.evaluate(() => window.caromStudio.store.edit(["scheme"], "verlet"));
  await page.waitForSelector(".stage .message:not([hidden])");
  assert.match((await message(page)) ?? "", /diverged.*two-point/);
  assert.match((await page.locator('[data-path="scheme"]').textContent()) ?? "", /diverged/);
  await page.waitForFunction(() => {
    const { sounding, store } = window.caromStudio;
    return !sounding.pending && sounding.tried === sounding.good && sounding.good !== store.state.scene;
  });
  const { isPlaying, peak } = await strike(page);
  assert.ok(isPlaying && peak > 0.01, `peak ${peak}`);
  await heardAfter(page, () => page.getByRole("button", { name: "Back to what sounded" }).click());
  assert.equal(await page.evaluate(() => window.caromStudio.store.state.scene.scheme), undefined);
  assert.deepEqual(complaints, []);
  await close();
});

test("a blow that broke off says why until another is heard, also where it can be rendered", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, duration: 0.5 });
  await strike(page);
  await page.evaluate(() => {
    const { sounding, renders, playing } = window.caromStudio;
    sounding.broke(new Error("the scheme diverged"), false);
    renders.request(playing.shown());
  });
  await settled(page);
  assert.equal(await message(page), "the scheme diverged");
  await strike(page);
  await settled(page);
  await page.waitForSelector(".stage .message", { state: "hidden" });
  assert.deepEqual(complaints, []);
  await close();
});

test("what is removed goes with what refers to it, says so, and comes back", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  const second = { ...BAR.body[1], name: "other" };
  const other = { between: /** @type {[string, string]} */ (["mallet", "other"]) };
  await openScene(page, { ...BAR, body: [...BAR.body, second], contact: [...BAR.contact, other] });
  await unfold(page);
  const before = await sceneOf(page);
  await heardAfter(page, () => page.locator('[data-group="body-1"] button', { hasText: "Remove this body" }).click());
  const after = await sceneOf(page);
  assert.deepEqual(after.contact, [{ between: ["mallet", "other"] }]);
  assert.deepEqual([after.body.map((body) => body.name), after.pickup], [["mallet", "other"], undefined]);
  assert.match((await page.locator(".said").textContent()) ?? "", /Removed bar, with a contact and 2 pickups/);
  assert.ok(
    await page.locator('[data-group="body-1"] button', { hasText: "Remove this body" }).isDisabled(),
    "the only one",
  );
  await heardAfter(page, () => page.locator(".said button").click());
  assert.deepEqual(await sceneOf(page), before);
  // Another name is another name everywhere.
  await unfold(page);
  const name = page.locator('[data-path="body[1].name"] input');
  await name.fill("other");
  await name.press("Enter");
  assert.match((await page.locator('[data-path="body[1].name"] .wrong').textContent()) ?? "", /another body/);
  await name.fill("rail");
  await heardAfter(page, () => name.press("Enter"));
  const { contact: renamed, pickup } = await sceneOf(page);
  assert.deepEqual([renamed[0].between, pickup[0].body], [["mallet", "rail"], "rail"]);
  assert.deepEqual(complaints, []);
  await close();
});

test("modes are a table into which a spreadsheet is pasted", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  const body = [BAR.body[0], { name: "thing", modes: { frequency: [523, 1441], q: [800, 800], mass: 0.05 } }];
  await openScene(page, { version: 1, duration: 0.5, body, contact: [{ between: ["mallet", "thing"] }] });
  await unfold(page);
  const cell = (/** @type {string} */ name) => page.locator(`.modes [data-cell="${name}"]`);
  await heardAfter(page, async () => {
    await cell("1-frequency").fill("1500");
    await cell("1-frequency").press("Enter");
  });
  assert.deepEqual((await sceneOf(page)).body[1].modes.frequency, [523, 1500]);
  await heardAfter(page, () =>
    cell("0-frequency").evaluate((box) => {
      const data = new DataTransfer();
      data.setData("text", "Hz\tdecay (s)\tweight\n400\t2\t1\n900\t1\t0.5\n1600\t0.5\t0.25\n");
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }),
  );
  const { modes } = (await sceneOf(page)).body[1];
  assert.deepEqual(modes.frequency, [400, 900, 1600]);
  assert.deepEqual(modes.mass, [0.05, 0.2, 0.8]);
  assert.ok(Math.abs([modes.q].flat()[0] - (2 * 400 * Math.PI) / Math.log(1000)) < 0.01);
  const before = await sceneOf(page);
  await cell("0-decay").fill("1, 2");
  await cell("0-decay").press("Enter");
  assert.match((await page.locator(".modes .wrong").textContent()) ?? "", /not one number/);
  assert.deepEqual(await sceneOf(page), before);
  assert.deepEqual(complaints, []);
  await close();
});

test("nothing is lost on reload, or when another object is picked", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await page.locator('.front input[data-key="hardness"]').focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("PageUp");
  await settled(page);
  await page.keyboard.press("f");
  await struck(page, 1);
  const before = await sceneOf(page);
  await page.reload();
  await settled(page);
  assert.deepEqual(await sceneOf(page), before, "after a reload");
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.notDeepEqual(await sceneOf(page), before, "what was done before a reload is undone");
  await page.keyboard.press("Control+Shift+z");
  await settled(page);
  await page.click('[data-name="woodblock"]');
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Woodblock");
  await settled(page);
  assert.match(page.url(), /scene=woodblock/);
  assert.equal(await page.locator(".own").count(), 1);
  await page.click(".own .pick");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Singing bowl");
  await settled(page);
  assert.equal((await sceneOf(page)).body[0].hardness, before.body.find((b) => b.name === "mallet")?.hardness);
  await page.click('[data-name="woodblock"]');
  await settled(page);
  await page.locator(".own").hover();
  await page.click(".own .drop");
  assert.equal(await page.locator(".own").count(), 0);
  await page.click(".said button");
  assert.equal(await page.locator(".own").count(), 1);
  assert.deepEqual(complaints, []);
  await close();
});

test("guides set up a scene, and see what was done", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/?guide=material`);
  await settled(page);
  assert.match((await page.locator(".guide").textContent()) ?? "", /What it is made of/);
  assert.equal(await page.locator(".guide.done").count(), 0);
  await page.click('.material [aria-label="rubber"]');
  await page.waitForSelector(".guide.done");
  await page.reload();
  await settled(page);
  assert.equal(await page.locator(".guide.done").count(), 1, "a reload loses what was done");
  assert.equal((await writtenScene(page)).body[1].material, "rubber");
  await page.click(".guide-foot a");
  await page.waitForURL(/guide=size/);
  await settled(page);
  assert.equal(await page.locator(".guide.done").count(), 0);
  assert.equal(await page.locator(".own").count(), 1, "what was made in a guide is kept");
  // The same guide from its card begins anew.
  await page.locator(".front .dial", { hasText: "Size" }).locator("input[type=range]").press("Home");
  await page.waitForSelector(".guide.done");
  await page.goto(`${studio.address}/?guide=size`);
  await settled(page);
  assert.equal(await page.locator(".guide.done").count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});
