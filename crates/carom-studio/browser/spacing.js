// Plays strokes and compares the times of the pointer with those of the take: `node spacing.js [strokes] [ms between]`.

import { fileURLToPath } from "node:url";
import { BAR, openBrowser, openPage, openScene, openStudio, settled, silenced } from "./studio.js";

/**
 * Presses the object again and again while it records.
 * @param {import("playwright-core").Page} page @param {number} count @param {number} between in ms
 */
export async function strokes(page, count, between) {
  const [x, y] = await page.evaluate(() => {
    const { stage } = window.caromStudio;
    const box = stage.canvas.getBoundingClientRect();
    const [left, top] = stage.figure.camera.project(stage.figure.spot(stage.aim.target, stage.aim.place).point);
    window.pressed = [];
    const press = (/** @type {PointerEvent} */ { timeStamp }) =>
      window.pressed.push({ time: timeStamp, handled: performance.now() });
    addEventListener("pointerdown", press, true);
    return [box.left + left, box.top + top + 6];
  });
  await page.mouse.move(x, y);
  await page.evaluate(() => window.caromStudio.playing.record());
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    await page.waitForTimeout(Math.max(0, began + between * (n + 1) - performance.now()));
    await page.mouse.down();
    await page.waitForTimeout(20);
    await page.mouse.up();
  }
  await page.waitForFunction((wanted) => window.caromStudio.store.state.take?.strikes.length === wanted, count);
  const { pressed, times, buffer } = await page.evaluate(() => {
    const { player, store } = window.caromStudio;
    return {
      pressed: window.pressed,
      times: store.state.take.strikes.map((one) => 1000 * one.time),
      buffer: 1000 * player.context.baseLatency,
    };
  });
  await page.evaluate(() => window.caromStudio.playing.record());
  return { buffer, ...compared(times, pressed) };
}

/**
 * How much later each stroke was recorded than pressed, beside the first (ms): the largest difference of any two, and how
 * much it grows from the first third to the last.
 * @param {number[]} times @param {{ time: number, handled: number }[]} pressed
 */
function compared(times, pressed) {
  const late = times.map((time, i) => time - times[0] - (pressed[i].time - pressed[0].time));
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const third = Math.ceil(late.length / 3);
  return {
    late,
    spread: Math.max(...late) - Math.min(...late),
    drift: mean(late.slice(-third)) - mean(late.slice(0, third)),
    waited: pressed.map(({ time, handled }) => handled - time),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count, between] = [Number(process.argv[2] ?? 150), Number(process.argv[3] ?? 400)];
  const studio = await openStudio();
  const browser = await openBrowser();
  const { page } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, duration: undefined });
  await silenced(page);
  const { buffer, late, spread, drift, waited } = await strokes(page, count, between);
  const ms = (/** @type {number} */ value) => `${value.toFixed(2)} ms`;
  console.log(`${count} strokes, ${between} ms apart; an output buffer is ${ms(buffer)}`);
  console.log(`spacing differs by at most ${ms(spread)} and drifts by ${ms(drift)}`);
  console.log(`the page took at most ${ms(Math.max(...waited))} until it handled a press`);
  if (process.env.ALL) console.log(late.map((one, i) => `${one.toFixed(1)} (${waited[i].toFixed(1)})`).join(" "));
  await browser.close();
  studio.stop();
}
