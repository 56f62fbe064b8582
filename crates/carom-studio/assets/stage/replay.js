// A blow in slow motion: where hammer and surface are at each instant, as the engine computed them.

import { contactOf, path } from "../plots/blows.js";
import { bodyNamed } from "../scene/bodies.js";
import { sampled, within } from "../lib/list.js";

/** @import { Grid, Touch } from "../../browser/types/engine.js" */

/** The touch is shown over this time (s). */
const SHOWN = 2;
/** How far the hammer is seen to leave, and how much of its radius it is seen to be pressed together. */
const AWAY = 0.2;
const PRESSED = 0.7;
/** A strike that is no later than this after the touch began it (s). */
const SOON = 1e-4;

export class Replay {
  /** @param {Touch} blow @param {import("../../browser/types/scene.js").Scene} scene of which it is a blow */
  constructor(blow, scene) {
    const { head, arrays } = blow;
    this.blow = blow;
    this.times = arrays.time;
    const { between } = contactOf(blow);
    const contact = scene.contact?.[head.contact];
    const isMass = (/** @type {string} */ name) => {
      const body = bodyNamed(scene, name);
      return body?.mass !== undefined && !body.modes;
    };
    this.hammer = between.find(isMass) ?? between[0];
    /** Which way is into what is struck. */
    this.side = between[0] === this.hammer ? 1 : -1;
    this.target = between.find((name) => name !== this.hammer) ?? between[1];
    this.ball = isMass(this.hammer) ? (bodyNamed(scene, this.hammer) ?? null) : null;
    const gesture = scene.gesture?.find((one) => "body" in one && one.body === this.hammer);
    const thrown = scene.strikes?.findLast(({ body, time }) => body === this.hammer && time <= head.begins + SOON);
    const from = gesture && "from" in gesture ? gesture.from : undefined;
    this.place = thrown?.at ?? contact?.at?.[this.target] ?? from;
    this.isFree = Boolean(gesture) || Boolean(this.ball?.gravity);
    const { depth } = path(blow, this.hammer);
    this.depth = depth;
    this.deepest = Math.max(1e-12, ...depth);
    this.furthest = Math.max(1e-12, -Math.min(...depth));
    const lasts = head.lasts ?? this.times[this.times.length - 1];
    /** How many times slower than it was. */
    this.slower = SHOWN / Math.max(lasts, 1e-9);
    this.first = this.times[0];
    this.last = this.times[this.times.length - 1];
    /** How long the whole is shown (s). */
    this.length = (this.last - this.first) * this.slower;
    this.time = this.first;
  }

  /** Goes to a share of the whole, from 0 to 1. @param {number} share */
  seek(share) {
    this.time = this.first + Math.min(1, Math.max(0, share)) * (this.last - this.first);
  }

  get share() {
    return (this.time - this.first) / (this.last - this.first || 1);
  }

  /** How many times larger the motion of the hammer is drawn. @param {number} radius of its head, as drawn */
  enlarged(radius) {
    return Math.min(AWAY / this.furthest, (PRESSED * radius) / this.deepest);
  }

  /** The height of the hammer over the surface as drawn, below 0 while pressed. @param {number} radius */
  height(radius) {
    return -this.enlarged(radius) * sampled(this.times, this.depth, this.time);
  }

  /**
   * How a body is bent now (m), away from the hammer, and how much at most.
   * @param {string} name @returns {{ grid: Grid, field: Float32Array, most: number } | null}
   */
  field(name) {
    const body = this.blow.head.bodies.find((one) => one.name === name);
    if (!body) return null;
    const [all, times] = [this.blow.arrays[`bend_${body.index}`], this.blow.arrays.bend_time];
    if (!all?.length || !times.length) return null;
    const count = all.length / times.length;
    const { from, share } = within(times, this.time);
    const to = Math.min(times.length - 1, from + 1);
    const field = new Float32Array(count);
    for (let n = 0; n < count; n += 1) {
      const [a, b] = [all[from * count + n], all[to * count + n]];
      field[n] = this.side * (a + share * (b - a));
    }
    const most = all.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
    return { grid: body.grid ?? { kind: "none", rows: 1, columns: count }, field, most };
  }
}
