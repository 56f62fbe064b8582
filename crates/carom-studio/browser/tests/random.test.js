// Random edits by whatever control the page shows: it never falls silent and never has a script error.
// `npm run edits` makes a thousand of them, CAROM_SEED is another series.

import assert from "node:assert/strict";
import { test } from "node:test";
import { randoms } from "../random.js";
import { BAR, browser, openPage, openScene, settled, studio, useStudio } from "../studio.js";

useStudio();

const EDITS = Number(process.env.CAROM_EDITS ?? 20);
const SEED = Number(process.env.CAROM_SEED ?? 1);
/** What only takes longer is for the thousand to try. */
const LONG = EDITS > 100
  ? "none" : ["duration", "sample_rate", "substeps"].map((path) => `[data-path^="${path}"]`).join();

/** What is typed into boxes besides numbers near the present one. */
const TEXTS = ["0", "-1", "1e9", "440, 880", "1;2", "x", "", "0.5", "3", "  7 ", "1e-9", "∞", "<b>", "ball"];

/**
 * Makes one edit on the page and says which.
 * @param {import("playwright-core").Page} page @param {() => number} random
 */
function edit(page, random) {
  const dice = [random(), random(), random(), random(), random()];
  return page.evaluate(
    ({ dice, texts, long, isDaily }) => {
      const [which, item, amount, other, make] = dice;
      const studio = /** @type {any} */ (window).caromStudio;
      const all = (/** @type {string} */ selector) =>
        /** @type {any[]} */ ([...document.querySelectorAll(selector)]).filter((one) => !one.closest(long));
      const pick = (/** @type {any[]} */ list) => list[Math.floor(item * list.length)];
      const fire = (/** @type {any} */ element, /** @type {string[]} */ ...types) =>
        types.forEach((type) => element.dispatchEvent(new Event(type, { bubbles: true })));
      document.querySelectorAll("details").forEach((details) => (details.open = true));
      const name = (/** @type {any} */ element) =>
        [
          element.closest("[data-path]")?.dataset.path, element.dataset.key,
          element.getAttribute("aria-label") ?? element.textContent,
        ].filter(Boolean).join(" ");
      let said = "";
      if (which < 0.35) {
        const slider = pick(all(".front input[type=range], .everything input[type=range]"));
        slider.value = String(Math.round(amount * 1000));
        fire(slider, "input", "change");
        said = `slide ${name(slider)} to ${slider.value}`;
      } else if (which < 0.55) {
        const box = pick(all(".front input[type=text], .everything input[type=text]"));
        const number = Number.parseFloat(box.value.replace("−", "-"));
        box.value =
          amount < 0.5 && Number.isFinite(number)
            ? String(number * 10 ** (2 * other - 1))
            : texts[Math.floor(other * texts.length)];
        said = `type “${box.value}” at ${name(box)}`;
        fire(box, "change");
      } else if (which < 0.65) {
        const select = pick(all(".everything select"));
        select.selectedIndex = Math.floor(amount * select.options.length);
        said = `choose ${select.value} at ${name(select)}`;
        fire(select, "change");
      } else if (which < 0.85) {
        const button = pick(
          all(".everything button:not(:disabled), .front .swatch, .front .chip, .everything input[type=checkbox]"),
        );
        said = `press ${name(button)}`;
        button.click();
      } else if (which < 0.93) {
        said = amount < 0.7 ? "undo" : "redo";
        if (amount < 0.7) studio.store.undo();
        else studio.store.redo();
      } else if (which < 0.98) {
        said = "New";
        document.querySelector(".pick.new")?.dispatchEvent(new MouseEvent("click"));
      } else {
        const own = pick(all(".own .pick, .said button"));
        said = own ? `open ${own.textContent}` : "nothing";
        own?.click();
      }
      if (document.querySelector("dialog[open]")) {
        for (const share of [item, amount, other, make]) {
          const tiles = all("dialog [role=radio]");
          tiles[Math.floor(share * tiles.length)].click();
        }
        said += `: ${document.querySelector(".chooser-foot p")?.textContent}`;
        /** @type {any} */ (document.querySelector(".make")).click();
        // What rings for long and in many modes takes long to compute: half of them are shorter.
        if (isDaily || make < 0.5) {
          studio.store.edit(["duration"], 0.3);
          studio.store.edit(["highest_mode"], 3000);
        }
      }
      return said;
    },
    { dice, texts: TEXTS, long: LONG, isDaily: EDITS <= 100 },
  );
}

/** An edit that takes longer than this (ms) is taken back once it was heard: all that follow would take as long. */
const TEDIOUS = 6000;
/** The engine gives up after a minute, and a scene is made and rendered (ms). */
const PATIENCE = 150_000;

/** Waits until nothing is computed. @param {import("playwright-core").Page} page */
const idle = (page) =>
  page.waitForFunction(() => {
    const { sounding: { pending }, renders } = /** @type {any} */ (window).caromStudio;
    return !pending && !renders.busy && !renders.waiting;
  }, null, { timeout: PATIENCE });

/**
 * Strikes and says how loud that is, as it is heard and as it is rendered, and what the page says about it.
 * @param {import("playwright-core").Page} page
 */
