// Controls made from the schema alone: a new field of the engine appears here by itself.

import { freshId, h, marks } from "../lib/dom.js";
import { get, written } from "../lib/path.js";
import { readNumbers } from "../lib/read.js";
import { bodyNamed, rings } from "../scene/bodies.js";
import { exclusive, isOffered, neededIn, possibleGestures, suited, usualGesture } from "../scene/offers.js";
import { fitted } from "../scene/places.js";
import { initial, ofFields, rangeOf } from "../scene/ranges.js";
import { reshaped } from "../scene/reshape.js";
import { alternatives, branchOf, elementOf, kinds, labelOf, options, resolved, sortOf } from "../scene/schema.js";
import { usualShape } from "../scene/shapes.js";
import { Dial, dropButton } from "./dial.js";
import { REFERENCES, between, bodyName, modes, namesIn, writeText } from "./named.js";

/**
 * @import { Root, Schema } from "../../browser/types/schema.js"
 * @import { Path } from "../lib/path.js"
 * @typedef {{ element: HTMLElement, show: (value: unknown) => void, mark: (message: string | null) => void }} Control
 * @typedef {{ label?: string, required?: boolean }} Field
 */

export class Fields {
  /** @param {Root} root @param {import("../lib/store.js").Store} store */
  constructor(root, store) {
    this.root = root;
    this.store = store;
    /** @type {Map<string, Control>} */
    this.controls = new Map();
  }

  clear() {
    this.controls.clear();
  }

  /** @param {Path} path */
  value(path) {
    return get(this.store.state.scene, path);
  }

  /** All controls show the values of the scene. */
  refresh() {
    for (const [key, control] of this.controls) control.show(this.value(JSON.parse(key)));
  }

  /** The control for a path, or the nearest around it. @param {Path} path @returns {Control | undefined} */
  at(path) {
    for (let length = path.length; length > 0; length -= 1) {
      const control = this.controls.get(JSON.stringify(path.slice(0, length)));
      if (control) return control;
    }
    return undefined;
  }

  /** @param {Path} path @param {Control} control */
  register(path, control) {
    this.controls.set(JSON.stringify(path), control);
    control.element.dataset.path = written(path);
    return control.element;
  }

  /** @param {Path} path @param {unknown} value @param {{ merge?: string, input?: number }} [how] */
  edit(path, value, how = {}) {
    this.store.edit(path, value, { ...how, merge: how.merge && written(path) });
  }

  /** Whether a table may get a key. @param {Path} path @param {string} key */
  isOffered(path, key) {
    return isOffered(this.store.state.scene, path, key);
  }

  /** The keys of a table that may not be left out. @param {Path} path @param {Schema} schema */
  neededIn(path, schema) {
    return neededIn(this.store.state.scene, path, schema);
  }

