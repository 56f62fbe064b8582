// The main controls, beside the object: the hammer, where it strikes, and the object.

import { chips, find, h } from "../lib/dom.js";
import { get } from "../lib/path.js";
import { contactBetween, hammers, speedOf, targets } from "../scene/bodies.js";
import { pitchOf } from "../scene/modes.js";
import { fitted, placeIn, placesOf, rounded } from "../scene/places.js";
import { rangeOf } from "../scene/ranges.js";
import { elementOf, fieldsOf, kinds, labelOf, options, resolved } from "../scene/schema.js";
import { lengthsOf, numberOf, shapeSchema, sizesOf } from "../scene/shapes.js";
import { materialChoice, materialName } from "../stage/materials.js";
import { Dial } from "./dial.js";
import { gestureSections } from "./gestures.js";

/**
 * @import { Root, Schema } from "../../browser/types/schema.js"
 * @import { Path } from "../lib/path.js"
 * @import { How, Store } from "../lib/store.js"
 * @import { Hammer, Target } from "../scene/bodies.js"
 * @typedef {{ hammer: string, target: string }} Chosen
 * @typedef {{
 *   read?: () => unknown, write?: (value: number, how: How) => void, opened?: number, schema?: Schema,
 *   range?: import("../scene/ranges.js").Range, unit?: string, hint?: string, empty?: string, key?: string,
 * }} DialHow how a slider reads and writes its value, and how it looks, where that does not follow from its schema
 */

/** Values of a shape that have a slider beside the object, where they are given. */
const TUNING = ["tension", "frequency", "fundamental"];
/** Frequencies and stiffnesses may be any number above 0. */
const POSITIVE = /** @type {Schema} */ ({ exclusiveMinimum: 0 });
const BETWEEN = { low: 0, high: 1, log: false, whole: false };

export class Macros {
  /**
   * @param {Root} schema @param {Store} store @param {() => Chosen} chosen
   * @param {(chosen: Partial<Chosen>) => void} choose
   */
  constructor(schema, store, chosen, choose) {
    this.schema = schema;
    this.store = store;
    this.chosen = chosen;
    this.choose = choose;
    this.element = h("div", { class: "macros" });
    /** @type {{ control: Dial, read: () => unknown, path: Path }[]} */
    this.dials = [];
  }

  get scene() {
    return this.store.state.scene;
  }

  /** What an element of a list of the scene may have. @param {"body" | "contact"} list */
  fieldsOf(list) {
    return fieldsOf(this.schema, elementOf(this.schema, this.schema.properties[list]));
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
    const struck = targets(this.scene).find((one) => one.body.name === target && !one.body.wall);
    const sections = [];
    if (held) sections.push(this.section("Hammer", this.hammerChoice(), ...this.hammerDials(held)));
    if (held && struck?.body.shape) sections.push(this.section("Where", ...this.where(held, struck)));
    if (struck) sections.push(this.section("Object", ...this.object(struck)));
    sections.splice(held ? 2 : 0, 0, ...gestureSections(this));
    this.element.replaceChildren(...sections);
    if (focused) find(focused, this.element)?.focus();
  }

  /** A selector of what has the focus, to find it again among new controls. */
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

  /** A choice of the hammer, if there are several. */
  hammerChoice() {
    const all = hammers(this.scene);
    if (all.length < 2) return null;
    const { hammer } = this.chosen();
    const choices = all.map(({ body: { name } }) => {
      const choose = () => this.choose({ hammer: name });
      return { name, isChosen: name === hammer, choose };
    });
    return chips("Hammer", choices);
  }

