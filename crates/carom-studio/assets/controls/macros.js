// The main controls, beside the object: the hammer, where it strikes, and the object.

import { h, radioGroup } from "../lib/dom.js";
import { get } from "../lib/path.js";
import { hammers, speedOf, targets } from "../scene/bodies.js";
import { pitchOf } from "../scene/modes.js";
import { fitted, placeIn, placesOf, rounded } from "../scene/places.js";
import { rangeOf } from "../scene/ranges.js";
import { kinds, labelOf, options, resolved } from "../scene/schema.js";
import { lengthsOf, shapeSchema, sizesOf } from "../scene/shapes.js";
import { colourOf, materialName } from "../stage/materials.js";
import { Dial } from "./dial.js";
import { gestureSections } from "./gestures.js";

/**
 * @typedef {import("../lib/path.js").Path} Path
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {{ hammer: string, target: string }} Chosen
 */

/** Values of a shape that have a slider beside the object, where they are given. */
const TUNING = ["tension", "frequency", "fundamental"];
/** Frequencies and stiffnesses may be any number above 0. */
const POSITIVE = { exclusiveMinimum: 0 };
const BETWEEN = { low: 0, high: 1, log: false, whole: false };

export class Macros {
  /**
   * @param {any} schema @param {Store} store @param {() => Chosen} chosen
   * @param {(chosen: Partial<Chosen>) => void} choose
   */
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

  get bodySchema() {
    return resolved(this.schema, this.schema.properties.body.items);
  }

