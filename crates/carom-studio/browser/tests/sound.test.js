// A strike is heard, at the pitch of the object; sliders obey the theory; nothing wrong is silent.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BAR,
  browser,
  openPage,
  openScene,
  rendering,
  sceneOf,
  settled,
  silenced,
  sounded,
  strongestFrequency,
  struck,
  studio,
  useStudio,
  writtenScene,
} from "../studio.js";

useStudio();

/** Three modes, the second the strongest by far. @type {import("../types/scene.js").Scene} */
const THREE_MODES = {
  version: 1,
  title: "Three modes",
  duration: 1,
  level: { full_scale: 1 },
  body: [
    { name: "hammer", mass: 0.01, velocity: 1 },
    { name: "thing", modes: { frequency: [311, 740, 1901], q: [800, 900, 900], mass: [4, 0.05, 4] } },
  ],
  contact: [{ between: ["hammer", "thing"], law: { kind: "hunt-crossley", stiffness: 1e7, exponent: 1.5, mu: 0.3 } }],
};

/** A mass against a wall without losses, heard by its force. @type {import("../types/scene.js").Scene} */
const WALL = {
  version: 1,
  title: "Against a wall",
  duration: 0.05,
  level: { full_scale: 100 },
  body: [
    { name: "mass", mass: 0.01, velocity: 1 },
    { name: "wall", wall: true },
  ],
  contact: [{ between: ["mass", "wall"], law: { kind: "power", stiffness: 1e6, exponent: 1.5 } }],
  pickup: [{ body: "mass", quantity: "force" }],
};

test("a click on the object sounds, at the scene's strongest partial", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { moves: true });
  await settled(page);
  await openScene(page, THREE_MODES);
  await silenced(page);
  const box = await page.locator(".stage-object canvas").boundingBox();
  assert.ok(box);
  const target = await page.evaluate(() => {
    const { stage } = window.caromStudio;
    const spot = stage.figure.spot(stage.aim.target, stage.aim.place);
    return stage.figure.camera.project(spot.point);
  });
  await page.mouse.click(box.x + target[0], box.y + target[1] + 6);
  await struck(page, 1);
  const heard = await page.waitForFunction(() => {
    const peak = window.caromStudio.player.peak();
    return peak > 0.001 ? peak : 0;
  });
  assert.ok((await heard.jsonValue()) > 0.001, "something comes out of the audio graph");
  const { head, left } = await rendering(page);
  assert.ok(
    left.some((sample) => Math.abs(sample) > 0.01),
    "the sound is not silent",
  );
  const heardAt = strongestFrequency(left, head.rate);
  assert.ok(Math.abs(heardAt / 740 - 1) < 0.003, `heard ${heardAt} Hz`);
  const loudest = head.partials.reduce((a, b) => (b.level_db > a.level_db ? b : a));
  assert.ok(Math.abs(loudest.frequency / heardAt - 1) < 0.003, `shown ${loudest.frequency} Hz`);
  const scene = await sceneOf(page);
  assert.deepEqual(
    scene.strikes.map((one) => [one.time, one.velocity]),
    [[0, 1]],
  );
  await silenced(page);
  // A hand that comes fast strikes hard: 120 px in 40 ms, whenever the page hears of them.
  const hand = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const does = (/** @type {"mouseMoved" | "mousePressed" | "mouseReleased"} */ type, /** @type {number} */ step) =>
    hand.send("Input.dispatchMouseEvent", {
      type,
      x: box.x + target[0] - 120 + 30 * step,
      y: box.y + target[1] + 6,
      timestamp: began + step / 100,
      ...(type === "mouseMoved" ? {} : { button: "left", clickCount: 1 }),
    });
  for (let step = 0; step <= 4; step += 1) await does("mouseMoved", step);
  await does("mousePressed", 4);
  await does("mouseReleased", 4);
  await hand.detach();
  // The worklet says when the blow fell; only then is it drawn.
  await page.waitForFunction(() => {
    const { take } = window.caromStudio.store.state;
    return take?.strikes[0]?.strength > 1;
  });
  await settled(page);
  const harder = await rendering(page);
  const speed = (await sceneOf(page)).strikes[0].velocity;
  assert.ok(speed > 1.5, `struck at ${speed} m/s`);
  const peak = (/** @type {Float32Array} */ samples) =>
    samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  assert.ok(peak(harder.left) > 1.2 * peak(left), "a harder strike is louder");
  assert.deepEqual(complaints, []);
  await close();
});

test("strikes on a ringing object are added to the scene and keep what rings", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.caromStudio.store.state.take?.strikes.length === 1);
  await sounded(page, 0.1);
  await page.keyboard.press("k");
  await struck(page, 2);
  const both = await rendering(page);
  await page.keyboard.press("Control+z");
  await settled(page);
  const alone = await rendering(page);
  await page.keyboard.press("Control+Shift+Z");
  await settled(page);
  const scene = await sceneOf(page);
  assert.equal(scene.strikes.length, 2);
  const { time } = scene.strikes[1];
  assert.ok(time > 0.05 && time < 5, `struck again after ${time} s`);
  // On a slow machine the second falls after the end of what the first alone would be.
  const until = Math.min(Math.floor(time * both.head.rate) - 4, alone.left.length);
  assert.deepEqual(both.left.slice(0, until), alone.left.slice(0, until), "what rang before is untouched");
  assert.notDeepEqual(both.left.slice(until, until + 4000), alone.left.slice(until, until + 4000));
  const places = scene.strikes.map((strike) => JSON.stringify(strike.at));
  assert.equal(new Set(places).size, 2, "each strike has its place");
  assert.deepEqual(complaints, []);
  await close();
});

