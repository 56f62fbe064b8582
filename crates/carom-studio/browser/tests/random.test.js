// Random edits by whatever control the page shows: it never falls silent and never has a script error.
// `npm run edits` makes a thousand of them, CAROM_SEED is another series.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { randoms } from "../random.js";
import { BAR, browser, openPage, openScene, sceneOf, settled, studio, useStudio } from "../studio.js";

useStudio();

const EDITS = Number(process.env.CAROM_EDITS ?? 20);
const SEED = Number(process.env.CAROM_SEED ?? 1);
/** What only takes longer is for the thousand to try. */
const LONG =
  EDITS > 100 ? "none" : ["duration", "sample_rate", "substeps"].map((path) => `[data-path^="${path}"]`).join();

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
      const studio = window.caromStudio;
      /** @template {HTMLElement} T @param {string} selector @returns {T[]} */
      const all = (selector) =>
        [.../** @type {NodeListOf<T>} */ (document.querySelectorAll(selector))].filter((one) => !one.closest(long));
      /** @template T @param {T[]} list */
      const pick = (list) => list[Math.floor(item * list.length)];
      const fire = (/** @type {HTMLElement} */ element, /** @type {string[]} */ ...types) =>
        types.forEach((type) => element.dispatchEvent(new Event(type, { bubbles: true })));
      document.querySelectorAll("details").forEach((details) => (details.open = true));
      const name = (/** @type {HTMLElement} */ element) =>
        [
          element.closest("[data-path]")?.getAttribute("data-path"),
          element.dataset.key,
          element.getAttribute("aria-label") ?? element.textContent,
        ]
          .filter(Boolean)
          .join(" ");
      let said = "";
      if (which < 0.35) {
        /** @type {HTMLInputElement} */
        const slider = pick(all(".front input[type=range], .everything input[type=range]"));
        slider.value = String(Math.round(amount * 1000));
        fire(slider, "input", "change");
        said = `slide ${name(slider)} to ${slider.value}`;
      } else if (which < 0.55) {
        /** @type {HTMLInputElement} */
        const box = pick(all(".front input[type=text], .everything input[type=text]"));
        const number = Number.parseFloat(box.value.replace("−", "-"));
        box.value =
          amount < 0.5 && Number.isFinite(number)
            ? String(number * 10 ** (2 * other - 1))
            : texts[Math.floor(other * texts.length)];
        said = `type “${box.value}” at ${name(box)}`;
        fire(box, "change");
      } else if (which < 0.65) {
        /** @type {HTMLSelectElement} */
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
        /** @type {HTMLElement | undefined} */
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
        /** @type {HTMLElement | null} */ (document.querySelector(".make"))?.click();
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
  page.waitForFunction(
    () => {
      const {
        sounding: { pending },
        renders,
      } = window.caromStudio;
      return !pending && !renders.busy && !renders.waiting;
    },
    null,
    { timeout: PATIENCE },
  );

/**
 * Strikes and says how loud that is, as it is heard and as it is rendered, and what the page says about it.
 * @param {import("playwright-core").Page} page
 */
async function strike(page) {
  await page.evaluate(() => {
    const studio = window.caromStudio;
    studio.playing.stop();
    Object.assign(studio, { rendering: null });
    studio.playing.lastStart = -1;
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  });
  await page.evaluate(() => window.listen());
  await page.keyboard.press("f");
  await page.waitForFunction(() => window.caromStudio.playing.lastStart > 0).catch(() => null);
  await idle(page);
  // The loudspeaker may be later than the picture, and a hammer that starts far away comes late. The clock is that of the
  // sound.
  const isOver = (/** @type {number} */ late) => {
    const { loudest, from, caromStudio } = window;
    return loudest > 1e-4 || caromStudio.player.context?.currentTime > from + 4 + late;
  };
  const comes = await page.evaluate(() => {
    const { rendering } = window.caromStudio;
    const first = rendering?.arrays.left.findIndex((/** @type {number} */ x) => Math.abs(x) > 1e-4) ?? 0;
    return Math.max(0, first) / (rendering?.head.rate ?? 1);
  });
  await page.waitForFunction(isOver, comes).catch(() => null);
  return page.evaluate(() => {
    const {
      playing: { lastStart },
      rendering,
      notes: { warning },
    } = window.caromStudio;
    let peak = 0;
    for (const channel of [rendering?.arrays.left ?? [], rendering?.arrays.right ?? []])
      for (const value of channel) peak = Math.max(peak, Math.abs(value));
    return {
      hasStarted: lastStart > 0,
      peak,
      heard: window.loudest,
      said: warning.hidden ? "" : warning.textContent,
      error: document.querySelector(".message:not([hidden])")?.textContent ?? "",
    };
  });
}

/**
 * From each `listen()` on, `loudest` is the loudest sample that left for the loudspeaker. A meter in the audio thread
 * misses nothing however busy the page is. (Analysers that remember as much would hold 20 MB for each output that was
 * ever opened: browsers do not let go of nodes of closed outputs.)
 * @param {import("playwright-core").Page} page
 */
const listen = (page) =>
  page.addInitScript(() => {
    const of = window;
    const meter = () => {
      registerProcessor(
        "meter",
        class extends AudioWorkletProcessor {
          loudest = 0;
          quanta = 0;
          process(/** @type {Float32Array[][]} */ [channels]) {
            for (const channel of channels) for (const x of channel) this.loudest = Math.max(this.loudest, Math.abs(x));
            this.quanta = (this.quanta + 1) % 8;
            if (this.quanta) return true;
            const at = currentTime;
            if (this.loudest) this.port.postMessage({ at, loudest: this.loudest });
            this.loudest = 0;
            return true;
          }
        },
      );
    };
    const script = URL.createObjectURL(new Blob([`(${meter})()`], { type: "text/javascript" }));
    of.from = 0;
    of.loudest = 0;
    of.AudioContext = class extends AudioContext {
      constructor(/** @type {[AudioContextOptions?]} */ ...how) {
        super(...how);
        // One that is closed meanwhile is not heard.
        this.audioWorklet.addModule(script).then(
          () => this.measure(),
          () => null,
        );
      }

      measure() {
        const { player } = of.caromStudio;
        if (player.context !== this) return;
        const node = new AudioWorkletNode(this, "meter", { numberOfOutputs: 0 });
        node.port.onmessage = ({ data: { at, loudest } }) => {
          if (player.context === this && at >= of.from) of.loudest = Math.max(of.loudest, loudest);
        };
        player.output.input.connect(node);
      }
    };
    of.listen = async () => {
      // What sounded before has faded by then, if it is not asleep.
      const { context } = of.caromStudio.player;
      const end = (context?.currentTime ?? 0) + 0.03;
      const goesOn = () => context?.state === "running" && of.caromStudio.player.context === context;
      while (goesOn() && context.currentTime < end) await new Promise(requestAnimationFrame);
      of.from = of.caromStudio.player.context?.currentTime ?? 0;
      of.loudest = 0;
    };
  });

/**
 * Undoes the last edit and what was played since; something new, which has no past, is made shorter.
 * @param {import("playwright-core").Page} page
 */
const takeBack = (page) =>
  page.evaluate(() => {
    const { store } = window.caromStudio;
    const { scene } = store.state;
    while (store.past.length && store.state.scene === scene) store.undo();
    if (store.state.scene !== scene) return;
    store.edit(["duration"], 0.3);
    store.edit(["highest_mode"], 3000);
  });

/**
 * How much memory (MB) the page's process has after what is no longer used was let go; unknown elsewhere than on Linux.
 * @param {import("playwright-core").Page} page
 */
async function memoryOf(page) {
  const own = await page.context().newCDPSession(page);
  await own.send("HeapProfiler.collectGarbage");
  await own.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  await whole.detach();
  const sizes = processInfo
    .filter(({ type, id }) => type === "renderer" && existsSync(`/proc/${id}/status`))
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]));
  return Math.round(Math.max(...sizes) / 1024);
}