  get contactSchema() {
    return resolved(this.schema, this.schema.properties.contact.items);
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
    if (focused) this.element.querySelector(focused)?.focus();
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
    const buttons = all.map(({ body }) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-checked": String(body.name === hammer),
          onclick: () => this.choose({ hammer: body.name }),
        },
        body.name,
      ),
    );
    return radioGroup("Hammer", "chips", buttons);
  }

  /**
   * A slider for a value of the scene.
   * @param {string} label @param {Path} path @param {any} how @returns {HTMLElement}
   */
  dial(label, path, how) {
    const read = how.read ?? (() => get(this.scene, path));
    const opened = how.opened ?? get(this.store.opened.scene, path) ?? read();
    const edit = (/** @type {number} */ value, /** @type {any} */ input) => this.store.edit(path, value, input);
    const write = how.write ?? edit;
    const schema = how.schema ?? POSITIVE;
    const control = new Dial({
      label,
      value: read(),
      opened,
      range: how.range ?? rangeOf(schema, opened, path),
      unit: how.unit ?? schema.unit,
      hint: how.hint ?? schema.description,
      empty: how.empty,
      key: how.key,
      change: (/** @type {number} */ value, /** @type {any} */ input) =>
        write(value, { ...input, merge: input.merge && `macro ${label}` }),
      settle: () => this.store.settle(),
    });
    this.dials.push({ control, read, path });
    return control.element;
  }

  /** @param {any} held */
  *hammerDials(held) {
    const at = ["body", held.index];
    const { properties } = this.bodySchema;
    const { law } = this.scene.contact[held.contact];
    yield this.dial("Mass", [...at, "mass"], { schema: properties.mass, key: "mass" });
    yield this.dial("Velocity", [...at, "velocity"], {
      schema: properties.velocity,
      hint: "The speed of a click; drag for harder strikes",
      key: "velocity",
      range: { low: 0.05, high: 20, log: true, whole: false },
      read: () => speedOf(this.scene, held.body.name),
      opened: speedOf(this.store.opened.scene, held.body.name),
      write: (/** @type {number} */ value, /** @type {any} */ how) => this.setSpeed(held, value, how),
    });
    if (law?.stiffness !== undefined) {
      const fields = kinds(this.schema, resolved(this.schema, this.contactSchema.properties.law));
      const schema = fields.find(([kind]) => kind === law.kind)?.[1].properties.stiffness;
      yield this.dial("Stiffness", ["contact", held.contact, "law", "stiffness"], { schema, key: "stiffness" });
    } else if (!law) {
      yield this.dial("Hardness", [...at, "hardness"], {
        schema: properties.hardness,
        key: "hardness",
        opened: held.body.hardness ?? 0.8,
        empty: materialName(held.body.material),
      });
    }
  }

  /**
   * Sets the speed of a hammer. The velocity keeps its sign; a hammer that only strikes later keeps its strikes.
   * @param {any} held @param {number} value @param {any} how
   */
  setSpeed(held, value, how) {
    const { scene } = this;
    const name = held.body.name;
    if (scene.body[held.index].velocity !== undefined || this.store.state.take) {
      const sign = scene.contact[held.contact].between[0] === name ? 1 : -1;
      return this.store.edit(["body", held.index, "velocity"], sign * value, how);
    }
    const factor = value / speedOf(scene, name);
    const strikes = (scene.strikes ?? []).map((/** @type {any} */ one) =>
      one.body === name ? { ...one, velocity: Number((one.velocity * factor).toPrecision(6)) } : one,
    );
    const isStruck = strikes.some((/** @type {any} */ one) => one.body === name);
    if (isStruck) return this.store.edit(["strikes"], strikes, how);
    return this.store.edit(["body", held.index, "velocity"], value, how);
  }

  /** @param {any} held @param {any} struck */
  where(held, struck) {
    const [hammer, target] = [held.body.name, struck.body.name];
    const labels = { line: ["Along"], rectangle: ["Along", "Across"], round: ["Out", "Around"], named: [] };
    const isBetween = (/** @type {any} */ one) => one.between.includes(hammer) && one.between.includes(target);
    const own = this.scene.contact.findIndex(isBetween);
    const contact = own < 0 ? held.contact : own;
    const path = ["contact", contact, "at", target];
    const place = () => fitted(struck.body, placeIn(this.scene, this.scene.contact[contact], target));
    const kind = placesOf(struck.body);
    const names = labels[kind === "line" && Array.isArray(place()) ? "rectangle" : kind];
    return names.map((label, i) =>
      this.dial(label, names.length > 1 ? [...path, i] : path, {
        range: BETWEEN,
        key: `where-${i}`,
        read: () => [place()].flat()[i],
        write: (/** @type {number} */ value, /** @type {any} */ how) => {
          const now = place();
          const next = Array.isArray(now) ? now.map((part, n) => (n === i ? rounded(value) : part)) : rounded(value);
          this.moveTo(contact, target, hammer, next, how);
        },
      }),
    );
  }

  /**
   * Moves the place in the scene, and that of the last strike by hand.
   * @param {number} contact @param {string} target @param {string} hammer @param {any} place @param {any} [how]
   */
  moveTo(contact, target, hammer, place, how = {}) {
    const path = ["contact", contact, "at", target];
    const { take } = this.store.state;
    const last = take?.strikes[take.strikes.length - 1];
    if (take && last && last.hammer === hammer && last.target === target) {
      const strikes = [...take.strikes.slice(0, -1), { ...last, place }];
      this.store.state = { ...this.store.state, take: { ...take, strikes } };
    }
    this.store.edit(path, place, how);
  }

  /** @param {any} struck */
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
    for (const key of TUNING.filter((name) => shape[name] !== undefined)) {
      const label = labelOf(key[0].toUpperCase() + key.slice(1));
      yield this.dial(label, [...at, "shape", key], { key, schema: properties[key] });
    }
  }

  /** @param {Path} at @param {import("../stage/materials.js").Material} material */
  materials(at, material) {
    // Nothing touches air: it is only shown where it is.
    const all = options(this.schema, this.bodySchema.properties.material);
    const listed = all.filter(([name]) => name !== "air" || name === material);
    const buttons = listed.map(([name]) => {
      const button = h("button", {
        type: "button",
        class: "swatch",
        "aria-checked": String(name === material),
        title: name,
        "aria-label": name,
        onclick: () => this.store.edit([...at, "material"], name),
      });
      button.style.setProperty("--metal", `rgb(${colourOf(name).join(",")})`);
      return button;
    });
    const name = h("b", null, materialName(material).replaceAll("-", " "));
    const title = h("div", { class: "material-name" }, h("span", null, "Material"), name);
    return h("div", { class: "material" }, title, radioGroup("Material", "swatches", buttons));
  }

  /** Changes all lengths by the same factor, and shows the longest. @param {any} struck */
  size(struck) {
    const path = ["body", struck.index, "shape"];
    const { shape } = struck.body;
    const [longest] = lengthsOf(struck.body).sort((a, b) => shape[b] - shape[a]);
    if (!longest) return null;
    const opened = get(this.store.opened.scene, [...path, longest]) ?? shape[longest];
    return this.dial("Size", [...path, longest], {
      unit: "m",
      key: "size",
      hint: "All lengths together",
      opened,
      range: rangeOf(POSITIVE, opened / 6),
      write: (/** @type {number} */ value, /** @type {any} */ how) => {
        const now = get(this.scene, path);
        const factor = value / now[longest];
        const scaled = sizesOf({ shape: now }).map(([name, power]) => [
          name,
          Number((now[name] * factor ** power).toPrecision(5)),
        ]);
        this.store.edit(path, { ...now, ...Object.fromEntries(scaled) }, how);
      },
    });
  }

  /** Changes all frequencies of given modes by the same factor. @param {any} struck */
  pitch(struck) {
    const path = ["body", struck.index, "modes", "frequency"];
    const lowest = (/** @type {any} */ scene) => {
      const pitch = pitchOf(get(scene, path.slice(0, -1)) ?? {});
      return Number.isFinite(pitch) ? pitch : 440;
    };
    const opened = lowest(this.store.opened.scene);
    return this.dial("Pitch", path, {
      unit: "Hz",
      key: "pitch",
      opened,
      range: rangeOf(POSITIVE, opened),
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
