// What is played sounds at once, is kept to the sample, and is what `carom run` renders.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import {
  BAR,
  browser,
  carom,
  openPage,
  openScene,
  saved,
  settled,
  silenced,
  sounded,
  studio,
  useStudio,
} from "../studio.js";

/** @type {string} */ let directory;
useStudio();
before(() => {
  directory = mkdtempSync(path.join(tmpdir(), "carom-live-"));
});
after(() => {
  rmSync(directory, { recursive: true });
});

/** The worklet's output is kept from now on, sample by sample. @param {import("playwright-core").Page} page */
async function listen(page) {
  await page.evaluate(async () => {
    const source = `
      registerProcessor("listener", class extends AudioWorkletProcessor {
        constructor() {
          super();
          this.blocks = [];
          this.first = currentFrame;
          this.port.onmessage = () => this.port.postMessage({ blocks: this.blocks, first: this.first });
        }
        process([[left]]) {
          this.blocks.push(left ? left.slice() : new Float32Array(128));
          return true;
        }
      });`;
    const { player } = window.caromStudio;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    await player.context.audioWorklet.addModule(address);
    const node = new AudioWorkletNode(player.context, "listener", { numberOfOutputs: 0 });
    player.node.connect(node);
    window.listener = node;
    // What the played node says, with the sample in which it said it.
    window.said = [];
    const told = player.node.port.onmessage;
    player.node.port.onmessage = (event) => {
      window.said.push(event.data);
      told?.call(player.node.port, event);
    };
  });
}

/** What was kept: samples, and the frame of the first. @param {import("playwright-core").Page} page */
async function kept(page) {
  const { first, text } = await page.evaluate(async () => {
    const { listener } = window;
    const { blocks, first } = await new Promise((resolve) => {
      listener.port.onmessage = ({ data }) => resolve(data);
      listener.port.postMessage("");
    });
    let text = "";
    for (const block of blocks) text += String.fromCharCode(...new Uint8Array(block.buffer));
    return { first, text: btoa(text) };
  });
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return { first, samples: new Float32Array(bytes.buffer) };
}

const said = (/** @type {import("playwright-core").Page} */ page) =>
  page.evaluate(() => window.said.filter((one) => one.kind === "struck"));

/** A policy that lets the tests listen in. @param {import("playwright-core").Page} page */
const opened = async (page) => {
  await settled(page);
  await page.evaluate(() => window.caromStudio.player.wake());
  await page.waitForFunction(() => window.caromStudio.player.node);
};

/** The largest difference beside the largest sample (dB). @param {Float32Array} a @param {Float32Array} b */
function apart(a, b) {
  let [peak, most] = [0, 0];
  for (let i = 0; i < a.length; i += 1) {
    peak = Math.max(peak, Math.abs(a[i]));
    most = Math.max(most, Math.abs(a[i] - b[i]));
  }
  return 20 * Math.log10(most / peak);
}

/** The left channel of what the command renders of a scene. @param {string} name @param {Buffer} toml */
function run(name, toml) {
  const file = path.join(directory, `${name}.toml`);
  writeFileSync(file, toml);
  const out = path.join(directory, name);
  execFileSync(carom(), ["run", file, "--out", out], { stdio: "ignore" });
  const wav = readFileSync(path.join(out, "sound.wav"));
  const channels = wav.readUInt16LE(22);
  const start = wav.indexOf("data") + 8;
  const count = wav.readUInt32LE(start - 4) / 4 / channels;
  return Float32Array.from({ length: count }, (_, i) => wav.readFloatLE(start + 4 * channels * i));
}

