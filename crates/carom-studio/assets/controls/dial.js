// A slider with a number that can be typed, its unit, and an error message.

import { freshId, h, marks } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { readNumber } from "../lib/read.js";
import { shareOf, valueAt } from "../scene/ranges.js";

/**
 * @import { Range } from "../scene/ranges.js"
 * @typedef {{
 *   label: string, hint?: string, unit?: string, range: Range, value: number | undefined, opened?: number,
 *   empty?: string | number, key?: string,
 *   change: (value: number, how: { merge?: string, input?: number }) => void, settle: () => void,
 *   remove?: (() => void) | null,
 * }} DialOptions
 */

const STEPS = 1000;

/**
 * Small units for small values: below which value, the scale, the unit.
 * @type {Record<string, [number, number, string][]>}
 */
const SMALL = {
  kg: [
    [1e-4, 1e-6, "mg"],
    [1, 1e-3, "g"],
  ],
  m: [
    [1e-4, 1e-6, "µm"],
    [1, 1e-3, "mm"],
  ],
  s: [
    [1e-3, 1e-6, "µs"],
    [0.1, 1e-3, "ms"],
  ],
  Hz: [
    [1e4, 1, "Hz"],
    [1e12, 1e3, "kHz"],
  ],
};

/** @param {string} unit @param {number} value @returns {[number, string]} */
function readIn(unit, value) {
  const found = value ? SMALL[unit]?.find(([below]) => Math.abs(value) < below) : undefined;
  return found ? [found[1], found[2]] : [1, unit];
}

/** A button that removes a field. @param {string} label @param {() => void} remove */
export function dropButton(label, remove) {
  const text = { "aria-label": `Leave out ${label}`, title: "Leave out" };
  return h("button", { class: "drop", ...text, onclick: remove }, "×");
}

export class Dial {
  /** @param {DialOptions} options */
  constructor(options) {
    this.options = options;
    this.opened = options.opened ?? options.value ?? Number.NaN;
    const [scale, unit] = readIn(options.unit ?? "", this.opened);
    this.scale = scale;
    this.unit = unit.replace("^exponent", "^α");
    /** @type {number | undefined} */
    this.value = undefined;
    const id = freshId("dial");
    const { label, hint, remove } = options;
    this.slider = h("input", {
      type: "range",
      id,
      min: 0,
      max: STEPS,
      step: 1,
      "data-key": options.key,
      oninput: (event) => this.slid(event),
      onchange: () => this.options.settle(),
    });
    this.box = h("input", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      spellcheck: "false",
      size: 7,
      "aria-label": `${label}${this.unit ? ` in ${this.unit}` : ""}`,
      onchange: () => this.typed(),
      onfocus: () => this.box.select(),
      onkeydown: (event) => this.nudged(event),
    });
    this.element = h(
      "div",
      { class: "dial" },
      h("label", { for: id, title: hint, ondblclick: () => this.restore() }, label),
      h("span", { class: "value" }, this.box, h("span", { class: "unit" }, this.unit)),
      remove && dropButton(label, remove),
      this.slider,
    );
    this.mark = marks(this.element, this.box, this.slider).mark;
    this.show(options.value, true);
  }

  /** @param {unknown} value nothing is shown where it is no number @param {boolean} [anew] also if it is shown already */
  show(value, anew = false) {
    if (!anew && Object.is(value, this.value)) return;
    this.value = typeof value === "number" ? value : undefined;
    const given = this.value ?? Number.NaN;
    const text = Number.isNaN(given) ? "" : number(given / this.scale);
    if (document.activeElement !== this.box) this.box.value = text;
    const { empty = "" } = this.options;
    const usual = typeof empty === "number" ? number(empty / this.scale) : empty;
    this.box.placeholder = usual;
    const share = Number.isNaN(given) ? shareOf(this.options.range, this.opened) : shareOf(this.options.range, given);
    this.slider.value = String(Math.round(share * STEPS));
    this.slider.style.setProperty("--share", `${share * 100}%`);
    this.slider.setAttribute("aria-valuetext", `${text || usual || "none"} ${this.unit}`.trim());
    this.element.classList.toggle("unset", Number.isNaN(given));
  }

  /** @param {Event} event */
  slid(event) {
    const value = valueAt(this.options.range, Number(this.slider.value) / STEPS);
    this.box.value = number(value / this.scale);
    this.options.change(value, { merge: this.options.label, input: event.timeStamp });
  }

  typed() {
    const { value, wrong } = readNumber(this.box.value);
    if (wrong !== undefined) return this.mark(wrong);
    this.mark(null);
    const exact = Number((value * this.scale).toPrecision(15));
    this.options.change(exact, { input: performance.now() });
    this.options.settle();
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  nudged(event) {
    if (event.key === "Escape") {
      this.box.blur();
      this.show(this.value, true);
    }
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!direction) return;
    event.preventDefault();
    this.slider.value = String(Number(this.slider.value) + direction * (event.shiftKey ? 50 : 5));
    this.slid(event);
  }

  /** Back to its value when the scene was opened. */
  restore() {
    if (Number.isNaN(this.opened)) return;
    this.options.change(this.opened, {});
    this.options.settle();
  }
}
