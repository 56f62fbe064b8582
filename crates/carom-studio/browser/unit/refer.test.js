// What is removed or renamed takes with it what refers to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SCHEMA } from "./schema.js";
import { contactOf, isLast, renamed, touching, untouched, without, wrongName } from "../../assets/scene/refer.js";

/** @satisfies {import("../types/scene.js").Scene} */
const SCENE = {
  version: 1,
  body: [
    { name: "ball", mass: 0.01, material: "glass" },
    { name: "plate", material: "steel", shape: { kind: "plate", length: 0.3, width: 0.2, thickness: 0.002 } },
    { name: "bar", material: "steel", shape: { kind: "bar", length: 0.3, width: 0.02, thickness: 0.002 } },
  ],
  contact: [
    { between: ["ball", "plate"], at: { plate: [0.2, 0.3] } },
    { between: ["plate", "bar"], law: { kind: "spring", stiffness: 1, exponent: 1 } },
  ],
  strikes: [{ body: "ball", time: 1, velocity: 1 }],
  gesture: [{ kind: "bounce", body: "ball", height: 0.1 }],
  pickup: [{ body: "plate", at: [0, 0] }, {}],
  instrument: { hammer: "ball", object: "plate" },
};
/** Every name that a scene without its bodies refers to. @param {import("../types/scene.js").Scene} scene */
const referred = ({ body: _, ...scene }) => JSON.stringify(scene);

test("without a body nothing refers to it", () => {
  const { scene, gone } = without(SCENE, "body", 1);
  assert.ok(!referred(scene).includes("plate"), referred(scene));
  assert.deepEqual(gone, ["2 contacts", "a strike", "a gesture", "a pickup"]);
  assert.deepEqual(scene.instrument, { hammer: "ball" });
  assert.equal(SCENE.contact?.length, 2, "the scene before is as it was");
});

test("without a contact nothing happens through it, and the rest stays", () => {
  const { scene, gone } = without(SCENE, "contact", 0);
  assert.deepEqual(scene.contact?.length, 1);
  assert.deepEqual([scene.strikes, scene.gesture], [undefined, undefined]);
  assert.deepEqual(gone, ["a strike", "a gesture"]);
  assert.equal(without(SCENE, "contact", 1).scene.strikes?.length, 1);
  assert.deepEqual(without(SCENE, "pickup", 0).scene.pickup, [{}]);
});

test("the last thing that can be struck is known", () => {
  assert.equal(isLast(SCENE, 1), false);
  assert.equal(isLast(without(SCENE, "body", 2).scene, 1), true);
});

test("a new name stands everywhere", () => {
  const scene = renamed(SCENE, 1, "sheet");
  assert.ok(!referred(scene).includes("plate"), referred(scene));
  assert.deepEqual(scene.contact?.[0].at, { sheet: [0.2, 0.3] });
  assert.equal(scene.instrument?.object, "sheet");
  assert.equal(wrongName(SCENE, 1, "sheet"), null);
  assert.match(wrongName(SCENE, 1, "bar") ?? "", /another body/);
  assert.match(wrongName(SCENE, 1, " ") ?? "", /missing/);
});

test("keys of an instrument that strike bodies go and are renamed with them", () => {
  /** @type {import("../types/scene.js").Scene} */
  const chimes = { ...SCENE, instrument: { hammer: "ball", objects: { 60: "plate", 62: "bar", 64: "plate" } } };
  assert.deepEqual(without(chimes, "body", 1).scene.instrument, { hammer: "ball", objects: { 62: "bar" } });
  assert.deepEqual(renamed(chimes, 1, "tube").instrument?.objects, { 60: "tube", 62: "bar", 64: "tube" });
  const single = { ...chimes, instrument: { objects: { 60: "plate" }, damper: 0 } };
  assert.deepEqual(without(single, "body", 1).scene.instrument, { damper: 0 }, "no key is left");
});

/** Where a schema says that a value is the name of a body. @param {unknown} schema @param {string} at @returns {string[]} */
function namings(schema, at) {
  if (typeof schema !== "object" || schema === null) return [];
  const { description = "", type, properties } = /** @type {import("../types/schema.js").Schema} */ (schema);
  const isName =
    type &&
    !properties &&
    /\bnames? of (a|two|the) (body|bodies|ball)|each (a body|body by its name)/.test(description);
  return [...(isName ? [at] : []), ...Object.entries(schema).flatMap(([key, one]) => namings(one, `${at}.${key}`))];
}

test("every field that the schema says names bodies is followed", () => {
  const fields = namings(SCHEMA.$defs, "").map((at) => at.replace(/\.(properties|oneOf\.\d+)/g, ""));
  assert.deepEqual([...new Set(fields)].sort(), [
    ".Contact.at",
    ".Contact.between",
    ".Gesture.bodies",
    ".Gesture.body",
    ".Gesture.on",
    ".InstrumentSpec.hammer",
    ".InstrumentSpec.object",
    ".InstrumentSpec.objects",
    ".Pickup.body",
    ".Strike.body",
  ]);
});

test("a contact comes with places, and with a law where bodies give none", () => {
  assert.deepEqual(contactOf(SCENE, "ball", "bar"), { between: ["ball", "bar"], at: { bar: 0.28 } });
  assert.equal(contactOf(SCENE, "plate", "bar").law?.kind, "hunt-crossley", "two flat faces have no law of Hertz");
  assert.deepEqual(untouched(SCENE), ["ball", "bar"]);
  const { contact } = touching(SCENE, 0, 1, "bar");
  assert.deepEqual(contact?.[0], { between: ["ball", "bar"], at: { bar: 0.28 } });
  assert.deepEqual(touching(SCENE, 0, 0, "plate").contact?.[0].between, ["plate", "ball"], "the two change sides");
});
