// The page as files: on any web server, below any path, with the network cut, under a strict policy.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import {
  BAR,
  browser,
  carom,
  drop,
  openPage,
  openScene,
  rendering,
  ringingWav,
  saved,
  settled,
  silenced,
  struckTwice,
  useStudio,
  writtenScene,
} from "../studio.js";

/** What is fetched after the first sound: it learns from recordings. @param {string} name */
const isLearning = (name) => name.endsWith("/learning.wasm");

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

useStudio();

/** @type {string} */ let directory;
/** @type {import("node:http").Server} */ let server;
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
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  address = `http://127.0.0.1:${port}/some/where/`;
});
after(async () => {
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
  // What learns comes later, once something has sounded.
  const [later, own] = [true, false].map((isLater) => files(directory).filter((file) => isLater === isLearning(file)));
  const compressed = (/** @type {string[]} */ all) =>
    all.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  const bytes = compressed(own);
  const mega = (/** @type {number} */ size) => `${(size / 1e6).toFixed(2)} MB`;
  t.diagnostic(`${own.length} files, ${mega(bytes)} compressed, and ${mega(compressed(later))} later`);
  assert.equal(later.length, 1);
  assert.ok(bytes < HEAVIEST, `${bytes} bytes`);
});

test("below any path it is struck and heard, and learns, also when the network is gone", async (t) => {
  const began = performance.now();
  const { page, complaints, close } = await openPage(browser, address, { isFirst: true });
  await page.waitForFunction(() => window.caromStudio?.player.about);
  t.diagnostic(`ready to be struck after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await settled(page);
  const strike = async () => {
    await page.locator(".stage-object canvas").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  };
  await strike();
  await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .some((one) => one.name.endsWith("/learning.wasm") && one.startTime + one.duration > 0),
  );
  // The script of its worker may come later than it: that is asked for again and again.
  const isThere = (/** @type {import("playwright-core").Worker} */ worker) => worker.evaluate(() => onmessage !== null);
  while (!(await Promise.all(page.workers().map(isThere))).every(Boolean)) await page.waitForTimeout(50);
  /** @type {string[]} */
  const lost = [];
  const lose = (/** @type {import("playwright-core").Request} */ request) => lost.push(request.url());
  page.on("requestfailed", lose);
  await page.context().setOffline(true);
  await page.evaluate(() => window.caromStudio.pick("woodblock"));
  await page.waitForFunction(() => window.caromStudio.player.about?.strokes[0].target === "block");
  await settled(page);
  await strike();
  await drop(
    page,
    "glass.wav",
    ringingWav(
      [
        [880, 0.4, 0.5],
        [2350, 0.2, 0.2],
      ],
      44_100,
    ),
  );
  await page.waitForFunction(() => document.title.startsWith("Learned from glass.wav"));
  await settled(page);
  await strike();
  page.off("requestfailed", lose);
  await page.context().setOffline(false);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  assert.match(policy ?? "", /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'/);
  for (const name of ["gallery.html", "compare.html", "collide.html", "calibrate.html", "listen.html"]) {
    const response = await page.goto(address + name);
    assert.equal(response?.status(), 200, name);
  }
  // The browser wants the icon again whenever the address changes.
  assert.ok(
    lost.every((url) => url.endsWith("/icon.svg")),
    lost.join(),
  );
  assert.deepEqual(
    complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED")),
    [],
  );
  await close();
});

test("the first page asks at once for all that it needs until it is struck, and for nothing else", async () => {
  const { page, close } = await openPage(browser, address, { isFirst: true });
  await settled(page);
  const { ahead, used } = await page.evaluate(() => ({
    ahead: [...document.querySelectorAll('link[rel="modulepreload"], link[rel="preload"]')].map(
      (link) => /** @type {HTMLLinkElement} */ (link).href,
    ),
    used: performance.getEntriesByType("resource").map(({ name }) => name),
  }));
  // Workers and the sound ask for their scripts themselves, once they are there.
  const own = used.filter(
    (url) => /\.(js|wasm|json)$/.test(url) && !/\/(worker\.js|worklet\.js|instance\.js|start\.json)$/.test(url),
  );
  assert.deepEqual([...new Set(own)].sort(), ahead.sort());
  const importsOf = (/** @type {string} */ url) => {
    const text = readFileSync(path.join(directory, new URL(url).pathname.replace("/some/where/", "")), "utf8");
    const names = [...text.matchAll(/^(?:import .*|export .*|}) from "(.*)";$/gm)].map((match) => match[1]);
    return names.map((name) => new URL(name, url).href);
  };
  const wanted = new Set(ahead.filter((url) => url.endsWith(".js")).flatMap(importsOf));
  const loose = ahead.filter((url) => url.endsWith(".js") && !wanted.has(url));
  assert.deepEqual(
    loose.map((url) => path.basename(url)),
    ["main.js", "studio.js"],
  );
  await close();
});

/** Strikes twice, at two places. @param {import("playwright-core").Page} page */
async function playTwice(page) {
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  await struckTwice(page);
}

/** @param {import("playwright-core").Page} page */
const takeOf = (page) => page.evaluate(() => window.caromStudio.store.state.take);

test("a link reopens the very object and take where the site is hosted", async () => {
  const { page, complaints, close } = await openPage(browser, address);
  await playTwice(page);
  const [scene, take, sound] = [await writtenScene(page), await takeOf(page), await rendering(page)];
  await page.click('[data-file="link"]');
  await page.waitForFunction(() => location.hash.startsWith("#scene="));
  assert.ok(page.url().startsWith(address), page.url());
  const other = await openPage(browser, page.url());
  await settled(other.page);
  assert.deepEqual(await writtenScene(other.page), scene);
  assert.deepEqual(await takeOf(other.page), take);
  assert.deepEqual((await rendering(other.page)).left, sound.left);
  assert.equal(await other.page.locator(".track .blow").count(), 2);
  assert.deepEqual([...complaints, ...other.complaints], []);
  await other.close();
  await close();
});

test("what is changed after a link was copied survives a reload, and the link holds what it held", async () => {
  const { page, complaints, close } = await openPage(browser, address);
  await settled(page);
  await openScene(page, BAR);
  const mass = (/** @type {import("playwright-core").Page} */ of) =>
    writtenScene(of).then((scene) => scene.body[0].mass);
  await page.click('[data-file="link"]');
  await page.waitForFunction(() => location.hash.startsWith("#scene="));
  const link = page.url();
  await page.evaluate(() => window.caromStudio.store.edit(["body", 0, "mass"], 0.077));
  await page.reload();
  await settled(page);
  assert.equal(await mass(page), 0.077);
  await page.goto("about:blank");
  await page.goto(link);
  await settled(page);
  assert.equal(await mass(page), BAR.body[0].mass);
  assert.equal(await page.locator(".own .pick").count(), 1, "what was changed waits on the shelf");
  assert.deepEqual(complaints, []);
  await close();
});

test("an image of the object, and a WAV of the last strike alone", async () => {
  const { page, complaints, close } = await openPage(browser, address);
  await playTwice(page);
  const image = await saved(page, '[data-file="image"]');
  assert.equal(image.bytes.subarray(1, 4).toString(), "PNG");
  assert.match(image.name, /^a-bar\.png$/);
  assert.ok(image.bytes.readUInt32BE(16) > 300 && image.bytes.length > 10_000, "the image is empty");
  const data = (/** @type {Buffer} */ wav) => new Float32Array(new Uint8Array(wav.subarray(44)).buffer);
  const whole = data((await saved(page, '[data-file="WAV"]')).bytes);
  const last = data((await saved(page, '[data-file="strike"]')).bytes);
  const before = await takeOf(page);
  assert.equal(before.strikes.length, 2);
  assert.ok(last.length < whole.length, "it is no shorter");
  // The same as a take of that strike alone.
  const channels = await page.evaluate(() => {
    const { pickup } = window.caromStudio.store.state.scene;
    return pickup?.some((one) => one.pan) ? 2 : 1;
  });
  await page.evaluate(() => {
    const { store } = window.caromStudio;
    const [, strike] = store.state.take.strikes;
    store.step({ ...store.state, take: { strikes: [{ ...strike, time: 0 }] } }, { kind: "quiet" });
  });
  await settled(page);
  await page.waitForFunction(
    (frames) => window.caromStudio.rendering.arrays.left.length === frames,
    last.length / channels,
  );
  const { left } = await rendering(page);
  assert.ok(
    left.every((value, i) => value === last[channels * i]),
    "it is another sound",
  );
  assert.deepEqual(complaints, []);
  await close();
});

/** The fragment of a link that holds some bytes. @param {Buffer} bytes */
const fragment = (bytes) => `#scene=${deflateSync(bytes).toString("base64url")}`;

test("a link that is damaged, wrong or huge gives a plain message, and the page works", async () => {
  const wrong = /** @type {[string, RegExp][]} */ ([
    ["#scene=", /damaged/],
    ["#scene=%%%", /damaged/],
    ["#scene=AAAA", /damaged/],
    [fragment(Buffer.from("3")), /damaged/],
    [fragment(Buffer.from('{"body":5,"version":1}')), /body/],
    [fragment(Buffer.from('{"scene":{"version":1},"take":{"strikes":7}}')), /damaged/],
    [fragment(Buffer.alloc(50e6, " ")), /more than 8 MB/],
  ]);
  const { page, complaints, close } = await openPage(browser, address);
  await settled(page);
  for (const [link, expected] of wrong) {
    await page.goto("about:blank");
    await page.goto(address + link);
    await page.waitForSelector(".stage .message:not([hidden])");
    assert.match((await page.locator(".stage .message").textContent()) ?? "", expected, link.slice(0, 40));
    await settled(page);
  }
  assert.deepEqual(complaints, []);
  await close();
});
