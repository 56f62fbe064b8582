// Starts a studio and a browser for tests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const HERE = path.dirname(fileURLToPath(import.meta.url));
export const ROOT = path.resolve(HERE, "../../..");
export const TARGET = process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target");
export const SCREENSHOTS = path.join(ROOT, "target/studio-screenshots");
mkdirSync(SCREENSHOTS, { recursive: true });

export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
];

/** How long anything is waited for (ms), so long that only what never comes is missed. */
export const PATIENCE = Number(process.env.CAROM_PATIENCE ?? 120_000);

/** The command under test. */
export function carom() {
  if (process.env.CAROM) return process.env.CAROM;
  const built = ["release/carom", "debug/carom"].map((file) => path.join(TARGET, file)).filter(existsSync);
  const [newest] = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  assert.ok(newest, `no carom in ${TARGET}: build it first`);
  return newest;
}

/**
 * Starts a studio on a free port; the first time it compiles its engine.
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function openStudio() {
  const child = spawn(carom(), ["studio", "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const address = await new Promise((resolve, reject) => {
    const look = (/** @type {Buffer} */ part) => {
      printed += part;
      const found = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(printed);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("exit", () => reject(new Error(`the studio ended: ${printed}`)));
    setTimeout(() => reject(new Error(`the studio printed no address: ${printed}`)), 900_000).unref();
  });
  return { address: String(address), stop: () => child.kill("SIGINT") };
}

/** @param {string[]} [more] flags */
export function openBrowser(more = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...more] });
}

/**
 * @typedef {{
 *   width?: number, height?: number, scheme?: "light" | "dark",
 *   before?: (page: import("playwright-core").Page) => Promise<unknown>, bypass?: boolean, isFirst?: boolean, moves?: boolean,
 * }} How `isFirst` is a visit by somebody who was never there: nothing of the page is in the browser's cache; objects
 *   that were struck are seen swinging where it `moves`, which takes as much time as their sound
 * @typedef {{ page: import("playwright-core").Page, complaints: string[], isFree: boolean }} Tab
 */

/** The tab that tests use again and again, each after the other: to open another takes longer than many a test. */
/** @type {Tab | null} */
let shared = null;