test("strikes are moved, taken out and brought onto a grid; what is saved follows, and undo leads back", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  const times = () => page.evaluate(() => window.caromStudio.store.state.take.strikes.map((one) => one.time));
  for (const [n, key] of ["d", "g", "k"].entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction((count) => document.querySelectorAll(".timeline .blow").length === count, n + 1);
    await sounded(page, 0.1);
  }
  const [first, second, third] = await times();
  await page.locator(".timeline .blow").nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await times())[1] - second - 0.02) < 1e-9);
  // Past the third, which it then follows; the focus goes with it.
  const steps = Math.floor((third - second - 0.02) / 0.1) + 2;
  for (let i = 0; i < steps; i += 1) await page.keyboard.press("Shift+ArrowRight");
  const now = await times();
  assert.ok(now[1] === third && now[2] > third, `${now}`);
  await page.keyboard.press("Delete");
  assert.deepEqual(await times(), [first, third]);
  await page.selectOption(".timeline select", "0.25");
  await page.click(".timeline .quiet");
  assert.ok(
    (await times()).every((/** @type {number} */ time) => time % 0.25 === 0),
    `${await times()}`,
  );
  await settled(page);
  const { strikes } = await sceneOf(page);
  assert.deepEqual(
    strikes.map((one) => one.time),
    await times(),
  );
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Control+z");
  assert.deepEqual(await times(), [first, second, third]);
  assert.deepEqual(complaints, []);
  await close();
});

test("a slider changes the contact time as the theory says", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, WALL);
  const measured = async () => {
    await settled(page);
    const { head } = await rendering(page);
    const { body } = await sceneOf(page);
    return { time: head.contacts[0].contact_time, velocity: body[0].velocity, mass: body[0].mass };
  };
  const before = await measured();
  // τ ∝ (m/k)^(1/(α+1))·v^(−(α−1)/(α+1)), papetti (7).
  const slider = page.locator('.front input[data-key="velocity"]');
  await slider.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("PageUp");
  const faster = await measured();
  assert.ok(faster.velocity > 2 * before.velocity, `${faster.velocity} m/s`);
  const expected = (faster.velocity / before.velocity) ** -0.2;
  assert.ok(
    Math.abs(faster.time / before.time / expected - 1) < 0.01,
    `${faster.time / before.time} against ${expected}`,
  );
  await page.locator('.front input[data-key="mass"]').focus();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("PageUp");
  const heavier = await measured();
  const longer = (heavier.mass / faster.mass) ** 0.4;
  assert.ok(
    longer > 1.5 && Math.abs(heavier.time / faster.time / longer - 1) < 0.01,
    `${heavier.time / faster.time} against ${longer}`,
  );
  // Without losses τ = 2·x_max/v·√π·Γ(1 + 1/n)/Γ(1/2 + 1/n) with n = α + 1 and x_max = (n·m·v²/2k)^(1/n).
  const deepest = ((2.5 * before.mass * before.velocity ** 2) / 2e6) ** 0.4;
  const exact = (2 * 1.4716 * deepest) / before.velocity;
  assert.ok(Math.abs(before.time / exact - 1) < 0.01, `${before.time} s against ${exact} s`);
  assert.deepEqual(complaints, []);
  await close();
});

test("undo puts a strike that a slider moved back where it fell", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  await page.keyboard.press("d");
  await struck(page, 1);
  const place = () => page.evaluate(() => window.caromStudio.store.state.take.strikes[0].place);
  const fell = await place();
  await page.locator('.front input[data-key="where-0"]').press("End");
  await settled(page);
  assert.equal(await place(), 1);
  assert.equal((await writtenScene(page)).contact[0].at.bar, 1);
  await page.keyboard.press("Control+z");
  assert.deepEqual([await place(), (await writtenScene(page)).contact[0].at.bar], [fell, 0.3]);
  await page.keyboard.press("Control+Shift+Z");
  assert.deepEqual([await place(), (await writtenScene(page)).contact[0].at.bar], [1, 1]);
  assert.deepEqual(complaints, []);
  await close();
});

test("undo, redo and reset", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  const opened = await sceneOf(page);
  await page.locator('.front input[data-key="mass"]').focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("ArrowRight");
  await page.locator(".swatch").nth(3).click();
  const changed = await sceneOf(page);
  assert.notDeepEqual(changed, opened);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("Control+z");
  assert.deepEqual(await sceneOf(page), opened);
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("Control+Shift+Z");
  assert.deepEqual(await sceneOf(page), changed);
  await page.click(".history button:last-child");
  assert.deepEqual(await sceneOf(page), opened);
  await settled(page);
  assert.deepEqual(complaints, []);
  await close();
});

test("a loudspeaker that fails is tried again at the next strike, and what was built sounds", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, duration: 0.4 });
  await page.keyboard.press("f");
  await page.waitForFunction(() => window.caromStudio.player.ringing);
  await page.evaluate(() => {
    const { player } = window.caromStudio;
    player.context.dispatchEvent(new Event("error"));
  });
  assert.equal(await page.evaluate(() => window.caromStudio.player.context), null);
  await page.keyboard.press("f");
  await page.waitForFunction(() => window.caromStudio.player.ringing);
  assert.deepEqual(complaints, []);
  await close();
});
