// The few controls that stand beside the object: what strikes, how, where, and what is struck.

import { h, radioGroup } from "../lib/dom.js";
import { get } from "../lib/path.js";
import { hammers, speedOf, targets } from "../scene/bodies.js";
import { fitted, placeIn, placesOf, rounded } from "../scene/places.js";
import { rangeOf } from "../scene/ranges.js";
import { resolved, words } from "../scene/schema.js";
import { MATERIALS, colourOf } from "../stage/materials.js";
import { Dial } from "./dial.js";

/**
 * @typedef {import("../lib/path.js").Path} Path
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {{ hammer: string, target: string }} Chosen
 */

/** Lengths that grow together when a thing grows. */
const LENGTHS = ["length", "width", "thickness", "diameter", "height", "side", "wall"];
const BETWEEN = { low: 0, high: 1, log: false, whole: false };

export class Macros {
  /** @param {any} schema @param {Store} store @param {() => Chosen} chosen @param {(chosen: Partial<Chosen>) => void} choose */
  constructor(schema, store, chosen, choose) {
    this.schema = schema;
    this.store = store;
    this.chosen = chosen;
    this.choose = choose;
    this.element = h("div", { class: "macros" });
    /** @type {{ control: any, read: () => any, path?: Path }[]} */
    this.dials = [];
  }

  get scene() {
    return this.store.state.scene;
  }

  refresh() {
    for (const { control, read } of this.dials) control.show(read());
  }

  /** @param {Path} path @param {string} message */
  mark(path, message) {
    const found = this.dials.find((dial) => JSON.stringify(dial.path) === JSON.stringify(path));
    found?.control.mark(message);
    return Boolean(found);
  }

  unmark() {
    for (const { control } of this.dials) control.mark(null);
  }

  show() {
    this.dials = [];
    const focused = this.focus();
    const { hammer, target } = this.chosen();
    const held = hammers(this.scene).find((one) => one.body.name === hammer);
    const struck = targets(this.scene).find((one) => one.body.name === target);
    this.element.replaceChildren(
      ...(held ? [this.section("Hammer", this.hammerChoice(), ...this.hammerDials(held))] : []),
      ...(held && struck && placesOf(struck.body) !== "named" && !struck.body.wall ? [this.section("Where", ...this.where(held, struck))] : []),
      ...(struck && !struck.body.wall ? [this.section("Object", ...this.object(struck))] : []),
    );
    if (focused) this.element.querySelector(focused)?.focus();
  }