/** @param {import("playwright-core").Browser} browser @param {How} how @returns {Promise<Tab>} */
async function newTab(browser, how) {
  const context = await browser.newContext({
    acceptDownloads: true,
    // A test may add a listener of its own to the sound, which the policy of the page forbids.
    bypassCSP: how.bypass ?? false,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(PATIENCE);
  /** @type {Tab} */
  const tab = { page, complaints: [], isFree: false };
  page.on("console", (message) => {
    // The page expects errors of scenes and of loudspeakers; the browser logs them all the same. What is visited between
    // two tests has no icon.
    const isOfIcon = message.location().url.endsWith("/favicon.ico");
    const isExpected = isOfIcon || /422|error from the audio device/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isExpected) tab.complaints.push(message.text());
  });
  page.on("pageerror", (error) => tab.complaints.push(error.stack ?? error.message));
  return tab;
}

/** How long a tab may take to leave its page (ms): one that does not is closed. */
const LEAVING = 10_000;

/** Leaves a page and forgets what it kept. @param {Tab} tab */
async function leave(tab) {
  try {
    // A file of the same origin that does nothing.
    await tab.page.goto(new URL("assets/start.json", tab.page.url()).href, { timeout: LEAVING });
    await tab.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    tab.isFree = true;
  } catch {
    shared = null;
    await tab.page.context().close();
  }
}

/**
 * Opens a page and collects its errors and warnings.
 * @param {import("playwright-core").Browser} browser @param {string} address @param {How} [how]
 */
export async function openPage(browser, address, how = {}) {
  const isOwn = how.before || how.bypass || how.isFirst || !address.startsWith("http") || shared?.isFree === false;
  const tab = isOwn || !shared ? await newTab(browser, how) : shared;
  if (!isOwn) shared = tab;
  tab.isFree = false;
  tab.complaints = [];
  const { page, complaints } = tab;
  await page.setViewportSize({ width: how.width ?? 1280, height: how.height ?? 800 });
  await page.emulateMedia({
    colorScheme: how.scheme ?? "light",
    reducedMotion: how.moves || how.before ? "no-preference" : "reduce",
  });
  if (how.before) await how.before(page);
  await page.goto(address);
  return { page, complaints, close: () => (tab === shared ? leave(tab) : page.context().close()) };
}

/** Waits until the studio has drawn a rendering that satisfies a test. @param {import("playwright-core").Page} page */
export async function settled(page) {
  await page.waitForFunction(() => {
    const studio = window.caromStudio;
    return studio?.rendering && !studio.sounding.pending && !studio.renders.busy && !studio.renders.waiting;
  });
}

/**
 * Opens a scene as if it had been picked, and waits for its sound.
 * @param {import("playwright-core").Page} page @param {import("./types/scene.js").Scene} scene
 */
export async function openScene(page, scene) {
  await page.evaluate((given) => {
    const studio = window.caromStudio;
    Object.assign(studio, { rendering: null });
    studio.open(given, "pick");
  }, scene);
  await settled(page);
}

/** What was rendered last, as plain data. @param {import("playwright-core").Page} page */
export async function rendering(page) {
  const { head, left } = await page.evaluate(() => {
    const { head, arrays } = window.caromStudio.rendering;
    const bytes = new Uint8Array(arrays.left.slice().buffer);
    let letters = "";
    for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return { head, left: btoa(letters) };
  });
  const bytes = new Uint8Array(Buffer.from(left, "base64"));
  return { head, left: new Float32Array(bytes.buffer) };
}

/** A second of an aluminium bar. @satisfies {import("./types/scene.js").Scene} */
export const BAR = {
  version: 1,
  title: "A bar",
  duration: 1.5,
  level: { full_scale: 1 },
  body: [
    { name: "mallet", mass: 0.02, hardness: 0.6, velocity: 0.8 },
    {
      name: "bar",
      material: "aluminium",
      shape: { kind: "bar", length: 0.28, width: 0.035, thickness: 0.008, suspension: 30 },
    },
  ],
  contact: [{ between: ["mallet", "bar"], at: { bar: 0.3 } }],
  pickup: [
    { body: "bar", at: 0, pan: -0.3 },
    { body: "bar", at: 0.9, pan: 0.3 },
  ],
};

/**
 * Waits until all is where it stays: what is above and beside an object grows with the facts of its blow, which is
 * computed last and drawn plot by plot.
 * @param {import("playwright-core").Page} page
 */
export async function laid(page) {
  await settled(page);
  await page.waitForFunction(() => {
    const { rendering, sight } = window.caromStudio;
    return (
      rendering && sight.seen?.rendering === rendering && sight.seen.blow && !sight.asks.busy && !sight.outdated.size
    );
  });
  await page.evaluate(async () => {
    const { sight, stage } = window.caromStudio;
    const frame = () => new Promise(requestAnimationFrame);
    const look = () => {
      const { left, top, width, height } = stage.canvas.getBoundingClientRect();
      return [left, top, width, height, document.body.scrollHeight, sight.outdated.size].join();
    };
    for (let last = "", same = 0; same < 3; ) {
      await frame();
      const now = look();
      same = now === last ? same + 1 : 0;
      last = now;
    }
  });
}

/**
 * Ends what sounds, so that the next strike begins something new: the audio thread has said that nothing plays, and what
 * fades has left the loudspeaker. Also, all is where it stays.
 * @param {import("playwright-core").Page} page
 */
export async function silenced(page) {
  await laid(page);
  await page.waitForFunction(() => window.caromStudio.player.node);
  const ended = await page.evaluate(async () => {
    const { player, playing } = window.caromStudio;
    player.wake();
    const { port } = player.node;
    const isOver = new Promise((done) => {
      const look = (/** @type {MessageEvent} */ { data }) => {
        if (data.kind !== "began" || data.runs) return;
        port.removeEventListener("message", look);
        done(data.at / player.rate);
      };
      port.addEventListener("message", look);
    });
    playing.stop();
    return isOver;
  });
  // The meter remembers less than this (s), and nothing fades for longer.
  await page.waitForFunction((end) => window.caromStudio.player.context.currentTime > end, ended + 0.1);
  await page.waitForFunction(() => window.caromStudio.player.peak() < 1e-5);
}

/**
 * Waits until a take has so many strikes at least, and their sound is drawn. The audio thread says when each of them fell.
 * @param {import("playwright-core").Page} page @param {number} count
 */
export async function struck(page, count) {
  await page.waitForFunction((wanted) => window.caromStudio.store.state.take?.strikes.length >= wanted, count);
  await settled(page);
}

/**
 * Waits until the loudspeaker has gone on for some time (s), by its own clock: it may be later on a busy machine.
 * @param {import("playwright-core").Page} page @param {number} time
 */
export async function sounded(page, time) {
  const from = await page.evaluate(() => window.caromStudio.player.context.currentTime);
  await page.waitForFunction((end) => window.caromStudio.player.context.currentTime >= end, from + time);
}

/** Waits until what was begun in this frame is drawn. @param {import("playwright-core").Page} page */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Strikes at two places, the second while the first rings.
 * @param {import("playwright-core").Page} page
 */
export async function struckTwice(page) {
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("d");
  await page.waitForFunction(() => window.caromStudio.store.state.take?.strikes.length === 1);
  await sounded(page, 0.1);
  await page.keyboard.press("Shift+j");
  await struck(page, 2);
}

/** The scene on the page, without what was played. @param {import("playwright-core").Page} page */
export const writtenScene = (page) => page.evaluate(() => window.caromStudio.store.state.scene);

/** The scene as it would be saved. @param {import("playwright-core").Page} page */
export const sceneOf = (page) => page.evaluate(() => window.caromStudio.playing.scene());

/** Bytes of what a click saves. @param {import("playwright-core").Page} page @param {string} selector */
export async function saved(page, selector) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  const stream = await download.createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Samples as a WAV file of one channel, 16 bits. @param {ArrayLike<number>} samples @param {number} rate */
export function wavOf(samples, rate) {
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + 2 * samples.length, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(2 * rate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * samples.length, 40);
  for (let i = 0; i < samples.length; i += 1) bytes.writeInt16LE(Math.round(32_767 * samples[i]), 44 + 2 * i);
  return bytes;
}

/**
 * Something that is struck after a twentieth of a second and rings for a second, as a WAV file.
 * @param {[number, number, number][]} modes frequency (Hz), time to fall to 1/e (s), amplitude @param {number} rate
 */
export function ringingWav(modes, rate) {
  const start = Math.round(rate / 20);
  const at = (/** @type {number} */ t) =>
    modes.reduce(
      (sum, [frequency, decay, amplitude]) =>
        sum + amplitude * Math.exp(-t / decay) * Math.sin(2 * Math.PI * frequency * t),
      0,
    );
  return wavOf(
    Float32Array.from({ length: start + rate }, (_, i) => (i < start ? 0 : at((i - start) / rate))),
    rate,
  );
}

/** Drops a file on the page. @param {import("playwright-core").Page} page @param {string} name @param {Buffer} bytes */
export function drop(page, name, bytes) {
  return page.evaluate(
    ({ name, text }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, text: bytes.toString("base64") },
  );
}

/**
 * The frequency at which a sound has most power: a transform on a grid, then a parabola.
 * @param {ArrayLike<number>} samples
 * @param {number} rate
 */
export function strongestFrequency(samples, rate) {
  const size = 2 ** Math.floor(Math.log2(Math.min(samples.length, 65536)));
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < size; i += 1) re[i] = samples[i] * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  transform(re, im);
  const power = (/** @type {number} */ k) => Math.log(re[k] ** 2 + im[k] ** 2 + 1e-300);
  let best = 1;
  for (let k = 2; k < size / 2 - 1; k += 1) if (power(k) > power(best)) best = k;
  const [a, b, c] = [power(best - 1), power(best), power(best + 1)];
  return ((best + (0.5 * (a - c)) / (a - 2 * b + c)) * rate) / size;
}

