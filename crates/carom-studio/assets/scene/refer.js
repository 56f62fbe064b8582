// Takes things out of a scene, and renames them, with everything that refers to them: what is left is whole.

import { bodyNamed, contactBetween, targets } from "./bodies.js";
import { placesOn } from "./offers.js";

/**
 * @import { Contact, InstrumentSpec, LawSpec, Pickup, Scene } from "../../browser/types/scene.js"
 * @typedef {InstrumentSpec} Instrument
 * @typedef {"contact" | "strikes" | "gesture" | "pickup"} List
 * @typedef {{ scene: Scene, gone: string[] }} Rest a scene without something, and what went with it
 */

/** The lists of a scene whose elements refer to bodies, and the word for one element. @type {[List, string][]} */
const LISTS = [
  ["contact", "contact"],
  ["strikes", "strike"],
  ["gesture", "gesture"],
  ["pickup", "pickup"],
];

/** What names bodies: one, or several. @typedef {{ body?: string, on?: string, bodies?: string[], between?: string[] }} Naming */

/** The names of the bodies that an element needs. @param {Naming} item */
const names = ({ body, on, bodies = [], between = [] }) =>
  [body, on, ...bodies, ...between].filter((name) => name !== undefined);

/**
 * The scene without a body, and without what touches, strikes, moves or hears it.
 * @param {Scene} scene @param {number} index @returns {Rest}
 */
function withoutBody(scene, index) {
  const body = scene.body?.toSpliced(index, 1) ?? [];
  const name = scene.body?.[index].name ?? "";
  const isTwin = body.some((one) => one.name === name);
  return whole({ ...scene, body }, scene, (item) => !isTwin && names(item).includes(name));
}

/**
 * The scene without an element of a list; without a contact, what happened through it is gone too.
 * @param {Scene} scene @param {List | "body"} list @param {number} index @returns {Rest}
 */
export function without(scene, list, index) {
  if (list === "body") return withoutBody(scene, index);
  return whole({ ...scene, [list]: scene[list]?.toSpliced(index, 1) }, scene, () => false, list);
}

/**
 * Drops elements until nothing refers to what is not there.
 * @param {Scene} given @param {Scene} before @param {(item: Naming) => boolean} isGone
 * @param {List} [list] that was asked for
 * @returns {Rest}
 */
function whole(given, before, isGone, list) {
  const stays = (/** @type {Naming} */ item) => !isGone(item);
  const contact = given.contact?.filter(stays);
  const [touched, hadContact] = [contact, before.contact].map((all) => new Set(all?.flatMap(names)));
  const isAlone = (/** @type {Naming} */ item) =>
    names(item).some((name) => hadContact.has(name) && !touched.has(name));
  const happens = (/** @type {Naming} */ item) => stays(item) && !isAlone(item);
  /** @type {Scene} */
  const scene = {
    ...given,
    contact,
    strikes: given.strikes?.filter(happens),
    gesture: given.gesture?.filter(happens),
    pickup: given.pickup?.filter(stays),
  };
  for (const [key] of LISTS) if (!scene[key]?.length) delete scene[key];
  const isThere = (/** @type {string} */ name) => bodyNamed(scene, name) !== undefined;
  if (scene.instrument) scene.instrument = referring(scene.instrument, (name) => (isThere(name) ? name : undefined));
  const gone = LISTS.filter(([key]) => key !== list).flatMap(([key, word]) => {
    const count = (before[key]?.length ?? 0) - (scene[key]?.length ?? 0);
    return count ? [count === 1 ? `a ${word}` : `${count} ${key === "strikes" ? key : `${word}s`}`] : [];
  });
  return { scene, gone };
}

/**
 * An instrument whose bodies have other names, or none: then it does not refer to them.
 * @param {Instrument} instrument @param {(name: string) => string | undefined} named @returns {Instrument}
 */
