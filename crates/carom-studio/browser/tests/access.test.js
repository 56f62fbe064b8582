// Accessibility: no serious or critical violation that axe finds, on any page, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, openPage, settled, studio, useStudio } from "../studio.js";

useStudio();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Serious and critical violations.
 * @param {import("playwright-core").Page} page @param {string} part of the page @param {object} rules that are looked at
 * @returns {Promise<string[]>}
 */
async function violations(page, part, rules) {
  // As a function of the protocol, which the policy of the page does not hold back.
  await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, given]) => {
      /** @type {import("axe-core").RunOptions} */
      const how = { resultTypes: ["violations"], .../** @type {object} */ (given) };
      const { violations } = await window.axe.run({ include: [selector] }, how);
      return violations
        .filter((one) => ["serious", "critical"].includes(one.impact ?? ""))
        .flatMap((one) =>
          one.nodes.slice(0, 3).map((node) => `${one.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`),
        );
    },
    /** @type {const} */ ([part, rules]),
  );
}

/** Waits for what a page computes. @param {import("playwright-core").Page} page */
const computed = (page) => page.waitForSelector('.results[aria-busy="false"] table');

/**
 * Pages, what is done on them before they are looked at, and which part is looked at where the rest was seen before.
 * @type {[string, string, (page: import("playwright-core").Page) => Promise<unknown>, string?][]}
 */
const PAGES = [
  [
    "the studio",
    "/",
    async (page) => {
      await settled(page);
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    },
  ],
  ["a guide", "/?guide=where", (page) => settled(page), ".guide"],
  [
    "something new",
    "/",
    async (page) => {
      await settled(page);
      await page.click(".pick.new");
    },
    "dialog",
  ],
  [
    "an error",
    "/",
    async (page) => {
      await settled(page);
      const box = page.locator('.dial:has([data-key="mass"]) input[type="text"]').first();
      await box.fill("-1");
      await box.press("Enter");
      await page.waitForSelector(".message:not([hidden])");
    },
    ".stage, .front",
  ],
  [
    "given modes",
    "/?scene=bar",
    async (page) => {
      await settled(page);
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    },
    ".everything",
  ],
  ["the gallery", "/gallery.html", (page) => page.waitForSelector(".card .play")],
  ["the comparison", "/compare.html", (page) => page.waitForSelector(".compare tbody tr")],
  ["collide", "/collide.html", computed],
  ["calibrate", "/calibrate.html", computed],
  ["listen", "/listen.html?scene=woodblock", computed],
  ["the studies", "/studies/", (page) => page.waitForSelector("table")],
  ["a study", "/studies/papetti/appendix.html", (page) => page.waitForSelector("table")],
];

test("no serious violation on any page, in both themes", async () => {
  for (const [name, address, prepare, part = "html"] of PAGES) {
    const { page, close } = await openPage(browser, studio.address + address);
    await prepare(page);
    assert.deepEqual(await violations(page, part, {}), [], `${name}, light`);
    // Themes differ in colours alone.
    await page.emulateMedia({ colorScheme: "dark" });
    const ofColour = { runOnly: { type: "tag", values: ["cat.color"] } };
    assert.deepEqual(await violations(page, part, ofColour), [], `${name}, dark`);
    await close();
  }
});

test("the link past the objects leads to the object, and Tab passes them in one step", async () => {
  const { page, close } = await openPage(browser, studio.address);
  await settled(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "application");
  await page.focus(".pick.new");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.closest(".strip")), null);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".strip li:last-child .pick")));
  await close();
});

test("the theme that was chosen holds on the studies too, figures included", async () => {
  const { page, close } = await openPage(browser, studio.address, { scheme: "light" });
  await settled(page);
  await page.click(".theme");
  await page.goto(`${studio.address}/studies/papetti/fig-1.html`);
  const colours = () =>
    page.evaluate(() =>
      ["html", ".fig svg"].map((selector) =>
        getComputedStyle(/** @type {Element} */ (document.querySelector(selector)))
          .getPropertyValue("--bg")
          .trim(),
      ),
    );
  assert.deepEqual(await colours(), ["#14181e", "#14181e"]);
  await page.click(".theme");
  assert.deepEqual(await colours(), ["#ffffff", "#ffffff"]);
  const links = await page.locator("nav a").allTextContents();
  assert.deepEqual(links, ["Studio", "Gallery", "Compare", "Collide", "Calibrate", "Listen", "Studies"]);
  await page.click("nav a >> nth=0");
  await settled(page);
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bg").trim()),
    "#ffffff",
  );
  await close();
});

/** How the bar at the top and the ground below it look. @param {import("playwright-core").Page} page */
const looks = (page) =>
  page.evaluate(() => {
    const bar = [".top", ".top .brand", ".top nav > *", ".top .theme"];
    const parts = bar
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        const { backgroundColor, color, fontSize } = getComputedStyle(part);
        const place = [left, top, width, height].map(Math.round);
        // The bar itself holds the others, and a script.
        const text = part.children.length ? "" : (part.textContent?.trim() ?? "");
        return [...place, backgroundColor, ...(text ? [text, color, fontSize] : [])].join(" ");
      });
    return [...parts, getComputedStyle(document.body).backgroundColor];
  });

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`studies have the bar and the ground of the other pages, ${scheme}`, async () => {
    const { page, close } = await openPage(browser, `${studio.address}/studies/`, { scheme });
    const seen = async (/** @type {string} */ address, /** @type {number} */ width) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(studio.address + address);
      // No page is current, so that all may be compared.
      await page.evaluate(() =>
        document.querySelectorAll("nav > *").forEach((one) => one.removeAttribute("aria-current")),
      );
      return looks(page);
    };
    for (const width of [390, 820, 1280]) {
      const wanted = await seen("/listen.html", width);
      for (const address of ["/studies/", "/studies/papetti/fig-1.html"]) {
        assert.deepEqual(await seen(address, width), wanted, `${address} at ${width}`);
      }
    }
    await close();
  });
}
