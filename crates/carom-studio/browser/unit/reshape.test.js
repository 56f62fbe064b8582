// What a larger body makes necessary.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./schema.js";
import { withRoom } from "../../assets/scene/reshape.js";

/** @param {number} diameter @returns {import("../types/scene.js").Body} */
const bowl = (diameter) => ({
  name: "bowl",
  material: "bronze",
  shape: { kind: "bowl", diameter, thickness: 0.003 },
});

test("no listener stays inside a body that grows; others stay where they are", () => {
  /** @type {import("../types/scene.js").Pickup[]} */
  const pickup = [{}, { distance: 9 }, { body: "bowl", at: [0.5, 0] }, { body: "bowl", distance: 0.5 }];
  const scene = { version: 1, body: [{ name: "ball", mass: 1 }, bowl(4)], pickup };
  const moved = withRoom(scene).pickup;
  const [point, near] = [
    { body: "bowl", at: [0.5, 0] },
    { body: "bowl", distance: 5 },
  ];
  assert.deepEqual(moved, [{ distance: 5 }, { distance: 9 }, point, near]);
  const small = { ...scene, body: [bowl(0.2)] };
  assert.equal(withRoom(small), small, "nothing to do");
});