function referring({ hammer, object, objects, ...rest }, named) {
  const kept = (/** @type {Record<string, string | undefined>} */ all) =>
    Object.entries(all).flatMap(([key, name]) => {
      const now = name === undefined ? undefined : named(name);
      return now === undefined ? [] : [[key, now]];
    });
  const keys = kept(objects ?? {});
  const own = Object.fromEntries(kept({ hammer, object }));
  return { ...own, ...rest, ...(keys.length ? { objects: Object.fromEntries(keys) } : {}) };
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
  const body = scene.body?.[index];
  if (!body) return scene;
  const change = (/** @type {string} */ value) => (value === body.name ? name : value);
  /** @template {object} T @param {T} item @returns {T} */
  const named = (item) => {
    const { body, on, bodies, between } = /** @type {Naming} */ (item);
    return {
      ...item,
      ...(body === undefined ? {} : { body: change(body) }),
      ...(on === undefined ? {} : { on: change(on) }),
      ...(bodies && { bodies: bodies.map(change) }),
      ...(between && { between: between.map(change) }),
    };
  };
  const next = { ...scene, body: scene.body?.with(index, { ...body, name }) };
  const at = (/** @type {NonNullable<Contact["at"]>} */ places) =>
    Object.fromEntries(Object.entries(places).map(([of, place]) => [change(of), place]));
  if (scene.contact) next.contact = scene.contact.map((one) => ({ ...named(one), ...(one.at && { at: at(one.at) }) }));
  if (scene.strikes) next.strikes = scene.strikes.map(named);
  if (scene.gesture) next.gesture = scene.gesture.map(named);
  if (scene.pickup) next.pickup = scene.pickup.map(named);
  if (scene.instrument) next.instrument = referring(scene.instrument, change);
  return next;
}

/**
 * What is wrong with a new name of a body, or nothing.
 * @param {Scene} scene @param {number} index @param {string} name
 */
export function wrongName(scene, index, name) {
  if (!name.trim()) return "a name is missing";
  const isTaken = scene.body?.some((body, i) => i !== index && body.name === name);
  return isTaken ? `another body has the name “${name}”` : null;
}

/**
 * The scene in which a contact has another body on one side; the bodies swap where it is the other one already.
 * @param {Scene} scene @param {number} index @param {number} side 0 or 1 @param {string} name @returns {Scene}
 */
export function touching(scene, index, side, name) {
  const old = scene.contact?.[index];
  if (!old) return scene;
  const [first, second] = old.between;
  const isSwapped = old.between.includes(name);
  /** @type {[string, string]} */
  const between = isSwapped ? [second, first] : side ? [first, name] : [name, second];
  const next = contactOf(scene, ...between);
  const kept = Object.entries(old.at ?? {}).filter(([body]) => next.between.includes(body));
  const { at, law, ...rest } = old;
  const places = { ...next.at, ...Object.fromEntries(kept) };
  const contact = {
    ...rest,
    between: next.between,
    ...(Object.keys(places).length ? { at: places } : {}),
    ...((law ?? next.law) ? { law: law ?? next.law } : {}),
  };
  return { ...scene, contact: scene.contact?.with(index, contact) };
}

/** A law for bodies of which nothing is known that gives one. @type {LawSpec} */
const USUAL_LAW = { kind: "hunt-crossley", stiffness: 1e7, exponent: 1.5, restitution: 0.8, speed: 1 };

/**
 * A contact between two bodies, at usual places, with a law where none follows from the bodies.
 * @param {Scene} scene @param {string} first @param {string} second @returns {Contact}
 */
export function contactOf(scene, first, second) {
  const bodies = [first, second].map((name) => bodyNamed(scene, name));
  const at = placesOn(scene, [first, second]);
  const isHammer = bodies.some((body) => body?.hardness !== undefined);
  const isSolid = bodies.every((body) => body?.material && body.material !== "air");
  const isCurved = bodies.some((body) => body?.radius !== undefined || (body?.mass !== undefined && body.material));
  return {
    between: [first, second],
    ...(Object.keys(at).length ? { at } : {}),
    ...(isHammer || (isSolid && isCurved) ? {} : { law: USUAL_LAW }),
  };
}

/**
 * The first two bodies that may touch and do not yet; nothing if all do.
 * @param {Scene} scene @returns {[string, string] | null}
 */
export function untouched(scene) {
  const bodies = scene.body ?? [];
  for (const [i, one] of bodies.entries()) {
    for (const other of bodies.slice(i + 1)) {
      if (contactBetween(scene, one.name, other.name) < 0 && !(one.wall && other.wall)) return [one.name, other.name];
    }
  }
  return null;
}
