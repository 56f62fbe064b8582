// Pictures of every page at four widths in both themes, to look at: node pictures.js
// They lie in target/studio-screenshots.

import path from "node:path";
import { SCREENSHOTS, openBrowser, openPage, openStudio, settled } from "./studio.js";

const PAGES = [
  ["studio", "/"], ["new", "/"], ["guide", "/?guide=where"], ["compare", "/compare.html"], ["gallery", "/gallery.html"],
  ["studies", "/studies/"], ["study", "/studies/papetti/fig-1.html"],
];
const wanted = process.argv.slice(2);

/** Scrolls through the page, so that everything on it has been seen. @param {import("playwright-core").Page} page */
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

/** Strikes the object, and waits until all is drawn. @param {import("playwright-core").Page} page */
async function strike(page) {
  await settled(page);
  await page.locator(".stage-object canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(350);
  await settled(page);
  await page.evaluate(() => /** @type {any} */ (document.activeElement).blur());
  await page.waitForTimeout(350);
}

const studio = await openStudio();
const browser = await openBrowser();
for (const [name, address] of PAGES.filter(([name]) => !wanted.length || wanted.includes(name))) {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [390, 820, 1280, 1440]) {
      const { page, close } = await openPage(browser, studio.address + address, { scheme, width, height: 900 });
      const file = (/** @type {string} */ part) => path.join(SCREENSHOTS, `${name}${part}-${width}-${scheme}.png`);
      if (["studio", "guide"].includes(name)) {
        await strike(page);
        await page.screenshot({ path: file("-first") });
      } else if (name === "new") {
        await settled(page);
        await page.click(".pick.new");
      } else await page.waitForSelector(".card, .compare table, main table");
      if (name !== "new") await seeAll(page);
      await page.screenshot({ path: file(""), fullPage: !["new", "gallery"].includes(name) });
      await close();
    }
  }
}
await browser.close();
studio.stop();
