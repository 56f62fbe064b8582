// Controls of fields that name bodies, and of modes: what they change is changed wherever it is meant.

import { h, marks } from "../lib/dom.js";
import { get } from "../lib/path.js";
import { renamed, touching, wrongName } from "../scene/refer.js";
import { withName } from "../scene/take.js";
import { ModeTable } from "./modes.js";

/**
 * @import { Schema } from "../../browser/types/schema.js"
 * @import { Path } from "../lib/path.js"
 * @import { Fields } from "./fields.js"
 */

/** Keys that hold the name of a body. */
export const REFERENCES = ["body", "on", "hammer", "object"];

/** Names between commas. @param {string} text */
export const namesIn = (text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Text as it was typed; the name of a body changes everywhere.
 * @param {Fields} fields @param {Path} path @param {string} text @param {(message: string) => void} mark
 */
export function writeText(fields, path, text, mark) {
  if (path.length !== 3 || path[0] !== "body" || path[2] !== "name") return fields.edit(path, text);
  const { store } = fields;
  const { scene, take } = store.state;
  const [index, old, name] = [Number(path[1]), String(fields.value(path)), text.trim()];
  if (name === old) return undefined;
  const wrong = wrongName(scene, index, name);
  if (wrong) return mark(wrong);
  const state = { scene: renamed(scene, index, name), take: take && withName(take, old, name) };
  store.settle();
  return store.step(state, { kind: "edit", path });
}

/**
 * The name of a body, chosen among all.
 * @param {Fields} fields @param {Schema} schema @param {Path} path @param {string} label
 * @param {(() => void) | null} remove
 */
export function bodyName(fields, schema, path, label, remove) {
  const isFree = path[0] === "strikes" || (path[0] === "gesture" && path[2] === "body");
  const bodies = fields.store.state.scene.body ?? [];
  const names = bodies.filter((one) => !isFree || one.mass !== undefined).map((one) => one.name);
  return fields.choice({ ...schema, enum: names }, path, label, remove);
}

/** The two bodies of a contact. @param {Fields} fields @param {Schema} schema @param {Path} path */
export function between(fields, schema, path) {
  const { store } = fields;
  const names = (store.state.scene.body ?? []).map((one) => one.name);
  const selects = [0, 1].map((side) => {
    const choose = () => {
      const scene = touching(store.state.scene, Number(path[1]), side, select.value);
      store.settle();
      store.step({ ...store.state, scene }, { kind: "edit", path });
    };
    const listed = names.map((name) => h("option", null, name));
    const select = h("select", { "aria-label": side ? "second body" : "first body", onchange: choose }, ...listed);
    return select;
  });
  const show = (/** @type {unknown} */ value) =>
    selects.forEach((select, i) => (select.value = String(get(value, [i]) ?? "")));
  const both = h("span", null, ...selects);
  const element = h("div", { class: "row between", title: schema.description }, h("span", null, "between"), both);
  show(fields.value(path));
  return fields.register(path, { element, show, ...marks(element, selects[0]) });
}

/** Modes as a table. @param {Fields} fields @param {Path} path */
export function modes(fields, path) {
  const body = path.slice(0, 2);
  const { store } = fields;
  const table = new ModeTable({
    body: () => store.state.scene.body?.[Number(path[1])],
    change: (to) => fields.edit(body, to),
  });
  const mark = (/** @type {string | null} */ message) => table.mark(message);
  return fields.register(path, { element: table.element, show: () => table.show(), mark });
}