/** Cooley and Tukey's, in place. @param {Float64Array} re @param {Float64Array} im */
function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let span = 2; span <= n; span *= 2) {
    const angle = (-2 * Math.PI) / span;
    for (let k = 0; k < span / 2; k += 1) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
      for (let i = k; i < n; i += span) {
        const j = i + span / 2;
        const [x, y] = [c * re[j] - s * im[j], c * im[j] + s * re[j]];
        [re[j], im[j]] = [re[i] - x, im[i] - y];
        re[i] += x;
        im[i] += y;
      }
    }
  }
}

/** The studio of the tests in this process. @type {{ address: string, stop: () => void }} */
export let studio;
/** Their browser. @type {import("playwright-core").Browser} */
export let browser;

let isUsed = false;

/**
 * Opens both before the first test and closes them after the last; `suite.js` has opened them already, for all files of
 * tests together.
 */
export function useStudio() {
  if (isUsed) return;
  isUsed = true;
  const { CAROM_STUDIO: address, CAROM_BROWSER: endpoint } = process.env;
  before(async () => {
    studio = address ? { address, stop: () => {} } : await openStudio();
    browser = endpoint ? await chromium.connect(endpoint) : await openBrowser();
  });
  after(async () => {
    await browser?.close();
    studio?.stop();
  });
}
