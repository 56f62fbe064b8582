// Whatever is chosen from the pictures, and whatever the page offers to add, is a scene that the engine takes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { Fields } from "../../assets/controls/fields.js";
import { get, set } from "../../assets/lib/path.js";
import { Store } from "../../assets/lib/store.js";
import { OWN_MODES, STRIKERS, newScene } from "../../assets/scene/build.js";
import { GUIDES } from "../../assets/scene/guides.js";
import { exclusive, isOffered, possibleGestures, usualGesture } from "../../assets/scene/offers.js";
import { fieldsOf, resolved } from "../../assets/scene/schema.js";
import { shapeKinds } from "../../assets/scene/shapes.js";
import { carom } from "../studio.js";
import { SCHEMA } from "./schema.js";

/** @import { Scene } from "../types/scene.js" */

const directory = mkdtempSync(path.join(tmpdir(), "carom-"));
after(() => rmSync(directory, { recursive: true }));
let count = 0;

/** What the engine says against a scene; nothing if it takes it. @param {object} scene */
function refusal(scene) {
  count += 1;
  const file = path.join(directory, `${count}.json`);
  writeFileSync(file, JSON.stringify(scene));
  try {
    execFileSync(carom(), ["modes", file], { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
    return null;
  } catch (error) {
    return String(get(error, ["stderr"]));
  }
}

test("the engine refuses what is wrong", () => {
  const scene = newScene(SCHEMA, STRIKERS[0], "glass", "plate", "air");
  assert.match(refusal(scene) ?? "", /air cannot be touched/);
});

const KINDS = [...shapeKinds(SCHEMA).map(([kind]) => kind), OWN_MODES];

test("every shape, struck by a ball and by a mallet, is valid", () => {
  for (const kind of KINDS)
    for (const striker of [STRIKERS[0], STRIKERS[3]])
      assert.equal(refusal(newScene(SCHEMA, striker, "glass", kind, "steel")), null, kind);
});

test("a glass ball on a steel plate is called so", () => {
  const scene = newScene(SCHEMA, STRIKERS[0], "glass", "plate", "steel");
  assert.equal(scene.title, "A glass ball on a steel plate");
  assert.deepEqual(scene.contact?.[0].between, ["ball", "plate"]);
  assert.equal(newScene(SCHEMA, STRIKERS[2], "", "bar", "aluminium").title, "A soft mallet on an aluminium bar");
});

test("every guide sets up a valid scene, and is not done before anything was done", () => {
  for (const guide of GUIDES) {
    const state = { scene: guide.scene(SCHEMA), take: null };
    assert.equal(refusal(state.scene), null, guide.id);
    assert.equal(guide.isDone(state, state), false, guide.id);
  }
});

/**
 * Adds each key that is offered to a table of a scene.
 * @param {Scene} scene @param {import("../../assets/lib/path.js").Path} at
 * @param {import("../types/schema.js").Schema} given
 */
function addAll(scene, at, given) {
  const store = new Store();
  store.state = { scene, take: null };
  const fields = new Fields(SCHEMA, store);
  const schema = resolved(SCHEMA, given);
  const table = get(scene, at) ?? {};
  const single = exclusive(schema);
  for (const [key, field] of Object.entries(fieldsOf(SCHEMA, given))) {
    if (get(table, [key]) !== undefined || field.const !== undefined || !isOffered(scene, at, key)) continue;
    const rest = Object.fromEntries(
      Object.entries(table).filter(([name]) => !(single.includes(key) && single.includes(name))),
    );
    const fresh = fields.fresh(key, field, at);
    const refused = refusal(set(scene, at, { ...rest, [key]: fresh }));
    assert.equal(refused, null, `${at.join(".")} + ${key}: ${JSON.stringify(fresh)}`);
  }
}

test("every key that is offered may be added as it begins", () => {
  const { $defs } = SCHEMA;
  const plate = newScene(SCHEMA, STRIKERS[0], "glass", "plate", "steel");
  const scenes = [
    plate,
    newScene(SCHEMA, STRIKERS[3], "", OWN_MODES, "steel"),
    newScene(SCHEMA, STRIKERS[1], "glass", "round-plate", "steel"),
  ];
  scenes.push({
    ...plate,
    strikes: [{ body: "ball", time: 0.5, velocity: 1 }],
    pickup: [{ body: "plate", at: [0, 0] }],
  });
  for (const scene of scenes) {
    for (const i of scene.body?.keys() ?? []) addAll(scene, ["body", i], $defs.Body);
    addAll(scene, ["contact", 0], $defs.Contact);
    for (const i of scene.pickup?.keys() ?? []) addAll(scene, ["pickup", i], $defs.Pickup);
    if (scene.strikes) addAll(scene, ["strikes", 0], $defs.Strike);
  }
  for (const kind of ["string", "string-on-board", "bar", "membrane"])
    addAll(
      newScene(SCHEMA, STRIKERS[3], "", kind, "steel"),
      ["body", 1, "shape"],
      shapeKinds(SCHEMA).find(([name]) => name === kind)?.[1] ?? {},
    );
});

test("every gesture that is offered can be made", () => {
  const scene = newScene(SCHEMA, STRIKERS[0], "glass", "plate", "steel");
  delete scene.body?.[0].velocity;
  const all = possibleGestures(SCHEMA, SCHEMA.$defs.Gesture, scene);
  assert.ok(all.length >= 4);
  for (const [kind, branch] of all) {
    const gesture = usualGesture(SCHEMA, scene, branch);
    assert.equal(refusal({ ...scene, gesture: [gesture] }), null, kind);
  }
});
