// Contact models fitted to measured collisions of a disc with a wall.

import { Dial } from "../controls/dial.js";
import { EngineError, api, errorText } from "../lib/api.js";
import { h, marks } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { fragmentOf, heldIn, remember } from "../lib/link.js";
import { onDrop } from "../lib/save.js";
import { table } from "../lib/table.js";
import { get } from "../lib/path.js";
import { Plot } from "../plots/plot.js";
import { around } from "../plots/scale.js";
import { Bench, facts, opener } from "./bench.js";

const ABOUT =
  "Fits contact models to collisions of a disc with a wall that were measured, and tests each on trials that " +
  "it was not fitted to. x is along the wall, z away from it; the spin is about +y.";
/** An air hockey puck: what the trials of the example were made with. */
const PUCK = { mass: 0.008, radius: 0.0324 };
const FIELDS = /** @type {[("mass" | "radius"), string, string][]} */ ([
  ["mass", "Mass of the disc", "kg"],
  ["radius", "Its radius", "m"],
]);
/** What the components of a motion are. */
const TITLES = ["Velocity along the wall", "Velocity away from the wall", "Spin"];

/**
 * @import { Calibration, Components, Fitted, Trials } from "../../browser/types/engine.js"
 * @typedef {{ table: string, mass: number, radius: number, models: string[] }} Asked
 */

/** Whether something from outside can be asked. @param {object} value @returns {value is Asked} */
const isAsked = (value) =>
  "table" in value &&
  typeof value.table === "string" &&
  ["mass", "radius"].every((key) => Number.isFinite(get(value, [key]))) &&
  "models" in value &&
  Array.isArray(value.models) &&
  value.models.every((one) => typeof one === "string");

export class Calibrate {
  /** @param {Trials} known */
  constructor(known) {
    this.known = known;
    /** @type {Asked} */
    this.asked = { table: known.table, ...PUCK, models: known.models.map(({ name }) => name) };
    /** @type {HTMLInputElement[]} */
    this.boxes = [];
    /** @type {Map<"mass" | "radius", Dial>} */
    this.dials = new Map();
    const how = { id: "trials", rows: 14, spellcheck: "false", autocomplete: "off", wrap: "off" };
    const oninput = () => this.set({ table: this.text.value });
    this.text = h("textarea", { ...how, oninput, onchange: () => this.fit() });
    this.tableBox = h("div", { class: "table-box" }, this.text);
    this.tableMarks = marks(this.tableBox, this.text);
    this.verdict = h("dl", { class: "facts wide" });
    this.fitted = h("div", { class: "panel scroll" });
    this.open = h("div", { class: "panel undecided", hidden: true });
    this.parameters = h("div", { class: "panel scroll" });
    this.plots = TITLES.map((title, i) => new Plot({ title: `${title} after`, name: ["vx", "vz", "spin"][i] }));
    const views = h("div", { class: "views three" }, ...this.plots.map((plot) => plot.element));
    this.bench = new Bench({
      title: "Calibrate",
      about: ABOUT,
      panel: this.panel(),
      results: [this.verdict, this.fitted, this.parameters, views, this.open],
    });
    this.element = this.bench.element;
    onDrop(([file]) => this.load(file));
  }

  panel() {
    for (const [key, label, unit] of FIELDS) {
      const value = this.asked[key];
      const range = { low: value / 30, high: value * 30, log: true, whole: false };
      const change = (/** @type {number} */ to) => this.set({ [key]: to });
      this.dials.set(key, new Dial({ label, unit, value, key, range, change, settle: () => this.fit() }));
    }
    this.boxes = this.known.models.map(({ name, about }) =>
      h("input", {
        type: "checkbox",
        value: name,
        checked: true,
        onchange: () => {
          this.set({ models: this.boxes.filter((box) => box.checked).map((box) => box.value) });
          this.fit();
        },
        "aria-label": `${name}: ${about}`,
      }),
    );
    const models = this.known.models.map(({ name, about }, i) =>
      h("label", { class: "flag model" }, this.boxes[i], h("span", null, h("b", null, name), h("small", null, about))),
    );
    const example = () => {
      this.show({ ...this.asked, table: this.known.table, ...PUCK });
      this.fit();
    };
    return h(
      "section",
      { class: "panel front", "aria-label": "Trials" },
      h("h2", null, "What was measured"),
      ...[...this.dials.values()].map((dial) => dial.element),
      h("h3", null, h("label", { for: "trials" }, "Trials, as CSV: paste a table here")),
      this.tableBox,
      h(
        "div",
        { class: "shelf" },
        opener("Open CSV", ".csv,text/csv,text/plain", (file) => this.load(file)),
        h("button", { onclick: example }, "Example"),
      ),
      h("h3", null, "Models"),
      h("div", { class: "models" }, ...models),
    );
  }

  async begin() {
    try {
      const linked = await heldIn(location.hash, "trials", isAsked);
      this.show({ ...this.asked, ...linked });
      this.fit();
    } catch (error) {
      this.show(this.asked);
      this.bench.ask(
        () => Promise.reject(error),
        () => undefined,
      );
    }
  }

