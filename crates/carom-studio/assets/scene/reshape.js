// A scene in which a body gets another shape: what was on the old one finds its place on the new one.

import { bodyNamed } from "./bodies.js";
import { SKIN } from "./build.js";
import { isListener } from "./offers.js";
import { fitted } from "./places.js";
import { isSkin, lengthsOf, shapeSchema } from "./shapes.js";
import { takeOn } from "./take.js";

/**
 * @import { Gesture, Pickup, Scene, Shape } from "../../browser/types/scene.js"
 * @import { Place } from "./places.js"
 */

/** No listener may be further away (m). */
const FARTHEST = 1000;

/**
 * The scene and take in which a body has another shape, and everything is at the nearest place on it.
 * @param {import("../lib/store.js").State} state @param {number} index of the body
 * @param {Shape} shape
 * @returns {import("../lib/store.js").State}
 */
export function reshaped({ scene, take }, index, shape) {
  const old = scene.body?.[index];
  if (!old) return { scene, take };
  const body = { ...old, shape };
  const { name } = body;
  const on = (/** @type {Place} */ place) => fitted(body, place) ?? place;
  if (body.support) body.support = body.support.map((one) => ({ ...one, at: on(one.at) }));
  const bodies = scene.body?.with(index, body) ?? [];
  // A bell is not as loud as a block: the page finds a new level.
  /** @type {Scene} */
  const changed = { ...scene, body: bodies, level: "auto" };
  changed.contact = (scene.contact ?? []).map((one) => {
    const at = one.at?.[name];
    return at === undefined ? one : { ...one, at: { ...one.at, [name]: on(at) } };
  });
  const isSilent = !bodies.some((one) => one.shape && !shapeSchema(one).silent);
  const heard = (/** @type {Pickup} */ one) => {
    if (one.at !== undefined) return one.body === name ? { ...one, at: on(one.at) } : one;
    return isSilent ? onBody(one, name) : one;
  };
  const made = (/** @type {Gesture} */ one) =>
    "from" in one && one.on === name ? { ...one, from: on(one.from), to: on(one.to) } : one;
  if (scene.pickup) changed.pickup = scene.pickup.map(heard);
  if (scene.gesture) changed.gesture = scene.gesture.map(made);
  if (bodies.some(isSkin)) changed.highest_mode ??= SKIN;
  else if (scene.highest_mode === SKIN) delete changed.highest_mode;
  return { scene: changed, take: takeOn(take, bodies) };
}

/** Listeners are at least this many times further away than the longest body is long. */
const OUTSIDE = 1.25;

/** The scene in which no listener is inside a body: those too near move away. @param {Scene} scene @returns {Scene} */
export function withRoom(scene) {
  const lengths = (scene.body ?? []).flatMap((body) => lengthsOf(body).map(({ value }) => value));
  const near = OUTSIDE * Math.max(0, ...lengths.filter(Number.isFinite));
  const isTooNear = (/** @type {Pickup} */ one) =>
    isListener(one, bodyNamed(scene, one.body)) && (one.distance ?? 1) < near && near < FARTHEST;
  if (!scene.pickup?.some(isTooNear)) return scene;
  const away = Math.ceil(10 * near) / 10;
  return { ...scene, pickup: scene.pickup.map((one) => (isTooNear(one) ? { ...one, distance: away } : one)) };
}

/**
 * A listener as a pickup on a body that nobody hears in a room.
 * @param {Pickup} pickup @param {string} body @returns {Pickup}
 */
function onBody({ distance, direction, quantity, ...pickup }, body) {
  const isInRoom = !pickup.body || distance !== undefined || direction !== undefined || quantity === "pressure";
  return isInRoom ? { body, ...pickup } : { ...pickup, ...(quantity ? { quantity } : {}) };
}
