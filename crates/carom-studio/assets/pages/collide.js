// Two rigid bodies that touch at a point: velocities after, and the force while it lasts.

import { Fields } from "../controls/fields.js";
import { structureOf } from "../controls/groups.js";
import { EngineError, api, errorText } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { number, quantity } from "../lib/format.js";
import { fragmentOf, heldIn, remember } from "../lib/link.js";
import { read } from "../lib/path.js";
import { fileName, onDrop, save } from "../lib/save.js";
import { Store } from "../lib/store.js";
import { table } from "../lib/table.js";
import { curves } from "../plots/curves.js";
import { Plot } from "../plots/plot.js";
import { elementOf } from "../scene/schema.js";
import { Bench, facts, opener } from "./bench.js";

/**
 * @import { Collision, CollisionAnswer, CollisionAnswers, CollisionRefused } from "../../browser/types/engine.js"
 * @import { Root, Schema } from "../../browser/types/schema.js"
 * @import { Path } from "../lib/path.js"
 */

const ABOUT =
  "Two rigid bodies touch at a point, by four methods beside each other. Vectors are x, y, z in metres per " +
  "second; the normal points from the second body to the first.";
/** Fields that are not in the first group, and the parameters of single methods. */
const METHODS = ["pulse", "compliant", "iguchi"];
const APART = ["version", "title", "description", "body", ...METHODS];
/** The colours of the methods. @type {Record<string, string>} */
const COLOURS = { mirtich: "c3", pulse: "c0", compliant: "c1", iguchi: "c2" };
/** First values of fields that the schema leaves open. @type {Record<string, unknown>} */
const USUAL = {
  friction: { coefficient: 0.2 },
  coefficient: 0.2,
  static: 0.3,
  dynamic: 0.2,
  contact: [0, 0, 0],
  mass: 0.1,
  inertia: [1e-5, 1e-5, 1e-5],
  orientation: { axis: [0, 0, 1], angle: 0 },
  material: "steel",
  shape: { kind: "sphere", diameter: 0.05 },
  steps: 1000,
  stiffness: 1e6,
  exponent: 1.5,
  rise: 1e-4,
  fall: 1e-4,
};

/** Whether something from outside may be a collision; the engine looks at it closely. @param {object} value @returns {value is Collision} */
const isCollision = (value) => "version" in value;

/** The fields of a collision, every one of which may stand beside every other. */
class CollisionFields extends Fields {
  isOffered() {
    return true;
  }

  /** @param {Path} _ @param {Schema} schema */
  neededIn(_, schema) {
    return schema.required ?? [];
  }

  /** @param {string} name @param {Schema} field @param {Path} path */
  fresh(name, field, path) {
    return USUAL[name] ?? super.fresh(name, field, path);
  }
}

export class Collide {
  /** @param {Root} schema @param {{ name: string, collision: Collision }[]} examples */
  constructor(schema, examples) {
    this.schema = schema;
    this.examples = examples;
    this.store = new Store();
    this.fields = new CollisionFields(schema, this.store);
    /** Bodies that are unfolded. @type {Set<number>} */
    this.unfolded = new Set();
    /** Which fields there are; other ones are built anew. */
    this.structure = "";
    this.controls = h("div", { class: "groups" });
    this.facts = h("dl", { class: "facts wide" });
    this.table = h("div", { class: "panel scroll" });
    this.plots = [
      new Plot({ title: "Force along the normal", name: "normal-force" }),
      new Plot({ title: "Force along the surface", name: "friction-force" }),
    ];
    const views = h("div", { class: "views" }, ...this.plots.map((plot) => plot.element));
    this.bench = new Bench({
      title: "Collide",
      about: ABOUT,
      panel: this.panel(),
      results: [this.facts, views, this.table],
    });
    this.element = this.bench.element;
    this.store.listen((_, change) => this.changed(change.kind === "open"));
    onDrop(([file]) => this.load(file));
  }

  panel() {
    const open = (/** @type {Collision} */ collision, /** @type {string} */ name) => () =>
      this.open(collision, `?example=${name}`);
    const buttons = this.examples.map(({ name, collision }) =>
      h(
        "button",
        { class: "example", "data-example": name, onclick: open(collision, name) },
        h("b", null, collision.title ?? name),
        h("span", null, firstSentence(collision.description)),
      ),
    );
    const files = h(
      "div",
      { class: "shelf" },
      h("button", { onclick: () => this.save() }, "Save TOML"),
      opener("Open TOML", ".toml,.json,text/plain", (file) => this.load(file)),
    );
    return h(
      "section",
      { class: "panel front", "aria-label": "Collision" },
      h("h2", null, "Two bodies"),
      h("div", { class: "examples" }, ...buttons),
      this.controls,
      files,
    );
  }

  async begin() {
    const asked = new URLSearchParams(location.search).get("example");
    const [first] = this.examples;
    const { name, collision } = this.examples.find((one) => one.name === asked) ?? first;
    try {
      const linked = await heldIn(location.hash, "collision", isCollision);
      // Whatever an address holds is looked at by the engine before the page takes it.
      if (linked) await api.collide(linked);
      this.open(linked ?? collision, linked ? location.hash : `?example=${name}`);
    } catch (error) {
      this.open(collision, `?example=${name}`);
      this.bench.ask(
        () => Promise.reject(error),
        () => undefined,
      );
    }
  }

  /** @param {Collision} collision @param {string} address */
  open(collision, address) {
    remember(address);
    this.store.open(collision);
  }