test(`${EDITS} random edits: always a sound, or its reason; never a script error`, async (t) => {
  // The policy of the page knows no meter.
  const { page, complaints, close } = await openPage(browser, studio.address, { before: listen, bypass: true });
  await settled(page);
  await openScene(page, { ...BAR, duration: 0.4 });
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
    if (i % 100 === 99) t.diagnostic(`${i + 1} edits, ${await memoryOf(page)} MB`);
    assert.ok(hasStarted, `${recent()}\nnothing plays: ${error}`);
    // Whatever is too quiet to be heard says so, and offers to set the level.
    if (error.startsWith("this takes too long")) assert.ok(heard > 1e-4 || said, `${recent()}\nheard ${heard}`);
    else if (!(peak > 10 ** (-60 / 20))) {
      quiet += 1;
      assert.match(said, /below full scale|nothing/, `${recent()}\npeak ${peak}, ${error}`);
    } else {
      // A blow at which the scheme diverged may break off before anything is heard: then the page says so.
      const isTold = heard > 1e-4 || error.includes("diverged");
      const scene = isTold ? "" : JSON.stringify(await sceneOf(page).catch(String));
      assert.ok(isTold, `${recent()}\nheard ${heard}, rendered ${peak}, ${error}\n${scene}`);
    }
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
