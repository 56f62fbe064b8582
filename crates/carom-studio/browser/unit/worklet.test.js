// The audio worklet, on a stage whose memory grows whenever it makes room for numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @typedef {import("../types/engine.js").Exports} Exports */

/** Something to post to. */
class Processor {
  port = { onmessage: null, postMessage: () => undefined };
}
/** @type {(new (options: object) => import("../../assets/sound/worklet.js").Played)[]} */
const registered = [];
Object.assign(globalThis, {
  AudioWorkletProcessor: Processor,
  registerProcessor: (/** @type {string} */ _, /** @type {typeof registered[0]} */ made) => registered.push(made),
  currentFrame: 0,
  sampleRate: 48_000,
});
await import("../../assets/sound/worklet.js");

/** A stage that keeps what is written for it. */
function stage() {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const at = 64;
  /** @type {number[][]} */
  const scrapes = [];
  const written = (/** @type {number} */ count) => [...new Float64Array(memory.buffer, at, count)];
  let count = 0;
  const made = {
    memory,
    scrapes,
    frame: () => 0,
    numbers: (/** @type {number} */ wanted) => {
      memory.grow(1);
      count = wanted;
      return at;
    },
    schedule_scrape: () => scrapes.push(written(count)),
    scraped: () => {
      new Float64Array(memory.buffer, at, 4).set([2, 0.5, 0.25, 0.75]);
      return 4;
    },
  };
  return /** @type {Exports & typeof made} */ (made);
}

test("what hands do is written where the memory is after it grew", () => {
  const played = new registered[0]({ processorOptions: { module: null } });
  const one = stage();
  const scrapes = [{ stroke: 0, time: 1, places: Float64Array.of(0.1, 0.2, 0.3, 0.4) }];
  played.schedule(one, { strikes: new Float64Array(), holds: new Float64Array(), scrapes }, 0);
  assert.deepEqual(one.scrapes, [[0.1, 0.2, 0.3, 0.4]]);
});

test("where a hand was drawn is read where the memory is after it grew", () => {
  const played = new registered[0]({ processorOptions: { module: null } });
  /** @type {import("../types/messages.js").FromSound[]} */
  const said = [];
  played.tell = (message) => said.push(message);
  played.isDrawn = true;
  played.tellScrape(stage());
  assert.deepEqual(said, [{ kind: "scraped", stroke: 2, time: 0.5, places: Float64Array.of(0.25, 0.75) }]);
});