  /** @param {File} file */
  async load(file) {
    try {
      const { collision } = await api.collision(await file.text());
      this.open(collision, await fragmentOf(collision, "collision"));
    } catch (error) {
      this.bench.say(errorText(error));
    }
  }

  /** @param {boolean} isOpened */
  async changed(isOpened) {
    const { scene } = this.store.state;
    const structure = structureOf(scene);
    if (isOpened || structure !== this.structure) this.build();
    else this.fields.refresh();
    this.structure = structure;
    this.bench.ask(
      () => api.collide(scene),
      (answer) => this.show(answer),
      (error) => this.mark(error),
    );
    if (!isOpened) remember(await fragmentOf(scene, "collision"));
  }

  build() {
    const { schema, fields, store } = this;
    const focused = document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
    fields.clear();
    const body = elementOf(schema, schema.properties.body);
    const isWide = matchMedia("(min-width: 821px)").matches;
    const bodies = (store.state.scene.body ?? []).map(({ name }, i) =>
      h(
        "details",
        {
          class: "group",
          open: isWide || this.unfolded.has(i),
          ontoggle: ({ currentTarget }) => {
            if (/** @type {HTMLDetailsElement} */ (currentTarget).open) this.unfolded.add(i);
            else this.unfolded.delete(i);
          },
        },
        h("summary", null, h("b", null, name)),
        fields.table(body, ["body", i]),
      ),
    );
    const given = Object.fromEntries(METHODS.map((name) => [name, schema.properties[name]]));
    const methods = fields.table({ properties: given }, []);
    this.controls.replaceChildren(
      fields.table(schema, [], APART),
      ...bodies,
      h("details", { class: "group" }, h("summary", null, "Parameters of single methods"), methods),
    );
    if (focused) find(`[data-path="${CSS.escape(focused)}"] :is(input,select)`, this.controls)?.focus();
  }

  /** @param {unknown} error */
  mark(error) {
    for (const control of this.fields.controls.values()) control.mark(null);
    if (!(error instanceof EngineError) || !error.path) return;
    const control = this.fields.at(read(error.path));
    const group = control?.element.closest("details");
    if (group) group.open = true;
    control?.mark(errorText(error));
  }

  /** @param {CollisionAnswers} answer */
  show(answer) {
    this.toml = answer.toml;
    const { collisions, refused } = answer;
    const own = collisions.find((one) => one.method === answer.method) ?? collisions[0];
    this.facts.replaceChildren(
      ...facts([
        ["method", own.method],
        ["contact", own.contact_time ? quantity(own.contact_time, "s", 4) : "no time passes"],
        ["peak force", own.peak_force === null ? "not known" : quantity(own.peak_force, "N", 4)],
        ["energy", `${quantity(own.energy.before, "J")} before, ${quantity(own.energy.after, "J")} after`],
      ]),
    );
    const lines = (/** @type {"normal" | "along"} */ part) =>
      collisions
        .filter((one) => one.curve.time.length)
        // The chosen one is drawn last, over the others.
        .sort((a, b) => Number(a === own) - Number(b === own))
        .map(({ method, curve }) => ({ name: method, colour: COLOURS[method], time: curve.time, values: curve[part] }));
    /** @param {"normal" | "along"} part @returns {[string, string][]} */
    const peak = (part) => {
      const force = own.curve[part];
      return force.length ? [[`peak, ${own.method}`, quantity(Math.max(...force), "N")]] : [];
    };
    for (const [i, part] of /** @type {const} */ (["normal", "along"]).entries()) {
      this.plots[i].offer(() => curves(lines(part), { label: "force", unit: "N", facts: peak(part) }));
    }
    const rows = [...collisions, ...refused];
    this.table.replaceChildren(
      table(["After the contact"], columnsOf(own), rows, (row) =>
        row === own ? "chosen" : "message" in row ? "gain" : null,
      ),
    );
  }

  save() {
    const { title } = this.store.state.scene;
    if (this.toml) save(`${fileName(title ?? "collision")}.toml`, this.toml, "text/plain");
  }
}

/** A vector as text. @param {number[]} vector */
const vector = (vector) => vector.map((value) => number(Math.abs(value) < 1e-12 ? 0 : value, 4)).join(", ");

/**
 * @param {CollisionAnswer} own which knows the names of the bodies
 * @returns {import("../lib/table.js").Column<CollisionAnswer | CollisionRefused>[]}
 */
function columnsOf(own) {
  /** @param {(row: CollisionAnswer) => string} text @returns {(row: CollisionAnswer | CollisionRefused) => string} */
  const known = (text) => (row) => ("message" in row ? "–" : text(row));
  const bodies = own.bodies.flatMap(
    ({ name }, i) =>
      /** @type {import("../lib/table.js").Column<CollisionAnswer | CollisionRefused>[]} */ ([
        [`${name}, m/s`, "num", known((row) => vector(row.bodies[i].velocity))],
        [`spin, rad/s`, "num", known((row) => vector(row.bodies[i].spin))],
      ]),
  );
  return [
    ["Method", "", (row) => ("message" in row ? `${row.method}: ${row.message}` : row.method)],
    ...bodies,
    ["Peak force", "num", known((row) => (row.peak_force === null ? "–" : quantity(row.peak_force, "N")))],
    ["Energy kept", "num", known((row) => `${number((100 * row.energy.after) / (row.energy.before || 1), 3)} %`)],
  ];
}

/** @param {string | undefined} text */
function firstSentence(text) {
  return (text ?? "")
    .trim()
    .split(/(?<=[.:])\s/)[0]
    .replace(/:$/, ".");
}