  /** How to find again what has the focus, when all controls are new. */
  focus() {
    const now = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!now || !this.element.contains(now)) return null;
    if (now.dataset.key) return `[data-key="${now.dataset.key}"]`;
    const group = now.closest("[role=radiogroup]")?.getAttribute("aria-label");
    return group ? `[aria-label="${group}"] [aria-checked="true"]` : null;
  }

  /** @param {string} title @param {...(Node | null)} content */
  section(title, ...content) {
    return h("section", { class: `macro ${title.toLowerCase()}` }, h("h3", null, title), ...content);
  }

  /** Which hammer is in the hand. */
  hammerChoice() {
    const all = hammers(this.scene);
    if (all.length < 2) return null;
    const { hammer } = this.chosen();
    const buttons = all.map(({ body }) => h("button", {
      type: "button", class: "chip", "aria-checked": String(body.name === hammer),
      onclick: () => this.choose({ hammer: body.name }),
    }, body.name));
    return radioGroup("Hammer", "chips", buttons);
  }

  /** @param {string} label @param {Path} path @param {any} how @returns {HTMLElement} */
  dial(label, path, how) {
    const read = how.read ?? (() => get(this.scene, path));
    const opened = how.opened ?? get(this.store.opened.scene, path) ?? read();
    const write = how.write ?? ((/** @type {number} */ value, /** @type {any} */ input) => this.store.edit(path, value, input));
    const control = new Dial({
      label, value: read(), opened, range: how.range ?? rangeOf(how.schema ?? {}, String(path[path.length - 1]), opened),
      unit: how.unit, hint: how.hint, empty: how.empty, key: how.key,
      change: (/** @type {number} */ value, /** @type {any} */ input) => write(value, { ...input, merge: input.merge && `macro ${label}` }),
      settle: () => this.store.settle(),
    });
    this.dials.push({ control, read, path });
    return control.element;
  }

  /** @param {any} held */
  *hammerDials(held) {
    const at = ["body", held.index];
    const { properties } = resolved(this.schema, { $ref: "#/$defs/Body" });
    const { law } = this.scene.contact[held.contact];
    yield this.dial("Mass", [...at, "mass"], { unit: "kg", schema: properties.mass, hint: properties.mass.description, key: "mass" });
    yield this.dial("Velocity", [...at, "velocity"], {
      unit: "m/s", hint: "How fast a click strikes; drag for harder", key: "velocity", range: { low: 0.05, high: 20, log: true, whole: false },
      read: () => speedOf(this.scene, held.body.name), opened: speedOf(this.store.opened.scene, held.body.name),
      write: (/** @type {number} */ value, /** @type {any} */ how) => this.setSpeed(held, value, how),
    });
    if (law?.stiffness !== undefined) {
      yield this.dial("Stiffness", ["contact", held.contact, "law", "stiffness"], { unit: "N/m^α", range: rangeOf({ exclusiveMinimum: 0 }, "", law.stiffness), key: "stiffness" });
    } else if (!law) {
      yield this.dial("Hardness", [...at, "hardness"], { range: BETWEEN, hint: properties.hardness.description, key: "hardness", opened: held.body.hardness ?? 0.8, empty: held.body.material ?? "" });
    }
  }

  /** A velocity keeps its sign; a hammer that only strikes later keeps doing so. @param {any} held @param {number} value @param {any} how */
  setSpeed(held, value, how) {
    const { scene } = this;
    const name = held.body.name;
    if (scene.body[held.index].velocity !== undefined || this.store.state.take) {
      const sign = scene.contact[held.contact].between[0] === name ? 1 : -1;
      return this.store.edit(["body", held.index, "velocity"], sign * value, how);
    }
    const factor = value / speedOf(scene, name);
    const strikes = (scene.strikes ?? []).map((/** @type {any} */ one) =>
      (one.body === name ? { ...one, velocity: Number((one.velocity * factor).toPrecision(6)) } : one));
    const isStruck = strikes.some((/** @type {any} */ one) => one.body === name);
    return isStruck ? this.store.edit(["strikes"], strikes, how) : this.store.edit(["body", held.index, "velocity"], value, how);
  }

  /** @param {any} held @param {any} struck */
  where(held, struck) {
    const names = { line: ["Along"], rectangle: ["Along", "Across"], round: ["Out", "Around"], named: [] }[placesOf(struck.body)];
    const own = this.scene.contact.findIndex((/** @type {any} */ c) => c.between.includes(held.body.name) && c.between.includes(struck.body.name));
    const contact = own < 0 ? held.contact : own;
    const place = () => fitted(struck.body, placeIn(this.scene, this.scene.contact[contact], struck.body.name));
    return names.map((label, i) => this.dial(label, ["contact", contact, "at", struck.body.name, ...(names.length > 1 ? [i] : [])], {
      range: BETWEEN, key: `where-${i}`,
      read: () => [place()].flat()[i],
      write: (/** @type {number} */ value, /** @type {any} */ how) => {
        const now = place();
        const next = Array.isArray(now) ? now.map((part, n) => (n === i ? rounded(value) : part)) : rounded(value);
        this.moveTo(contact, struck.body.name, held.body.name, next, how);
      },
    }));
  }

  /** The place in the scene, and that of the last strike by hand. @param {number} contact @param {string} target @param {string} hammer @param {any} place @param {any} [how] */
  moveTo(contact, target, hammer, place, how = {}) {
    const path = ["contact", contact, "at", target];
    const { take } = this.store.state;
    const last = take?.strikes[take.strikes.length - 1];
    if (take && last && last.hammer === hammer && last.target === target) {
      const strikes = [...take.strikes.slice(0, -1), { ...last, place }];
      this.store.state = { ...this.store.state, take: { strikes } };
    }
    this.store.edit(path, place, how);
  }

  /** @param {any} struck */
  *object(struck) {
    const at = ["body", struck.index];
    if (struck.body.shape) {
      yield this.materials(at, struck.body.material);
      yield this.size(struck);
      for (const key of ["tension", "frequency"]) {
        if (struck.body.shape[key] === undefined) continue;
        const unit = key === "frequency" ? "Hz" : struck.body.shape.kind === "string" ? "N" : "N/m";
        yield this.dial(key === "tension" ? "Tension" : "Pitch", [...at, "shape", key], { unit, key, schema: { exclusiveMinimum: 0 } });
      }
    } else yield this.pitch(struck);
  }

  /** @param {Path} at @param {string} material */
  materials(at, material) {
    const field = resolved(this.schema, resolved(this.schema, { $ref: "#/$defs/Body" }).properties.material);
    const listed = field.examples || field.enum ? words(this.schema, field).map(([word]) => word) : MATERIALS;
    const buttons = listed.map((word) => {
      const button = h("button", {
        type: "button", class: "swatch", "aria-checked": String(word === material), title: word, "aria-label": word,
        onclick: () => this.store.edit([...at, "material"], word),
      });
      button.style.setProperty("--metal", `rgb(${colourOf(word).join(",")})`);
      return button;
    });
    const group = radioGroup("Material", "swatches", buttons);
    return h("div", { class: "material" }, h("div", { class: "material-name" }, h("span", null, "Material"), h("b", null, material.replaceAll("-", " "))), group);
  }

  /** All lengths together, as a share of what they were. @param {any} struck */
  size(struck) {
    const path = ["body", struck.index, "shape"];
    const opened = get(this.store.opened.scene, path) ?? struck.body.shape;
    const main = LENGTHS.find((name) => typeof struck.body.shape[name] === "number") ?? "length";
    const longest = LENGTHS.filter((name) => typeof opened[name] === "number").sort((a, b) => opened[b] - opened[a])[0] ?? main;
    return this.dial("Size", [...path, longest], {
      unit: "m", key: "size", hint: "All lengths together", opened: opened[longest] ?? struck.body.shape[longest],
      range: rangeOf({ exclusiveMinimum: 0 }, "", (opened[longest] ?? struck.body.shape[longest]) / 6),
      write: (/** @type {number} */ value, /** @type {any} */ how) => {
        const shape = get(this.scene, path);
        const factor = value / shape[longest];
        const scaled = { ...shape };
        for (const name of LENGTHS) if (typeof shape[name] === "number") scaled[name] = Number((shape[name] * factor).toPrecision(5));
        this.store.edit(path, scaled, how);
      },
    });
  }

  /** All frequencies of given modes together. @param {any} struck */
  pitch(struck) {
    const path = ["body", struck.index, "modes", "frequency"];
    const lowest = (/** @type {any} */ scene) => Math.min(...[get(scene, path) ?? 440].flat().filter((f) => f > 0));
    return this.dial("Pitch", path, {
      unit: "Hz", key: "pitch", opened: lowest(this.store.opened.scene), range: rangeOf({ exclusiveMinimum: 0 }, "", lowest(this.store.opened.scene)),
      read: () => lowest(this.scene),
      write: (/** @type {number} */ value, /** @type {any} */ how) => {
        const factor = value / lowest(this.scene);
        const scaled = (/** @type {number} */ f) => Number((f * factor).toPrecision(6));
        const now = get(this.scene, path);
        this.store.edit(path, Array.isArray(now) ? now.map(scaled) : scaled(now), how);
      },
    });
  }
}
