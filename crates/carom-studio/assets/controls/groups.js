// All fields of a scene, in groups that fold.

import { h } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { say } from "../lib/say.js";
import { possibleGestures, touchingMasses, usualGesture } from "../scene/offers.js";
import { initial, ofFields } from "../scene/ranges.js";
import { contactOf, isLast, untouched, without } from "../scene/refer.js";
import { labelOf, resolved, sortOf } from "../scene/schema.js";
import { takeOn } from "../scene/take.js";
import { materialName } from "../stage/materials.js";
import { Fields } from "./fields.js";

/** @typedef {import("../lib/path.js").Path} Path */

/** Fields in a group of their own, and fields that are not shown. */
const ABOUT = ["title", "description"];
const HIDDEN = ["version"];

export class Groups {
  /**
   * @param {import("../scene/schema.js").Schema} schema @param {import("../lib/store.js").Store} store
   * @param {() => void} addBody lets a body be chosen from pictures
   */
  constructor(schema, store, addBody) {
    this.schema = schema;
    this.addBody = addBody;
    this.store = store;
    this.fields = new Fields(schema, store);
    this.element = h("div", { class: "groups" });
    /** @type {Set<string>} */
    this.unfolded = new Set();
    this.structure = "";
    /**
     * Bodies that are heard in the room, and how far each reaches from its middle (m).
     * @type {Record<string, number>}
     */
    this.heard = {};
    /** Shows the titles of list elements. @type {(() => void)[]} */
    this.titles = [];
  }

  /** Shows the scene; builds anew only where its fields have changed. @param {boolean} anew */
  show(anew) {
    const structure = structureOf(this.store.state.scene);
    if (!anew && structure === this.structure) {
      this.fields.refresh();
      for (const show of this.titles) show();
      return;
    }
    this.structure = structure;
    const focused = document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
    this.fields.clear();
    this.titles = [];
    this.element.replaceChildren(...this.groups());
    if (focused) this.focus(focused);
  }

  /** @param {string} path */
  focus(path) {
    this.element.querySelector(`[data-path="${CSS.escape(path)}"] :is(input,select,textarea)`)?.focus();
  }

  /**
   * Shows an error at the control of a path; returns whether there is one.
   * @param {Path} path @param {string} message
   */
  mark(path, message) {
    const control = this.fields.at(path);
    if (!control) return false;
    control.mark(message);
    const group = control.element.closest("details");
    if (group) group.open = true;
    return true;
  }

  unmark() {
    for (const control of this.fields.controls.values()) control.mark(null);
  }

  *groups() {
    const { properties } = this.schema;
    const isList = (/** @type {string} */ name) =>
      sortOf(this.schema, resolved(this.schema, properties[name])) === "list";
    const lists = Object.keys(properties).filter(isList);
    const order = ["body", "contact", "strikes", "gesture", "pickup"];
    lists.sort((a, b) => ((order.indexOf(a) + 9) % 9) - ((order.indexOf(b) + 9) % 9));
    for (const name of lists) yield* this.list(name);
    const single = Object.keys(properties).filter((name) => !lists.includes(name) && !HIDDEN.includes(name));
    const without = (/** @type {string[]} */ kept) => Object.keys(properties).filter((name) => !kept.includes(name));
    const engine = single.filter((name) => !ABOUT.includes(name));
    yield this.group("Scheme, rate and level", "scheme", this.fields.table(this.schema, [], without(engine)));
    yield this.group("Title and description", "about", this.fields.table(this.schema, [], without(ABOUT)));
    yield this.adders(lists);
  }

  /** One group for each element of a list. @param {string} name */
  *list(name) {
    const { scene } = this.store.state;
    const items = scene[name] ?? [];
    const schema = resolved(this.schema, this.schema.properties[name].items);
    for (const i of items.keys()) {
      const path = [name, i];
      const inner =
        sortOf(this.schema, schema) === "kinds"
          ? this.fields.field(schema, path, { label: "kind", required: true })
          : this.fields.table(schema, path, name === "body" ? ["wall"] : []);
      const isKept = name === "body" && isLast(scene, i);
      const kept = isKept ? "The only thing to strike: add another first, or choose New" : null;
      const drop = () => this.remove(name, i);
      const how = { type: "button", class: "quiet", onclick: drop, disabled: Boolean(kept), title: kept };
      const remove = h("button", how, `Remove this ${singular(name)}`);
      const [main, about] = [h("b"), h("i")];
      const show = () => {
        const item = this.fields.value(path) ?? {};
        main.textContent = titleOf(item, name, i);
        about.textContent = describe(item, name);
      };
      show();
      this.titles.push(show);
      const title = h("span", null, main, " ", about);
      yield this.group(title, `${name}-${i}`, h("div", null, inner, remove));
    }
  }

  /** Takes out an element with all that needs it, and says so. @param {string} name @param {number} i */
  remove(name, i) {
    const { store } = this;
    const title = titleOf(store.state.scene[name][i], name, i);
    const { scene, gone } = without(store.state.scene, name, i);
    store.settle();
    store.step({ scene, take: takeOn(store.state.take, scene.body ?? []) }, { kind: "edit", path: [name] });
    const others = gone.length ? `, with ${gone.join(" and ")}` : "";
    say(`Removed ${title}${others}`, { label: "Undo", act: () => store.undo() });
  }

