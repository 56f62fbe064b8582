// Pictures of every page at four widths in both themes, to look at: node pictures.js [PAGE…]
// They lie in target/studio-screenshots.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { SCREENSHOTS, carom, drop, openBrowser, openPage, openStudio, ringingWav, settled } from "./studio.js";

/** @typedef {import("playwright-core").Page} Page */

/** Strikes the object, and waits until all is drawn, small pictures too. @param {Page} page */
async function strike(page) {
  await settled(page);
  await page.waitForFunction(() => {
    const small = [...document.querySelectorAll(".strip canvas")];
    const isSeen = (/** @type {Element} */ canvas) => canvas.getBoundingClientRect().left < innerWidth;
    // A canvas that was never drawn has the width that the browser gave it.
    return (
      small.length > 0 &&
      small.filter(isSeen).every((canvas) => /** @type {HTMLCanvasElement} */ (canvas).width !== 300)
    );
  });
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(350);
  await settled(page);
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.waitForTimeout(350);
}

/** A blow held in slow motion, a sound pinned beside a changed one, and every fold open. @param {Page} page */
async function compared(page) {
  await strike(page);
  await page.click(".pins button");
  await page.locator(".front .dial input[type=range]").first().press("End");
  await strike(page);
  await page.click(".slow button");
  await page.waitForTimeout(1200);
  await page.click(".schemes > summary");
  await page.waitForSelector(".schemes table");
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
}

/** An object that was learned from a recording, and a recording that was refused. @param {Page} page */
async function learned(page) {
  await settled(page);
  await drop(
    page,
    "bell.wav",
    ringingWav(
      [
        [523, 0.5, 0.5],
        [1410, 0.3, 0.2],
        [2703, 0.2, 0.1],
      ],
      44_100,
    ),
  );
  await page.waitForFunction(() => document.title.startsWith("Learned"));
  await strike(page);
  await drop(page, "broken.wav", Buffer.from("RIFF"));
  await page.waitForSelector(".message button");
}

/** Waits for what a page computes. @param {Page} page */
const computed = (page) => page.waitForSelector('.results[aria-busy="false"] table', { timeout: 150_000 });

const wanted = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "carom-stimuli-"));
/** The listening test is files of its own. */
function listeningTest() {
  if (!wanted.length || wanted.some((name) => name.startsWith("test"))) {
    execFileSync(carom(), ["stimuli", "--out", folder], { stdio: "ignore" });
  }
  return String(pathToFileURL(path.join(folder, "test.html")));
}
const TEST = listeningTest();

/** @type {[string, string, (page: Page) => Promise<unknown>][]} the name, the address, and what is done there */
const PAGES = [
  ["studio", "/", strike],
  ["compared", "/", compared],
  ["learned", "/", learned],
  ["new", "/", (page) => settled(page).then(() => page.click(".pick.new"))],
  ["guide", "/?guide=where", strike],
  ["compare", "/compare.html", (page) => page.waitForSelector(".compare table")],
  ["gallery", "/gallery.html", (page) => page.waitForSelector(".card")],
  ["collide", "/collide.html?example=superball", computed],
  ["calibrate", "/calibrate.html", computed],
  ["listen", "/listen.html?scene=wine-glass", computed],
  ["test", TEST, (page) => page.waitForSelector("#start")],
  ["test-asked", TEST, (page) => page.click("#start")],
  ["studies", "/studies/", (page) => page.waitForSelector("main table")],
  ["study", "/studies/papetti/fig-1.html", (page) => page.waitForSelector("main table")],
];
/** Pages that are longer than a picture needs to be. */
const WINDOWS = ["new"];

/** Scrolls through the page, so that everything on it has been seen. @param {Page} page */
async function seeAll(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });
  await page.waitForTimeout(250);
}

const studio = await openStudio();
const browser = await openBrowser();
for (const [name, address, act] of PAGES.filter(([name]) => !wanted.length || wanted.includes(name))) {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [390, 820, 1280, 1440]) {
      const { page, close } = await openPage(browser, new URL(address, studio.address).href, {
        scheme,
        width,
        height: 900,
      });
      await act(page);
      const isWindow = WINDOWS.includes(name);
      if (!isWindow) await seeAll(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      // What stays at the foot of the window is at the foot of the picture then.
      const height = isWindow ? 900 : await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(isWindow ? 0 : 250);
      if (wide > width) console.log(`${name} at ${width}: ${wide} pixels wide`);
      await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) });
      await close();
    }
  }
  console.log(name);
}
await browser.close();
studio.stop();
rmSync(folder, { recursive: true, force: true });
