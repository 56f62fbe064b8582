// The vibration after a strike, slowed down so that it can be seen. It fades as fast as the sound, but never faster
// than can be followed.

import { numberOf } from "../scene/shapes.js";

/**
 * @import { Grid, Ringing, RingingMode } from "../../browser/types/engine.js"
 * @typedef {RingingMode} Mode
 */

/** The strongest partial is shown at so many swings a second. */
const SHOWN = 1.5;
/** Faster swings than this only flicker. */
const FASTEST = 11;
/** The strongest partial is seen to fade over at least this time (s). */
const SEEN = 0.7;
/** A strike fades in over this time (s), so that the surface does not jump. */
const ATTACK = 0.05;

export class Motion {
  /** @param {Ringing} ringing @param {import("../scene/shapes.js").Shaped} body @param {number} began in ms */
  constructor(ringing, body, began) {
    this.grid = ringing.grid ?? { kind: "none", rows: 1, columns: ringing.modes.length };
    this.began = began;
    const audible = Math.max(20, 1.5 * (numberOf(body.shape, "suspension") ?? 0));
    const modes = ringing.modes.filter((mode) => mode.frequency > audible);
    const loudness = (/** @type {Mode} */ mode) =>
      Math.hypot(mode.velocity, 2 * Math.PI * mode.frequency * mode.displacement);
    const strongest = modes.reduce((best, mode) => (loudness(mode) > loudness(best) ? mode : best), modes[0]);
    const slowed = strongest ? SHOWN / strongest.frequency : 0;
    const stretched = strongest ? Math.min(1, 1 / (SEEN * strongest.decay)) : 1;
    this.count = this.grid.kind === "none" ? ringing.modes.length : this.grid.rows * this.grid.columns;
    this.modes = modes
      .filter((mode) => mode.frequency * slowed < FASTEST)
      .map((mode) => {
        const omega = 2 * Math.PI * mode.frequency;
        return {
          size: Math.hypot(mode.displacement, mode.velocity / omega),
          phase: Math.atan2(-mode.velocity / omega, mode.displacement),
          turns: omega * slowed,
          decay: mode.decay * stretched,
          shape: shapeOf(mode, ringing, this.count),
        };
      });
    /** The largest displacement that it could show at once (m). */
    this.reach = this.modes.reduce((sum, mode) => sum + mode.size * Math.max(0, ...mode.shape.map(Math.abs)), 0);
  }

  /**
   * Adds the displacement (m) of every point of the grid; returns whether it still moves.
   * @param {Float32Array} field @param {number} now in ms
   */
  add(field, now) {
    const time = (now - this.began) / 1000;
    if (time < 0) return true;
    const rise = Math.min(1, time / ATTACK);
    let left = 0;
    for (const mode of this.modes) {
      const size = mode.size * Math.exp(-mode.decay * time);
      left += size;
      const value = rise * size * Math.cos(mode.turns * time + mode.phase);
      for (let n = 0; n < field.length; n += 1) field[n] += value * mode.shape[n];
    }
    return left > 2e-3 * this.reach;
  }
}

/** @param {Mode} mode @param {Ringing} ringing @param {number} count */
function shapeOf(mode, ringing, count) {
  if (ringing.grid) return mode.shape;
  // A body without a shape has a reed for each of its modes, in the order of the scene.
  const order = [...ringing.modes].sort((a, b) => a.frequency - b.frequency);
  return Array.from({ length: count }, (_, n) => (order[n] === mode ? 1 : 0));
}

/** The field between the points of its grid. @param {Grid} grid @param {Float32Array} field */
export function between(grid, field) {
  const isRound = grid.kind === "round";
  const columns = grid.kind === "none" ? field.length : grid.columns;
  const rows = grid.kind === "none" || grid.kind === "line" ? 1 : grid.rows;
  return (/** @type {number} */ u, /** @type {number} */ v) => {
    const [x, y] = isRound ? [(v - Math.floor(v)) * columns, u * (rows - 1)] : [u * (columns - 1), v * (rows - 1)];
    const j = Math.min(Math.floor(x), isRound ? columns - 1 : Math.max(0, columns - 2));
    const i = Math.min(Math.floor(y), Math.max(0, rows - 2));
    const [across, down] = [x - j, y - i];
    const right = isRound ? (j + 1) % columns : Math.min(columns - 1, j + 1);
    const below = Math.min(rows - 1, i + 1);
    const at = (/** @type {number} */ row, /** @type {number} */ column) => field[row * columns + column];
    const upper = at(i, j) + across * (at(i, right) - at(i, j));
    const lower = at(below, j) + across * (at(below, right) - at(below, j));
    return upper + down * (lower - upper);
  };
}
