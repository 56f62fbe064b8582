// What moves by itself: balls that roll, bounce and fall, sticks that scrape and drum.

import { bodyNamed, contactBetween, contactOfBody, movedBy } from "../scene/bodies.js";
import { pairOf, placesOf } from "../scene/places.js";
import { Mallet, head } from "./mallet.js";
import { colourOf, shineOf } from "./materials.js";
import { profile } from "./profile.js";
import { plus, times } from "./vector.js";

/**
 * @import { Body, Gesture, Scene, SurfaceHeight } from "../../browser/types/scene.js"
 * @import { Place } from "../scene/places.js"
 * @import { Track } from "./track.js"
 * @typedef {SurfaceHeight} Surface
 * @typedef {{
 *   kind: string, ball: Body, on: string, body: Body, from?: Place, to?: Place, speeds: [number, number],
 *   surface?: Surface, turn: number,
 * }} Rolling `turn` tells sticks of one gesture apart
 */

/** No higher than this is anything drawn over what it falls on. */
const HIGHEST = 0.42;
/** How thick the tips of sticks are drawn. */
const TIP = { "drum-roll": 0.02, scrape: 0.013 };

/** Balls that fall by their weight alone, as if something bounced them. @param {Scene} scene */
const falling = (scene) =>
  (scene.body ?? []).flatMap(({ name, mass, gravity, shape, modes }) =>
    mass !== undefined && gravity && !shape && !modes ? [name] : [],
  );

/** What gestures move over or drop on which body, and what falls on it. @param {Scene} scene @returns {Rolling[]} */
export function rollings(scene) {
  const gestures = (scene.gesture ?? []).filter(({ kind }) => kind !== "press");
  const moved = new Set(scene.gesture?.flatMap(movedBy));
  const others = falling(scene).filter((name) => !moved.has(name));
  const found = [
    ...gestures.flatMap((one) => [...new Set(movedBy(one))].map((name, turn) => rollingOf(scene, name, turn, one))),
    ...others.map((name) => rollingOf(scene, name, 0)),
  ];
  return found.filter((one) => one !== null);
}

/**
 * How a body moves by a gesture, or bounces without one; nothing where it moves on no shape.
 * @param {Scene} scene @param {string} name @param {number} turn @param {Gesture} [gesture]
 * @returns {Rolling | null}
 */
function rollingOf(scene, name, turn, gesture) {
  const contact = contactOfBody(scene, name);
  const on = (gesture && "on" in gesture ? gesture.on : contact?.between.find((other) => other !== name)) ?? "";
  const [ball, body] = [bodyNamed(scene, name), bodyNamed(scene, on)];
  if (!ball || !body?.shape) return null;
  /** @type {{ kind: string, from?: Place, to?: Place, speed?: number | number[], surface?: SurfaceHeight }} */
  const { kind, from, to = from, speed = 0, surface } = { kind: "bounce", from: contact?.at?.[on], ...gesture };
  const [first, last = first] = [speed].flat();
  return { kind, ball, on, body, from, to, speeds: [first, last], surface, turn };
}

/**
 * The approximate distance (m) from one place to another.
 * @param {Body} body @param {import("../../browser/types/engine.js").Outline} outline @param {Place} from @param {Place} to
 */
function distance(body, { length, width }, from, to) {
  if (typeof from === "number" && typeof to === "number") return Math.abs(to - from) * length;
  const [start, end] = [pairOf(from), pairOf(to)];
  const [first, second] = [end[0] - start[0], end[1] - start[1]];
  if (placesOf(body) !== "round") return Math.hypot(first * length, second * width);
  const radius = ((length / 2) * (Math.abs(start[0]) + Math.abs(end[0]))) / 2;
  return Math.hypot(first * (length / 2), second * 2 * Math.PI * radius);
}

/**
 * The place of a ball after some time, and how far it has come (m).
 * @param {Rolling} rolling @param {import("../../browser/types/engine.js").Outline} outline @param {number} time
 */
function placeAt({ body, from = 0, to = from, speeds: [first, last] }, outline, time) {
  const length = distance(body, outline, from, to);
  const lasts = (2 * length) / (first + last || 1);
  const at = Math.min(time, lasts);
  const share = length > 0 ? Math.min(1, (first * at + ((last - first) / (2 * lasts)) * at * at) / length) : 0;
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + share * (b - a);
  const [[x, y], [u, v]] = [pairOf(from), pairOf(to)];
  return { place: /** @type {[number, number]} */ ([mixed(x, u), mixed(y, v)]), way: share * length };
}

/**
 * How high a ball is drawn over what it touches.
 * @param {Rolling} rolling @param {import("./figure.js").Standing} body @param {Track} track
 * @param {number} time
 */
const liftOf = ({ ball, on }, { scale, size }, track, time) =>
  Math.min(HIGHEST, (scale / size) * track.apart(contactBetween(track.scene, ball.name, on), time));

/**
 * How high the tops of balls are at the beginning.
 * @param {import("./figure.js").Figure} figure @param {Rolling[]} all @param {Track} track
 */
export const tops = (figure, all, track) =>
  all.flatMap((rolling) => {
    const body = figure.find(rolling.on);
    return body ? [liftOf(rolling, body, track, 0) + 2 * Mallet.radius(rolling.ball, body.size)] : [];
  });

/**
 * @param {CanvasRenderingContext2D} context @param {import("./figure.js").Figure} figure @param {Rolling[]} all
 * @param {Track} track @param {number} time @param {boolean} dark
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
      const { surface } = rolling;
      const spacing = surface && "spacing" in surface ? surface.spacing : 1;
      const over = kind === "scrape" ? 0.012 * profile(surface?.kind ?? "", way / spacing) : 0;
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
