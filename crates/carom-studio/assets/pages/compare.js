// One impact by several schemes at several rates, beside the exact answer.

import { Dial } from "../controls/dial.js";
import { EngineError, api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { Plot } from "../plots/plot.js";
import { around } from "../plots/scale.js";
import { curve, nearest } from "../plots/views.js";
import { rangeOf } from "../scene/ranges.js";
import { resolved, words } from "../scene/schema.js";

/** papetti's critical cases: a long contact that gains energy, and a hard one of six samples. */
const EXAMPLES = [
  { name: "A contact of 19 samples", about: "k = 1e7, μ = 0.01, α = 1.3 at 0.5 m/s", mass: 0.01, stiffness: 1e7, exponent: 1.3, mu: 0.01, velocity: 0.5 },
  { name: "A contact of 6 samples", about: "k = 1e9, μ = 0.5, α = 1.5 at 1 m/s", mass: 0.01, stiffness: 1e9, exponent: 1.5, mu: 0.5, velocity: 1 },
];
const RATES = [44100, 88200, 176400, 352800];
const CORRECTIONS = ["none", "hybrid", "v-out", "both", "duration", "duration-phase"];
const FIELDS = /** @type {[string, string, string, string][]} */ ([
  ["mass", "Mass", "kg", ""], ["stiffness", "Stiffness k", "N/m^α", ""], ["exponent", "Exponent α", "", ""], ["mu", "Damping μ", "s/m", ""], ["velocity", "Velocity", "m/s", ""],
]);
/** Dashes tell rates apart, colours schemes. */
const DASHES = [[], [7, 3], [3, 3], [1.5, 3]];

export class Compare {
  /** @param {any} schema */
  constructor(schema) {
    this.methods = words(schema, resolved(schema, { $ref: "#/$defs/Scheme" }));
    this.impact = /** @type {Record<string, any>} */ ({ ...EXAMPLES[0] });
    this.chosen = new Set(["am1", "verlet", "rk4", "two-point"].filter((name) => this.methods.some(([method]) => method === name)));
    this.rates = new Set([44100]);
    this.correction = "none";
    this.plots = [
      new Plot({ title: "Compression and velocity", name: "phase-portrait" }), new Plot({ title: "Energy, share of the initial", name: "energy" }),
      new Plot({ title: "Compression", name: "compression" }), new Plot({ title: "Velocity", name: "velocity" }),
    ];
    this.build();
  }

  build() {
    this.dials = h("div", { class: "dials" });
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.exact = h("dl", { class: "facts wide" });
    this.table = h("div", { class: "scroll" });
    const examples = EXAMPLES.map((example) => h("button", { type: "button", class: "example", onclick: () => this.example(example) }, h("b", null, example.name), h("span", null, example.about)));
    const select = h("select", { id: "correction", onchange: () => this.set("correction", select.value) }, ...CORRECTIONS.map((name) => h("option", null, name)));
    const panel = h(
      "section", { class: "panel front", "aria-label": "Impact" },
      h("h2", null, "A mass meets a wall"), h("div", { class: "examples" }, ...examples), this.dials,
      h("h3", null, "Schemes"), this.boxes(this.methods, this.chosen, "method"),
      h("h3", null, "Rates"), this.boxes(RATES.map((rate) => [String(rate), ""]), this.rates, "rate"),
      h("div", { class: "row" }, h("label", { for: "correction" }, "Correction"), select),
    );
    this.element = h(
      "div", { class: "compare" },
      h("div", { class: "intro" }, h("h1", null, "Compare schemes"), h("p", { class: "about" }, "The same impact by several schemes and rates. The force is k·x^α·(1 + μv); the heavy curve is exact. Nothing feeds the mass: where its energy rises, the scheme made it up.")),
      panel,
      h("section", { class: "results" }, this.message, this.exact, h("div", { class: "views" }, ...this.plots.map((plot) => plot.element)), this.table),
    );
  }

  /** @param {[string, string][]} listed @param {Set<any>} chosen @param {string} kind */
  boxes(listed, chosen, kind) {
    const items = listed.map(([name, meaning], i) => {
      const key = kind === "rate" ? Number(name) : name;
      const box = h("input", { type: "checkbox", checked: chosen.has(key), onchange: () => {
        if (box.checked) chosen.add(key);
        else chosen.delete(key);
        this.ask();
      } });
      const swatch = h("i", { class: "line" });
      if (kind === "method") swatch.style.setProperty("--line-colour", `var(--c${i})`);
      else swatch.dataset.dash = String(i);
      return h("label", { class: "flag", title: meaning }, box, swatch, kind === "rate" ? `${number(Number(name) / 1000)} kHz` : name);
    });
    return h("div", { class: "boxes" }, ...items);
  }

  /** @param {any} example */
  example(example) {
    this.impact = { ...example };
    this.showDials();
    this.ask();
  }

  showDials() {
    const dials = FIELDS.map(([key, label, unit]) => {
      const range = rangeOf(key === "exponent" ? { minimum: 1 } : key === "mu" ? { minimum: 0 } : { exclusiveMinimum: 0 }, key, this.impact[key]);
      const dial = new Dial({ label, unit, range, value: this.impact[key], opened: this.impact[key], key, change: (value) => this.set(key, value), settle: () => undefined });
      return { key, dial };
    });
    this.controls = new Map(dials.map(({ key, dial }) => [key, dial]));
    this.dials.replaceChildren(...dials.map(({ dial }) => dial.element));
  }

  /** @param {string} key @param {any} value */
  set(key, value) {
    if (key === "correction") this.correction = value;
    else {
      this.impact[key] = value;
      this.controls?.get(key)?.show(value);
    }
    this.ask();
  }

  async begin() {
    this.showDials();
    await this.ask();
  }

  /** One question at a time, and after it the newest. */
  async ask() {
    this.waiting = true;
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      this.waiting = false;
      const { mass, stiffness, exponent, mu, velocity } = this.impact;
      try {
        const answer = await api.impact({ mass, stiffness, exponent, mu, velocity, rates: [...this.rates].sort((a, b) => a - b), methods: this.methods.map(([name]) => name).filter((name) => this.chosen.has(name)), correction: this.correction });
        this.unmark();
        this.show(answer);
      } catch (error) {
        this.fail(error);
      }
    }
    this.busy = false;
  }

  unmark() {
    this.message.hidden = true;
    for (const dial of this.controls?.values() ?? []) dial.mark(null);
  }

  /** @param {any} error */
  fail(error) {
    this.unmark();
    const problem = error instanceof EngineError ? error.problem : { message: String(error), path: null, allowed: null };
    const text = problem.allowed ? `${problem.message} (${problem.allowed})` : problem.message;
    const dial = this.controls?.get(problem.path ?? "");
    if (dial) dial.mark(text);
    this.message.hidden = false;
    this.message.textContent = text;
  }

  /** @param {any} answer */
  show(answer) {
    const runs = answer.runs.map((/** @type {any} */ run) => ({ ...run, ...run.trajectory }));
    const exact = { ...answer.exact, ...answer.exact.curve };
    const facts = /** @type {[string, string][]} */ ([
      ["exact velocity out", `${number(exact.v_out, 5)} m/s`], ["contact time", quantity(exact.contact_time, "s", 4)], ["deepest", quantity(exact.x_max, "m", 4)],
      ["samples at 44.1 kHz", number(exact.contact_time * 44100, 3)],
    ]);
    this.exact.replaceChildren(...facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
    requestAnimationFrame(() => {
      const drawn = runs.filter((/** @type {any} */ run) => run.time?.length);
      const [portrait, energy, compression, velocity] = this.plots;
      portrait.offer(() => this.content(drawn, exact, ["compression", "m"], ["velocity", "m/s"]));
      energy.offer(() => this.content(drawn.map(relative), relative(exact), ["time", "s"], ["energy", ""]));
      compression.offer(() => this.content(drawn, exact, ["time", "s"], ["compression", "m"]));
      velocity.offer(() => this.content(drawn, exact, ["time", "s"], ["velocity", "m/s"]));
    });
    this.table.replaceChildren(errorTable(runs));
  }

  /** @param {any[]} runs @param {any} exact @param {[string, string]} x @param {[string, string]} y @returns {any} */
  content(runs, exact, [xName, xUnit], [yName, yUnit]) {
    const all = exact?.[xName] && exact?.[yName] ? [...runs, exact] : runs;
    if (!all.length) return null;
    const names = this.methods.map(([name]) => name);
    const rates = RATES.filter((rate) => this.rates.has(rate));
    const look = (/** @type {any} */ run) => ({ colour: `c${Math.max(0, names.indexOf(run.scheme)) % 8}`, dash: DASHES[Math.max(0, rates.indexOf(run.rate)) % 4] });
    return {
      x: { label: xName, unit: xUnit, extent: around(all.map((run) => run[xName]), { air: 0.04 }) },
      y: { label: yName, unit: yUnit, extent: around(all.map((run) => run[yName])) },
      paint: (/** @type {any} */ pen, /** @type {any} */ frame, /** @type {any} */ colours) => {
        if (exact?.[xName]) curve(pen, frame, exact[xName], exact[yName], { colour: colours("ref"), width: 3, alpha: 0.85 });
        for (const run of runs) {
          const { colour, dash } = look(run);
          curve(pen, frame, run[xName], run[yName], { colour: colours(colour), width: 1.7, dash });
          if (run[xName].length < 80) for (let i = 0; i < run[xName].length; i += 1) pen.dot(frame.x(run[xName][i]), frame.y(run[yName][i]), 2.3, { colour: colours(colour) });
        }
      },
      read: (/** @type {number} */ at, /** @type {number} */ value) => (xName === "time"
        ? [quantity(at, "s"), ...runs.slice(0, 4).map((run) => `${run.scheme} ${quantity(run[yName][nearest(run.time, at)], yUnit)}`)]
        : [quantity(at, xUnit), quantity(value, yUnit)]),
      columns: () => all.flatMap((run) => [[`${run.scheme ?? "exact"}${run.rate ? ` ${run.rate}` : ""} ${xName}`, run[xName]], [`${run.scheme ?? "exact"}${run.rate ? ` ${run.rate}` : ""} ${yName}`, run[yName]]]),
    };
  }
}

/** Energy as a share of what there was. @param {any} run */
function relative(run) {
  const first = run.energy?.[0] || 1;
  return { ...run, energy: Array.from(run.energy ?? [], (value) => value / first) };
}

/** @param {any[]} runs */
function errorTable(runs) {
  const share = (/** @type {number | null | undefined} */ value) => (typeof value === "number" ? `${number(value, 3)} %` : "–");
  const columns = /** @type {[string, string, (run: any) => string][]} */ ([
    ["Scheme", "", (run) => run.scheme], ["Energy", "", (run) => verdict(run)], ["Rate", "num", (run) => `${number(run.rate / 1000)} kHz`],
    ["Velocity out", "num", (run) => (run.v_out === null ? "–" : `${number(run.v_out, 5)} m/s`)], ["Its error", "num", (run) => share(run.err_v_out)],
    ["Contact time", "num", (run) => (run.contact_time === null ? "–" : quantity(run.contact_time, "s", 4))],
    ["Compression, error", "num", (run) => share(run.dev_x)], ["Energy, error", "num", (run) => share(run.dev_h)],
    ["Residual", "num", (run) => (typeof run.energy_residual === "number" ? number(run.energy_residual, 2) : "–")],
  ]);
  const rows = runs.map((run) => h("tr", { class: rise(run) || run.status !== "ok" ? "gain" : null }, ...columns.map(([, kind, text]) => h("td", { class: kind }, text(run)))));
  return h("table", null, h("caption", null, "Errors, as of ", h("code", null, "carom impact")), h("thead", null, h("tr", null, ...columns.map(([name, kind]) => h("th", { class: kind, scope: "col" }, name)))), h("tbody", null, ...rows));
}

/** Rounding, not energy. */
const NOTHING = 1e-9;

/** By which share of the first the energy ever rose: nothing feeds it, so it should only fall. @param {any} run */
function rise(run) {
  let [least, most] = [Infinity, 0];
  for (const energy of run.energy ?? []) {
    least = Math.min(least, energy);
    most = Math.max(most, energy - least);
  }
  const share = most / (run.energy?.[0] || 1);
  return share > NOTHING ? share : 0;
}

/** @param {any} run */
function verdict(run) {
  if (run.status && run.status !== "ok") return run.message ?? run.status;
  return rise(run) ? `gains ${number(100 * rise(run), 2)} %` : "never rises";
}