test("a press sounds in the quantum that follows its message, and the take is what carom run renders", async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address, { bypass: true });
  await opened(page);
  await openScene(page, { ...BAR, duration: undefined });
  await silenced(page);
  await listen(page);
  const box = await page.locator(".stage-object canvas").boundingBox();
  const target = await page.evaluate(() => {
    const { stage } = window.caromStudio;
    const spot = stage.figure.spot(stage.aim.target, stage.aim.place);
    return stage.figure.camera.project(spot.point);
  });
  assert.ok(box);
  const [x, y] = [box.x + target[0], box.y + target[1] + 6];
  // A hand that strikes thrice a second, and never stays, which would damp.
  for (let n = 0; n < 10; n += 1) {
    await page.mouse.move(x + (n % 2), y);
    await page.waitForTimeout(330);
    await Promise.all([page.mouse.down(), page.mouse.up()]);
  }
  const confirmed = (/** @type {number} */ wanted) =>
    window.said.filter((one) => one.kind === "struck").length === wanted;
  await page.waitForFunction(confirmed, 10);
  await sounded(page, 0.6);
  const strikes = await said(page);
  assert.equal(strikes.length, 10, "no stroke is lost");
  const { first, samples } = await kept(page);
  const [begin] = strikes;
  assert.equal(begin.frame, 0);
  const at = begin.at - first;
  assert.ok(
    samples.subarray(0, at).every((sample) => sample === 0),
    "silence before the first blow",
  );
  assert.ok(
    samples.subarray(at, at + 128).some((sample) => sample !== 0),
    "the first quantum sounds",
  );
  // Where the page was busy or the output had a gap, the take has a press where the hand struck. Here it is about what
  // sounded.
  const { rate, moved } = await page.evaluate(
    (/** @type {number[]} */ heard) => {
      const { player, store } = window.caromStudio;
      const { take } = store.state;
      /** @type {number[]} */
      const moved = take.strikes.map((one, i) => one.time * player.rate - heard[i]);
      const strikes = heard.map((frame, i) => ({ ...take.strikes[i], time: frame / player.rate }));
      store.step({ ...store.state, take: { ...take, strikes } }, { kind: "quiet" });
      return { rate: player.rate, moved };
    },
    strikes.map((one) => one.frame),
  );
  t.diagnostic(`${moved.filter((one) => Math.abs(one) > 0.5).length} of 10 presses are recorded elsewhere than heard`);
  // A browser that lets a page save one file saves another only within seconds of a click: nothing may be in its way.
  await settled(page);
  const toml = await saved(page, '[data-file="TOML"]');
  const rendered = run("take", toml.bytes);
  // Half a second after the last: what is rendered fades at its end.
  const count = Math.min(samples.length - at, rendered.length, strikes[9].frame + Math.round(0.5 * rate));
  assert.ok(count > 3 * rate, `${count} samples are compared`);
  const difference = apart(rendered.subarray(0, count), samples.subarray(at, at + count));
  t.diagnostic(`what was played and what carom run renders differ by ${difference.toFixed(1)} dB`);
  assert.ok(difference < -100, `${difference} dB`);
  assert.deepEqual(complaints, []);
  await close();
});

test("a finger that is drawn over a plate scrapes it; the take holds its way, and carom run renders it", async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address, { bypass: true });
  await opened(page);
  /** @type {import("../types/scene.js").Body} */
  const plate = {
    name: "plate",
    material: "steel",
    shape: { kind: "plate", length: 0.3, width: 0.2, thickness: 0.002, edges: "supported" },
  };
  await openScene(page, {
    ...BAR,
    duration: undefined,
    body: [BAR.body[0], plate],
    pickup: undefined,
    contact: [{ between: ["mallet", "plate"], at: { plate: [0.3, 0.4] } }],
  });
  await silenced(page);
  await listen(page);
  const spot = (/** @type {[number, number]} */ place) =>
    page.evaluate((at) => {
      const { stage } = window.caromStudio;
      const box = stage.canvas.getBoundingClientRect();
      const [x, y] = stage.figure.camera.project(stage.figure.spot("plate", at).point);
      return /** @type {[number, number]} */ ([box.left + x, box.top + y]);
    }, place);
  // A hand that stays would damp what it struck.
  const [start, end] = [await spot([0.3, 0.5]), await spot([0.7, 0.5])];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(...end, { steps: 30 });
  // It stays there for a moment.
  await sounded(page, 0.1);
  await page.mouse.up();
  await page.waitForFunction(() => window.caromStudio.store.state.take?.scrapes?.length === 1);
  const take = await page.evaluate(() => window.caromStudio.store.state.take);
  const { path, time } = take.scrapes[0];
  const along = (/** @type {typeof path[number]} */ place) => Number([place].flat()[0]);
  assert.equal(take.strikes.length, 1, "the press struck");
  assert.ok(
    path.length > 10 && along(path[0]) < 0.45 && Math.abs(along(path[path.length - 1]) - 0.7) < 0.05,
    JSON.stringify(path),
  );
  assert.match((await page.locator(".timeline .blow").last().getAttribute("aria-label")) ?? "", /^Scrape of plate at/);
  await sounded(page, 0.3);
  const strikes = await said(page);
  const { first, samples } = await kept(page);
  // Where the page was busy, the take has the press where the hand struck. Here it is about what sounded.
  const rate = await page.evaluate((frame) => {
    const { player, store } = window.caromStudio;
    const { take } = store.state;
    const heard = [{ ...take.strikes[0], time: frame / player.rate }];
    store.step({ ...store.state, take: { ...take, strikes: heard } }, { kind: "quiet" });
    return player.rate;
  }, strikes[0].frame);
  await settled(page);
  const toml = await saved(page, '[data-file="TOML"]');
  assert.match(toml.bytes.toString(), /kind = "drag"/);
  const rendered = run("scrape", toml.bytes);
  const heard = samples.subarray(strikes[0].at - first);
  // It is chaotic: what differs in the last digits differs more and more.
  const peak = rendered.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const apartAt = rendered.findIndex((one, i) => Math.abs(one - heard[i]) > 1e-5 * peak) / rate;
  t.diagnostic(`put on at ${time.toFixed(3)} s, the same to -100 dB until ${apartAt.toFixed(3)} s`);
  assert.ok(apartAt < 0 || apartAt > time + 0.02, `${apartAt} s`);
  assert.deepEqual(complaints, []);
  await close();
});

