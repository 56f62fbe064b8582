// Draws a blow in slow motion.

import { pairOf } from "../scene/places.js";
import { Mallet } from "./mallet.js";
import { between } from "./motion.js";
import { dot, plus, times } from "./vector.js";

/**
 * @import { Figure, Standing } from "./figure.js"
 * @import { Replay } from "./replay.js"
 * @import { Vector } from "./vector.js"
 */

/** How far the surface is seen to bend in a blow. @param {Standing} one */
const shownBend = (one) => one.scale * (one.drawn.reach ?? 0.05);

/**
 * Whether the hammer, as it is drawn, pushes the surface outwards (1) or inwards (−1).
 * @param {Figure} figure @param {Replay} replay
 */
function outwards(figure, { target, place }) {
  const spot = figure.spot(target, place);
  const normal = figure.find(target)?.drawn.surface(...pairOf(place)).normal;
  return spot && normal && dot(spot.normal, normal) < 0 ? 1 : -1;
}

/**
 * Bends every body as it is in a blow; returns what counts as full swing.
 * @param {Figure} figure @param {Replay} replay
 */
export function bendTo(figure, replay) {
  let swing = 0;
  for (const one of figure.bodies) {
    const bent = replay.field(one.body.name);
    if (!bent?.most) continue;
    const shown = shownBend(one);
    swing = Math.max(swing, 0.8 * shown);
    const at = between(bent.grid, bent.field);
    const factor = (outwards(figure, replay) * shown) / bent.most;
    for (const part of one.drawn.parts) part.bend((u, v) => factor * at(u, v));
  }
  return swing;
}

/** Where the struck place is bent to. @param {Figure} figure @param {Replay} replay @returns {Vector} */
function lifted(figure, replay) {
  const one = figure.find(replay.target);
  const bent = replay.field(replay.target);
  if (!one || !bent?.most) return [0, 0, 0];
  const [u, v] = pairOf(replay.place);
  const by = ((outwards(figure, replay) * shownBend(one)) / bent.most) * between(bent.grid, bent.field)(u, v);
  return times(one.drawn.surface(u, v).normal, by);
}

/**
 * The hammer on the surface as it is bent.
 * @param {CanvasRenderingContext2D} context @param {Figure} figure @param {Replay} replay @param {Mallet} mallet
 * @param {boolean} dark
 */
export function paintBlow(context, figure, replay, mallet, dark) {
  const spot = figure.spot(replay.target, replay.place);
  if (!replay.ball || !spot) return;
  const radius = Mallet.radius(replay.ball, figure.find(replay.target)?.size ?? 1);
  const at = { ...spot, point: plus(spot.point, lifted(figure, replay)) };
  const how = { height: replay.height(radius), dark, isFree: replay.isFree };
  mallet.paint(context, figure.camera, at, replay.ball, radius, how);
}

/** How many times larger a blow is drawn: its hammer and its surface. @param {Figure} figure @param {Replay} replay */
export function enlarged(figure, replay) {
  const one = figure.find(replay.target);
  const perMetre = one ? one.size / one.scale : 1;
  const bent = one && replay.field(replay.target);
  return {
    hammer: replay.ball ? replay.enlarged(Mallet.radius(replay.ball, one?.size ?? 1)) * perMetre : null,
    surface: one && bent?.most ? (shownBend(one) / bent.most) * perMetre : null,
  };
}