async function strike(page) {
  await page.evaluate(() => {
    const studio = /** @type {any} */ (window).caromStudio;
    studio.playing.stop();
    studio.rendering = null;
    studio.playing.lastStart = -1;
    /** @type {any} */ (document.activeElement)?.blur();
  });
  await page.evaluate(() => /** @type {any} */ (window).listen());
  await page.keyboard.press("f");
  await page.waitForFunction(() => /** @type {any} */ (window).caromStudio.playing.lastStart > 0).catch(() => null);
  await idle(page);
  // The loudspeaker may be later than the picture.
  const isHeard = () => /** @type {any} */ (window).loudest > 1e-4;
  await page.waitForFunction(isHeard, null, { timeout: 4000 }).catch(() => null);
  return page.evaluate(() => {
    const { playing: { lastStart }, rendering, notes: { warning } } = /** @type {any} */ (window).caromStudio;
    let peak = 0;
    for (const channel of [rendering?.arrays.left ?? [], rendering?.arrays.right ?? []])
      for (const value of channel) peak = Math.max(peak, Math.abs(value));
    return {
      hasStarted: lastStart > 0,
      peak,
      heard: /** @type {any} */ (window).loudest,
      said: warning.hidden ? "" : warning.textContent,
      error: document.querySelector(".message:not([hidden])")?.textContent ?? "",
    };
  });
}

/**
 * From each `listen()` on, `loudest` is the loudest sample that left for the loudspeaker. Nothing is missed while the
 * page is busy for less than the meters hold, ten seconds.
 * @param {import("playwright-core").Page} page
 */
const listen = (page) =>
  page.evaluate(() => {
    const of = /** @type {any} */ (window);
    const { player } = of.caromStudio;
    const samples = new Float32Array(32_768);
    /** One after the other, each with what the one before it has forgotten. @type {any[]} */ let meters = [];
    let [from, seen] = [0, 0];
    const look = () => {
      const { context } = player;
      // The output was lost: the next strike makes another.
      if (!context) return;
      if (meters[0]?.context !== context) {
        const count = Math.ceil((10 * context.sampleRate) / samples.length);
        meters = Array.from({ length: count }, () => new AnalyserNode(context, { fftSize: samples.length }));
        // A chain: delays from the input to each of them would hold gigabytes at a high rate.
        const delayTime = samples.length / context.sampleRate;
        meters.forEach((meter, i) => {
          const delay = () => new DelayNode(context, { delayTime, maxDelayTime: 2 * delayTime });
          (i ? meters[i - 1].connect(delay()) : player.output.input).connect(meter);
        });
        [from, seen] = [0, 0];
      }
      // The clock stands for a quantum.
      const heard = Math.round((context.currentTime - Math.max(from, seen)) * context.sampleRate) + 128;
      seen = context.currentTime;
      meters.forEach((meter, i) => {
        const count = Math.min(samples.length, heard - i * samples.length);
        if (count <= 0) return;
        meter.getFloatTimeDomainData(samples);
        const fresh = samples.subarray(samples.length - count);
        of.loudest = fresh.reduce((most, sample) => Math.max(most, Math.abs(sample)), of.loudest);
      });
    };
    of.listen = async () => {
      // What sounded before has faded by then.
      await new Promise((resolve) => setTimeout(resolve, 30));
      from = player.context?.currentTime ?? 0;
      of.loudest = 0;
    };
    setInterval(look, 40);
  });

/**
 * Undoes the last edit and what was played since; something new, which has no past, is made shorter.
 * @param {import("playwright-core").Page} page
 */
const takeBack = (page) =>
  page.evaluate(() => {
    const { store } = /** @type {any} */ (window).caromStudio;
    const { scene } = store.state;
    while (store.past.length && store.state.scene === scene) store.undo();
    if (store.state.scene !== scene) return;
    store.edit(["duration"], 0.3);
    store.edit(["highest_mode"], 3000);
  });

test(`${EDITS} random edits: always a sound, or its reason; never a script error`, async (t) => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, duration: 0.4 });
  await listen(page);
  const random = randoms(SEED);
  /** @type {string[]} */
  const done = [];
  let [refused, quiet, slow, tedious, slowest] = [0, 0, 0, 0, 0];
  for (let i = 0; i < EDITS; i += 1) {
    const began = performance.now();
    done.push(await edit(page, random));
    await idle(page);
    slowest = Math.max(slowest, performance.now() - began);
    const recent = () => `seed ${SEED}, edit ${i}:\n${done.slice(-6).join("\n")}`;
    assert.deepEqual(complaints, [], recent());
    const { hasStarted, peak, heard, said, error } = await strike(page);
    const took = performance.now() - began;
    if (i % 100 === 99) t.diagnostic(`${i + 1} edits`);
    assert.ok(hasStarted, `${recent()}\nnothing plays: ${error}`);
    // Whatever is too quiet to be heard says so, and offers to set the level.
    if (error.startsWith("this takes too long")) assert.ok(heard > 1e-4 || said, `${recent()}\nheard ${heard}`);
    else if (!(peak > 10 ** (-60 / 20))) {
      quiet += 1;
      assert.match(said, /below full scale|nothing/, `${recent()}\npeak ${peak}, ${error}`);
    } else assert.ok(heard > 1e-4, `${recent()}\nheard ${heard}, rendered ${peak}, ${error}`);
    if (error) {
      refused += 1;
      // The way back leads to a scene that the engine takes.
      const back = page.locator(".message button");
      if ((await back.count()) > 0) {
        await back.click();
        await idle(page);
        // What was rendered within the minute that the engine has may take longer the next time.
        const messages = await page.locator(".message:not([hidden])").allTextContents();
        const still = messages.filter((text) => text !== "this takes too long");
        slow += messages.length - still.length;
        assert.deepEqual(still, [], `${recent()}\nno way back from: ${error}`);
      }
    }
    if (took < TEDIOUS) continue;
    tedious += 1;
    await takeBack(page);
    await idle(page);
  }
  t.diagnostic(
    `${EDITS} edits: ${refused} refused by the engine at their field, ${quiet} too quiet and said so, ${slow} too slow ` +
      `and said so, ${tedious} taken back because they take long; the slowest took ${(slowest / 1000).toFixed(1)} s`,
  );
  assert.deepEqual(complaints, []);
  await close();
});
