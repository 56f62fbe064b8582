// Strikes scenes eight times a second in a browser on one core, and says what that costs and whether it is heard
// with gaps: `node dropouts.js [scene …]`; without names the scene that the page begins with and the three that
// cost most. Linux only: the kernel tells how long the thread of the sound was busy.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { FLAGS, openPage, openStudio, settled, silenced } from "./studio.js";

/** How long each is played (s). */
const SECONDS = Number(process.env.CAROM_SECONDS ?? 10);
const STRIKES = 8;
/** How long the gestures of these scenes last (s). */
const OWN = 3;
const SCENES = ["start", "gong", "drum-roll", "piano-string"];
/** How Chromium calls the thread that makes the sound, as far as Linux keeps names. */
const THREAD = "Realtime AudioW";

/** A process and all that it started. @param {number} pid @returns {number[]} */
function tree(pid) {
  const list = execFileSync("ps", ["-e", "-o", "pid=,ppid="]).toString().trim().split("\n");
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (/** @type {number} */ one) => pairs.filter(([, parent]) => parent === one).map(([child]) => child);
  const all = [pid];
  for (const one of all) all.push(...below(one));
  return all;
}

/** What a call gives, or nothing if its process has ended meanwhile. @template T @param {() => T[]} call */
function unlessEnded(call) {
  try {
    return call();
  } catch {
    return [];
  }
}

/** How long (s) the threads of the sound of some processes were busy. @param {number[]} pids */
function busy(pids) {
  const read = (/** @type {string} */ file) => readFileSync(file, "utf8").trim();
  const threads = pids.flatMap((pid) =>
    unlessEnded(() => readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`)),
  );
  const times = threads.flatMap((path) =>
    unlessEnded(() => (read(`${path}/comm`) === THREAD ? [Number(read(`${path}/schedstat`).split(" ")[0]) / 1e9] : [])),
  );
  if (times.length === 0) throw new Error(`no thread is called "${THREAD}"`);
  return times.reduce((sum, time) => sum + time, 0);
}

/** Strikes for some seconds. @param {import("playwright-core").Page} page @param {number} seconds */
const struck = (page, seconds) =>
  page.evaluate(
    async ({ seconds, strikes }) => {
      const { player, playing, stage } = window.caromStudio;
      const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const stats = /** @type {AudioContext & { playbackStats?: { underrunDuration: number } }} */ (player.context)
        .playbackStats;
      const [from, gaps] = [player.context.currentTime, stats?.underrunDuration ?? 0];
      const began = performance.now();
      for (let n = 1; n <= seconds * strikes; n += 1) {
        playing.strike(stage.aim.target, stage.aim.place, 1, performance.now());
        await wait(Math.max(0, began + (1000 * n) / strikes - performance.now()));
      }
      return {
        gaps: stats ? stats.underrunDuration - gaps : Number.NaN,
        played: player.context.currentTime - from,
        buffer: player.context.baseLatency,
      };
    },
    { seconds, strikes: STRIKES },
  );

const studio = await openStudio();
const server = await chromium.launchServer({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [...FLAGS, "--enable-experimental-web-platform-features"],
});
const browser = await chromium.connect(server.wsEndpoint());
const asked = process.argv.slice(2);
for (const name of asked.length ? asked : SCENES) {
  const { page, close } = await openPage(browser, studio.address);
  await settled(page);
  if (name !== "start") {
    await page.evaluate((given) => window.caromStudio.pick(given, "open"), name);
    await page.waitForTimeout(200);
    await settled(page);
  }
  // What is picked plays by itself, and its own gestures do again with the first strike.
  await silenced(page);
  const pids = tree(server.process().pid ?? 0);
  for (const pid of pids) unlessEnded(() => [execFileSync("taskset", ["-apc", "0", String(pid)], { stdio: "ignore" })]);
  const { gaps: first } = await struck(page, OWN);
  const before = busy(pids);
  const { gaps, played, buffer } = await struck(page, SECONDS);
  const share = (busy(pids) - before) / played;
  console.log(
    `${name.padEnd(14)} ${(100 * share).toFixed(1).padStart(5)} % of real time, ${(1000 * gaps).toFixed(0)} ms of gaps ` +
      `(${(1000 * first).toFixed(0)} ms in the ${OWN} s before), buffer ${(1000 * buffer).toFixed(0)} ms`,
  );
  await close();
}
await browser.close();
await server.close();
studio.stop();
