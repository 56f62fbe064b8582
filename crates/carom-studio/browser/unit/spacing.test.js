// Strokes are recorded as far apart as hands made them, to a buffer of the output.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Spacing } from "../../assets/sound/spacing.js";
import { randoms } from "../random.js";

const BUFFER = 0.01;

/**
 * Strokes every 400 ms, heard after some time (s).
 * @param {number} count @param {(n: number) => number} wait
 */
function take(count, wait) {
  const spacing = new Spacing();
  return Array.from({ length: count }, (_, n) => {
    const [pressed, heard] = [5000 + 400 * n, 0.4 * n + wait(n)];
    return { heard, time: spacing.recorded(heard, pressed, BUFFER), late: 0 };
  }).map((one, n) => ({ ...one, late: one.time - 0.4 * n }));
}

/** @param {{ late: number }[]} all */
const spread = (all) => Math.max(...all.map(({ late }) => late)) - Math.min(...all.map(({ late }) => late));

test("what is heard within a buffer is recorded where it is heard", () => {
  const random = randoms(3);
  const all = take(150, () => BUFFER * random());
  assert.ok(all.every(({ heard, time }) => heard === time));
});

test("a gap of the output, a busy page or a clock that is fast moves no stroke by more than a buffer", () => {
  const random = randoms(4);
  const usual = () => BUFFER * random();
  for (const wait of [
    (/** @type {number} */ n) => usual() + (n < 70 ? 0 : -0.027),
    (/** @type {number} */ n) => usual() + (n === 0 ? 0.3 : 0),
    (/** @type {number} */ n) => usual() + (n % 10 === 5 ? 0.2 : 0),
    (/** @type {number} */ n) => usual() + 1e-3 * n,
  ]) {
    const all = take(150, wait);
    assert.ok(spread(all) <= BUFFER + 1e-12, `${spread(all)} s`);
    assert.ok(all.every(({ time }) => time >= 0));
  }
});

test("a take begins anew, and what has no time of the page goes with the stroke before it", () => {
  const spacing = new Spacing();
  spacing.recorded(0.3, 0, BUFFER);
  const time = spacing.recorded(0.4, 400, BUFFER);
  assert.ok(Math.abs(time - 0.69) < 1e-12);
  assert.ok(Math.abs(spacing.recorded(0.5, undefined, BUFFER) - 0.79) < 1e-12);
  spacing.reset();
  assert.equal(spacing.recorded(0.5, 800, BUFFER), 0.5);
});
