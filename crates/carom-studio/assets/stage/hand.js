// Input on the stage: aim and strike, by mouse, touch and keys.

import { fitted, placeOfKey, placesOf, rounded } from "../scene/places.js";

/** A hand that moves so fast (px/s) strikes twice as hard, and half as hard if it moves half as fast. */
const FAST = 900;
/** A hand that is slower than this (px/s) strikes as hard as is set: it came to rest before. */
const STILL = 60;
/** A finger that stays so long (ms) damps what it struck. */
const HELD = 350;
/** A finger that moves so far (px) after it struck is drawn over what it is on. */
const DRAWN = 10;
/** The softest and the hardest strike, beside what is set. */
const STRENGTHS = [0.3, 4];
/** The speed of the hand is what it was in the last milliseconds. */
const RECENT = 80;
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
    /** Where the hand was, and when. @type {{ x: number, y: number, time: number }[]} */
    this.trail = [];
    /**
     * What each finger is on, where it struck, the timer until it damps that (0 when it does), and whether it is drawn
     * over it.
     * @type {Map<number, { target: string, x: number, y: number, timer: number, isDrawn?: boolean }>}
     */
    this.held = new Map();
  }

  listen() {
    const { canvas } = this.stage;
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointercancel", (event) => this.released(event));
    canvas.addEventListener("focus", () => this.lend(true));
    canvas.addEventListener("blur", () => this.lend(false));
    canvas.addEventListener("pointerleave", () => this.lend(false));
    canvas.addEventListener("keydown", (event) => this.typed(event));
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
    const { clientX: x, clientY: y, timeStamp: time } = event;
    this.trail = [...this.trail.filter((one) => time - one.time < RECENT), { x, y, time }];
    const one = this.held.get(event.pointerId);
    if (one) this.draw(event, one);
    if (event.pointerType !== "mouse" || event.buttons) return;
    const hit = this.picked(event);
    this.stage.canvas.style.cursor = hit ? "pointer" : "default";
    this.stage.isAimed = Boolean(hit);
    if (hit) this.stage.does.aim(hit.target, hit.place);
    this.stage.note.classList.remove("on");
  }

  /** How hard the hand strikes, by how fast it came. @param {PointerEvent} event */
  strengthOf(event) {
    if (event.shiftKey) return SOFT;
    const trail = this.trail.filter((one) => event.timeStamp - one.time < RECENT);
    if (event.pointerType !== "mouse" || trail.length < 2) return 1;
    const [first, last] = [trail[0], trail[trail.length - 1]];
    const seconds = Math.max(event.timeStamp - first.time, 1) / 1000;
    const speed = Math.hypot(last.x - first.x, last.y - first.y) / seconds;
    return speed < STILL ? 1 : Math.min(STRENGTHS[1], Math.max(STRENGTHS[0], (2 * speed) / FAST));
  }

  /** @param {PointerEvent} event @param {number} strength */
  showSpeed(event, strength) {
    const box = this.stage.canvas.getBoundingClientRect();
    this.stage.note.textContent = `${(this.stage.speed * strength).toPrecision(2)} m/s`;
    const [x, y] = [event.clientX - box.left + 14, event.clientY - box.top - 30];
    this.stage.note.style.transform = `translate(${x}px, ${y}px)`;
    this.stage.note.classList.toggle("on", strength !== 1);
  }

  /** A press strikes at once; each finger strikes for itself. @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0) return;
    const hit = this.picked(event);
    if (!hit) return;
    const strength = this.strengthOf(event);
    this.stage.does.strike(hit.target, hit.place, strength, event.timeStamp);
    this.stage.does.aim(hit.target, hit.place);
    this.showSpeed(event, strength);
    this.stage.canvas.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    const one = { target: hit.target, x, y, timer: 0 };
    one.timer = window.setTimeout(() => {
      one.timer = 0;
      this.stage.does.hold(hit.target, true);
    }, HELD);
    this.held.set(event.pointerId, one);
  }

  /**
   * A finger that moves on scrapes what it struck.
   * @param {PointerEvent} event @param {{ target: string, x: number, y: number, timer: number, isDrawn?: boolean }} one
   */
  draw(event, one) {
    const isFar = Math.hypot(event.clientX - one.x, event.clientY - one.y) > DRAWN;
    if (!one.isDrawn && !isFar) return;
    const hit = this.picked(event);
    if (hit?.target !== one.target || hit.place === undefined || typeof hit.place === "string") return;
    if (one.timer) clearTimeout(one.timer);
    else if (!one.isDrawn) this.stage.does.hold(one.target, false);
    one.isDrawn = true;
    this.stage.does.draw(hit.target, hit.place, false);
    this.stage.does.aim(hit.target, hit.place);
  }

  /** A finger that damped lets go, one that scraped is lifted. @param {PointerEvent} event */
  released(event) {
    const one = this.held.get(event.pointerId);
    this.held.delete(event.pointerId);
    if (one?.isDrawn) this.stage.does.draw(one.target, undefined, true);
    else if (one?.timer) clearTimeout(one.timer);
    else if (one) this.stage.does.hold(one.target, false);
  }

  /** A scene without a hammer shows one while somebody aims. @param {boolean} isAimed */
  lend(isAimed) {
    this.stage.isAimed = isAimed;
    this.stage.draw();
  }

  /** Keys of the object itself: Enter strikes, arrows move the hammer. @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const strength = event.shiftKey ? SOFT : 1;
    const { target, place } = this.stage.aim;
    if (event.key === "Enter" || event.key === " ") this.stage.does.strike(target, place, strength, event.timeStamp);
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

  /** A letter strikes at its place along the object. @param {KeyboardEvent} event */
  strikeByKey({ key, shiftKey, timeStamp }) {
    const n = KEYS.indexOf(key.toLowerCase());
    return n >= 0 && this.strikeAlong(n / (KEYS.length - 1), shiftKey ? SOFT : 1, timeStamp);
  }

  /**
   * Strikes between one end of the object (0) and the other (1); whether there is anything to strike.
   * @param {number} share @param {number} strength @param {number} time of the page (ms)
   */
  strikeAlong(share, strength, time) {
    const { target } = this.stage.aim;
    const one = this.stage.figure?.find(target);
    if (!one) return false;
    const place = one.body.wall ? undefined : (placeOfKey(one.body, share) ?? this.stage.aim.place);
    this.stage.does.strike(target, place, strength, time);
    this.stage.does.aim(target, place);
    return true;
  }
}
