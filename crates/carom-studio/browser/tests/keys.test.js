// All shapes and all keys of a scene: whatever can be chosen on the page is drawn, valid and heard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BAR, browser, openPage, openScene, rendering, sceneOf, settled, studio, useStudio } from "../studio.js";

useStudio();

/** @satisfies {import("../types/scene.js").Scene} */
const LISTENED = { ...BAR, level: "auto", pickup: [{ distance: 1 }] };

/**
 * Makes a change and waits for its sound; the page must not have anything to complain about.
 * @param {import("playwright-core").Page} page @param {() => Promise<unknown>} change
 */
async function heardAfter(page, change) {
  await page.evaluate(() => {
    Object.assign(window.caromStudio, { rendering: null });
  });
  await change();
  const wrong = await page.waitForFunction(() => {
    const {
      rendering,
      renders,
      sounding: { pending },
      notes: { hasError, message },
    } = window.caromStudio;
    return (hasError && message.textContent) || (rendering && !pending && !renders.busy && !renders.waiting && "fine");
  });
  assert.equal(await wrong.jsonValue(), "fine");
}

const unfold = (/** @type {import("playwright-core").Page} */ page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));

test("every shape can be picked: it is drawn in its outline, struck and rings", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { moves: true });
  await settled(page);
  await openScene(page, { ...LISTENED, duration: 0.3 });
  const select = page.locator('.everything [data-path="body[1].shape"] select');
  await unfold(page);
  const all = await select.locator("option").allTextContents();
  for (const kind of ["tuned-bar", "kettledrum", "drum", "slotted-box", "string-on-board", "gong"])
    assert.ok(all.includes(kind), kind);
  /** @type {Record<string, unknown>} */
  const kinds = {};
  // The one that is there comes last: choosing it is a change then.
  for (const kind of [...all.filter((one) => one !== "bar"), "bar"]) {
    await heardAfter(page, () => select.selectOption(kind));
    const { head } = await rendering(page);
    assert.ok(head.summary.audio.peak > 1e-9, `${kind} is heard`);
    assert.ok(head.partials.length > 0, `${kind} rings`);
    const level = head.summary.audio.peak / head.full_scale;
    assert.ok(level > 0.1 && level < 1, `${kind} fills ${level} of the scale`);
    await page.locator(".stage-object canvas").focus();
    await page.keyboard.press("f");
    await page.waitForFunction(() => window.caromStudio.stage.motions.length > 0);
    const drawn = await page.evaluate(() => {
      const one = window.caromStudio.stage.figure.find("bar");
      const points = one.drawn.parts.flatMap((part) => [...part.points]);
      return { outline: one.outline, isFinite: points.every(Number.isFinite) };
    });
    assert.ok(drawn.isFinite, `${kind} is drawn`);
    kinds[kind] = drawn.outline.kind;
    await page.evaluate(() => window.caromStudio.playing.clearTake());
  }
  const { kettledrum, drum, gong } = kinds;
  assert.deepEqual({ kettledrum, drum, gong }, { kettledrum: "round", drum: "round", gong: "round" });
  assert.deepEqual([kinds["slotted-box"], kinds["string-on-board"], kinds["tuned-bar"]], ["rectangle", "tube", "line"]);
  assert.deepEqual(complaints, []);
  await close();
});

test("a new pickup is a listener who says where it is, and full scale is in pascals", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  await openScene(page, {
    ...LISTENED,
    pickup: [
      { body: "bar", at: 0.1 },
      { body: "bar", distance: 2.5 },
    ],
  });
  const titles = () => page.locator('.everything summary:has-text("Pickup") i').allTextContents();
  await heardAfter(page, () => page.locator(".adders .chip", { hasText: "+ pickup" }).click());
  assert.deepEqual((await sceneOf(page)).pickup[2].distance, 1);
  assert.deepEqual(await titles(), ["velocity of bar", "listener to bar, 2.5 m", "listener, 1 m"]);
  // What each key of a listener begins with is allowed, and its title follows.
  const third = page.locator('[data-group="pickup-2"]');
  for (const key of ["direction", "quantity"])
    await heardAfter(page, () => third.locator(".chip", { hasText: `+ ${key}` }).click());
  assert.deepEqual((await sceneOf(page)).pickup[2].direction, [0, 45]);
  const distance = third.locator('[data-path="pickup[2].distance"] input[type="text"]');
  await heardAfter(page, async () => {
    await distance.fill("3");
    await distance.press("Enter");
  });
  assert.equal((await titles())[2], "listener, 3 m");
  for (const [i, limit] of [180, 90].entries())
    await heardAfter(page, async () => {
      await third.locator(`[data-path="pickup[2].direction[${i}]"] input[type="range"]`).focus();
      await page.keyboard.press("End");
      assert.equal((await sceneOf(page)).pickup[2].direction[i], limit);
    });
  // Listeners alone: the sound is in pascals, all of them equally far away.
  await openScene(page, { ...LISTENED, level: { full_scale: 0.4 }, pickup: [{}, { direction: [30, 45] }] });
  const facts = page.locator('[data-plot="waveform"] .facts');
  await page.locator('[data-plot="waveform"]').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /400 mPa at 1 m|0.4 Pa at 1 m/.test(document.body.textContent ?? ""));
  assert.match((await facts.textContent()) ?? "", /full scale.*Pa at 1 m/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a body whose sound in a room is not known gets a pickup on it", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const body = [BAR.body[0], { name: "bar", modes: { frequency: [523, 1441], q: 800, mass: 0.05 } }];
  await openScene(page, { version: 1, duration: 0.5, body, contact: [{ between: ["mallet", "bar"] }] });
  await heardAfter(page, () => page.locator(".adders .chip", { hasText: "+ pickup" }).click());
  assert.equal((await sceneOf(page)).pickup[0].body, "bar");
  assert.deepEqual(complaints, []);
  await close();
});

