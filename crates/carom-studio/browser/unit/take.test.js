// Takes: strikes are moved, taken out, brought onto a grid, and follow the names of bodies.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./schema.js";
import {
  added,
  endOf,
  hasSound,
  isTake,
  lastOf,
  moved,
  noted,
  quantised,
  removed,
  spanAt,
  spansOf,
  takeOn,
  withName,
  without,
} from "../../assets/scene/take.js";

const strike = (/** @type {number} */ time, target = "bar") => ({ time, hammer: "mallet", target, strength: 1 });
const TAKE = {
  strikes: [strike(0), strike(0.31), strike(0.77, "bell")],
  holds: [{ time: 0.9, target: "bell", holds: true }],
  length: 2,
};
const times = (/** @type {{ strikes: { time: number }[] } | null} */ take) => take?.strikes.map(({ time }) => time);

test("strikes stay in order, and the rest of a take stays with them", () => {
  assert.deepEqual(times(added(TAKE, strike(0.5))), [0, 0.31, 0.5, 0.77]);
  assert.deepEqual(times(moved(TAKE, 0, 0.5)), [0.31, 0.5, 0.77]);
  assert.deepEqual(times(moved(TAKE, 1, -3)), [0, 0, 0.77]);
  assert.deepEqual(times(removed(TAKE, 1)), [0, 0.77]);
  assert.deepEqual(times(quantised(TAKE, 0.25)), [0, 0.25, 0.75]);
  assert.equal(endOf(TAKE), 0.77);
  for (const one of [added(TAKE, strike(1)), moved(TAKE, 0, 1), removed(TAKE, 0), quantised(TAKE, 0.1)]) {
    assert.deepEqual([one.holds, one.length], [TAKE.holds, 2]);
  }
});

test("hands on bodies are from one hold to the next of the same body; they are moved and taken out whole", () => {
  const hold = (/** @type {number} */ time, /** @type {boolean} */ holds, target = "bell") => ({ time, target, holds });
  const take = { ...TAKE, holds: [hold(0.4, true), hold(0.5, true, "bar"), hold(0.6, false), hold(0.9, true)] };
  const [bell, bar, again] = spansOf(take, "holds");
  assert.deepEqual([bell.from, bell.to, bell.parts], [0.4, 0.6, [0, 2]]);
  assert.deepEqual([bar.from, bar.to, again.from, again.to], [0.5, undefined, 0.9, undefined]);
  const later = spansOf(spanAt(take, "holds", bell, 0.7), "holds");
  assert.deepEqual(
    later.map(({ of, from }) => [of, from]),
    [
      ["bar", 0.5],
      ["bell", 0.7],
      ["bell", 0.9],
    ],
  );
  assert.ok(Math.abs((later[1].to ?? 0) - 0.9) < 1e-12);
  assert.deepEqual(
    without(take, "holds", bell).holds?.map(({ time }) => time),
    [0.5, 0.9],
  );
  assert.deepEqual(spansOf(null, "holds"), []);
});

test("notes last until their key goes up or down again; they are moved, taken out and brought onto a grid whole", () => {
  const note = (/** @type {number} */ time, /** @type {number} */ key, velocity = 0.7) => ({ time, key, velocity });
  const notes = [note(0.1, 60), note(0.2, 64), note(0.38, 60, 0), note(0.5, 64), note(0.71, 64, 0)];
  const take = { strikes: [], keys: /** @type {[number, number]} */ ([48, 72]), notes };
  const seen = (/** @type {import("../../assets/scene/take.js").Take} */ of) =>
    spansOf(of, "notes").map(({ of: key, from, to }) =>
      [key, from, to].map((one) => one && Math.round(1000 * Number(one)) / 1000),
    );
  assert.deepEqual(seen(take), [
    [60, 0.1, 0.38],
    [64, 0.2, 0.5],
    [64, 0.5, 0.71],
  ]);
  const [first, , last] = spansOf(take, "notes");
  assert.deepEqual(seen(spanAt(take, "notes", first, 0.9)), [
    [64, 0.2, 0.5],
    [64, 0.5, 0.71],
    [60, 0.9, 1.18],
  ]);
  assert.deepEqual(seen(without(take, "notes", last)), [
    [60, 0.1, 0.38],
    [64, 0.2, undefined],
  ]);
  assert.deepEqual(seen(quantised(take, 0.25)), [
    [60, 0, 0.28],
    [64, 0.25, 0.5],
    [64, 0.5, 0.71],
  ]);
  assert.equal(quantised(take, 0.25).keys, take.keys);
  assert.equal(lastOf(take), 0.71);
});