  /**
   * The fields of a table.
   * @param {Schema} given @param {Path} path @param {string[]} [without] @returns {HTMLElement}
   */
  table(given, path, without = []) {
    const schema = resolved(this.root, given);
    const box = h("div", { class: "fields" });
    /** @type {[string, Schema][]} */
    const absent = [];
    const required = new Set(this.neededIn(path, schema));
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (without.includes(name) || field.const !== undefined) continue;
      const isAbsent = this.value([...path, name]) === undefined;
      if (isAbsent && !this.isOffered(path, name)) continue;
      if (isAbsent && resolved(this.root, field).default === undefined) absent.push([name, field]);
      else box.append(this.field(field, [...path, name], { required: required.has(name) }));
    }
    if (absent.length) box.append(this.more(absent, path, exclusive(schema)));
    return box;
  }

  /**
   * Buttons for fields that the table does not have yet.
   * @param {[string, Schema][]} absent @param {Path} path @param {string[]} single keys of which the table has one
   */
  more(absent, path, single) {
    const add = (/** @type {string} */ name, /** @type {Schema} */ field) => () => {
      const table = Object.entries(this.value(path) ?? {});
      const kept = table.filter(([other]) => !single.includes(name) || !single.includes(other));
      this.edit(path, { ...Object.fromEntries(kept), [name]: this.fresh(name, field, path) });
      this.store.settle();
    };
    const buttons = absent.map(([name, field]) => {
      const title = resolved(this.root, field).description;
      return h("button", { class: "chip", title, onclick: add(name, field) }, `+ ${labelOf(name)}`);
    });
    return h("div", { class: "more" }, ...buttons);
  }

  /**
   * The first value of a field, to suit what stands beside it.
   * @param {string} name @param {Schema} field @param {Path} path of the table that gets it @returns {unknown}
   */
  fresh(name, field, path) {
    const { scene } = this.store.state;
    const [list, index] = path;
    const pickup = list === "pickup" ? scene.pickup?.[Number(index)] : undefined;
    const isInRoom = !pickup?.body || pickup.distance !== undefined || pickup.direction !== undefined;
    if (name === "quantity") return isInRoom ? "pressure" : "velocity";
    if (name === "body") return scene.body?.find(rings)?.name ?? "";
    const body = list === "body" ? scene.body?.[Number(index)] : bodyNamed(scene, pickup?.body);
    const place = suited(scene, path, name) ?? (name === "at" ? fitted(body, undefined) : undefined);
    if (place !== undefined) return place;
    const schema = resolved(this.root, field);
    return sortOf(this.root, schema) === "list" ? [this.item(schema, [...path, name])] : initial(this.root, field);
  }

  /** A new element of a list. @param {Schema} list @param {Path} path of the list */
  item(list, path) {
    const schema = elementOf(this.root, list);
    if (!schema.properties) return initial(this.root, schema);
    const item = ofFields(this.root, schema);
    return item.at === undefined ? item : { ...item, at: this.fresh("at", schema.properties.at, path) };
  }

  /** @param {Schema} given @param {Path} path @param {Field} [how] @returns {HTMLElement} */
  field(given, path, how = {}) {
    const schema = resolved(this.root, given);
    const label = how.label ?? labelOf(String(path[path.length - 1]));
    const remove = how.required || this.value(path) === undefined ? null : () => this.edit(path, undefined);
    const key = String(path[path.length - 1]);
    if (REFERENCES.includes(key) && path.length > 1) return bodyName(this, schema, path, label, remove);
    if (key === "between") return between(this, schema, path);
    if (path.length === 3 && path[0] === "body" && key === "modes") return modes(this, path);
    switch (sortOf(this.root, schema)) {
      case "number":
        return this.dial(schema, path, label, remove);
      case "flag":
        return this.flag(schema, path, label);
      case "choice":
        return this.choice(schema, path, label, remove);
      case "numbers":
        return schema.maxItems === 2 && typeof this.value([...path, 0]) === "number"
          ? this.pair(schema, path, label, remove)
          : this.text(schema, path, label, remove);
      case "kinds":
        return this.kinds(schema, path, label, remove);
      case "either":
        return this.either(schema, path, label, remove);
      case "table":
        return this.nested(label, schema, remove, this.table(schema, path));
      case "map":
        return this.map(schema, path, label);
      case "list":
        return this.list(schema, path, label);
      default:
        return this.text(schema, path, label, remove);
    }
  }

  /** @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove */
  dial(schema, path, label, remove) {
    const opened = get(this.store.opened.scene, path);
    const value = this.value(path);
    const first = [opened, value, initial(this.root, schema)].find((one) => typeof one === "number") ?? 0;
    const range = rangeOf(schema, first, path);
    const { default: empty } = schema;
    const dial = new Dial({
      label,
      hint: schema.description,
      unit: schema.unit,
      range,
      value: typeof value === "number" ? value : undefined,
      opened: first,
      remove,
      empty: typeof empty === "number" ? empty : undefined,
      change: (to, input) => this.edit(path, to, input),
      settle: () => this.store.settle(),
    });
    return this.register(path, dial);
  }

  /** @param {Schema} schema @param {Path} path @param {string} label */
  flag(schema, path, label) {
    const box = h("input", { type: "checkbox", onchange: () => this.edit(path, box.checked) });
    const show = (/** @type {unknown} */ value) => (box.checked = Boolean(value ?? schema.default));
    const element = h("label", { class: "flag", title: schema.description }, box, label);
    show(this.value(path));
    return this.register(path, { element, show, ...marks(element, box) });
  }

  /** @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove */
  choice(schema, path, label, remove) {
    const id = freshId("choice");
    const value = this.value(path);
    const listed = options(this.root, schema);
    if (typeof value === "string" && !listed.some(([option]) => option === value)) listed.push([value, ""]);
    const select = h(
      "select",
      { id, onchange: () => this.edit(path, select.value) },
      ...listed.map(([option, title]) => h("option", { value: option, title }, option)),
    );
    const show = (/** @type {unknown} */ to) => (select.value = String(to ?? schema.default ?? ""));
    const element = row(label, id, schema.description, select, remove);
    show(value);
    return this.register(path, { element, show, ...marks(element, select) });
  }

  /**
   * Text, or a list of numbers or names.
   * @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove
   */
  text(schema, path, label, remove) {
    const id = freshId("text");
    const long = path[path.length - 1] === "description";
    const how = { id, class: "wide", autocomplete: "off", spellcheck: "false" };
    const box = long ? h("textarea", { ...how, rows: 3 }) : h("input", { ...how, type: "text" });
    const isList = sortOf(this.root, schema) === "numbers";
    const ofNumbers = isList && elementOf(this.root, schema).type === "number";
    const show = (/** @type {unknown} */ value) => {
      if (document.activeElement !== box) box.value = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    };
    const element = row(label, id, schema.description, box, remove);
    const { mark } = marks(element, box);
    box.addEventListener("change", () => {
      mark(null);
      if (!isList) return writeText(this, path, box.value, mark);
      if (!ofNumbers) return this.edit(path, namesIn(box.value));
      const { values, wrong } = readNumbers(box.value);
      return wrong === undefined ? this.edit(path, values) : mark(wrong);
    });
    show(this.value(path));
    return this.register(path, { element, show, mark });
  }

  /**
   * Two numbers, such as a place on a plate or a direction.
   * @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove
   */
  pair(schema, path, label, remove) {
    const dials = [0, 1].map((i) => {
      const item = resolved(this.root, schema.prefixItems?.[i] ?? schema.items ?? {});
      const described = { ...item, description: item.description ?? schema.description };
      return this.dial(described, [...path, i], item.title ?? `${label} ${i + 1}`, i ? null : remove);
    });
    return h("div", { class: "pair" }, ...dials);
  }

  /** Tables one below the other. @param {Schema} schema @param {Path} path @param {string} label */
  list(schema, path, label) {
    const item = elementOf(this.root, schema);
    const items = Object.values(this.value(path) ?? {});
    const tables = items.map((_, i) => {
      const at = [...path, i];
      const drop = () => this.edit(items.length > 1 ? at : path, undefined);
      const inner = item.properties ? this.table(item, at) : this.field(item, at, { required: true });
      return this.nested(`${label} ${i + 1}`, item, drop, inner);
    });
    const add = () => this.edit([...path, items.length], this.item(schema, path));
    const button = h("button", { class: "chip", onclick: add }, `+ ${label}`);
    const more = h("div", { class: "more" }, button);
    const element = h("div", { class: "list", title: schema.description }, ...tables, more);
    return this.register(path, { element, show: () => undefined, ...marks(element, element) });
  }

  /** @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove */
  kinds(schema, path, label, remove) {
    const value = this.value(path) ?? schema.default;
    const { store } = this;
    const { scene } = store.state;
    const gesture = path[0] === "gesture" && path.length === 2 ? scene.gesture?.[Number(path[1])] : undefined;
    const listed = gesture ? possibleGestures(this.root, schema, scene, gesture) : kinds(this.root, schema);
    const kind = get(value, ["kind"]);
    const all = kinds(this.root, schema).filter(([name]) => name === kind || listed.some(([one]) => one === name));
    const chosen = all.find(([name]) => name === kind)?.[1] ?? all[0][1];
    const id = freshId("kind");
    const option = (/** @type {[string, Schema]} */ [value, { description }]) =>
      h("option", { value, title: description }, value);
    const select = h("select", { id }, ...all.map(option));
    select.value = String(kind ?? all[0][0]);
    select.addEventListener("change", () => {
      const branch = all.find(([name]) => name === select.value)?.[1];
      if (!branch) return;
      const next = gesture
        ? usualGesture(this.root, store.state.scene, branch, gesture)
        : ofFields(this.root, branch, value);
      store.settle();
      // Another shape has other places.
      if (path[2] === "shape")
        store.step(reshaped(store.state, Number(path[1]), usualShape(this.root, branch, value)), {
          kind: "edit",
          path,
        });
      else if (next) this.edit(path, next);
    });
    const head = row(label, id, chosen.description ?? schema.description, select, remove);
    const { mark } = marks(head, select);
    this.register(path, { element: head, show: () => undefined, mark });
    return h("div", { class: "nested" }, head, this.table(chosen, path, ["kind"]));
  }

  /** @param {Schema} schema @param {Path} path @param {string} label @param {(() => void) | null} remove */
  either(schema, path, label, remove) {
    const all = alternatives(this.root, schema);
    const value = this.value(path) ?? schema.default;
    const at = branchOf(this.root, schema, value);
    const [, branch] = all[at];
    if (branch.const === undefined && all.every(([, one]) => one.const === undefined)) {
      // The present value decides which control is shown.
      const description = [schema.description, branch.description].filter(Boolean).join(" ");
      const described = { ...branch, description };
      const shown = this.field(described, path, { label, required: remove === null });
      const isPlace = all.some(([, one]) => one.maxItems === 2);
      return isPlace ? shown : h("div", { class: "either" }, shown, this.others(all, at, path));
    }
    const id = freshId("either");
    const choose = () => this.edit(path, initial(this.root, all[select.selectedIndex][1]));
    const select = h("select", { id, onchange: choose }, ...all.map(([name]) => h("option", null, name)));
    select.selectedIndex = at;
    const head = row(label, id, schema.description, select, remove);
    const { mark } = marks(head, select);
    this.register(path, { element: head, show: () => undefined, mark });
    if (branch.const !== undefined) return head;
    const inner = branch.properties
      ? this.table(branch, path)
      : this.field(branch, path, { label: "of", required: true });
    return h("div", { class: "nested" }, head, inner);
  }

  /**
   * Buttons for the other forms of a value, such as a list instead of one number.
   * @param {[string, Schema][]} all @param {number} at the present one @param {Path} path
   */
  others(all, at, path) {
    const buttons = all
      .filter((_, i) => i !== at)
      .map(([name, branch]) => {
        const become = () => this.edit(path, converted(this.root, branch, this.value(path)));
        return h("button", { class: "chip", onclick: become }, `as ${name}`);
      });
    return h("div", { class: "more" }, ...buttons);
  }

  /** @param {Schema} schema @param {Path} path @param {string} label */
  map(schema, path, label) {
    const fields = Object.keys(this.value(path) ?? {}).map((key) =>
      this.field(schema.additionalProperties || {}, [...path, key], { label: `${label} ${key}`, required: true }),
    );
    const element = h("div", { class: "map", title: schema.description }, ...fields);
    return this.register(path, { element, show: () => undefined, ...marks(element, element) });
  }

  /** @param {string} label @param {Schema} schema @param {(() => void) | null} remove @param {HTMLElement} inner */
  nested(label, schema, remove, inner) {
    const legend = h("legend", null, label, remove && dropButton(label, remove));
    return h("fieldset", { class: "nested", title: schema.description }, legend, inner);
  }
}

/**
 * A value in another form: one number as a list, the name of a material as a table.
 * @param {Root} root @param {Schema} branch @param {unknown} value @returns {unknown}
 */
function converted(root, branch, value) {
  const like = get(value, ["like"]);
  if (branch.type === "array" && typeof value === "number") return Array(branch.minItems ?? 1).fill(value);
  if (branch.type === "number" && Array.isArray(value)) return value[0];
  if (branch.properties?.like && typeof value === "string") return { like: value };
  return branch.type === "string" && like ? like : initial(root, branch);
}

/**
 * @param {string} label @param {string} id @param {string | undefined} hint @param {HTMLElement} control
 * @param {(() => void) | null} remove
 */
function row(label, id, hint, control, remove) {
  const name = h("label", { for: id, title: hint }, label);
  return h("div", { class: "row" }, name, control, remove && dropButton(label, remove));
}
