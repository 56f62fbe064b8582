// Where bodies are while a scene sounds, as the engine computed it.

import { bodyNamed, contactBetween } from "../scene/bodies.js";
import { sampled } from "../lib/list.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @typedef {{ head: { strikes: { time: number, body: string }[] }, arrays: Record<string, Float32Array> }} Followed as much
 *   of a sound as it takes to follow bodies
 */

/** A stick is lifted so high between two strikes (m), and comes down within this time (s). */
const LIFTED = 0.035;
const DOWN = 0.06;

export class Track {
  /** @param {Followed | null} rendering @param {Scene} scene that was rendered */
  constructor(rendering, scene) {
    this.arrays = rendering?.arrays ?? {};
    this.scene = scene;
    this.strikes = rendering?.head.strikes ?? [];
  }

  /** How far apart the bodies of a contact are (m), not below 0. @param {number} contact @param {number} time */
  apart(contact, time) {
    const values = this.arrays[`apart_${contact}`];
    return Math.max(0, values?.length ? sampled(this.arrays.ledger_time, values, time) : this.begins(contact));
  }

  /** How far apart they are written to begin (m). @param {number} contact */
  begins(contact) {
    const { between = [], gap = 0 } = this.scene.contact?.[contact] ?? {};
    const [first = 0, second = 0] = between.map((name) => bodyNamed(this.scene, name)?.displacement ?? 0);
    return gap + second - first;
  }

  /**
   * How high a stick is (m): after a strike as it rebounds, up to where a hand holds it, and down again in time for
   * the next strike.
   * @param {string} body @param {string} on @param {number} time
   */
  stick(body, on, time) {
    const own = this.strikes.filter((strike) => strike.body === body).map((strike) => strike.time);
    const next = own.find((at) => at >= time);
    const contact = contactBetween(this.scene, body, on);
    const isThrown = own.some((at) => at <= time);
    const rebound = isThrown && contact >= 0 ? Math.min(LIFTED, this.apart(contact, time)) : LIFTED;
    return next === undefined ? rebound : Math.min(rebound, LIFTED * ((next - time) / DOWN));
  }

  /**
   * The contacts by which a body lies on a wall: three or more places of it, and how high each is (m).
   * @param {string} body @param {number} time @returns {{ place: import("../scene/places.js").Place, height: number }[] | null}
   */
  rests(body, time) {
    const isWall = (/** @type {string} */ name) => bodyNamed(this.scene, name)?.wall;
    const found = (this.scene.contact ?? []).flatMap(({ between, at = {} }, i) => {
      const rests = between.includes(body) && between.some(isWall) && at[body] !== undefined;
      return rests ? [{ place: at[body], height: this.apart(i, time) }] : [];
    });
    return found.length >= 3 ? found : null;
  }
}

/**
 * The plane through three points: its height over x and y.
 * @param {number[][]} points @returns {(x: number, y: number) => number}
 */
export function plane([a, b, c]) {
  const [x1, y1, z1] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [x2, y2, z2] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const area = x1 * y2 - x2 * y1;
  if (Math.abs(area) < 1e-12) return () => a[2];
  const [slopeX, slopeY] = [(z1 * y2 - z2 * y1) / area, (x1 * z2 - x2 * z1) / area];
  return (x, y) => a[2] + slopeX * (x - a[0]) + slopeY * (y - a[1]);
}
