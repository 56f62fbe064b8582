// How long it takes from the first visit to the first sound: `node first.js [times]`, each in a new browser.
// The page is struck in the first picture in which it can be; it is heard once a sample leaves for the loudspeaker.

import { readFileSync, readdirSync } from "node:fs";
import { openBrowser, openStudio } from "./studio.js";

/** Strikes as soon as a strike is taken, and notes when that was and when it was heard. */
function watch() {
  const of = window;
  of.first = { shown: 0, ready: 0, heard: 0 };
  const look = () => {
    const { player, stage } = of.caromStudio ?? {};
    if (stage && !of.first.shown) of.first.shown = performance.now();
    if (player?.about && stage && !of.first.ready) {
      of.first.ready = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", code: "KeyF" }));
    }
    if (of.first.ready && player.peak() > 1e-4) of.first.heard = performance.now();
    else setTimeout(look, 5);
  };
  look();
}

/**
 * Time that a browser and its helpers were given (ms).
 * @param {string} flag what its first process has in its command
 */
function given(flag) {
  let ticks = 0;
  const own = new Set();
  for (const id of readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .sort((a, b) => Number(a) - Number(b))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
      const isFirst = readFileSync(`/proc/${id}/cmdline`, "utf8").includes(flag);
      if (!isFirst && !own.has(fields[1])) continue;
      own.add(id);
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return 10 * ticks;
}

const times = Number(process.argv[2] ?? 5);
const studio = await openStudio();
/** @type {number[]} */
const all = [];
for (let n = 0; n < times; n += 1) {
  const flag = `--carom-first=${process.pid}-${n}`;
  const browser = await openBrowser([flag]);
  const page = await browser.newPage();
  await page.addInitScript(watch);
  await page.waitForTimeout(500);
  const before = given(flag);
  await page.goto(process.env.ADDRESS ?? studio.address, { waitUntil: "commit" });
  await page.waitForFunction(() => window.first?.heard, null, { polling: 5 });
  const used = given(flag) - before;
  const { first, marks } = await page.evaluate(() => ({
    first: window.first,
    marks: performance.getEntriesByType("mark").map(({ name, startTime }) => `${name} ${startTime.toFixed(0)}`),
  }));
  const ms = (/** @type {number} */ time) => time.toFixed(0).padStart(5);
  console.log(`shown ${ms(first.shown)} ready ${ms(first.ready)} heard ${ms(first.heard)} ms; processor ${used} ms`);
  if (process.env.ALL) console.log(marks.join(", "));
  all.push(first.heard);
  await browser.close();
}
studio.stop();
console.log(`heard after ${(all.sort((a, b) => a - b)[Math.floor(times / 2)] / 1000).toFixed(2)} s (median)`);