  /** @param {Partial<Asked>} changed */
  set(changed) {
    this.asked = { ...this.asked, ...changed };
    for (const [key, dial] of this.dials) dial.show(this.asked[key]);
  }

  /** @param {Asked} asked */
  show(asked) {
    this.set(asked);
    this.text.value = String(asked.table);
    for (const box of this.boxes) box.checked = asked.models.includes(box.value);
  }

  /** @param {File} file */
  async load(file) {
    this.show({ ...this.asked, table: await file.text() });
    this.fit();
  }

  async fit() {
    const { asked } = this;
    this.bench.ask(
      () => api.calibrate(asked),
      (answer) => this.shown(answer),
      (error) => this.mark(error),
    );
    const { table, mass, radius, models } = asked;
    const isExample = table === this.known.table && mass === PUCK.mass && radius === PUCK.radius;
    const isWhole = models.length === this.known.models.length;
    remember(isExample && isWhole ? "" : await fragmentOf(asked, "trials"));
  }

  /** @param {unknown} error */
  mark(error) {
    this.tableMarks.mark(null);
    for (const dial of this.dials.values()) dial.mark(null);
    if (!(error instanceof EngineError)) return;
    const key = FIELDS.find(([name]) => name === error.path)?.[0];
    const marked = (key && this.dials.get(key)) ?? this.tableMarks;
    marked.mark(errorText(error));
  }

  /** @param {Calibration} answer */
  shown({ found, trials, undecided, units, ignored }) {
    this.verdict.replaceChildren(
      ...facts([
        ["collisions", String(found.trials)],
        ["best on trials left out", found.best],
        ["restitution by the normal velocities alone", number(found.restitution_alone, 4)],
        ...(ignored.length ? [/** @type {[string, string]} */ (["columns not used", ignored.join(", ")])] : []),
      ]),
    );
    const errors = (/** @type {Components} */ { vx, vz, spin }) => [vx, vz, spin];
    const column = (/** @type {"rms" | "leave_one_out"} */ key, /** @type {string} */ name, /** @type {number} */ i) =>
      /** @type {import("../lib/table.js").Column<Fitted>} */ ([
        `${name} ${["vx", "vz", "spin"][i]}`,
        "num",
        (model) => quantity(errors(model[key])[i], units[i]),
      ]);
    this.fitted.replaceChildren(
      table(
        ["Errors of the fit, and on trials left out of it"],
        [
          ["Model", "", (model) => model.name],
          ...[0, 1, 2].map((i) => column("rms", "fit", i)),
          ...[0, 1, 2].map((i) => column("leave_one_out", "left out", i)),
        ],
        found.models,
        (model) => (model.name === found.best ? "chosen" : null),
      ),
    );
    const rows = found.models.flatMap((model) =>
      Object.entries(model.parameters).map(([name, one]) => ({ ...one, name: `${model.name} ${name}` })),
    );
    this.parameters.replaceChildren(
      table(
        ["Parameters"],
        [
          ["Parameter", "", (one) => one.name],
          ["Value", "num", (one) => `${number(one.value, 4)} ${one.unit}`.trim()],
          ["±", "num", (one) => (one.sd === null ? "–" : number(one.sd, 2))],
          ["Meaning", "", (one) => one.meaning],
          ["", "", (one) => (one.identified ? "" : "not decided by these trials")],
        ],
        rows,
      ),
    );
    // Some sentences name a flag of the command.
    const items = undecided.map((text) => h("li", null, text.replaceAll("--force", "carom calibrate --force")));
    this.open.hidden = undecided.length === 0;
    this.open.replaceChildren(h("h2", null, "What these trials cannot decide"), h("ul", null, ...items));
    this.plots.forEach((plot, c) => plot.offer(() => compared(found, trials, c, units[c])));
  }
}

/**
 * A component after the collision: modelled over measured, where the line is agreement.
 * @param {Calibration["found"]} found @param {Calibration["trials"]} trials @param {number} c @param {string} unit
 * @returns {import("../plots/plot.js").Content}
 */
function compared(found, trials, c, unit) {
  const measured = trials.map(([, after]) => after[c]);
  const models = found.models.map((model, i) => ({
    name: model.name,
    colour: `c${i}`,
    values: measured.map((value, t) => value + model.left_out[t][c]),
  }));
  const extent = around([measured, ...models.map((one) => one.values)]);
  return {
    x: { label: "measured", unit, extent },
    y: { label: "modelled", unit, extent },
    legend: models.map(({ name, colour }) => [name, colour]),
    paint: (pen, frame, colours) => {
      const ends = [extent.low, extent.high];
      pen.line(ends.map(frame.x), ends.map(frame.y), { colour: colours("frame"), width: 1.2, dash: [5, 4] });
      for (const { colour, values } of models) {
        measured.forEach((x, t) => pen.dot(frame.x(x), frame.y(values[t]), 3, { colour: colours(colour), alpha: 0.8 }));
      }
    },
    read: (x, y) => [`measured ${quantity(x, unit)}`, `modelled ${quantity(y, unit)}`],
    columns: () => [
      ["measured", measured],
      ...models.map(({ name, values }) => /** @type {[string, number[]]} */ ([name, values])),
    ],
  };
}
