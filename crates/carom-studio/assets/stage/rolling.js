// Balls that gestures move: where they are at some time of the sound.

import { placesOf } from "../scene/places.js";
import { Mallet, head } from "./mallet.js";
import { colourOf, shineOf } from "./materials.js";
import { sizeOf } from "./shapes.js";
import { plus, times } from "./vector.js";

/** @typedef {{ ball: any, on: string, body: any, from: any, to: any, speeds: [number, number], lift: number }} Rolling */

/** What gestures move over or drop on which body. @param {any} scene @returns {Rolling[]} */
export function rollings(scene) {
  const named = (/** @type {string} */ name) => scene.body?.find((/** @type {any} */ body) => body.name === name);
  const found = [];
  for (const gesture of scene.gesture ?? []) {
    const ball = named(gesture.body);
    if (!ball) continue;
    const contact = scene.contact?.find((/** @type {any} */ one) => one.between?.includes(gesture.body));
    const on = gesture.on ?? contact?.between.find((/** @type {string} */ name) => name !== gesture.body);
    const body = named(on);
    if (!body?.shape) continue;
    const speeds = /** @type {[number, number]} */ ([gesture.speed ?? 0].flat().concat(gesture.speed ?? 0).flat().slice(0, 2));
    const from = gesture.from ?? contact?.at?.[on];
    found.push({ ball, on, body, from, to: gesture.to ?? from, speeds, lift: gesture.kind === "bounce" ? 0.16 : 0 });
  }
  return found;
}

/** The way (m) from one place to another, roughly. @param {any} body @param {any} from @param {any} to */
function way(body, from, to) {
  const size = sizeOf(body);
  if (typeof from === "number") return Math.abs(to - from) * (body.shape.length ?? size);
  if (placesOf(body) === "round") {
    const radius = (size / 2) * (Math.abs(from[0]) + Math.abs(to[0])) / 2;
    return Math.hypot((to[0] - from[0]) * (size / 2), (to[1] - from[1]) * 2 * Math.PI * radius);
  }
  return Math.hypot((to[0] - from[0]) * (body.shape.length ?? size), (to[1] - from[1]) * (body.shape.width ?? size));
}

/** Where a ball is after some time. @param {Rolling} rolling @param {number} time */
function placeAt({ body, from, to, speeds: [first, last] }, time) {
  const length = way(body, from, to);
  const lasts = (2 * length) / (first + last || 1);
  const at = Math.min(time, lasts);
  const share = length > 0 ? Math.min(1, (first * at + ((last - first) / (2 * lasts)) * at * at) / length) : 0;
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + share * (b - a);
  return typeof from === "number" ? mixed(from, to) : [mixed(from[0], to[0]), mixed(from[1], to[1])];
}

/** @param {CanvasRenderingContext2D} context @param {import("./figure.js").Figure} figure @param {Rolling[]} all @param {number} time */
export function paintRollings(context, figure, all, time) {
  for (const rolling of all) {
    if (rolling.from === undefined || typeof rolling.from === "string") continue;
    const spot = figure.spot(rolling.on, placeAt(rolling, time));
    if (!spot) continue;
    const radius = Mallet.radius(rolling.ball, sizeOf(rolling.body));
    const [x, y] = figure.camera.project(plus(spot.point, times(spot.normal, radius + rolling.lift)));
    head(context, x, y, radius * figure.camera.scale, { colour: colourOf(rolling.ball.material), shine: shineOf(rolling.ball.material) });
  }
}