test("what comes from outside is looked at whole", () => {
  const scrape = {
    time: 0,
    target: "bar",
    path: [
      [0.1, 0.5],
      [0.2, 0.5],
    ],
  };
  assert.ok(isTake({ ...TAKE, scrapes: [scrape] }));
  const wrong = [
    null,
    3,
    [],
    {},
    { strikes: {} },
    { strikes: [null] },
    { ...TAKE, scrapes: {} },
    { ...TAKE, scrapes: [{ ...scrape, path: "x" }] },
    { ...TAKE, scrapes: [{ ...scrape, path: [] }] },
    { ...TAKE, holds: [3] },
    { ...TAKE, keys: "C" },
    { ...TAKE, length: "long" },
    { ...TAKE, length: null },
  ];
  for (const one of wrong) assert.ok(!isTake(one), JSON.stringify(one));
});

test("a take follows the names of bodies, and loses what is about bodies that are gone", () => {
  const named = withName(TAKE, "bell", "gong");
  assert.deepEqual([named.strikes[2].target, named.holds?.[0].target], ["gong", "gong"]);
  const bodies = (/** @type {string[]} */ ...names) =>
    names.map((name) => ({ name, modes: { frequency: 1, mass: 1 } }));
  const left = takeOn(TAKE, bodies("mallet", "bar"));
  assert.deepEqual([times(left), left?.holds], [[0, 0.31], []]);
  const lent = { strikes: [{ ...strike(0), hammer: null }] };
  assert.deepEqual(takeOn(lent, bodies("bar"))?.strikes, lent.strikes, "a hammer that is lent has no name");
  assert.equal(takeOn(TAKE, bodies("mallet")), null);
});

test("a take that was played on another shape is at the nearest places", () => {
  const played = {
    strikes: [{ ...strike(0), place: 0.3 }, strike(1)],
    scrapes: [{ time: 0, target: "bar", path: [0.1, 0.2] }],
  };
  const on = (/** @type {import("../types/scene.js").Shape} */ shape) =>
    takeOn(played, [
      { name: "mallet", mass: 1 },
      { name: "bar", shape },
    ]);
  const onBowl = on({ kind: "bowl", diameter: 0.2, thickness: 0.003 });
  assert.deepEqual(
    onBowl?.strikes.map((one) => one.place),
    [[0.6, 0.04], undefined],
  );
  assert.deepEqual(onBowl?.scrapes?.[0].path, [
    [0.6, 0.04],
    [0.6, 0.04],
  ]);
  const isSame = on({ kind: "bar", length: 0.3, width: 0.03, thickness: 0.01, ends: "free" });
  assert.deepEqual([isSame?.strikes, isSame?.scrapes], [played.strikes, played.scrapes]);
});

test("a take is of strikes or of notes, whichever were played last", () => {
  const note = (/** @type {number} */ time, velocity = 0.7) => ({ time, key: 60, velocity });
  const keys = /** @type {[number, number]} */ ([48, 72]);
  const one = noted(TAKE, note(0.2, 0), keys);
  assert.deepEqual(one, { strikes: [], keys, notes: [note(0.2, 0)] });
  const two = noted(one, note(0.1), keys);
  assert.deepEqual(two.notes, [note(0.1), note(0.2, 0)]);
  assert.ok(hasSound(two) && isTake(two));
  assert.ok(!isTake({ ...two, notes: [{ time: "now" }] }));
  assert.deepEqual(added(two, strike(1)), { strikes: [strike(1)] });
});