  /** @param {string | Node} title @param {string} key @param {Node} content */
  group(title, key, content) {
    const how = { class: "group", open: this.unfolded.has(key), "data-group": key };
    const details = h("details", how, h("summary", null, title), content);
    details.addEventListener("toggle", () => (details.open ? this.unfolded.add(key) : this.unfolded.delete(key)));
    return details;
  }

  /** @param {string[]} lists */
  adders(lists) {
    const add = (/** @type {string} */ name) => () => {
      if (name === "body") return this.addBody();
      const { scene } = this.store.state;
      const items = scene[name] ?? [];
      this.unfolded.add(`${name}-${items.length}`);
      this.store.settle();
      return this.store.edit([name, items.length], this.newItem(name));
    };
    const { scene } = this.store.state;
    const can = (/** @type {string} */ name) => {
      if (name === "contact") return untouched(scene) !== null;
      if (name === "strikes") return touchingMasses(scene).length > 0;
      return name !== "gesture" || this.gestures().length > 0;
    };
    const button = (/** @type {string} */ name) =>
      h("button", { type: "button", class: "chip", onclick: add(name) }, `+ ${singular(name)}`);
    return h("div", { class: "more adders" }, ...lists.filter(can).map(button));
  }

  /** The kinds of gestures that something here can make. */
  gestures() {
    const { schema } = this;
    return possibleGestures(schema, resolved(schema, schema.properties.gesture.items), this.store.state.scene);
  }

  /** A new element that names existing bodies. @param {string} name */
  newItem(name) {
    const { scene } = this.store.state;
    const schema = resolved(this.schema, this.schema.properties[name].items);
    if (name === "contact") return contactOf(scene, .../** @type {[string, string]} */ (untouched(scene)));
    if (name === "gesture") return usualGesture(this.schema, scene, this.gestures()[0][1]);
    const item = schema.properties ? ofFields(this.schema, schema) : initial(this.schema, schema);
    const ringing = scene.body?.find((/** @type {any} */ body) => body.shape || body.modes)?.name;
    const [mass] = touchingMasses(scene);
    if (name === "pickup") Object.assign(item, this.listener() ?? { body: ringing ?? mass?.name ?? "" });
    if (name === "strikes") {
      const contact = scene.contact.find((/** @type {any} */ one) => one.between.includes(mass.name));
      const last = Math.max(0, ...(scene.strikes ?? []).map((/** @type {any} */ one) => one.time));
      Object.assign(item, { body: mass.name, time: Number((last + 0.5).toPrecision(6)) });
      item.velocity = contact.between[0] === mass.name ? 1 : -1;
    }
    return item;
  }

  /** A listener to everything, twice as far away as the largest body reaches; nothing if nobody would hear anything. */
  listener() {
    const reaches = Object.values(this.heard);
    const far = Math.max(1, ...reaches.map((reach) => Math.ceil(20 * reach) / 10));
    return reaches.length ? { distance: far } : null;
  }
}

/** @param {string} name */
const singular = (name) => (name === "strikes" ? "strike" : labelOf(name));

/** @param {any} item @param {string} name @param {number} i */
function titleOf(item, name, i) {
  if (name === "contact") return item.name ?? (item.between ?? []).join(" – ");
  if (name === "pickup") return `Pickup${i ? ` ${i + 1}` : ""}`;
  if (name === "strikes") return `Strike at ${item.time} s`;
  return item.name ?? item.kind ?? `${labelOf(name)} ${i + 1}`;
}

/** What a pickup hears: "listener, 1 m", "velocity of bar". @param {any} pickup */
function hears({ body, quantity, at, distance, direction }) {
  const isInRoom = !body || quantity === "pressure" || distance !== undefined || direction !== undefined;
  if (isInRoom) return `listener${body ? ` to ${body}` : ""}, ${number(distance ?? 1)} m`;
  return `${quantity ?? (at === undefined ? "sound" : "velocity")} of ${body}`;
}

/** @param {any} item @param {string} name */
function describe(item, name) {
  if (name === "contact") return `contact${item.law ? `, ${item.law.kind}` : ""}`;
  if (name === "pickup") return hears(item);
  if (name === "strikes") return `by ${item.body}`;
  if (name === "gesture") return `of ${item.body ?? (item.bodies ?? []).join(", ")}`;
  if (item.shape) return `${materialName(item.material)} ${item.shape.kind}`.replaceAll("-", " ");
  if (item.modes) return "given modes";
  return item.wall ? "wall" : item.material ? `${materialName(item.material)} ball` : "free mass";
}

/** The fields of a scene without their numbers. @param {any} value @returns {string} */
export function structureOf(value) {
  return JSON.stringify(value, (key, part) => {
    if (typeof part === "number") return 0;
    const isShown = ["kind", "name", "material", "body", "between", "on"].includes(key);
    return typeof part === "string" && !isShown && part !== "auto" ? "" : part;
  });
}
