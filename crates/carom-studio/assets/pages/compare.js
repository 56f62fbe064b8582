// One impact by several schemes and rates, beside the exact result.

import { Dial } from "../controls/dial.js";
import { EngineError, api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { nearest } from "../lib/list.js";
import { readNumber } from "../lib/read.js";
import { table } from "../lib/table.js";
import { Plot } from "../plots/plot.js";
import { around } from "../plots/scale.js";
import { curve, dots } from "../plots/views.js";
import { rangeOf } from "../scene/ranges.js";
import { kinds, options, resolved } from "../scene/schema.js";

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
const FIELDS = [
  ["mass", "Mass"],
  ["stiffness", "Stiffness k"],
  ["exponent", "Exponent α"],
  ["mu", "Damping μ"],
  ["velocity", "Velocity"],
];
/** Each rate has a dash; each scheme has a colour. */
const DASHES = [[], [7, 3], [3, 3], [1.5, 3]];

export class Compare {
  /** @param {any} schema */
  constructor(schema) {
    const { scheme, body, contact } = schema.properties;
    this.methods = options(schema, resolved(schema, scheme));
    const laws = kinds(schema, resolved(schema, resolved(schema, contact.items).properties.law));
    const law = laws.find(([kind]) => kind === "hunt-crossley")?.[1];
    /** The schemas of the fields of an impact. @type {Record<string, any>} */
    this.properties = { ...resolved(schema, body.items).properties, ...law?.properties };
    this.impact = /** @type {Record<string, any>} */ ({ ...EXAMPLES[0].impact });
    const usual = ["am1", "verlet", "rk4", "two-point"];
    this.chosen = new Set(usual.filter((name) => this.methods.some(([method]) => method === name)));
    this.rates = new Set([44100]);
    this.correction = "none";
    this.plots = [
      new Plot({ title: "Compression and velocity", name: "phase-portrait" }),
      new Plot({ title: "Energy, share of the initial", name: "energy" }),
      new Plot({ title: "Compression", name: "compression" }),
      new Plot({ title: "Velocity", name: "velocity" }),
    ];
    this.build();
  }

  build() {
    this.dials = h("div", { class: "dials" });
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.exact = h("dl", { class: "facts wide" });
    this.table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Errors" });
    const examples = EXAMPLES.map(({ name, about, impact }) =>
      h(
        "button",
        { type: "button", class: "example", onclick: () => this.example(impact) },
        h("b", null, name),
        h("span", null, about),
      ),
    );
    const choose = () => this.set("correction", select.value);
    const corrections = CORRECTIONS.map((name) => h("option", null, name));
    const select = h("select", { id: "correction", onchange: choose }, ...corrections);
    this.select = select;
    const about =
      "The same impact by several schemes and rates. The force is k·x^α·(1 + μv). " +
      "The thick curve is exact. Nothing adds energy to the mass: where its energy rises, the scheme is wrong.";
    const panel = h(
      "section",
      { class: "panel front", "aria-label": "Impact" },
      h("h2", null, "A mass meets a wall"),
      h("div", { class: "examples" }, ...examples),
      this.dials,
      h("h3", null, "Schemes"),
      this.boxes(this.methods, this.chosen, "method"),
      h("h3", null, "Rates"),
      this.boxes(
        RATES.map((rate) => [String(rate), ""]),
        this.rates,
        "rate",
      ),
      h("div", { class: "row" }, h("label", { for: "correction" }, "Correction"), select),
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

  /** @param {[string, string][]} listed @param {Set<any>} chosen @param {string} kind */
  boxes(listed, chosen, kind) {
    const items = listed.map(([name, meaning], i) => {
      const key = kind === "rate" ? Number(name) : name;
      const box = h("input", {
        type: "checkbox",
        value: name,
        checked: chosen.has(key),
        onchange: () => {
          if (box.checked) chosen.add(key);
          else chosen.delete(key);
          this.request();
        },
      });
      const swatch = h("i", { class: "line" });
      if (kind === "method") swatch.style.setProperty("--line-colour", `var(--c${i})`);
      else swatch.dataset.dash = String(i);
      const label = kind === "rate" ? `${number(Number(name) / 1000)} kHz` : name;
      return h("label", { class: "flag", title: meaning }, box, swatch, label);
    });
    return h("div", { class: "boxes" }, ...items);
  }

  /** @param {any} impact */
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

  /** @param {string} key @param {any} value */
  set(key, value) {
    if (key === "correction") this.correction = value;
    else {
      this.impact[key] = value;
      this.controls?.get(key)?.show(value);
    }
    this.request();
  }

  async begin() {
    this.recall(new URLSearchParams(location.search));
    this.showDials();
    await this.request();
  }

  /** Takes up what an address says. @param {URLSearchParams} asked */
  recall(asked) {
    for (const [key] of FIELDS) {
      const { value } = readNumber(asked.get(key) ?? "");
      if (value !== undefined) this.impact[key] = value;
    }
    const listed = (/** @type {string} */ key) => asked.get(key)?.split(" ").filter(Boolean);
    const take = (/** @type {Set<any>} */ set, /** @type {any[]} */ values) => {
      set.clear();
      for (const value of values) set.add(value);
    };
    const [schemes, rates] = [listed("schemes"), listed("rates")?.map(Number)];
    if (schemes)
      take(
        this.chosen,
        schemes.filter((name) => this.methods.some(([method]) => method === name)),
      );
    if (rates)
      take(
        this.rates,
        rates.filter((rate) => RATES.includes(rate)),
      );
    this.correction = CORRECTIONS.find((name) => name === asked.get("correction")) ?? this.correction;
    if (this.select) this.select.value = this.correction;
    const checked = [...this.chosen, ...this.rates].map(String);
    for (const box of this.element.querySelectorAll(".boxes input")) box.checked = checked.includes(box.value);
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
  async request() {
    this.waiting = true;
    this.remember();
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      this.waiting = false;
      const rates = [...this.rates].sort((a, b) => a - b);
      const methods = this.methods.map(([name]) => name).filter((name) => this.chosen.has(name));
      try {
        const answer = await api.impact({ ...this.impact, rates, methods, correction: this.correction });
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
    if (error instanceof EngineError) this.controls?.get(error.path ?? "")?.mark(errorText(error));
    this.message.hidden = false;
    this.message.textContent = errorText(error);
  }

  /** @param {any} answer */
  show(answer) {
    const runs = answer.runs.map((/** @type {any} */ run) => ({ ...run, ...run.trajectory }));
    const exact = { ...answer.exact, ...answer.exact.curve };
    const facts = /** @type {[string, string][]} */ ([
      ["exact velocity out", `${number(exact.v_out, 5)} m/s`],
      ["contact time", quantity(exact.contact_time, "s", 4)],
      ["deepest", quantity(exact.x_max, "m", 4)],
      ["samples at 44.1 kHz", number(exact.contact_time * 44100, 3)],
    ]);
    const fact = (/** @type {[string, string]} */ [name, value]) =>
      h("div", null, h("dt", null, name), h("dd", null, value));
    this.exact.replaceChildren(...facts.map(fact));
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
    const look = (/** @type {any} */ run) => ({
      colour: `c${Math.max(0, names.indexOf(run.scheme)) % 8}`,
      dash: DASHES[Math.max(0, rates.indexOf(run.rate)) % 4],
    });
    const columns = (/** @type {any} */ run) =>
      [xName, yName].map((name) => [`${run.scheme ?? "exact"}${run.rate ? ` ${run.rate}` : ""} ${name}`, run[name]]);
    const values = (/** @type {number} */ at) =>
      runs.slice(0, 4).map((run) => `${run.scheme} ${quantity(run[yName][nearest(run.time, at)], yUnit)}`);
    return {
      x: {
        label: xName,
        unit: xUnit,
        extent: around(
          all.map((run) => run[xName]),
          { air: 0.04 },
        ),
      },
      y: { label: yName, unit: yUnit, extent: around(all.map((run) => run[yName])) },
      paint: (/** @type {any} */ pen, /** @type {any} */ frame, /** @type {any} */ colours) => {
        const thick = { colour: colours("ref"), width: 3, alpha: 0.85 };
        if (exact?.[xName]) curve(pen, frame, exact[xName], exact[yName], thick);
        for (const run of runs) {
          const { colour, dash } = look(run);
          curve(pen, frame, run[xName], run[yName], { colour: colours(colour), width: 1.7, dash });
          dots(pen, frame, run[xName], run[yName], { colour: colours(colour) }, 80);
        }
      },
      read: (/** @type {number} */ at, /** @type {number} */ value) => [
        quantity(at, xUnit),
        ...(xName === "time" ? values(at) : [quantity(value, yUnit)]),
      ],
      columns: () => all.flatMap(columns),
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
  const share = (/** @type {number | null | undefined} */ value) =>
    typeof value === "number" ? `${number(value, 3)} %` : "–";
  const columns = /** @type {import("../lib/table.js").Column<any>[]} */ ([
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

/** The largest rise of the energy, as a share of the first; without errors it only falls. @param {any} run */
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
  return rise(run) ? `gains ${number(100 * rise(run), 2)}\u00a0%` : "never rises";
}
