// What is kept between visits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keep, storage } from "../../assets/lib/keep.js";

const box = () => {
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
};
const state = (/** @type {Partial<import("../types/scene.js").Scene>} */ more = {}) => ({
  scene: { version: 1, body: [{ name: "a", mass: 1 }], ...more },
  take: null,
});
let last = 0;
const fresh = () => {
  last += 1;
  return String(last);
};

test("work comes back as it was; what is damaged is as if it were not there", () => {
  const storage = box();
  const keep = new Keep(storage);
  assert.equal(keep.work(), null);
  const work = { from: "gallery:gong", state: state({ title: "x" }), opened: state() };
  keep.saveWork(work);
  assert.deepEqual(new Keep(storage).work(), work);
  for (const bad of ["{", "3", '{"from":"x","state":{}}', "null"]) {
    storage.setItem("carom.work", bad);
    storage.setItem("carom.shelf", bad);
    assert.equal(keep.work(), null, bad);
    assert.deepEqual(keep.shelf(), [], bad);
  }
});

test("own work goes on the shelf when it is left, once; strikes alone make nothing one's own", () => {
  const keep = new Keep(box());
  const struck = state({ level: { full_scale: 2 }, contact: [{ between: ["a", "b"], at: { b: 0.4 } }] });
  const opened = state({ contact: [{ between: ["a", "b"], at: { b: 0.1 } }] });
  keep.leave({ from: "gallery:gong", state: struck, opened }, fresh);
  assert.deepEqual(keep.shelf(), []);
  keep.leave({ from: "gallery:gong", state: state({ title: "mine" }), opened: state() }, fresh);
  const [own] = keep.shelf();
  assert.equal(own.state.scene.title, "mine");
  keep.leave({ from: `own:${own.id}`, state: state({ title: "better" }), opened: own.state }, fresh);
  assert.deepEqual(
    keep.shelf().map((one) => one.state.scene.title),
    ["better"],
  );
  keep.leave({ from: "new", state: state(), opened: state() }, fresh);
  assert.equal(keep.shelf().length, 2);
  keep.remove(own.id);
  assert.equal(keep.shelf().length, 1);
});

test("the shelf has an end, and a browser that keeps nothing is no error", () => {
  const keep = new Keep(box());
  for (let i = 0; i < 40; i += 1) keep.shelve({ id: String(i), state: state() });
  assert.equal(keep.shelf().length, 24);
  assert.equal(keep.shelf()[0].id, "39");
  // Here, as in a browser that blocks it, there is no storage.
  const without = new Keep(storage);
  without.shelve({ id: "1", state: state() });
  assert.deepEqual(without.shelf(), []);
  assert.equal(without.work(), null);
});
