// Which keys suit what stands beside them: the page offers no other, so that nothing it adds is refused.

import { get } from "../lib/path.js";
import { bodyNamed, contactOfBody, hammers, movedBy, rings } from "./bodies.js";
import { fitted, placesOf } from "./places.js";
import { ofFields } from "./ranges.js";
import { kinds } from "./schema.js";
import { shapeSchema } from "./shapes.js";

/**
 * @import { Body, Gesture, Pickup, Scene } from "../../browser/types/scene.js"
 * @import { Root, Schema, TableSchema } from "../../browser/types/schema.js"
 * @import { Path } from "../lib/path.js"
 */

const SHAPED = ["support", "edge_loss", "q", "decay", "highest_mode"];
const MODAL = ["points", "mode_displacement", "mode_velocity"];
const MOVING = ["hardness", "hardest_blow", "gravity", "velocity", "displacement", "force"];

/** What a body is, by the one key that says it, and the keys that then mean nothing. */
const MEANINGLESS = {
  mass: [...SHAPED, ...MODAL],
  shape: ["hardness", "hardest_blow", ...MODAL],
  modes: [...SHAPED, ...MOVING],
  wall: [...SHAPED, ...MODAL, ...MOVING],
};
const NATURES = /** @type {const} */ (["mass", "shape", "modes", "wall"]);

/** The key that says what a body is. @param {Body | undefined} body */
export const natureOf = (body) => NATURES.find((key) => body?.[key] !== undefined) ?? "mass";

/** Keys of which a body has one alone. */
const ONE_OF = ["q", "decay"];

/** Whether a pickup is a listener in the room. @param {Pickup} pickup @param {Body | undefined} body that it names */
export function isListener(pickup, body) {
  if (pickup.distance !== undefined || pickup.direction !== undefined || pickup.quantity === "pressure") return true;
  const isKnown = body?.shape ? !shapeSchema(body).silent : body?.mass !== undefined && (body.material || body.radius);
  return (
    pickup.at === undefined && (pickup.quantity ?? "pressure") === "pressure" && (!pickup.body || Boolean(isKnown))
  );
}

/** Whether a table may get a key. @param {Scene} scene @param {Path} path of the table @param {string} key */
export function isOffered(scene, path, key) {
  const [list, index] = [path[0], Number(path[1])];
  if (path.length === 0) return key !== "instrument" || Boolean(striking(scene));
  if (path.length !== 2) return true;
  if (list === "body") {
    const body = scene.body?.[index];
    const nature = natureOf(body);
    const isOther = key in MEANINGLESS && key !== nature;
    const isTaken = ONE_OF.includes(key) && ONE_OF.some((one) => get(body, [one]) !== undefined);
    return !isOther && !isTaken && !MEANINGLESS[nature].includes(key);
  }
  if (list === "pickup") {
    const pickup = scene.pickup?.[index] ?? {};
    const body = bodyNamed(scene, pickup.body);
    if (key === "at") return fitted(body, undefined) !== undefined && !isListener(pickup, body);
    if (["distance", "direction", "at_once"].includes(key)) return isListener(pickup, body);
  }
  if (list === "contact" && key === "along") {
    const { between = [], at = {} } = scene.contact?.[index] ?? {};
    const shaped = (scene.body ?? []).filter(({ name, shape }) => shape && between.some((one) => one === name));
    return shaped.length === 1 && placesOf(shaped[0]) === "line" && at[shaped[0].name] === undefined;
  }
  return list !== "strikes" || key !== "at" || Boolean(struckBy(scene, scene.strikes?.[index]?.body)?.shape);
}

/**
 * The keys of a table that may not be left out.
 * @param {Scene} scene @param {Path} path of the table @param {Schema} schema @returns {string[]}
 */