test("materials, supports and losses are shown and edited; a loudness becomes a level", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  /** @type {import("../types/scene.js").Body} */
  const bar = {
    ...BAR.body[1],
    material: { like: "rosewood", young: [1.8e10, 1.5e9, 1e9], loss: 0.01 },
    support: [
      { at: 0.224, resistance: 0.5 },
      { at: [0.776, 0.2], stiffness: 1000, loss: 0.1 },
    ],
    edge_loss: 0.01,
    decay: [1.5, 0.8],
  };
  /** @type {import("../types/scene.js").Contact[]} */
  const contact = [{ between: ["mallet", "bar"], at: { bar: [0.3, 0.8] } }];
  const scene = { ...LISTENED, level: { loudness: -35 }, body: [BAR.body[0], bar], contact };
  await openScene(page, scene);
  await unfold(page);
  const { head } = await rendering(page);
  assert.ok(Math.abs(head.summary.audio.loudness_lufs + 35) < 0.1, `${head.summary.audio.loudness_lufs} LUFS`);
  const { level } = await sceneOf(page);
  assert.ok(typeof level === "object" && "full_scale" in level && level.full_scale > 0);
  const of = async () => (await sceneOf(page)).body[1];
  const within = (/** @type {string} */ key) => page.locator(`.everything [data-path="body[1].${key}"]`);
  // A place beside the middle of a bar stays what it is, also where the hammer is moved.
  assert.deepEqual((await sceneOf(page)).contact[0].at.bar, [0.3, 0.8]);
  const across = page.locator('.dial:has(input[data-key="where-1"]) input[type="text"]');
  await heardAfter(page, async () => {
    await across.fill("0.6");
    await across.press("Enter");
  });
  assert.deepEqual((await sceneOf(page)).contact[0].at.bar, [0.3, 0.6]);
  // Each number can be moved.
  for (const key of ["material.loss", "support[0].resistance", "support[1].at[1]", "edge_loss"])
    await heardAfter(page, async () => {
      await within(key).locator('input[type="range"]').first().focus();
      await page.keyboard.press("ArrowRight");
    });
  const list = within("decay").locator('input[type="text"]');
  await heardAfter(page, async () => {
    await list.fill("2, 1, 0.5");
    await list.press("Enter");
  });
  assert.deepEqual((await of()).decay, [2, 1, 0.5]);
  // Lists and tables become one number and a name, and back.
  const form = (/** @type {string} */ key, /** @type {string} */ name) =>
    heardAfter(page, () =>
      page
        .locator(`.everything .either:has(> [data-path="body[1].${key}"]) > .more .chip`, {
          hasText: name,
        })
        .click(),
    );
  await form("decay", "as a number");
  assert.equal((await of()).decay, 2);
  await form("decay", "as a list");
  assert.deepEqual((await of()).decay, [2]);
  // Supports are added and removed one by one.
  await heardAfter(page, () => within("support").locator("> .more .chip").click());
  assert.equal((await of()).support.length, 3);
  for (let left = 2; left >= 0; left -= 1) {
    await heardAfter(page, () => within("support").locator("> fieldset > legend button").first().click());
    assert.equal((await of()).support?.length ?? 0, left);
  }
  const chips = page.locator('[data-group="body-1"]');
  await heardAfter(page, () => chips.locator(".chip", { hasText: "+ support" }).first().click());
  assert.equal((await of()).support.length, 1);
  assert.deepEqual(complaints, []);
  await close();
});

test("a material becomes one's own table, and a name again", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  await openScene(page, LISTENED);
  await unfold(page);
  const own = page.locator('[data-group="body-1"] .either .chip', { hasText: "as a table" });
  await heardAfter(page, () => own.click());
  assert.deepEqual((await sceneOf(page)).body[1].material, { like: "aluminium" });
  await unfold(page);
  const back = page.locator('[data-group="body-1"] .either > .more .chip', { hasText: "as an option" });
  await heardAfter(page, () => back.first().click());
  assert.equal((await sceneOf(page)).body[1].material, "aluminium");
  assert.deepEqual(complaints, []);
  await close();
});
