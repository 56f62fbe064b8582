// Which keys suit what stands beside them: the page offers no other, so that nothing it adds is refused.

import { hammers, rings } from "./bodies.js";
import { fitted, placesOf } from "./places.js";
import { ofFields } from "./ranges.js";
import { kinds } from "./schema.js";
import { shapeSchema } from "./shapes.js";

/**
 * @typedef {import("./schema.js").Schema} Schema
 * @typedef {import("../lib/api.js").Scene} Scene
 * @typedef {import("../lib/path.js").Path} Path
 */

const SHAPED = ["support", "edge_loss", "q", "decay", "highest_mode"];
const MODAL = ["points", "mode_displacement", "mode_velocity"];
const MOVING = ["hardness", "hardest_blow", "gravity", "velocity", "displacement", "force"];

/**
 * What a body is, by the one key that says it, and the keys that then mean nothing.
 * @type {Record<string, string[]>}
 */
const MEANINGLESS = {
  mass: [...SHAPED, ...MODAL],
  shape: ["hardness", "hardest_blow", ...MODAL],
  modes: [...SHAPED, ...MOVING],
  wall: [...SHAPED, ...MODAL, ...MOVING],
};

/** The key that says what a body is. @param {any} body */
export const natureOf = (body) => Object.keys(MEANINGLESS).find((key) => body?.[key] !== undefined) ?? "mass";

/** Keys of which a body has one alone. */
const ONE_OF = [["q", "decay"]];

/** Whether a pickup is a listener in the room. @param {any} pickup @param {any} body that it names */
export function isListener(pickup, body) {
  if (pickup.distance !== undefined || pickup.direction !== undefined || pickup.quantity === "pressure") return true;
  const isKnown = body?.shape ? !shapeSchema(body).silent : body?.mass !== undefined && (body.material || body.radius);
  return (
    pickup.at === undefined && (pickup.quantity ?? "pressure") === "pressure" && (!pickup.body || Boolean(isKnown))
  );
}

/**
 * Whether a table may get a key.
 * @param {Scene} scene @param {Path} path of the table @param {any} table @param {string} key
 */
export function isOffered(scene, path, table, key) {
  if (path.length === 2 && path[0] === "body") {
    const nature = natureOf(table);
    if (key in MEANINGLESS && key !== nature) return false;
    return (
      !MEANINGLESS[nature].includes(key) &&
      !ONE_OF.some((some) => some.includes(key) && some.some((one) => table[one] !== undefined))
    );
  }
  if (path[0] === "pickup" && path.length === 2) {
    const body = scene.body?.find((/** @type {any} */ one) => one.name === table.body);
    if (key === "at") return Boolean(body && placed(body)) && !isListener(table, body);
    if (["distance", "direction", "at_once"].includes(key)) return isListener(table, body);
  }
  if (path[0] === "contact" && path.length === 2 && key === "along") {
    const shaped = (scene.body ?? []).filter(
      (/** @type {any} */ one) => table.between?.includes(one.name) && one.shape,
    );
    return shaped.length === 1 && placesOf(shaped[0]) === "line" && table.at?.[shaped[0].name] === undefined;
  }
  if (path[0] === "strikes" && key === "at") return Boolean(struckBy(scene, table.body)?.shape);
  if (path.length === 0 && key === "instrument") return Boolean(striking(scene));
  return true;
}

/** Whether a body has places in numbers. @param {any} body */
const placed = (body) => fitted(body, undefined) !== undefined;

/**
 * The keys of a table that may not be left out.
 * @param {Path} path @param {any} table @param {Schema} schema @returns {string[]}
 */
export function neededIn(path, table, schema) {
  const listed = schema.required ?? [];
  if (path[0] !== "body" || path.length !== 2) return listed;
  const nature = natureOf(table);
  // The law of a contact follows from the hardness of a hammer, or else from materials.
  const touched = nature === "mass" && table.hardness !== undefined && !table.material ? "hardness" : "material";
  const isSoft = nature === "mass" && table.hardness !== undefined && table.material;
  return [...listed, nature, ...(isSoft ? [] : [touched])];
}