test("a hand that damped until nothing sounded and is drawn on then begins a take", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  const spot = (/** @type {number} */ place) =>
    page.evaluate((at) => {
      const { stage } = window.caromStudio;
      const box = stage.canvas.getBoundingClientRect();
      const [x, y] = stage.figure.camera.project(stage.figure.spot("bar", at).point);
      return /** @type {[number, number]} */ ([box.left + x, box.top + y]);
    }, place);
  const [start, end] = [await spot(0.4), await spot(0.7)];
  const taken = () => page.evaluate(() => window.caromStudio.store.state.take);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.waitForFunction(() => window.caromStudio.store.state.take?.holds?.length === 1);
  await page.waitForFunction(() => !window.caromStudio.player.playing);
  assert.equal((await taken()).strikes.length, 1);
  await page.mouse.move(...end, { steps: 10 });
  await page.mouse.up();
  await page.waitForFunction(() => window.caromStudio.store.state.take?.scrapes?.length === 1);
  const { strikes, holds = [], scrapes } = await taken();
  assert.deepEqual([strikes.length, holds.length, scrapes[0].time], [0, 0, 0], "what sounded before is another take");
  assert.deepEqual(complaints, []);
  await close();
});

test("every target of every scene of the gallery can be struck and is heard", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await opened(page);
  const names = await page.evaluate(() =>
    [...document.querySelectorAll(".strip .pick[data-name]")].map(
      (one) => /** @type {HTMLElement} */ (one).dataset.name ?? "",
    ),
  );
  assert.ok(names.length >= 28);
  await page.evaluate(() => {
    // Nothing is drawn: this is about the sound alone.
    Object.assign(window.caromStudio.renders, { request: () => {} });
    setInterval(() => {
      const of = window;
      of.loudest = Math.max(of.loudest ?? 0, of.caromStudio.player.peak());
    }, 5);
  });
  for (const name of names) {
    await page.evaluate((given) => window.caromStudio.pick(given, "open"), name);
    await page.waitForFunction(() => {
      const {
        sounding: { pending },
        player,
        store,
      } = window.caromStudio;
      const { level } = store.state.scene;
      return pending === 0 && player.about && typeof level === "object" && "full_scale" in level;
    });
    const targets = await page.evaluate(() => {
      const { scene } = window.caromStudio.store.state;
      return scene.body.filter((b) => b.shape || b.modes).map((b) => b.name);
    });
    for (const target of targets) {
      await page.evaluate((given) => {
        const studio = window.caromStudio;
        studio.playing.stop();
        studio.playing.strike(given, undefined, 1);
        window.loudest = 0;
      }, target);
      const heard = await page.waitForFunction(() => window.loudest > 1e-5).catch(() => null);
      assert.ok(heard, `${name}: ${target}`);
    }
    await page.evaluate(() => window.caromStudio.playing.stop());
  }
  assert.deepEqual(complaints, []);
  await close();
});
