// A scene in which a body gets another shape: what was on the old one finds its place on the new one.

import { SKIN } from "./build.js";
import { isListener } from "./offers.js";
import { fitted } from "./places.js";
import { isSkin, lengthsOf, shapeSchema } from "./shapes.js";
import { takeOn } from "./take.js";

/** No listener may be further away (m). */
const FARTHEST = 1000;

/**
 * The scene and take in which a body has another shape, and everything is at the nearest place on it.
 * @param {import("../lib/store.js").State} state @param {number} index of the body @param {any} shape
 * @returns {import("../lib/store.js").State}
 */
export function reshaped({ scene, take }, index, shape) {
  const body = { ...scene.body[index], shape };
  const moved = (/** @type {any} */ one) => ({ ...one, at: fitted(body, one.at) });
  if (body.support) body.support = body.support.map(moved);
  /** @type {Record<string, any>} */
  const changed = { ...scene, body: scene.body.with(index, body) };
  changed.contact = (scene.contact ?? []).map((/** @type {any} */ one) => {
    const at = one.at?.[body.name];
    return at === undefined ? one : { ...one, at: { ...one.at, [body.name]: fitted(body, at) } };
  });
  if (scene.pickup) {
    const isSilent = !changed.body.some((/** @type {any} */ one) => one.shape && !shapeSchema(one).silent);
    changed.pickup = scene.pickup.map((/** @type {any} */ one) => {
      if (one.at !== undefined) return one.body === body.name ? moved(one) : one;
      return isSilent ? onBody(one, body.name) : one;
    });
  }
  if (scene.gesture) {
    changed.gesture = scene.gesture.map((/** @type {any} */ one) =>
      one.on === body.name && one.from !== undefined
        ? { ...one, from: fitted(body, one.from), to: fitted(body, one.to) }
        : one,
    );
  }
  if (changed.body.some(isSkin)) changed.highest_mode ??= SKIN;
  else if (scene.highest_mode === SKIN) delete changed.highest_mode;
  // A bell is not as loud as a block: the page finds a new level.
  changed.level = "auto";
  return { scene: /** @type {any} */ (changed), take: takeOn(take, changed.body) };
}

/** Listeners are at least this many times further away than the longest body is long. */
const OUTSIDE = 1.25;

/** The scene in which no listener is inside a body: those too near move away. @param {Record<string, any>} scene */
export function withRoom(scene) {
  const lengths = (scene.body ?? []).flatMap((/** @type {any} */ body) =>
    body.shape ? lengthsOf(body).map((name) => body.shape[name]) : [],
  );
  const near = OUTSIDE * Math.max(0, ...lengths.filter(Number.isFinite));
  const isTooNear = (/** @type {any} */ one) => {
    const body = scene.body.find((/** @type {any} */ { name }) => name === one.body);
    return isListener(one, body) && (one.distance ?? 1) < near && near < FARTHEST;
  };
  if (!scene.pickup?.some(isTooNear)) return scene;
  const away = Math.ceil(10 * near) / 10;
  const pickup = scene.pickup.map((/** @type {any} */ one) => (isTooNear(one) ? { ...one, distance: away } : one));
  return { ...scene, pickup };
}

/**
 * A listener as a pickup on a body that nobody hears in a room.
 * @param {any} pickup @param {string} body
 */
function onBody({ distance, direction, quantity, ...pickup }, body) {
  const isInRoom = !pickup.body || distance !== undefined || direction !== undefined || quantity === "pressure";
  return isInRoom ? { body, ...pickup } : { ...pickup, ...(quantity ? { quantity } : {}) };
}