  /**
   * A slider for a value of the scene.
   * @param {string} label @param {Path} path @param {DialHow} how @returns {HTMLElement}
   */
  dial(label, path, how) {
    const read = how.read ?? (() => get(this.scene, path));
    const known = [how.opened, get(this.store.opened.scene, path), read()];
    const opened = known.find((value) => typeof value === "number") ?? Number.NaN;
    const write = how.write ?? ((value, input) => this.store.edit(path, value, input));
    const schema = how.schema ?? POSITIVE;
    const control = new Dial({
      label,
      value: undefined,
      opened,
      range: how.range ?? rangeOf(schema, opened, path),
      unit: how.unit ?? schema.unit,
      hint: how.hint ?? schema.description,
      empty: how.empty,
      key: how.key,
      change: (value, input) => write(value, { ...input, merge: input.merge && `macro ${label}` }),
      settle: () => this.store.settle(),
    });
    control.show(read(), true);
    this.dials.push({ control, read, path });
    return control.element;
  }

  /** @param {Hammer} held */
  *hammerDials(held) {
    const at = ["body", held.index];
    const fields = this.fieldsOf("body");
    const law = this.scene.contact?.[held.contact].law;
    yield this.dial("Mass", [...at, "mass"], { schema: fields.mass, key: "mass" });
    yield this.dial("Velocity", [...at, "velocity"], {
      schema: fields.velocity,
      hint: "The speed of a click; drag for harder strikes",
      key: "velocity",
      range: { low: 0.05, high: 20, log: true, whole: false },
      read: () => speedOf(this.scene, held.body.name),
      opened: speedOf(this.store.opened.scene, held.body.name),
      write: (value, how) => this.setSpeed(held, value, how),
    });
    if (law && "stiffness" in law) {
      const laws = kinds(this.schema, resolved(this.schema, this.fieldsOf("contact").law));
      const schema = laws.find(([kind]) => kind === law.kind)?.[1].properties.stiffness;
      yield this.dial("Stiffness", ["contact", held.contact, "law", "stiffness"], { schema, key: "stiffness" });
    } else if (!law) {
      yield this.dial("Hardness", [...at, "hardness"], {
        schema: fields.hardness,
        key: "hardness",
        opened: held.body.hardness ?? 0.8,
        empty: materialName(held.body.material),
      });
    }
  }

  /**
   * Sets the speed of a hammer. The velocity keeps its sign; a hammer that only strikes later keeps its strikes.
   * @param {Hammer} held @param {number} value @param {How} how
   */
  setSpeed(held, value, how) {
    const { scene } = this;
    const name = held.body.name;
    if (scene.body?.[held.index].velocity !== undefined || this.store.state.take) {
      const sign = scene.contact?.[held.contact].between[0] === name ? 1 : -1;
      return this.store.edit(["body", held.index, "velocity"], sign * value, how);
    }
    const factor = value / speedOf(scene, name);
    const strikes = (scene.strikes ?? []).map((one) =>
      one.body === name ? { ...one, velocity: Number((one.velocity * factor).toPrecision(6)) } : one,
    );
    if (strikes.some((one) => one.body === name)) return this.store.edit(["strikes"], strikes, how);
    return this.store.edit(["body", held.index, "velocity"], value, how);
  }

  /** @param {Hammer} held @param {Target} struck */
  where(held, struck) {
    const [hammer, target] = [held.body.name, struck.body.name];
    const labels = { line: ["Along"], rectangle: ["Along", "Across"], round: ["Out", "Around"], named: [] };
    const own = contactBetween(this.scene, hammer, target);
    const contact = own < 0 ? held.contact : own;
    const path = ["contact", contact, "at", target];
    const place = () => fitted(struck.body, placeIn(this.scene, this.scene.contact?.[contact], target));
    const kind = placesOf(struck.body);
    const names = labels[kind === "line" && Array.isArray(place()) ? "rectangle" : kind];
    return names.map((label, i) =>
      this.dial(label, names.length > 1 ? [...path, i] : path, {
        range: BETWEEN,
        key: `where-${i}`,
        read: () => [place()].flat()[i],
        write: (value, how) => {
          const [now, part] = [place(), rounded(value)];
          /** @type {import("../scene/places.js").Place} */
          const next = !Array.isArray(now) ? part : i ? [now[0], part] : [part, now[1]];
          this.moveTo(contact, target, hammer, next, how);
        },
      }),
    );
  }

