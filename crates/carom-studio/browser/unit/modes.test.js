// Modes as rows: what is read is what is written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modesOf, pasted, pitchOf, rowsOf, withRows, withoutRow, wrongIn } from "../../assets/scene/modes.js";

const MODES = { frequency: [440, 1000], q: [500, 2000], mass: [0.05, 0.2] };

test("a decay is the time in which a mode falls by 60 dB, a weight the root of a mass", () => {
  const [low, high] = rowsOf(MODES, 0.05);
  // After T the amplitude is exp(−π f T / Q) = 1/1000, with T in six digits.
  assert.ok(Math.abs((Math.PI * 440 * Number(low.decay)) / 500 / Math.log(1000) - 1) < 5e-6);
  assert.deepEqual([low.weight, high.weight], [1, 0.5]);
});

test("the pitch is that of the lowest mode that a blow moves", () => {
  assert.equal(pitchOf(MODES), 440);
  assert.equal(pitchOf({ frequency: [0, 0.2, 523, 1410], mass: [3, 2e5, 3, 3] }), 523);
  assert.equal(pitchOf({ frequency: 220, mass: [1, 2] }), 220);
});

test("rows become the same modes again", () => {
  const again = modesOf(rowsOf(MODES, 0.05), 0.05);
  for (const key of /** @type {const} */ (["frequency", "q", "mass"]))
    for (const [i, value] of again[key]?.entries() ?? []) assert.ok(Math.abs(value / MODES[key][i] - 1) < 1e-5, key);
  assert.deepEqual(rowsOf({ frequency: 440, mass: 0.1 }, 0.1), [{ frequency: 440, decay: undefined, weight: 1 }]);
  assert.equal(modesOf([{ frequency: 440, decay: undefined, weight: 1 }], 0.1).q, undefined);
});

test("lists of one value per mode follow the rows", () => {
  const body = { name: "b", modes: MODES, mode_velocity: [1, 2], points: { edge: [1, -1] } };
  const rows = rowsOf(MODES, 0.05);
  const more = withRows(body, [...rows, rows[0]], 0.05);
  assert.deepEqual(
    [more.mode_velocity, more.points?.edge, more.modes?.mass].map((all) => [all].flat().length),
    [3, 3, 3],
  );
  const less = withoutRow(body, 0, rows, 0.05);
  assert.deepEqual([less.mode_velocity, less.points?.edge, less.modes?.frequency], [[2], [-1], [1000]]);
});

test("a spreadsheet is pasted over rows and beyond them", () => {
  const rows = pasted(
    rowsOf(MODES, 0.05),
    [
      [500, 1],
      [600, undefined],
      [700, 3],
    ],
    1,
    0,
  );
  assert.deepEqual(
    rows.map((row) => row.frequency),
    [440, 500, 600, 700],
  );
  assert.deepEqual(rows.map((row) => row.decay).slice(1), [1, undefined, 3]);
  assert.equal(pasted(rows, [[0.25]], 0, 2)[0].weight, 0.25);
});

test("what a row may not have", () => {
  assert.equal(wrongIn({ frequency: 0, decay: undefined, weight: 1 }), null);
  assert.equal(wrongIn({ frequency: -1, decay: 1, weight: 1 })?.column, "frequency");
  assert.equal(wrongIn({ frequency: 1, decay: 0, weight: 1 })?.column, "decay");
  assert.equal(wrongIn({ frequency: 1, decay: 1, weight: 0 })?.column, "weight");
});
