// Balls that gestures move: where they are at some time of the sound.

import { placesOf } from "../scene/places.js";
import { Mallet, head } from "./mallet.js";
import { colourOf, shineOf } from "./materials.js";
import { plus, times } from "./vector.js";

/**
 * @typedef {{ ball: any, on: string, body: any, from: any, to: any, speeds: [number, number], lift: number }} Rolling
 */

/** What gestures move over or drop on which body. @param {any} scene @returns {Rolling[]} */
export function rollings(scene) {
  const named = (/** @type {string} */ name) => scene.body?.find((/** @type {any} */ body) => body.name === name);
  const found = [];
  for (const gesture of scene.gesture ?? []) {
    const ball = named(gesture.body);
    if (!ball || gesture.kind === "press") continue;
    const contact = scene.contact?.find((/** @type {any} */ one) => one.between?.includes(gesture.body));
    const on = gesture.on ?? contact?.between.find((/** @type {string} */ name) => name !== gesture.body);
    const body = named(on);
    if (!body?.shape) continue;
    const [first, last = first] = [gesture.speed ?? 0].flat();
    const from = gesture.from ?? contact?.at?.[on];
    const speeds = /** @type {[number, number]} */ ([first, last]);
    found.push({ ball, on, body, from, to: gesture.to ?? from, speeds, lift: gesture.kind === "bounce" ? 0.16 : 0 });
  }
  return found;
}

/**
 * The approximate distance (m) from one place to another.
 * @param {any} body @param {import("../scene/shapes.js").Outline} outline @param {any} from @param {any} to
 */
function distance(body, { length, width }, from, to) {
  if (typeof from === "number") return Math.abs(to - from) * length;
  const [first, second] = [to[0] - from[0], to[1] - from[1]];
  if (placesOf(body) !== "round") return Math.hypot(first * length, second * width);
  const radius = (length / 2) * (Math.abs(from[0]) + Math.abs(to[0])) / 2;
  return Math.hypot(first * (length / 2), second * 2 * Math.PI * radius);
}

/**
 * The place of a ball after some time.
 * @param {Rolling} rolling @param {import("../scene/shapes.js").Outline} outline @param {number} time
 */
function placeAt({ body, from, to, speeds: [first, last] }, outline, time) {
  const length = distance(body, outline, from, to);
  const lasts = (2 * length) / (first + last || 1);
  const at = Math.min(time, lasts);
  const share = length > 0 ? Math.min(1, (first * at + ((last - first) / (2 * lasts)) * at * at) / length) : 0;
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + share * (b - a);
  return typeof from === "number" ? mixed(from, to) : [mixed(from[0], to[0]), mixed(from[1], to[1])];
}

/**
 * @param {CanvasRenderingContext2D} context @param {import("./figure.js").Figure} figure @param {Rolling[]} all
 * @param {number} time
 */
export function paintRollings(context, figure, all, time) {
  for (const rolling of all) {
    const { ball, on, from } = rolling;
    const body = figure.find(on);
    if (from === undefined || typeof from === "string" || !body?.outline) continue;
    const spot = figure.spot(on, placeAt(rolling, body.outline, time));
    if (!spot) continue;
    const radius = Mallet.radius(ball, body.size);
    const [x, y] = figure.camera.project(plus(spot.point, times(spot.normal, radius + rolling.lift)));
    const look = { colour: colourOf(ball.material), shine: shineOf(ball.material) };
    head(context, x, y, radius * figure.camera.scale, look);
  }
}