  /**
   * Moves the place in the scene, and that of the last strike by hand.
   * @param {number} contact @param {string} target @param {string} hammer
   * @param {import("../scene/places.js").Place} place @param {How} how
   */
  moveTo(contact, target, hammer, place, how) {
    const { take } = this.store.state;
    const last = take?.strikes.at(-1);
    const isOwn = last?.hammer === hammer && last.target === target;
    const moved = take && isOwn ? { ...take, strikes: take.strikes.with(-1, { ...last, place }) } : undefined;
    this.store.edit(["contact", contact, "at", target], place, { ...how, take: moved });
  }

  /** @param {Target} struck */
  *object(struck) {
    const at = ["body", struck.index];
    const { shape, material } = struck.body;
    if (!shape) {
      yield this.pitch(struck);
      return;
    }
    yield this.materials(at, material);
    yield this.size(struck);
    const { properties } = shapeSchema(struck.body);
    for (const key of TUNING.filter((name) => numberOf(shape, name) !== undefined)) {
      const label = labelOf(key[0].toUpperCase() + key.slice(1));
      yield this.dial(label, [...at, "shape", key], { key, schema: properties[key] });
    }
  }

  /** @param {Path} at @param {import("../stage/materials.js").Material} material */
  materials(at, material) {
    // Nothing touches air: it is only shown where it is.
    const all = options(this.schema, this.fieldsOf("body").material);
    const listed = all.map(([name]) => name).filter((name) => name !== "air" || name === material);
    return materialChoice("Material", listed, material, (name) => this.store.edit([...at, "material"], name));
  }

  /** Changes all lengths by the same factor, and shows the longest. @param {Target} struck */
  size({ body, index }) {
    const path = ["body", index, "shape"];
    const [longest] = lengthsOf(body).sort((a, b) => b.value - a.value);
    if (!longest) return null;
    const { name } = longest;
    const opened = numberOf(this.store.opened.scene.body?.[index]?.shape, name) ?? longest.value;
    return this.dial("Size", [...path, name], {
      unit: "m",
      key: "size",
      hint: "All lengths together",
      opened,
      range: rangeOf(POSITIVE, opened / 6),
      write: (value, how) => {
        const now = this.scene.body?.[index] ?? body;
        const factor = value / (numberOf(now.shape, name) ?? value);
        const scaled = sizesOf(now).map((one) => [one.name, Number((one.value * factor ** one.power).toPrecision(5))]);
        this.store.edit(path, { ...now.shape, ...Object.fromEntries(scaled) }, how);
      },
    });
  }

  /** Changes all frequencies of given modes by the same factor. @param {Target} struck */
  pitch({ index }) {
    const modesIn = (/** @type {import("../../browser/types/scene.js").Scene} */ scene) => scene.body?.[index]?.modes;
    const lowest = (/** @type {ReturnType<typeof modesIn>} */ modes) => {
      const pitch = modes ? pitchOf(modes) : Number.NaN;
      return Number.isFinite(pitch) ? pitch : 440;
    };
    const opened = lowest(modesIn(this.store.opened.scene));
    const path = ["body", index, "modes", "frequency"];
    return this.dial("Pitch", path, {
      unit: "Hz",
      key: "pitch",
      opened,
      range: rangeOf(POSITIVE, opened),
      read: () => lowest(modesIn(this.scene)),
      write: (value, how) => {
        const modes = modesIn(this.scene);
        const factor = value / lowest(modes);
        const scaled = (/** @type {number} */ f) => Number((f * factor).toPrecision(6));
        const now = modes?.frequency ?? opened;
        this.store.edit(path, Array.isArray(now) ? now.map(scaled) : scaled(now), how);
      },
    });
  }
}
