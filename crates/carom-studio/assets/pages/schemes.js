// The schemes compared on the scene of the page: force and energy error of one blow.

import { api, errorText, hasTouched } from "../lib/api.js";
import { chips, h } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { Latest } from "../lib/latest.js";
import { curves } from "../plots/curves.js";
import { Plot } from "../plots/plot.js";

/**
 * @import { Blow, Touch } from "../../browser/types/engine.js"
 * @import { Method, Scene } from "../../browser/types/scene.js"
 * @typedef {{ name: string, colour: string, blow: Blow | null, wrong: string }} Run
 */

/** The schemes for contacts, and the colours of their curves. */
const SCHEMES = /** @type {[Method, string][]} */ ([
  ["two-point", "c0"],
  ["verlet", "c1"],
  ["rk4", "c2"],
  ["heun", "c3"],
  ["am1", "c4"],
  ["three-point", "c5"],
  ["quadratic", "c6"],
  ["quadratised", "c7"],
]);
const ABOUT =
  "The blow that is shown above, by each scheme at so many samples per second. The force is its mean over " +
  "a sample: a short contact has a lower peak here than above. A scheme that diverges needs more samples.";
/** Samples per second, as multiples of those of the scene: some schemes need more, or they diverge. */
const FINER = [1, 4, 16];
/** What takes longer than this (ms) is shown scheme by scheme. */
const LONG = 400;
const FIRST = ["two-point", "verlet", "rk4"];

/** The energy error as a share of what was put in, at every instant. @param {Touch} blow */
export function errors({ arrays }) {
  const { energy_put_in: putIn, energy_missing: missing } = arrays;
  return missing.map((value, i) => value / (putIn[i] || 1));
}

/** The largest value by magnitude. @param {ArrayLike<number>} values */
export function largest(values) {
  let most = 0;
  for (let i = 0; i < values.length; i += 1) if (Math.abs(values[i]) > Math.abs(most)) most = values[i];
  return most;
}

export class Schemes {
  constructor() {
    this.force = new Plot({ title: "Force by scheme", name: "scheme-force" });
    this.error = new Plot({ title: "Energy error by scheme", name: "scheme-error" });
    this.chosen = new Set(FIRST);
    /** @type {Run[]} */
    this.runs = [];
    this.asks = new Latest();
    this.rate = 0;
    /** How many times the samples of the scene. */
    this.finer = 1;
    this.rates = h("div");
    this.table = h("div", { class: "scroll" });
    const box = (/** @type {string} */ name) => {
      const onchange = () => this.choose(name, input.checked);
      const input = h("input", { type: "checkbox", checked: this.chosen.has(name), onchange });
      return h("label", { class: "flag" }, input, name);
    };
    const body = h(
      "div",
      { class: "schemes-body" },
      h("p", { class: "scale" }, ABOUT),
      h("div", { class: "boxes" }, ...SCHEMES.map(([name]) => box(name))),
      this.rates,
      h("div", { class: "views" }, this.force.element, this.error.element),
      this.table,
    );
    this.element = h(
      "details",
      { class: "panel schemes", ontoggle: () => this.run() },
      h("summary", null, "Schemes compared on this scene"),
      body,
    );
  }

  /** A choice of how many samples. */
  showRates() {
    const choices = FINER.map((finer) => {
      const choose = () => {
        this.finer = finer;
        this.showRates();
        this.run();
      };
      return { name: `${number((finer * this.rate) / 1000)} kHz`, isChosen: finer === this.finer, choose };
    });
    this.rates.replaceChildren(chips("Samples per second", choices));
  }

  /** @param {string} name @param {boolean} isChosen */
  choose(name, isChosen) {
    if (isChosen) this.chosen.add(name);
    else this.chosen.delete(name);
    this.run();
  }

  /**
   * Another scene to compare on; nothing is computed unless it is looked at.
   * @param {Scene} scene @param {number} after when the blow begins at the earliest (s) @param {number} rate of the scene
   */
  offer(scene, after, rate) {
    this.scene = scene;
    this.after = after;
    if (rate !== this.rate) {
      this.rate = rate;
      this.showRates();
    }
    this.run();
  }

  run() {
    const { scene, after = 0 } = this;
    if (!this.element.open || !scene) return;
    const sampled = { ...scene, sample_rate: this.finer * this.rate };
    const names = SCHEMES.filter(([name]) => this.chosen.has(name));
    this.asks.run(async () => {
      /** @type {Run[]} */
      const runs = names.map(([name, colour]) => ({ name, colour, blow: null, wrong: "is being computed …" }));
      let isLong = false;
      const show = () => {
        if (scene !== this.scene) return;
        this.runs = runs;
        this.show();
      };
      const timer = setTimeout(() => {
        isLong = true;
        show();
      }, LONG);
      for (const [i, [name, colour]] of names.entries()) {
        if (this.asks.waiting) break;
        runs[i] = await one(sampled, after, name, colour);
        if (isLong) show();
      }
      clearTimeout(timer);
      if (!this.asks.waiting) show();
    });
  }

  show() {
    const good = this.runs.flatMap(({ blow, ...run }) => (hasTouched(blow) ? [{ ...run, blow }] : []));
    const force = (/** @type {Touch} */ { arrays, head }) => arrays[`force_${head.contact}`];
    this.force.offer(() => curves(lines(good, force), { label: "force", unit: "N" }));
    this.error.offer(() => curves(lines(good, errors), { label: "error / energy put in", unit: "" }));
    const columns = ["scheme", "contact", "peak force", "largest energy error"];
    const head = h("tr", null, ...columns.map((text) => h("th", { scope: "col" }, text)));
    const rows = h("tbody", null, ...this.runs.map(row));
    this.table.replaceChildren(h("table", null, h("thead", null, head), rows));
  }
}

/** @param {Scene} scene @param {number} after @param {Method} name @param {string} colour @returns {Promise<Run>} */
async function one(scene, after, name, colour) {
  try {
    return { name, colour, blow: await api.blow({ ...scene, scheme: name }, after), wrong: "" };
  } catch (error) {
    return { name, colour, blow: null, wrong: errorText(error) };
  }
}

/**
 * @param {{ name: string, colour: string, blow: Touch }[]} runs @param {(blow: Touch) => Float32Array} of
 * @returns {import("../plots/curves.js").Line[]}
 */
const lines = (runs, of) =>
  runs.map(({ name, colour, blow }) => ({ name, colour, time: blow.arrays.time, values: of(blow) }));

/** @param {Run} run */
function row({ name, blow, wrong }) {
  const title = h("th", { scope: "row" }, name);
  if (!hasTouched(blow)) return h("tr", null, title, h("td", { colspan: 3 }, wrong || "nothing touched"));
  const { head, arrays } = blow;
  const peak = largest(arrays[`force_${head.contact}`]);
  const error = largest(errors(blow));
  const percent = `${error > 0 ? "gains" : "loses"} ${number(100 * Math.abs(error), 3)} %`;
  const gains = Math.abs(error) > 1e-3 ? percent : number(error, 2);
  const lasts = head.lasts === null ? "goes on" : quantity(head.lasts, "s");
  return h("tr", null, title, ...[lasts, quantity(peak, "N"), gains].map((text) => h("td", null, text)));
}
