// A part of a drawn object: a grid of points, each of which may be pushed by the vibration.

/**
 * @import { Vector } from "./vector.js"
 * @typedef {{ point: Vector, push?: Vector, place?: [number, number] }} Spot where it is, which way the
 *   vibration pushes it, and which place of the body it follows
 * @typedef {{
 *   colour?: [number, number, number], shine?: number, alpha?: number, struck?: boolean, layer?: number,
 *   closed?: boolean, curved?: boolean, fixed?: boolean,
 * }} Look a higher `layer` covers a lower one, whatever is nearer; the inside of what is `closed` is never seen; what
 *   is `fixed` stays when the body moves
 */

export class Part {
  /**
   * @param {number} rows @param {number} columns @param {(i: number, j: number) => Spot} spot shares from 0 to 1
   * @param {Look} [look]
   */
  constructor(rows, columns, spot, look = {}) {
    this.rows = rows;
    this.columns = columns;
    this.look = look;
    const count = rows * columns;
    this.points = new Float32Array(3 * count);
    this.pushes = new Float32Array(3 * count);
    this.places = new Float32Array(2 * count);
    this.moved = new Float32Array(3 * count);
    this.lifts = new Float32Array(count);
    for (let i = 0; i < rows; i += 1) {
      for (let j = 0; j < columns; j += 1) {
        const n = i * columns + j;
        const { point, push, place } = spot(rows > 1 ? i / (rows - 1) : 0, columns > 1 ? j / (columns - 1) : 0);
        this.points.set(point, 3 * n);
        if (push) this.pushes.set(push, 3 * n);
        this.places.set(place ?? [0, 0], 2 * n);
      }
    }
    this.moved.set(this.points);
  }

  /** @param {(u: number, v: number) => number} lift how far each place is pushed */
  bend(lift) {
    const { points, pushes, places, moved, lifts } = this;
    for (let n = 0; n < lifts.length; n += 1) {
      const by = lift(places[2 * n], places[2 * n + 1]);
      lifts[n] = by * Math.hypot(pushes[3 * n], pushes[3 * n + 1], pushes[3 * n + 2]);
      for (let k = 3 * n; k < 3 * n + 3; k += 1) moved[k] = points[k] + by * pushes[k];
    }
  }

  straighten() {
    this.moved.set(this.points);
    this.lifts.fill(0);
  }

  /** Lifts every point, after it was bent. @param {(x: number, y: number) => number} height */
  tilt(height) {
    if (this.look.fixed) return;
    for (let k = 0; k < this.moved.length; k += 3) this.moved[k + 2] += height(this.points[k], this.points[k + 1]);
  }

  /** @param {Vector} by */
  shift(by) {
    for (let k = 0; k < this.points.length; k += 1) this.points[k] += by[k % 3];
    this.moved.set(this.points);
  }
}

/** A box that never moves. @param {Vector} low @param {Vector} high @param {Look} look @returns {Part[]} */
export function box(low, high, look) {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) =>
    /** @type {Vector} */ ([
      low[0] + x * (high[0] - low[0]),
      low[1] + y * (high[1] - low[1]),
      low[2] + z * (high[2] - low[2]),
    ]);
  return [
    new Part(2, 2, (i, j) => ({ point: at(j, i, 1) }), look),
    new Part(2, 2, (i, j) => ({ point: at(j, 0, i) }), look),
    new Part(2, 2, (i, j) => ({ point: at(1, j, i) }), look),
  ];
}
