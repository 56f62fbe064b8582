// Strikes, notes, scrapes and hands of a take along a line of time: they are moved and taken out, strikes and notes are
// brought onto a grid.

import { h } from "../lib/dom.js";
import { quantity } from "../lib/format.js";
import {
  hasSound,
  lastOf,
  liftedAt,
  moved,
  quantised,
  removed,
  scrapedAt,
  spanAt,
  spansOf,
  unscraped,
  without,
} from "../scene/take.js";
import { nameOf } from "./keyboard.js";

/**
 * @import { Lasting, Take } from "../scene/take.js"
 * @typedef {{ time: number, label: string, height: number, until?: number, at: (time: number) => Take, without: () => Take }}
 *   Mark something on the line: when, how high and until when it is drawn, and the take with it elsewhere or without it
 */

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
    /** @type {Take | null} */
    this.take = null;
    /** @type {Mark[]} */
    this.marks = [];
    this.head = h("i", { class: "playhead", hidden: true });
    this.track = h("div", { class: "track", role: "group", "aria-label": "What was played, in time" });
    const grid = h("select", { "aria-label": "Grid" }, ...GRIDS.map((one) => h("option", { value: one }, `${one} s`)));
    const title = "Moves every strike and note to the nearest multiple of this time";
    const bring = () => this.take && this.change(quantised(this.take, Number(grid.value)));
    const button = h("button", { class: "quiet", title, onclick: bring }, "Quantise");
    this.element = h("div", { class: "timeline", hidden: true }, this.track, h("span", null, button, " ", grid));
  }

  /** How long the line is (s). */
  get length() {
    return Math.max(1, this.take?.length ?? 0, lastOf(this.take) + AFTER);
  }

  /** Where a time is on the line. @param {number} time */
  left(time) {
    return `calc(${ROOM}px + ${time / this.length} * (100% - ${2 * ROOM}px))`;
  }

  show() {
    const { take } = this.studio.store.state;
    if (take === this.take) return;
    this.take = take;
    this.element.hidden = !hasSound(take);
    this.marks = take ? marksOf(take) : [];
    this.track.replaceChildren(this.head, ...this.marks.map((mark) => this.button(mark)));
  }

  /** @param {Mark} mark */
  button(mark) {
    const { time, label, height, until } = mark;
    const title = `${label}: drag or arrow keys move it, Delete takes it out`;
    const button = h("button", { class: "blow", "aria-label": label, title });
    button.style.left = this.left(time);
    button.style.height = `${Math.round(100 * height)}%`;
    if (until !== undefined) {
      // A bar: as long as a hand stays.
      const share = (Math.min(until, this.length) - time) / this.length;
      button.style.width = `max(12px, calc(${share} * (100% - ${2 * ROOM}px)))`;
      button.style.marginLeft = "0";
      button.style.background = "color-mix(in srgb, var(--accent) 40%, transparent)";
    }
    button.addEventListener("keydown", (event) => this.typed(event, mark));
    button.addEventListener("pointerdown", (event) => this.drag(event, button, mark));
    return button;
  }

  /** @param {KeyboardEvent} event @param {Mark} mark */
  typed(event, mark) {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (sign) this.move(mark, mark.time + sign * STEPS[event.shiftKey ? 1 : 0]);
    else if (["Delete", "Backspace"].includes(event.key)) {
      const place = this.marks.indexOf(mark);
      this.change(mark.without());
      this.focus(Math.min(place, this.marks.length - 1));
    } else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event @param {HTMLElement} button @param {Mark} mark */
  drag(event, button, mark) {
    const { length } = this;
    const box = this.track.getBoundingClientRect();
    const time = (/** @type {PointerEvent} */ { clientX }) => {
      const by = ((clientX - event.clientX) / (box.width - 2 * ROOM)) * length;
      return Math.min(length, Math.max(0, mark.time + by));
    };
    button.setPointerCapture(event.pointerId);
    button.onpointermove = (now) => (button.style.left = this.left(time(now)));
    button.onpointerup = (now) => {
      button.onpointermove = null;
      if (Math.abs(now.clientX - event.clientX) > 2) this.move(mark, time(now));
    };
  }

  /** @param {Mark} mark @param {number} time */
  move(mark, time) {
    const at = Math.max(0, time);
    this.change(mark.at(at), "move");
    const isSame = (/** @type {Mark} */ one) =>
      one.time === at && (one.until === undefined) === (mark.until === undefined);
    this.focus(this.marks.findIndex(isSame));
  }

  /** @param {number} place */
  focus(place) {
    /** @type {HTMLElement | undefined} */ (this.track.querySelectorAll(".blow")[place])?.focus();
  }

  /** @param {Take} take @param {string} [merge] */
  change(take, merge) {
    const { store } = this.studio;
    store.step({ ...store.state, take: hasSound(take) ? take : null }, { kind: "quiet" }, merge);
    this.show();
  }

  /** Shows how far what plays has come. @param {number | undefined} time */
  play(time) {
    this.head.hidden = time === undefined || time > this.length;
    if (time !== undefined) this.head.style.left = this.left(time);
  }
}

/** What stands on the line: strikes, hands that damp, notes, scrapes. @param {Take} take @returns {Mark[]} */
function marksOf(take) {
  const { strikes } = take;
  const blows = strikes.map(({ time, target, strength }, i) => ({
    time,
    label: `Strike ${i + 1} of ${strikes.length}, ${target} at ${quantity(time, "s")}`,
    height: Math.min(1, 0.35 + 0.3 * strength),
    at: (/** @type {number} */ now) => moved(take, i, now),
    without: () => removed(take, i),
  }));
  const lasting = (/** @type {Lasting} */ list) =>
    spansOf(take, list).map((span) => ({
      time: span.from,
      until: span.to ?? Infinity,
      label: `${list === "notes" ? `Note ${nameOf(Number(span.of))}` : `Hand on ${span.of}`} at ${quantity(span.from, "s")}`,
      height: list === "notes" ? 0.35 + 0.65 * span.strength : 0.25,
      at: (/** @type {number} */ now) => spanAt(take, list, span, now),
      without: () => without(take, list, span),
    }));
  const scrapes = (take.scrapes ?? []).map((scrape, i) => ({
    time: scrape.time,
    until: liftedAt(scrape),
    label: `Scrape of ${scrape.target} at ${quantity(scrape.time, "s")}`,
    height: 0.5,
    at: (/** @type {number} */ now) => scrapedAt(take, i, now),
    without: () => unscraped(take, i),
  }));
  return [...blows, ...lasting("holds"), ...lasting("notes"), ...scrapes];
}
