// Input on the stage: aim, draw the hammer back, strike; by mouse, touch and keys.

import { fitted, placeOfKey, placesOf, rounded } from "../scene/places.js";

/** Each drag by this many pixels doubles the speed of the strike, up to the hardest. */
const DOUBLE = 55;
const HARDEST = 8;
/** The strength of a strike with Shift. */
const SOFT = 0.35;
/** These keys strike along the object. */
const KEYS = "asdfghjkl";

/** Which way arrow keys move the hammer. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Hand {
  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {{ x: number, y: number, strength: number } | null} */
    this.pull = null;
  }

  listen() {
    const { canvas } = this.stage;
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.moved(event));
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.pressed(event));
    canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.released(event));
    canvas.addEventListener("pointercancel", () => this.relax());
    canvas.addEventListener("focus", () => this.lend(true));
    canvas.addEventListener("blur", () => this.lend(false));
    canvas.addEventListener("pointerleave", () => this.lend(false));
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.typed(event));
  }

  /** @param {PointerEvent} event */
  picked(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    const hit = this.stage.figure?.pick(event.clientX - box.left, event.clientY - box.top);
    if (!hit) return null;
    const [u, v] = hit.place.map(rounded);
    const kind = placesOf(hit.body);
    const isFixed = kind === "named" || hit.body.wall;
    const place = isFixed ? this.stage.aim.place : fitted(hit.body, kind === "line" ? u : [u, v]);
    return { target: hit.name, place };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (this.pull) {
      const length = Math.hypot(event.clientX - this.pull.x, event.clientY - this.pull.y);
      this.pull.strength = length < 6 ? 1 : Math.min(HARDEST, 2 ** ((length - 6) / DOUBLE));
      this.stage.mallet.tension = Math.log2(this.pull.strength) / Math.log2(HARDEST);
      this.showSpeed(event, this.pull.strength);
      this.stage.draw();
      return;
    }
    if (event.pointerType !== "mouse") return;
    const hit = this.picked(event);
    this.stage.canvas.style.cursor = hit ? "pointer" : "default";
    this.stage.isAimed = Boolean(hit);
    if (hit) this.stage.does.aim(hit.target, hit.place);
    this.stage.note.classList.remove("on");
  }

  /** @param {PointerEvent} event @param {number} strength */
  showSpeed(event, strength) {
    const box = this.stage.canvas.getBoundingClientRect();
    this.stage.note.textContent = `${(this.stage.speed * strength).toPrecision(2)} m/s`;
    const [x, y] = [event.clientX - box.left + 14, event.clientY - box.top - 30];
    this.stage.note.style.transform = `translate(${x}px, ${y}px)`;
    this.stage.note.classList.toggle("on", strength > 1);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0) return;
    const hit = this.picked(event);
    if (!hit) return;
    this.stage.does.aim(hit.target, hit.place);
    this.pull = { x: event.clientX, y: event.clientY, strength: 1 };
    this.stage.canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  released(event) {
    if (!this.pull) return;
    const strength = event.shiftKey && this.pull.strength === 1 ? SOFT : this.pull.strength;
    this.pull = null;
    this.stage.note.classList.remove("on");
    this.stage.does.strike(this.stage.aim.target, this.stage.aim.place, strength);
    this.stage.mallet.tension = 0;
  }

  /** A scene without a hammer shows one while somebody aims. @param {boolean} isAimed */
  lend(isAimed) {
    this.stage.isAimed = isAimed;
    this.stage.draw();
  }

  relax() {
    this.pull = null;
    this.stage.mallet.tension = 0;
    this.stage.note.classList.remove("on");
    this.stage.draw();
  }

  /** Keys of the object itself: Enter strikes, arrows move the hammer. @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const strength = event.shiftKey ? SOFT : 1;
    const { target, place } = this.stage.aim;
    if (event.key === "Enter" || event.key === " ") this.stage.does.strike(target, place, strength);
    else if (event.key.startsWith("Arrow")) this.step(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  step(key) {
    const by = STEPS[key];
    const { place, target } = this.stage.aim;
    if (!by) return;
    const moved = (/** @type {number} */ value, /** @type {number} */ step) => rounded(value + 0.02 * step);
    if (typeof place === "number") this.stage.does.aim(target, moved(place, by[0] + by[1]));
    else if (Array.isArray(place)) this.stage.does.aim(target, [moved(place[0], by[0]), moved(place[1], by[1])]);
  }

  /** A letter strikes at its place along the object. @param {string} key @param {boolean} softly */
  strikeByKey(key, softly) {
    const n = KEYS.indexOf(key.toLowerCase());
    const one = this.stage.figure?.find(this.stage.aim.target);
    if (n < 0 || !one) return false;
    const place = one.body.wall ? undefined : placeOfKey(one.body, n, KEYS.length) ?? this.stage.aim.place;
    this.stage.does.aim(this.stage.aim.target, place);
    this.stage.does.strike(this.stage.aim.target, place, softly ? SOFT : 1);
    return true;
  }
}
