// What moves by itself: balls that roll, bounce and fall, sticks that scrape and drum.

import { placesOf } from "../scene/places.js";
import { Mallet, head } from "./mallet.js";
import { colourOf, shineOf } from "./materials.js";
import { profile } from "./profile.js";
import { plus, times } from "./vector.js";

/**
 * @typedef {{
 *   kind: string, ball: any, on: string, body: any, from: any, to: any, speeds: [number, number], surface: any,
 *   turn: number,
 * }} Rolling `turn` tells sticks of one gesture apart
 */

/** No higher than this is anything drawn over what it falls on. */
const HIGHEST = 0.42;
/** How thick the tips of sticks are drawn. */
const TIP = { "drum-roll": 0.02, scrape: 0.013 };

/** Balls that fall by their weight alone, as if something bounced them. @param {any} scene */
const falling = (scene) =>
  (scene.body ?? []).flatMap((/** @type {any} */ { name, mass, gravity, shape, modes }) =>
    mass !== undefined && gravity && !shape && !modes ? [{ kind: "bounce", body: name }] : [],
  );

/** What gestures move over or drop on which body, and what falls on it. @param {any} scene @returns {Rolling[]} */
export function rollings(scene) {
  const named = (/** @type {string} */ name) => scene.body?.find((/** @type {any} */ body) => body.name === name);
  const moved = new Set((scene.gesture ?? []).flatMap((/** @type {any} */ one) => one.bodies ?? [one.body]));
  const others = falling(scene).filter((/** @type {any} */ { body }) => !moved.has(body));
  const found = [];
  for (const gesture of [...(scene.gesture ?? []), ...others]) {
    if (gesture.kind === "press") continue;
    for (const [turn, name] of [...new Set(gesture.bodies ?? [gesture.body])].entries()) {
      const ball = named(name);
      const contact = scene.contact?.find((/** @type {any} */ one) => one.between?.includes(name));
      const on = gesture.on ?? contact?.between.find((/** @type {string} */ other) => other !== name);
      const body = named(on);
      if (!ball || !body?.shape) continue;
      const [first, last = first] = [gesture.speed ?? 0].flat();
      const from = gesture.from ?? contact?.at?.[on];
      const speeds = /** @type {[number, number]} */ ([first, last]);
      const { kind, to = from, surface } = gesture;
      found.push({ kind, ball, on, body, from, to, speeds, surface, turn });
    }
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
  const radius = ((length / 2) * (Math.abs(from[0]) + Math.abs(to[0]))) / 2;
  return Math.hypot(first * (length / 2), second * 2 * Math.PI * radius);
}

/**
 * The place of a ball after some time, and how far it has come (m).
 * @param {Rolling} rolling @param {import("../scene/shapes.js").Outline} outline @param {number} time
 */
export function placeAt({ body, from, to, speeds: [first, last] }, outline, time) {
  const length = distance(body, outline, from, to);
  const lasts = (2 * length) / (first + last || 1);
  const at = Math.min(time, lasts);
  const share = length > 0 ? Math.min(1, (first * at + ((last - first) / (2 * lasts)) * at * at) / length) : 0;
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + share * (b - a);
  const place = typeof from === "number" ? mixed(from, to) : [mixed(from[0], to[0]), mixed(from[1], to[1])];
  return { place, way: share * length };
}

/**
 * How high a ball is drawn over what it touches.
 * @param {Rolling} rolling @param {import("./figure.js").Standing} body @param {import("./track.js").Track} track
 * @param {number} time
 */
const liftOf = ({ ball, on }, { scale, size }, track, time) =>
  Math.min(HIGHEST, (scale / size) * track.apart(track.between(ball.name, on), time));

/**
 * How high the tops of balls are at the beginning.
 * @param {import("./figure.js").Figure} figure @param {Rolling[]} all @param {import("./track.js").Track} track
 */
export const tops = (figure, all, track) =>
  all.flatMap((rolling) => {
    const body = figure.find(rolling.on);
    return body ? [liftOf(rolling, body, track, 0) + 2 * Mallet.radius(rolling.ball, body.size)] : [];
  });

/**
 * @param {CanvasRenderingContext2D} context @param {import("./figure.js").Figure} figure @param {Rolling[]} all
 * @param {import("./track.js").Track} track @param {number} time @param {boolean} dark
 */
export function paintRollings(context, figure, all, track, time, dark) {
  for (const rolling of all) {
    const { kind, ball, on, from, turn } = rolling;
    const body = figure.find(on);
    if (from === undefined || typeof from === "string" || !body?.outline) continue;
    const { place, way } = placeAt(rolling, body.outline, time);
    const spot = figure.spot(on, place);
    if (!spot) continue;
    const perMetre = body.scale / body.size;
    if (kind === "drum-roll" || kind === "scrape") {
      const { spacing = 1 } = rolling.surface ?? {};
      const over = kind === "scrape" ? 0.012 * profile(rolling.surface?.kind ?? "", way / spacing) : 0;
      const lift = kind === "scrape" ? over : perMetre * track.stick(ball.name, on, time);
      const look = ball.material ? ball : { material: "oak" };
      const how = { height: Math.min(HIGHEST, lift), dark, side: turn % 2 ? -1 : 1, isThin: true };
      new Mallet().paint(context, figure.camera, spot, look, TIP[kind], how);
      continue;
    }
    const lift = liftOf(rolling, body, track, time);
    const radius = Mallet.radius(ball, body.size);
    if (kind === "bounce") {
      new Mallet().paint(context, figure.camera, spot, ball, radius, { height: lift, dark, isFree: true });
      continue;
    }
    const [x, y] = figure.camera.project(plus(spot.point, times(spot.normal, radius + lift)));
    const r = radius * figure.camera.scale;
    head(context, x, y, r, { colour: colourOf(ball.material), shine: shineOf(ball.material) });
    rolled(context, x, y, r, ((way / body.size) * body.scale) / radius);
  }
}

/**
 * A mark on a ball, so that it is seen to roll.
 * @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} r @param {number} angle
 */
function rolled(context, x, y, r, angle) {
  for (const by of [0, Math.PI]) {
    const at = Math.cos(angle + by);
    if (at < 0.05) continue;
    context.beginPath();
    context.ellipse(x + 0.72 * r * Math.sin(angle + by), y, Math.max(0.5, 0.2 * r * at), 0.2 * r, 0, 0, 2 * Math.PI);
    context.fillStyle = "rgba(30,34,44,.35)";
    context.fill();
  }
}