/** Which of two or more keys a table has one of, by its schema. @param {Schema} schema @returns {string[]} */
export function exclusive(schema) {
  const branches = /** @type {any[]} */ (schema.properties?.kind ? (schema.oneOf ?? []) : []);
  return branches.every((branch) => branch.required?.length === 1) ? branches.map((branch) => branch.required[0]) : [];
}

/** A free mass and the body that rings that it touches. @param {Scene} scene */
function striking(scene) {
  const isRinging = (/** @type {string} */ name) =>
    rings(scene.body?.find((/** @type {any} */ one) => one.name === name));
  return hammers(scene).find((one) => isRinging(one.target));
}

/** The body that a mass strikes: the other one of its first contact. @param {Scene} scene @param {string} name */
export function struckBy(scene, name) {
  const contact = scene.contact?.find((/** @type {any} */ one) => one.between?.includes(name));
  const other = contact?.between.find((/** @type {string} */ one) => one !== name);
  return scene.body?.find((/** @type {any} */ body) => body.name === other);
}

/** Free masses in contact with something. @param {Scene} scene @returns {any[]} */
export const touchingMasses = (scene) =>
  (scene.body ?? []).filter((/** @type {any} */ body) => natureOf(body) === "mass" && struckBy(scene, body.name));

/**
 * A gesture of a kind for bodies of the scene, or nothing where none can make it.
 * @param {Schema} root @param {Scene} scene @param {Schema} branch of the kind @param {any} [old] the gesture before
 */
export function usualGesture(root, scene, branch, old = {}) {
  const { properties } = branch;
  // Only a hand makes a path.
  if (properties.path) return null;
  const isTaken = new Set(
    (scene.gesture ?? [])
      .filter((/** @type {any} */ one) => one !== old)
      .flatMap((/** @type {any} */ one) => one.bodies ?? [one.body]),
  );
  const rollable = (/** @type {any} */ body) =>
    !properties.on ||
    (Boolean(struckBy(scene, body.name)?.shape) && (body.material !== undefined || body.radius !== undefined));
  // A hand damps what rings; everything else is done with a free mass.
  /** @type {any[]} */
  const able =
    properties.kind.const === "damp"
      ? (scene.body ?? []).filter(rings)
      : touchingMasses(scene).filter((body) => !isTaken.has(body.name) && rollable(body));
  const held = able.find((body) => body.name === (old.body ?? old.bodies?.[0])) ?? able[0];
  if (!held) return null;
  /** @type {Record<string, any>} */
  const gesture = { ...ofFields(root, branch, old), kind: properties.kind.const };
  if (properties.body) gesture.body = held.name;
  if (properties.bodies) gesture.bodies = [held.name];
  const ground = struckBy(scene, held.name);
  if (properties.on) gesture.on = ground.name;
  if (properties.from) [gesture.from, gesture.to] = [fitted(ground, 0.1), fitted(ground, 0.9)];
  return gesture;
}

/**
 * The kinds of gestures that bodies of the scene can make.
 * @param {Schema} root @param {Schema} schema @param {Scene} scene @param {any} [old]
 */
export const possibleGestures = (root, schema, scene, old) =>
  kinds(root, schema).filter(([, branch]) => usualGesture(root, scene, branch, old) !== null);

/**
 * The first value of a key that has to suit its neighbours; nothing where any will do.
 * @param {Scene} scene @param {Path} path of the table @param {any} table @param {string} key
 */
export function suited(scene, path, table, key) {
  if (path[0] === "contact" && key === "name") return (table.between ?? []).join("-");
  if (path[0] === "strikes" && key === "at") return fitted(struckBy(scene, table.body), undefined);
  if (path[0] === "contact" && key === "at") {
    const places = (table.between ?? []).map((/** @type {string} */ name) => {
      const body = scene.body?.find((/** @type {any} */ one) => one.name === name);
      return [name, body?.shape ? fitted(body, undefined) : undefined];
    });
    return Object.fromEntries(places.filter((/** @type {any} */ [, place]) => place !== undefined));
  }
  return undefined;
}
