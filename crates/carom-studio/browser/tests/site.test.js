// The page as files: on any web server, below any path, with the network cut, under a strict policy.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { carom, openBrowser, openPage, settled } from "../studio.js";

/** The page and its engine weigh at most this, compressed (bytes). */
const HEAVIEST = 1.5e6;

/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  wasm: "application/wasm",
};

/** @type {string} */ let directory;
/** @type {any} */ let server;
/** @type {any} */ let browser;
/** @type {string} */ let address;

before(async () => {
  directory = path.join(mkdtempSync(path.join(tmpdir(), "carom-site-")), "public");
  execFileSync(carom(), ["studio", "--without-studies", "--site", directory], { stdio: "ignore" });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const file = path.join(directory, pathname.replace(/^\/some\/where\//, "/").replace(/\/$/, "/index.html"));
    try {
      const body = readFileSync(file);
      response.writeHead(200, { "content-type": TYPES[file.split(".").pop() ?? ""] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/some/where/`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(path.dirname(directory), { recursive: true, force: true });
});

/** All files below a directory. @param {string} below @returns {string[]} */
const files = (below) =>
  readdirSync(below).flatMap((name) => {
    const file = path.join(below, name);
    return statSync(file).isDirectory() ? files(file) : [file];
  });

test("the page weighs little", (t) => {
  const own = files(directory);
  const bytes = own.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  t.diagnostic(`${own.length} files, ${(bytes / 1e6).toFixed(2)} MB compressed`);
  assert.ok(bytes < HEAVIEST, `${bytes} bytes`);
});

test("below any path it is struck and heard, also when the network is gone", async (t) => {
  const began = performance.now();
  const { page, complaints, close } = await openPage(browser, address);
  await page.waitForFunction(() => /** @type {any} */ (window).caromStudio?.player.about);
  t.diagnostic(`ready to be struck after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await settled(page);
  const strike = async () => {
    await page.locator(".stage-object canvas").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /** @type {any} */ (window).caromStudio.player.peak() > 1e-4);
  };
  await strike();
  /** @type {string[]} */
  const lost = [];
  const lose = (/** @type {import("playwright-core").Request} */ request) => lost.push(request.url());
  page.on("requestfailed", lose);
  await page.context().setOffline(true);
  await page.evaluate(() => /** @type {any} */ (window).caromStudio.pick("woodblock"));
  await page.waitForFunction(() => /** @type {any} */ (window).caromStudio.player.about?.strokes[0].target === "block");
  await settled(page);
  await strike();
  page.off("requestfailed", lose);
  await page.context().setOffline(false);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  assert.match(policy ?? "", /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'/);
  for (const name of ["gallery.html", "compare.html"]) {
    const response = await page.goto(address + name);
    assert.equal(response?.status(), 200, name);
  }
  // The browser wants the icon again whenever the address changes.
  assert.ok(lost.every((url) => url.endsWith("/icon.svg")), lost.join());
  assert.deepEqual(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED")), []);
  await close();
});
