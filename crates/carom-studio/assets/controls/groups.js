// All fields of a scene, in groups that fold.

import { find, h } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { say } from "../lib/say.js";
import { contactOfBody, movedBy, rings } from "../scene/bodies.js";
import { possibleGestures, touchingMasses, usualGesture } from "../scene/offers.js";
import { ofFields } from "../scene/ranges.js";
import { contactOf, isLast, untouched, without } from "../scene/refer.js";
import { elementOf, labelOf, sortOf } from "../scene/schema.js";
import { takeOn } from "../scene/take.js";
import { materialName } from "../stage/materials.js";
import { Fields } from "./fields.js";

/**
 * @import { Pickup, Scene } from "../../browser/types/scene.js"
 * @import { Path } from "../lib/path.js"
 * @typedef {typeof LISTS[number]} List
 */

/** The lists of a scene, which have a group for each element. */
const LISTS = /** @type {const} */ (["body", "contact", "strikes", "gesture", "pickup"]);

/** Fields in a group of their own, and fields that are not shown. */
const ABOUT = ["title", "description"];
const HIDDEN = ["version"];

export class Groups {
  /**
   * @param {import("../../browser/types/schema.js").Root} schema @param {import("../lib/store.js").Store} store
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
    find(`[data-path="${CSS.escape(path)}"] :is(input,select,textarea)`, this.element)?.focus();
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
    for (const name of LISTS) yield* this.list(name);
    const others = Object.keys(this.schema.properties).filter((name) => !ABOUT.includes(name));
    const apart = [...LISTS, ...HIDDEN, ...ABOUT];
    yield this.group("Scheme, rate and level", "scheme", this.fields.table(this.schema, [], apart));
    yield this.group("Title and description", "about", this.fields.table(this.schema, [], others));
    yield this.adders();
  }

  /** One group for each element of a list. @param {List} name */
  *list(name) {
    const { scene } = this.store.state;
    const schema = elementOf(this.schema, this.schema.properties[name]);
    for (const i of scene[name]?.keys() ?? []) {
      const path = [name, i];
      const inner =
        sortOf(this.schema, schema) === "kinds"
          ? this.fields.field(schema, path, { label: "kind", required: true })
          : this.fields.table(schema, path, name === "body" ? ["wall"] : []);
      const isKept = name === "body" && isLast(scene, i);
      const kept = isKept ? "The only thing to strike: add another first, or choose New" : null;
      const drop = () => this.remove(name, i);
      const how = { class: "quiet", onclick: drop, disabled: Boolean(kept), title: kept };
      const remove = h("button", how, `Remove this ${singular(name)}`);
      const [main, about] = [h("b"), h("i")];
      const show = () => {
        main.textContent = titleOf(this.store.state.scene, name, i);
        about.textContent = describe(this.store.state.scene, name, i);
      };
      show();
      this.titles.push(show);
      const title = h("span", null, main, " ", about);
      yield this.group(title, `${name}-${i}`, h("div", null, inner, remove));
    }
  }

  /** Takes out an element with all that needs it, and says so. @param {List} name @param {number} i */
  remove(name, i) {
    const { store } = this;
    const title = titleOf(store.state.scene, name, i);
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

  adders() {
    const add = (/** @type {List} */ name) => () => {
      if (name === "body") return this.addBody();
      const { scene } = this.store.state;
      const count = scene[name]?.length ?? 0;
      this.unfolded.add(`${name}-${count}`);
      this.store.settle();
      return this.store.edit([name, count], this.newItem(name));
    };
    const { scene } = this.store.state;
    const can = (/** @type {List} */ name) => {
      if (name === "contact") return untouched(scene) !== null;
      if (name === "strikes") return touchingMasses(scene).length > 0;
      return name !== "gesture" || this.gestures().length > 0;
    };
    const button = (/** @type {List} */ name) =>
      h("button", { class: "chip", onclick: add(name) }, `+ ${singular(name)}`);
    return h("div", { class: "more adders" }, ...LISTS.filter(can).map(button));
  }

  /** The kinds of gestures that something here can make. */
  gestures() {
    const { schema } = this;
    return possibleGestures(schema, elementOf(schema, schema.properties.gesture), this.store.state.scene);
  }

  /** A new element that names existing bodies. @param {List} name */
  newItem(name) {
    const { scene } = this.store.state;
    const [first, second] = untouched(scene) ?? ["", ""];
    if (name === "contact") return contactOf(scene, first, second);
    if (name === "gesture") return usualGesture(this.schema, scene, this.gestures()[0][1]);
    const item = ofFields(this.schema, elementOf(this.schema, this.schema.properties[name]));
    const [mass] = touchingMasses(scene);
    if (name === "pickup")
      return { ...item, ...(this.listener() ?? { body: (scene.body?.find(rings) ?? mass)?.name ?? "" }) };
    const last = Math.max(0, ...(scene.strikes ?? []).map((one) => one.time));
    const time = Number((last + 0.5).toPrecision(6));
    const velocity = contactOfBody(scene, mass.name)?.between[0] === mass.name ? 1 : -1;
    return { ...item, body: mass.name, time, velocity };
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

/** @param {Scene} scene @param {List} list @param {number} i */
function titleOf(scene, list, i) {
  if (list === "pickup") return `Pickup${i ? ` ${i + 1}` : ""}`;
  if (list === "strikes") return `Strike at ${scene.strikes?.[i]?.time} s`;
  if (list === "gesture") return scene.gesture?.[i]?.kind ?? "";
  if (list === "body") return scene.body?.[i]?.name ?? "";
  const { name, between = [] } = scene.contact?.[i] ?? {};
  return name ?? between.join(" – ");
}

/** What a pickup hears: "listener, 1 m", "velocity of bar". @param {Pickup} pickup */
function hears({ body, quantity, at, distance, direction }) {
  const isInRoom = !body || quantity === "pressure" || distance !== undefined || direction !== undefined;
  if (isInRoom) return `listener${body ? ` to ${body}` : ""}, ${number(distance ?? 1)} m`;
  return `${quantity ?? (at === undefined ? "sound" : "velocity")} of ${body}`;
}

/** @param {Scene} scene @param {List} list @param {number} i */
function describe(scene, list, i) {
  const [law, gesture, body] = [scene.contact?.[i]?.law, scene.gesture?.[i], scene.body?.[i]];
  if (list === "contact") return `contact${law ? `, ${law.kind}` : ""}`;
  if (list === "pickup") return hears(scene.pickup?.[i] ?? {});
  if (list === "strikes") return `by ${scene.strikes?.[i]?.body}`;
  if (list === "gesture") return `of ${gesture ? movedBy(gesture).join(", ") : ""}`;
  if (body?.shape) return `${materialName(body.material)} ${body.shape.kind}`.replaceAll("-", " ");
  if (body?.modes) return "given modes";
  return body?.wall ? "wall" : body?.material ? `${materialName(body.material)} ball` : "free mass";
}

/** The fields of a document without their numbers. @param {object} value */
export function structureOf(value) {
  return JSON.stringify(value, (key, part) => {
    if (typeof part === "number") return 0;
    const isShown = ["kind", "name", "material", "body", "between", "on"].includes(key);
    return typeof part === "string" && !isShown && part !== "auto" ? "" : part;
  });
}
