// A blow in slow motion: where hammer and surface are at each instant, as the engine computed them.

import { path } from "../plots/blows.js";
import { sampled, within } from "../lib/list.js";

/** @typedef {import("../lib/api.js").Rendering} Rendering */

/** The touch is shown over this time (s). */
const SHOWN = 2;
/** How far the hammer is seen to leave, and how much of its radius it is seen to be pressed together. */
const AWAY = 0.2;
const PRESSED = 0.7;
/** A strike that is no later than this after the touch began it (s). */
const SOON = 1e-4;

export class Replay {
  /** @param {Rendering} blow one that touched @param {any} scene of which it is a blow */
  constructor(blow, scene) {
    const { head, arrays } = blow;
    this.blow = blow;
    this.times = arrays.time;
    const { between } = head.contacts.find((/** @type {any} */ one) => one.index === head.contact);
    const contact = scene.contact?.[head.contact];
    const named = (/** @type {string} */ name) => scene.body.find((/** @type {any} */ one) => one.name === name);
    const isMass = (/** @type {string} */ name) => named(name)?.mass !== undefined && !named(name).modes;
    this.hammer = [...between].find(isMass) ?? between[0];
    /** Which way is into what is struck. */
    this.side = between[0] === this.hammer ? 1 : -1;
    this.target = between.find((/** @type {string} */ name) => name !== this.hammer) ?? between[1];
    this.ball = isMass(this.hammer) ? named(this.hammer) : null;
    const gesture = scene.gesture?.find((/** @type {any} */ one) => one.body === this.hammer);
    const thrown = (scene.strikes ?? []).filter(
      (/** @type {any} */ { body, time }) => body === this.hammer && time <= head.begins + SOON,
    );
    this.place = thrown.pop()?.at ?? contact?.at?.[this.target] ?? gesture?.from;
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
   * @param {string} name @returns {{ grid: any, field: Float32Array, most: number } | null}
   */
  field(name) {
    const body = this.blow.head.bodies.find((/** @type {any} */ one) => one.name === name);
    /** @type {Float32Array | undefined} */
    const all = body && this.blow.arrays[`bend_${body.index}`];
    const times = this.blow.arrays.bend_time;
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
