// Takes things out of a scene, and renames them, with everything that refers to them: what is left is whole.

import { targets } from "./bodies.js";
import { fitted } from "./places.js";

/**
 * @typedef {import("../lib/api.js").Scene} Scene
 * @typedef {{ scene: Scene, gone: string[] }} Rest a scene without something, and what went with it
 */

/** The lists of a scene whose elements refer to bodies, and the word for one element. @type {[string, string][]} */
const LISTS = [
  ["contact", "contact"],
  ["strikes", "strike"],
  ["gesture", "gesture"],
  ["pickup", "pickup"],
];

/** The names of the bodies that an element needs. @param {any} item @returns {string[]} */
const names = (item) =>
  [item.body, item.on, ...(item.bodies ?? []), ...(item.between ?? [])].filter((name) => name !== undefined);

/**
 * The scene without a body, and without what touches, strikes, moves or hears it.
 * @param {Scene} scene @param {number} index @returns {Rest}
 */
export function withoutBody(scene, index) {
  const { name } = scene.body[index];
  const isTwin = scene.body.some(
    (/** @type {any} */ body, /** @type {number} */ i) => i !== index && body.name === name,
  );
  const body = scene.body.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== index);
  return whole({ ...scene, body }, scene, (item) => !isTwin && names(item).includes(name));
}

/**
 * The scene without an element of a list; without a contact, what happened through it is gone too.
 * @param {Scene} scene @param {string} list @param {number} index @returns {Rest}
 */
export function without(scene, list, index) {
  if (list === "body") return withoutBody(scene, index);
  const rest = scene[list].filter((/** @type {any} */ _, /** @type {number} */ i) => i !== index);
  return whole({ ...scene, [list]: rest }, scene, () => false, list);
}

/**
 * Drops elements until nothing refers to what is not there.
 * @param {Scene} given @param {Scene} before @param {(item: any) => boolean} isGone
 * @param {string} [list] that was asked for
 * @returns {Rest}
 */
function whole(given, before, isGone, list) {
  /** @type {Scene} */
  const scene = { ...given };
  if (scene.contact) scene.contact = scene.contact.filter((/** @type {any} */ one) => !isGone(one));
  const touched = new Set((scene.contact ?? []).flatMap((/** @type {any} */ one) => one.between ?? []));
  const hadContact = new Set((before.contact ?? []).flatMap((/** @type {any} */ one) => one.between ?? []));
  const isAlone = (/** @type {any} */ item) => names(item).some((name) => hadContact.has(name) && !touched.has(name));
  for (const key of ["strikes", "gesture"]) {
    if (scene[key]) scene[key] = scene[key].filter((/** @type {any} */ one) => !isGone(one) && !isAlone(one));
  }
  if (scene.pickup) scene.pickup = scene.pickup.filter((/** @type {any} */ one) => !isGone(one));
  for (const [key] of LISTS) if (scene[key]?.length === 0) delete scene[key];
  if (scene.instrument) {
    const names = new Set((scene.body ?? []).map((/** @type {any} */ one) => one.name));
    const kept = Object.entries(scene.instrument).filter(
      ([key, value]) => !["hammer", "object"].includes(key) || names.has(value),
    );
    scene.instrument = Object.fromEntries(kept);
  }
  const gone = LISTS.filter(([key]) => key !== list).flatMap(([key, word]) => {
    const count = (before[key]?.length ?? 0) - (scene[key]?.length ?? 0);
    return count ? [count === 1 ? `a ${word}` : `${count} ${key === "strikes" ? key : `${word}s`}`] : [];
  });
  return { scene, gone };
}

/** Whether a body is the only one that can be struck. @param {Scene} scene @param {number} index */
export function isLast(scene, index) {
  const all = targets(scene);
  return all.length === 1 && all[0].index === index;
}

/**
 * The scene in which a body has another name, everywhere.
 * @param {Scene} scene @param {number} index @param {string} name @returns {Scene}
 */