export function neededIn(scene, path, schema) {
  const listed = schema.required ?? [];
  if (path[0] !== "body" || path.length !== 2) return listed;
  const body = scene.body?.[Number(path[1])];
  const nature = natureOf(body);
  // The law of a contact follows from the hardness of a hammer, or else from materials.
  const isHammer = nature === "mass" && body?.hardness !== undefined;
  const touched = isHammer && !body.material ? ["hardness"] : isHammer ? [] : ["material"];
  return [...listed, nature, ...touched];
}

/** Which of two or more keys a table has one of, by its schema. @param {Schema} schema */
export function exclusive(schema) {
  const branches = schema.properties?.kind ? (schema.oneOf ?? []) : [];
  const single = branches.flatMap(({ required = [] }) => (required.length === 1 ? required : []));
  return single.length === branches.length ? single : [];
}

/** A free mass and the body that rings that it touches. @param {Scene} scene */
const striking = (scene) => hammers(scene).find((one) => rings(bodyNamed(scene, one.target)));

/** The body that a mass strikes: the other one of its first contact. @param {Scene} scene @param {string | undefined} name */
export function struckBy(scene, name = "") {
  return bodyNamed(
    scene,
    contactOfBody(scene, name)?.between.find((one) => one !== name),
  );
}

/** Free masses in contact with something. @param {Scene} scene */
export const touchingMasses = (scene) =>
  (scene.body ?? []).filter((body) => natureOf(body) === "mass" && struckBy(scene, body.name));

/**
 * A gesture of a kind for bodies of the scene, or nothing where none can make it.
 * @param {Root} root @param {Scene} scene @param {TableSchema} branch of the kind
 * @param {Gesture} [old] the gesture before
 */
export function usualGesture(root, scene, branch, old) {
  const { properties } = branch;
  // Only a hand makes a path.
  if (properties.path) return null;
  const taken = new Set((scene.gesture ?? []).filter((one) => one !== old).flatMap(movedBy));
  const rollable = (/** @type {Body} */ body) =>
    !properties.on ||
    (Boolean(struckBy(scene, body.name)?.shape) && (body.material !== undefined || body.radius !== undefined));
  // A hand damps what rings; everything else is done with a free mass.
  const able =
    properties.kind.const === "damp"
      ? (scene.body ?? []).filter(rings)
      : touchingMasses(scene).filter((body) => !taken.has(body.name) && rollable(body));
  const held = able.find((body) => old && body.name === movedBy(old)[0]) ?? able[0];
  if (!held) return null;
  const ground = struckBy(scene, held.name);
  return {
    ...ofFields(root, branch, old),
    kind: properties.kind.const,
    ...(properties.body ? { body: held.name } : {}),
    ...(properties.bodies ? { bodies: [held.name] } : {}),
    ...(properties.on ? { on: ground?.name } : {}),
    ...(properties.from ? { from: fitted(ground, 0.1), to: fitted(ground, 0.9) } : {}),
  };
}

/**
 * The kinds of gestures that bodies of the scene can make.
 * @param {Root} root @param {Schema} schema @param {Scene} scene @param {Gesture} [old]
 */
export const possibleGestures = (root, schema, scene, old) =>
  kinds(root, schema).filter(([, branch]) => usualGesture(root, scene, branch, old) !== null);

/**
 * The first value of a key that has to suit its neighbours; nothing where any will do.
 * @param {Scene} scene @param {Path} path of the table @param {string} key
 */
export function suited(scene, path, key) {
  const index = Number(path[1]);
  if (path[0] === "strikes" && key === "at") return fitted(struckBy(scene, scene.strikes?.[index]?.body), undefined);
  if (path[0] !== "contact") return undefined;
  const between = scene.contact?.[index]?.between ?? [];
  if (key === "name") return between.join("-");
  return key === "at" ? placesOn(scene, between) : undefined;
}

/** Usual places on those of some bodies that have a shape, by name. @param {Scene} scene @param {string[]} names */
export const placesOn = (scene, names) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const place = fitted(bodyNamed(scene, name), undefined);
      return place === undefined ? [] : [[name, place]];
    }),
  );
