// Strikes scenes eight times a second in a browser on one core, and says what of that is heard with gaps:
// `node dropouts.js [scene …]`; without names the scene that the page begins with and the three that cost most.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { FLAGS, openPage, openStudio, settled } from "./studio.js";

/** How long each is played (s). */
const SECONDS = Number(process.env.CAROM_SECONDS ?? 10);
const STRIKES = 8;
const SCENES = ["start", "gong", "drum-roll", "piano-string"];

/** The worklet with a clock, which knows milliseconds only: mean times are true, single ones to one millisecond. */
const TIMED = `
const timed = Played.prototype.process;
Played.prototype.process = function (...parts) {
  const began = Date.now();
  const goesOn = timed.apply(this, parts);
  const took = Date.now() - began;
  this.clock ??= { quanta: 0, busy: 0, late: 0, longest: 0 };
  this.clock.quanta += 1;
  this.clock.busy += took;
  this.clock.late += took > 3 ? 1 : 0;
  this.clock.longest = Math.max(this.clock.longest, took);
  if (this.clock.quanta % 64 === 0) this.port.postMessage({ clock: this.clock });
  return goesOn;
};
registerProcessor("played"`;

/** A process and all that it started. @param {number} pid @returns {number[]} */
function tree(pid) {
  const list = execFileSync("ps", ["-e", "-o", "pid=,ppid="]).toString().trim().split("\n");
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (/** @type {number} */ one) => pairs.filter(([, parent]) => parent === one).map(([child]) => child);
  const all = [pid];
  for (const one of all) all.push(...below(one));
  return all;
}

/** @param {import("playwright-core").Page} page @param {string} name */
async function measured(page, name) {
  if (name !== "start") {
    await page.evaluate((given) => /** @type {any} */ (window).caromStudio.pick(given, "open"), name);
    await page.waitForTimeout(200);
    await settled(page).catch(() => null);
  }
  return page.evaluate(async ({ seconds, strikes }) => {
    const { player, playing, stage } = /** @type {any} */ (window).caromStudio;
    const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    playing.strike(stage.aim.target, stage.aim.place, 1);
    await wait(1500);
    /** @type {any} */ let clock = null;
    const told = player.node.port.onmessage;
    player.node.port.onmessage = (/** @type {any} */ event) => (event.data.clock ? (clock = event.data.clock) : told(event));
    await wait(400);
    const [first, stats] = [clock, player.context.playbackStats];
    const gaps = stats?.underrunDuration;
    for (let n = 0; n < seconds * strikes; n += 1) {
      playing.strike(stage.aim.target, stage.aim.place, 1, performance.now());
      await wait(1000 / strikes);
    }
    await wait(400);
    const since = (/** @type {string} */ key) => clock[key] - first[key];
    player.node.port.onmessage = told;
    playing.stop();
    const share = since("busy") / ((since("quanta") * 128_000) / player.rate);
    return {
      share, late: since("late"), quanta: since("quanta"), longest: clock.longest,
      gaps: stats ? stats.underrunDuration - gaps : Number.NaN, buffer: player.context.baseLatency,
    };
  }, { seconds: SECONDS, strikes: STRIKES });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const studio = await openStudio();
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, "--enable-experimental-web-platform-features"],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const worklet = readFileSync(new URL("../assets/sound/worklet.js", import.meta.url), "utf8");
  const body = worklet.replace('registerProcessor("played"', TIMED);
  // What a worklet loads cannot be replaced on its way to the browser, but on its way from the studio.
  const passing = createServer(async ({ url = "" }, response) => {
    const answer = await fetch(studio.address + url);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(url.endsWith("/worklet.js") ? body : Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => passing.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {any} */ (passing.address());
  const asked = process.argv.slice(2);
  for (const name of asked.length ? asked : SCENES) {
    const { page, close } = await openPage(browser, `http://127.0.0.1:${port}`);
    await settled(page);
    for (const pid of tree(server.process().pid ?? 0)) {
      try {
        execFileSync("taskset", ["-apc", "0", String(pid)], { stdio: "ignore" });
      } catch {
        // It has ended meanwhile.
      }
    }
    const { share, late, quanta, longest, gaps, buffer } = await measured(page, name);
    console.log(
      `${name.padEnd(14)} ${(100 * share).toFixed(1).padStart(5)} % of real time, ${late} of ${quanta} quanta longer than they last ` +
        `(longest ${longest} ms), ${(1000 * gaps).toFixed(0)} ms of gaps, buffer ${(1000 * buffer).toFixed(0)} ms`,
    );
    await close();
  }
  await browser.close();
  await server.close();
  passing.close();
  studio.stop();
}
