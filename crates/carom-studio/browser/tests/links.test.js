// Links that are damaged, cut short, far too large or hold something else: the page says so and works on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { BAR, browser, openPage, settled, studio, useStudio } from "../studio.js";
import { randoms } from "../random.js";

useStudio();

/** Links that are tried on each page. */
const LINKS = 60;

const encoded = (/** @type {string | Buffer} */ content) => deflateSync(content, { level: 9 }).toString("base64url");

/** What a value is replaced by. */
const ODD = [null, 3, -1e308, "x", "", [], {}, [[]], true, [null], { time: 1 }, "__proto__"];

/**
 * A copy of a value with something in it replaced, left out or doubled.
 * @param {object} value @param {() => number} random @returns {object}
 */
function spoilt(value, random) {
  const all = Object.entries(value);
  const [key, inner] = all[Math.floor(random() * all.length)];
  const isDeep = typeof inner === "object" && inner !== null && Object.keys(inner).length && random() < 0.8;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (isDeep) Reflect.set(copy, key, spoilt(inner, random));
  else if (random() < 0.2) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, ODD[Math.floor(random() * ODD.length)]);
  return copy;
}

/** A damaged link. @param {object} value what the sound one holds @param {() => number} random */
function damaged(value, random) {
  const whole = encoded(JSON.stringify(value));
  const at = Math.floor(random() * whole.length);
  const kind = random();
  if (kind < 0.2) return whole.slice(0, at);
  if (kind < 0.4) return whole.slice(0, at) + "Aa0-_~%"[Math.floor(7 * random())] + whole.slice(at + 1);
  if (kind < 0.5) return encoded(Buffer.from(Array.from({ length: 40 }, () => 256 * random())));
  return encoded(JSON.stringify(spoilt(value, random)));
}

const TAKE = {
  strikes: [{ time: 0, hammer: "mallet", target: "bar", finger: 0, place: 0.3, strength: 1 }],
  holds: [
    { time: 0.2, target: "bar", holds: true },
    { time: 0.4, target: "bar", holds: false },
  ],
  scrapes: [
    {
      time: 0.5,
      target: "bar",
      path: [
        [0.2, 0.5],
        [0.3, 0.5],
      ],
    },
  ],
  length: 1,
};
const NOTES = {
  strikes: [],
  keys: [60, 72],
  notes: [
    { time: 0, key: 64, velocity: 0.7 },
    { time: 0.2, key: 64, velocity: 0 },
  ],
};

test(`${LINKS} damaged links: the studio says what is wrong, or takes what is left; never a script error`, async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const random = randoms(7);
  let refused = 0;
  for (let i = 0; i < LINKS; i += 1) {
    const held = [BAR, { scene: BAR, take: TAKE }, { scene: BAR, take: NOTES }][i % 3];
    const link = damaged(held, random);
    await page.evaluate((hash) => {
      window.caromStudio.notes.show(null);
      location.hash = `#scene=${hash}`;
    }, link);
    await page.waitForFunction(() => {
      const {
        sounding: { pending },
        renders,
        library,
        notes,
      } = window.caromStudio;
      const isLooked = !notes.message.hidden || library.from === `link:${location.hash}`;
      return isLooked && !pending && !renders.busy && !renders.waiting;
    });
    const message = page.locator(".stage .message:not([hidden])");
    refused += await message.count();
    assert.deepEqual(complaints, [], inside(link));
  }
  assert.ok(refused > LINKS / 3, `${refused} were refused`);
  t.diagnostic(`${refused} of ${LINKS} were refused with a reason`);
  await close();
});

/** What a link holds, for a message. @param {string} link */
function inside(link) {
  try {
    return inflateSync(Buffer.from(link, "base64url")).toString().slice(0, 2000);
  } catch {
    return link.slice(0, 400);
  }
}

test("a link of a hundred thousand letters that inflates to hundreds of megabytes is refused before it does", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  const bomb = encoded(Buffer.alloc(300e6, "["));
  assert.ok(bomb.length < 5e5, `${bomb.length} letters`);
  await page.evaluate((hash) => {
    // What goes into the browser's inflation is counted: what comes out of it is in memory before the page sees any.
    const Real = DecompressionStream;
    const of = window;
    of.taken = 0;
    const counted = function counted(/** @type {CompressionFormat} */ format) {
      const { readable, writable } = new Real(format);
      const counter = new TransformStream({
        transform(part, controller) {
          of.taken += part.length;
          controller.enqueue(part);
        },
      });
      counter.readable.pipeTo(writable).catch(() => undefined);
      return { readable, writable: counter.writable };
    };
    Object.assign(of, { DecompressionStream: counted });
    location.hash = `#scene=${hash}`;
  }, bomb);
  const message = page.locator(".stage .message:not([hidden])");
  await message.waitFor();
  assert.match((await message.textContent()) ?? "", /holds more than 8 MB/);
  const taken = await page.evaluate(() => window.taken);
  assert.ok(taken > 0 && taken < 20_000, `${taken} of ${0.75 * bomb.length} bytes went in`);
  assert.deepEqual(complaints, []);
  await close();
});

for (const [name, key, sound] of /** @type {[string, string, object | null][]} */ ([
  ["collide", "collision", null],
  ["calibrate", "trials", { table: "a,b\n1,2\n", mass: 0.008, radius: 0.03, models: ["newton"] }],
])) {
  test(`damaged links of ${name} are refused with the reason`, async () => {
    const { page, complaints, close } = await openPage(browser, `${studio.address}/${name}.html`);
    const done = () => page.waitForSelector('.results[aria-busy="false"]');
    await done();
    const value =
      sound ??
      (await page.evaluate(async () => {
        const { api } = await import(new URL("assets/lib/api.js", document.baseURI).href);
        return (await api.collisions())[0].collision;
      }));
    const random = randoms(3);
    for (let i = 0; i < 12; i += 1) {
      const link = damaged(value, random);
      await page.goto("about:blank");
      await page.goto(`${studio.address}/${name}.html#${key}=${link}`);
      await done();
      assert.deepEqual(complaints, [], inside(link));
    }
    await close();
  });
}
