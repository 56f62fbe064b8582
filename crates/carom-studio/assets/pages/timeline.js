// The strikes of a take along a line of time: they are moved, taken out and brought onto a grid.

import { h } from "../lib/dom.js";
import { quantity } from "../lib/format.js";
import { endOf, moved, quantised, removed } from "../scene/take.js";

/** Time that is shown after the last strike (s). */
const AFTER = 0.5;
/** Arrow keys move a strike by so much, with Shift by more (s). */
const STEPS = [0.01, 0.1];
/** Grids onto which strikes are brought (s). */
const GRIDS = [0.5, 0.25, 0.125, 0.1];
/** Room at both ends of the line (px). */
const ROOM = 12;

export class Timeline {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {import("../scene/take.js").Take | null} */
    this.take = null;
    this.head = h("i", { class: "playhead", hidden: true });
    this.track = h("div", { class: "track", role: "group", "aria-label": "Strikes in time" });
    const grid = h("select", { "aria-label": "Grid" }, ...GRIDS.map((one) => h("option", { value: one }, `${one} s`)));
    const title = "Moves every strike to the nearest multiple of this time";
    const bring = () => this.take && this.change(quantised(this.take, Number(grid.value)));
    const button = h("button", { type: "button", class: "quiet", title, onclick: bring }, "Quantise");
    this.element = h("div", { class: "timeline", hidden: true }, this.track, h("span", null, button, " ", grid));
  }

  /** How long the line is (s). */
  get length() {
    return Math.max(1, this.take?.length ?? 0, endOf(this.take) + AFTER);
  }

  /** Where a time is on the line. @param {number} time */
  left(time) {
    return `calc(${ROOM}px + ${time / this.length} * (100% - ${2 * ROOM}px))`;
  }

  show() {
    const { take } = this.studio.store.state;
    if (take === this.take) return;
    this.take = take;
    this.element.hidden = !take?.strikes.length;
    const marks = (take?.strikes ?? []).map((_, i) => this.mark(i));
    this.track.replaceChildren(this.head, ...marks);
  }

  /** @param {number} i */
  mark(i) {
    const take = /** @type {import("../scene/take.js").Take} */ (this.take);
    const { time, target, strength } = take.strikes[i];
    const label = `Strike ${i + 1} of ${take.strikes.length}, ${target} at ${quantity(time, "s")}`;
    const title = `${label}: drag or arrow keys move it, Delete takes it out`;
    const mark = h("button", { type: "button", class: "blow", "aria-label": label, title });
    mark.style.left = this.left(time);
    mark.style.height = `${Math.round(100 * Math.min(1, 0.35 + 0.3 * strength))}%`;
    mark.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.typed(event, i));
    mark.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event, mark, i));
    return mark;
  }

  /** @param {KeyboardEvent} event @param {number} i */
  typed(event, i) {
    const { take } = this;
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!take) return;
    if (sign) this.move(i, take.strikes[i].time + sign * STEPS[event.shiftKey ? 1 : 0]);
    else if (["Delete", "Backspace"].includes(event.key)) {
      this.change(removed(take, i));
      this.track.querySelectorAll(".blow")[Math.min(i, take.strikes.length - 2)]?.focus();
    } else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event @param {HTMLElement} mark @param {number} i */
  drag(event, mark, i) {
    const { length } = this;
    const time = (/** @type {PointerEvent} */ { clientX }) => {
      const box = this.track.getBoundingClientRect();
      return Math.min(1, Math.max(0, (clientX - box.left - ROOM) / (box.width - 2 * ROOM))) * length;
    };
    mark.setPointerCapture(event.pointerId);
    mark.onpointermove = (now) => (mark.style.left = this.left(time(now)));
    mark.onpointerup = (now) => {
      mark.onpointermove = null;
      if (Math.abs(now.clientX - event.clientX) > 2) this.move(i, time(now));
    };
  }

  /** @param {number} i @param {number} time */
  move(i, time) {
    if (!this.take) return;
    const at = Math.max(0, time);
    this.change(moved(this.take, i, at), "move");
    const now = this.take.strikes.findIndex((strike) => strike.time === at);
    this.track.querySelectorAll(".blow")[now]?.focus();
  }

  /** @param {import("../scene/take.js").Take} take @param {string} [merge] */
  change(take, merge) {
    const { store } = this.studio;
    store.step({ ...store.state, take: take.strikes.length ? take : null }, { kind: "quiet" }, merge);
    this.show();
  }

  /** Shows how far what plays has come. @param {number | undefined} time */
  play(time) {
    this.head.hidden = time === undefined || time > this.length;
    if (time !== undefined) this.head.style.left = this.left(time);
  }
}