export function renamed(scene, index, name) {
  const old = scene.body[index].name;
  const change = (/** @type {any} */ value) => (value === old ? name : value);
  /** @type {Scene} */
  const next = { ...scene, body: scene.body.with(index, { ...scene.body[index], name }) };
  for (const [key] of LISTS) {
    if (!scene[key]) continue;
    next[key] = scene[key].map((/** @type {any} */ item) => {
      const copy = { ...item };
      for (const field of ["body", "on"]) if (field in copy) copy[field] = change(copy[field]);
      for (const field of ["bodies", "between"]) if (copy[field]) copy[field] = copy[field].map(change);
      if (key === "contact" && copy.at && old in copy.at) {
        copy.at = Object.fromEntries(Object.entries(copy.at).map(([body, at]) => [change(body), at]));
      }
      return copy;
    });
  }
  if (scene.instrument) {
    const own = Object.entries(scene.instrument);
    next.instrument = Object.fromEntries(
      own.map(([key, value]) => [key, ["hammer", "object"].includes(key) ? change(value) : value]),
    );
  }
  return next;
}

/**
 * What is wrong with a new name of a body, or nothing.
 * @param {Scene} scene @param {number} index @param {string} name
 */
export function wrongName(scene, index, name) {
  if (!name.trim()) return "a name is missing";
  const isTaken = scene.body.some(
    (/** @type {any} */ body, /** @type {number} */ i) => i !== index && body.name === name,
  );
  return isTaken ? `another body has the name “${name}”` : null;
}

/**
 * The scene in which a contact has another body on one side; the bodies swap where it is the other one already.
 * @param {Scene} scene @param {number} index @param {number} side 0 or 1 @param {string} name @returns {Scene}
 */
export function touching(scene, index, side, name) {
  const old = scene.contact[index];
  const between = old.between.includes(name) ? [...old.between].reverse() : old.between.with(side, name);
  const kept = Object.entries(old.at ?? {}).filter(([body]) => between.includes(body));
  const { at, law, name: title, ...rest } = old;
  const next = contactOf(scene, between[0], between[1]);
  const places = { ...next.at, ...Object.fromEntries(kept) };
  const contact = {
    ...rest,
    ...(title === undefined ? {} : { name: title }),
    between,
    ...(Object.keys(places).length ? { at: places } : {}),
    ...((law ?? next.law) ? { law: law ?? next.law } : {}),
  };
  return { ...scene, contact: scene.contact.with(index, contact) };
}

/** A law for bodies of which nothing is known that gives one. */
const USUAL_LAW = { kind: "hunt-crossley", stiffness: 1e7, exponent: 1.5, restitution: 0.8, speed: 1 };

/**
 * A contact between two bodies, at usual places, with a law where none follows from the bodies.
 * @param {Scene} scene @param {string} first @param {string} second
 */
export function contactOf(scene, first, second) {
  const bodies = [first, second].map((name) => scene.body.find((/** @type {any} */ body) => body.name === name));
  const places = bodies.flatMap((body) => (body?.shape ? [[body.name, fitted(body, undefined)]] : []));
  const isHammer = bodies.some((body) => body?.hardness !== undefined);
  const isSolid = bodies.every((body) => body?.material && body.material !== "air");
  const isCurved = bodies.some((body) => body?.radius !== undefined || (body?.mass !== undefined && body.material));
  return {
    between: [first, second],
    ...(places.length ? { at: Object.fromEntries(places) } : {}),
    ...(isHammer || (isSolid && isCurved) ? {} : { law: USUAL_LAW }),
  };
}

/**
 * The first two bodies that may touch and do not yet; nothing if all do.
 * @param {Scene} scene @returns {[string, string] | null}
 */
export function untouched(scene) {
  const touch = (/** @type {string} */ a, /** @type {string} */ b) =>
    (scene.contact ?? []).some((/** @type {any} */ one) => one.between?.includes(a) && one.between.includes(b));
  const bodies = scene.body ?? [];
  for (const [i, one] of bodies.entries()) {
    for (const other of bodies.slice(i + 1)) {
      if (!touch(one.name, other.name) && !(one.wall && other.wall)) return [one.name, other.name];
    }
  }
  return null;
}
