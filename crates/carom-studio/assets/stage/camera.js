// Projects points on the screen.

import { cross, dot, minus, unit } from "./vector.js";

/** @import { Vector } from "./vector.js" */

/** The distance of the eye. */
const DISTANCE = 4.2;

export class Camera {
  /** @param {number} yaw @param {number} pitch */
  constructor(yaw, pitch) {
    const level = Math.cos(pitch);
    const ahead = /** @type {Vector} */ ([-Math.sin(yaw) * level, Math.cos(yaw) * level, -Math.sin(pitch)]);
    this.ahead = ahead;
    this.right = unit(cross(ahead, [0, 0, 1]));
    this.up = cross(this.right, ahead);
    this.eye = /** @type {Vector} */ ([-DISTANCE * ahead[0], -DISTANCE * ahead[1], -DISTANCE * ahead[2]]);
    this.scale = 1;
    this.centre = [0, 0];
  }

  /** Before scaling. @param {Vector} p @returns {[number, number, number]} */
  flat(p) {
    const q = minus(p, this.eye);
    const depth = dot(q, this.ahead);
    const closer = DISTANCE / depth;
    return [dot(q, this.right) * closer, -dot(q, this.up) * closer, depth];
  }

  /** @param {Vector} p @returns {[number, number, number]} on the screen, and how far away */
  project(p) {
    const [x, y, depth] = this.flat(p);
    return [this.centre[0] + this.scale * x, this.centre[1] + this.scale * y, depth];
  }

  /**
   * Scales and centres so that points fill a rectangle.
   * @param {Vector[]} points @param {{ x: number, y: number, width: number, height: number }} room
   */
  fit(points, room) {
    const flat = points.map((p) => this.flat(p));
    const [xs, ys] = [flat.map((p) => p[0]), flat.map((p) => p[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    // A page that is not laid out yet has no room.
    this.scale = Math.max(1, Math.min(room.width / (right - left || 1), room.height / (bottom - top || 1)));
    this.centre = [
      room.x + room.width / 2 - (this.scale * (left + right)) / 2,
      room.y + room.height / 2 - (this.scale * (top + bottom)) / 2,
    ];
  }
}
