// What is typed and pasted: numbers are read strictly.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readNumber, readNumbers, readRows } from "../../assets/lib/read.js";

test("one number", () => {
  for (const [text, value] of /** @type {[string, number][]} */ ([
    ["0.5", 0.5],
    [" −3 ", -3],
    ["2e-3", 0.002],
    ["1E6", 1e6],
    [".5", 0.5],
    ["5.", 5],
    ["+7", 7],
  ]))
    assert.deepEqual(readNumber(text), { value }, text);
});

test("nothing is guessed, and what is allowed is said", () => {
  for (const text of [
    "440, 880",
    "440 880",
    "440 Hz",
    "1.2.3",
    "0x10",
    "Infinity",
    "NaN",
    "1e999",
    "--1",
    "1_000",
    "e5",
  ]) {
    const { value, wrong } = readNumber(text);
    assert.equal(value, undefined, text);
    assert.ok(wrong?.includes(text), `${text}: ${wrong}`);
  }
  assert.match(readNumber("0,5").wrong ?? "", /write a point, as in 0\.5/);
  assert.match(readNumber("440, 880").wrong ?? "", /not one number: write it as/);
  assert.match(readNumber("  ").wrong ?? "", /missing/);
});

test("several numbers", () => {
  for (const text of ["440, 880", "440 880", "440;880", "[440, 880]", "440,880"])
    assert.deepEqual(readNumbers(text), { values: [440, 880] }, text);
  assert.deepEqual(readNumbers("1.5").values, [1.5]);
  for (const text of ["0,5 0,7", "440,,880", "440, x", "", "1;2,3"]) assert.ok(readNumbers(text).wrong, text);
});

test("rows of a spreadsheet, with a head, empty cells and other marks", () => {
  assert.deepEqual(readRows("Hz\tdecay\n440\t1.5\r\n880\t\n"), {
    rows: [
      [440, 1.5],
      [880, undefined],
    ],
  });
  assert.deepEqual(readRows("440, 1\n880, 2"), {
    rows: [
      [440, 1],
      [880, 2],
    ],
  });
  assert.deepEqual(readRows("440 1 0.5"), { rows: [[440, 1, 0.5]] });
  assert.match(readRows("440\t1\n880\tlong").wrong ?? "", /row 2: “long”/);
  assert.match(readRows(" \n").wrong ?? "", /nothing/);
});
