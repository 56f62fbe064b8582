// Work of which only the newest matters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../assets/lib/latest.js";

const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

test("one runs at a time, and of those that wait the last", async () => {
  const latest = new Latest();
  /** @type {number[]} */
  const ran = [];
  for (let n = 0; n < 5; n += 1) {
    latest.run(async () => {
      await wait(5);
      ran.push(n);
      if (n === 0) throw new Error("what fails keeps no other waiting");
    });
  }
  await wait(60);
  assert.deepEqual(ran, [0, 4]);
});

test("what rests waits as many times as long as the work took", async () => {
  const latest = new Latest(3);
  /** @type {number[]} */
  const began = [];
  const work = async () => {
    began.push(performance.now());
    await wait(20);
  };
  latest.run(work);
  latest.run(work);
  await wait(200);
  assert.equal(began.length, 2);
  // Clocks of the page are rounded.
  assert.ok(began[1] - began[0] > 75, `${began[1] - began[0]} ms`);
});
