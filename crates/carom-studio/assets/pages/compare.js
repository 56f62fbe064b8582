// One impact by several schemes and rates, beside the exact result.

import { Dial } from "../controls/dial.js";
import { EngineError, api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { Latest } from "../lib/latest.js";
import { nearest } from "../lib/list.js";
import { readNumber } from "../lib/read.js";
import { table } from "../lib/table.js";
import { Plot } from "../plots/plot.js";
import { around } from "../plots/scale.js";
import { curve, dots } from "../plots/views.js";
import { rangeOf } from "../scene/ranges.js";
import { elementOf, fieldsOf, kinds, options, resolved } from "../scene/schema.js";
import { facts } from "./bench.js";

/** papetti's critical cases: a long contact that gains energy, and a hard one of six samples. */
const EXAMPLES = [
  {
    name: "A contact of 19 samples",
    about: "k = 1e7, μ = 0.01, α = 1.3 at 0.5 m/s",
    impact: { mass: 0.01, stiffness: 1e7, exponent: 1.3, mu: 0.01, velocity: 0.5 },
  },
  {
    name: "A contact of 6 samples",
    about: "k = 1e9, μ = 0.5, α = 1.5 at 1 m/s",
    impact: { mass: 0.01, stiffness: 1e9, exponent: 1.5, mu: 0.5, velocity: 1 },
  },
];
const RATES = [44100, 88200, 176400, 352800];
const CORRECTIONS = ["none", "hybrid", "v-out", "both", "duration", "duration-phase"];
/** The fields of an impact, with their labels. */
const FIELDS = /** @type {const} */ ([
  ["mass", "Mass"],
  ["stiffness", "Stiffness k"],
  ["exponent", "Exponent α"],
  ["mu", "Damping μ"],
  ["velocity", "Velocity"],
]);
/** Each rate has a dash; each scheme has a colour. */
const DASHES = [[], [7, 3], [3, 3], [1.5, 3]];

/**
 * @import { Course, ImpactAnswer, ImpactRun } from "../../browser/types/engine.js"
 * @typedef {Course & { run?: ImpactRun }} Drawn what a mass does by a scheme, or exactly
 * @typedef {typeof EXAMPLES[number]["impact"]} Impact
 * @typedef {[keyof Course, string]} Axis what is shown, and its unit
 */

export class Compare {
  /** @param {import("../../browser/types/schema.js").Root} schema */
  constructor(schema) {
    const { scheme, body, contact } = schema.properties;
    this.methods = options(schema, resolved(schema, scheme));
    const laws = kinds(schema, resolved(schema, fieldsOf(schema, elementOf(schema, contact)).law));
    const law = laws.find(([kind]) => kind === "hunt-crossley")?.[1];
    /** The schemas of the fields of an impact. */
    this.properties = { ...fieldsOf(schema, elementOf(schema, body)), ...law?.properties };
    /** @type {Impact} */
    this.impact = { ...EXAMPLES[0].impact };
    const usual = ["am1", "verlet", "rk4", "two-point"];
    this.chosen = new Set(usual.filter((name) => this.methods.some(([method]) => method === name)));
    this.rates = new Set([44100]);
    /** @type {Map<string, Dial>} */
    this.controls = new Map();
    this.correction = "none";
    this.asks = new Latest();
    this.plots = [
      new Plot({ title: "Compression and velocity", name: "phase-portrait" }),
      new Plot({ title: "Energy, share of the initial", name: "energy" }),
      new Plot({ title: "Compression", name: "compression" }),
      new Plot({ title: "Velocity", name: "velocity" }),
    ];
    this.dials = h("div", { class: "dials" });
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.exact = h("dl", { class: "facts wide" });
    this.table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Errors" });
    const examples = EXAMPLES.map(({ name, about, impact }) =>
      h(
        "button",
        { class: "example", onclick: () => this.example(impact) },
        h("b", null, name),
        h("span", null, about),
      ),
    );
    const choose = () => {
      this.correction = this.select.value;
      this.request();
    };
    const corrections = CORRECTIONS.map((name) => h("option", null, name));
    this.select = h("select", { id: "correction", onchange: choose }, ...corrections);
    const about =
      "The same impact by several schemes and rates. The force is k·x^α·(1 + μv). " +
      "The thick curve is exact. Nothing adds energy to the mass: where its energy rises, the scheme is wrong.";
    const methods = this.methods.map(([name, meaning], i) => {
      const swatch = h("i", { class: "line" });
      swatch.style.setProperty("--line-colour", `var(--c${i})`);
      return this.box(this.chosen, name, name, swatch, meaning);
    });
    const rates = RATES.map((rate, i) =>
      this.box(this.rates, rate, `${number(rate / 1000)} kHz`, h("i", { class: "line", "data-dash": i })),
    );
    const panel = h(
      "section",
      { class: "panel front", "aria-label": "Impact" },
      h("h2", null, "A mass meets a wall"),
      h("div", { class: "examples" }, ...examples),
      this.dials,
      h("h3", null, "Schemes"),
      h("div", { class: "boxes" }, ...methods),
      h("h3", null, "Rates"),
      h("div", { class: "boxes" }, ...rates),
      h("div", { class: "row" }, h("label", { for: "correction" }, "Correction"), this.select),
    );
    this.element = h(
      "div",
      { class: "compare" },
      h("div", { class: "intro" }, h("h1", null, "Compare schemes"), h("p", { class: "about" }, about)),
      panel,
      h(
        "section",
        { class: "results" },
        this.message,
        this.exact,
        h("div", { class: "views" }, ...this.plots.map((plot) => plot.element)),
        this.table,
      ),
    );
  }

  /**
   * A box that has something chosen or not.
   * @template T @param {Set<T>} chosen @param {T} value @param {string} label @param {HTMLElement} swatch
   * @param {string} [title]
   */
  box(chosen, value, label, swatch, title = "") {
    const onchange = () => {
      if (box.checked) chosen.add(value);
      else chosen.delete(value);
      this.request();
    };
    const box = h("input", { type: "checkbox", value, checked: chosen.has(value), onchange });
    return h("label", { class: "flag", title }, box, swatch, label);
  }

  /** @param {Impact} impact */
  example(impact) {
    this.impact = { ...impact };
    this.showDials();
    this.request();
  }

  showDials() {
    const dials = FIELDS.map(([key, label]) => {
      const [value, schema] = [this.impact[key], this.properties[key] ?? {}];
      const dial = new Dial({
        label,
        unit: schema.unit?.replace("exponent", "α"),
        range: rangeOf(schema, value, [key]),
        value,
        opened: value,
        key,
        change: (to) => this.set(key, to),
        settle: () => undefined,
      });
      return /** @type {[string, Dial]} */ ([key, dial]);
    });
    this.controls = new Map(dials);
    this.dials.replaceChildren(...dials.map(([, dial]) => dial.element));
  }

  /** @param {keyof Impact} key @param {number} value */
  set(key, value) {
    this.impact[key] = value;
    this.controls.get(key)?.show(value);
    this.request();
  }

  begin() {
    this.recall(new URLSearchParams(location.search));
    this.showDials();
    this.request();
  }

  /** Takes up what an address says. @param {URLSearchParams} asked */
  recall(asked) {
    for (const [key] of FIELDS) {
      const { value } = readNumber(asked.get(key) ?? "");
      if (value !== undefined) this.impact[key] = value;
    }
    const listed = (/** @type {string} */ key) => asked.get(key)?.split(" ").filter(Boolean);
    const [schemes, rates] = [listed("schemes"), listed("rates")?.map(Number)];
    if (schemes) this.chosen.clear();
    for (const name of schemes ?? []) if (this.methods.some(([method]) => method === name)) this.chosen.add(name);
    if (rates) this.rates.clear();
    for (const rate of rates ?? []) if (RATES.includes(rate)) this.rates.add(rate);
    this.correction = CORRECTIONS.find((name) => name === asked.get("correction")) ?? this.correction;
    this.select.value = this.correction;
    const checked = [...this.chosen, ...this.rates].map(String);
    for (const box of this.element.querySelectorAll("input")) {
      if (box.type === "checkbox") box.checked = checked.includes(box.value);
    }
  }

  /** Says in the address what is shown, so that a link or a reload leads back to it. */
  remember() {
    const told = new URLSearchParams(FIELDS.map(([key]) => [key, String(this.impact[key])]));
    told.set("schemes", [...this.chosen].join(" "));
    told.set("rates", [...this.rates].join(" "));
    told.set("correction", this.correction);
    history.replaceState(null, "", `${location.pathname}?${told}`);
  }

  /** Sends one request at a time, and after it the newest. */
  request() {
    this.remember();
    this.asks.run(async () => {
      const rates = [...this.rates].sort((a, b) => a - b);
      const methods = this.methods.map(([name]) => name).filter((name) => this.chosen.has(name));
      try {
        const answer = await api.impact({ ...this.impact, rates, methods, correction: this.correction });
        this.unmark();
        this.show(answer);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  unmark() {
    this.message.hidden = true;
    for (const dial of this.controls.values()) dial.mark(null);
  }

  /** @param {unknown} error */
  fail(error) {
    this.unmark();
    if (error instanceof EngineError) this.controls.get(error.path ?? "")?.mark(errorText(error));
    this.message.hidden = false;
    this.message.textContent = errorText(error);
  }

  /** @param {ImpactAnswer} answer */
  show({ runs, exact }) {
    this.exact.replaceChildren(
      ...facts([
        ["exact velocity out", `${number(exact.v_out, 5)} m/s`],
        ["contact time", quantity(exact.contact_time, "s", 4)],
        ["deepest", quantity(exact.x_max, "m", 4)],
        ["samples at 44.1 kHz", number(exact.contact_time * 44100, 3)],
      ]),
    );
    requestAnimationFrame(() => {
      const drawn = runs.flatMap((run) => (run.trajectory?.time.length ? [{ ...run.trajectory, run }] : []));
      const [portrait, energy, compression, velocity] = this.plots;
      const all = [exact.curve, ...drawn];
      portrait.offer(() => this.content(all, ["compression", "m"], ["velocity", "m/s"]));
      energy.offer(() => this.content(all.map(relative), ["time", "s"], ["energy", ""]));
      compression.offer(() => this.content(all, ["time", "s"], ["compression", "m"]));
      velocity.offer(() => this.content(all, ["time", "s"], ["velocity", "m/s"]));
    });
    this.table.replaceChildren(errorTable(runs));
  }

  /** @param {Drawn[]} all the exact one first @param {Axis} x @param {Axis} y @returns {import("../plots/plot.js").Content} */
  content(all, [xName, xUnit], [yName, yUnit]) {
    const names = this.methods.map(([name]) => name);
    const rates = RATES.filter((rate) => this.rates.has(rate));
    const columns = (/** @type {Drawn} */ one) =>
      [xName, yName].map(
        (name) =>
          /** @type {[string, number[]]} */ ([
            `${one.run ? `${one.run.scheme} ${one.run.rate}` : "exact"} ${name}`,
            one[name],
          ]),
      );
    const values = (/** @type {number} */ at) =>
      all
        .slice(1, 5)
        .flatMap(({ run, ...one }) =>
          run ? [`${run.scheme} ${quantity(one[yName][nearest(one.time, at)], yUnit)}`] : [],
        );
    const extent = (/** @type {keyof Course} */ name, air = 0.06) =>
      around(
        all.map((one) => one[name]),
        { air },
      );
    return {
      x: { label: xName, unit: xUnit, extent: extent(xName, 0.04) },
      y: { label: yName, unit: yUnit, extent: extent(yName) },
      paint: (pen, frame, colours) => {
        for (const { run, ...one } of all) {
          const [xs, ys] = [one[xName], one[yName]];
          const colour = colours(run ? `c${Math.max(0, names.indexOf(run.scheme)) % 8}` : "ref");
          const dash = run && DASHES[Math.max(0, rates.indexOf(run.rate)) % 4];
          curve(pen, frame, xs, ys, run ? { colour, width: 1.7, dash } : { colour, width: 3, alpha: 0.85 });
          if (run) dots(pen, frame, xs, ys, { colour }, 80);
        }
      },
      read: (at, value) => [quantity(at, xUnit), ...(xName === "time" ? values(at) : [quantity(value, yUnit)])],
      columns: () => [...all.slice(1), all[0]].flatMap(columns),
    };
  }
}

/** Energy as a share of what there was. @template {Course} T @param {T} course */
const relative = (course) => ({ ...course, energy: course.energy.map((value) => value / (course.energy[0] || 1)) });

/** @param {ImpactRun[]} runs */
function errorTable(runs) {
  const share = (/** @type {number | null | undefined} */ value) =>
    typeof value === "number" ? `${number(value, 3)} %` : "–";
  const columns = /** @type {import("../lib/table.js").Column<ImpactRun>[]} */ ([
    ["Scheme", "", (run) => run.scheme],
    ["Energy", "", (run) => verdict(run)],
    ["Rate", "num", (run) => `${number(run.rate / 1000)} kHz`],
    ["Velocity out", "num", (run) => (run.v_out === null ? "–" : `${number(run.v_out, 5)} m/s`)],
    ["Its error", "num", (run) => share(run.err_v_out)],
    ["Contact time", "num", (run) => (run.contact_time === null ? "–" : quantity(run.contact_time, "s", 4))],
    ["Compression, error", "num", (run) => share(run.dev_x)],
    ["Energy, error", "num", (run) => share(run.dev_h)],
    ["Residual", "num", (run) => (typeof run.energy_residual === "number" ? number(run.energy_residual, 2) : "–")],
  ]);
  const caption = ["Errors, as in ", h("code", null, "carom impact")];
  return table(caption, columns, runs, (run) => (rise(run) || run.status !== "ok" ? "gain" : null));
}

/** A smaller rise is rounding. */
const NOTHING = 1e-9;

/** The largest rise of the energy, as a share of the first; without errors it only falls. @param {ImpactRun} run */
function rise({ trajectory }) {
  let [least, most] = [Infinity, 0];
  for (const energy of trajectory?.energy ?? []) {
    least = Math.min(least, energy);
    most = Math.max(most, energy - least);
  }
  const share = most / (trajectory?.energy[0] || 1);
  return share > NOTHING ? share : 0;
}

/** @param {ImpactRun} run */
function verdict(run) {
  if (run.status !== "ok") return run.message ?? run.status;
  return rise(run) ? `gains ${number(100 * rise(run), 2)}\u00a0%` : "never rises";
}
