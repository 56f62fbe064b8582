// Tables of results. On a narrow page every row is a list of its own, with the names of its columns.

import { h } from "./dom.js";

/** So many columns still stand beside each other where a row is a list. */
const FEW = 5;

/**
 * @template T
 * @typedef {[string, "" | "num", (row: T) => string]} Column its head, its kind and the text of a row
 */

/**
 * @template T @param {(string | Node)[]} caption @param {Column<T>[]} columns @param {T[]} rows
 * @param {(row: T) => string | null} [kind] the class of a row
 */
export function table(caption, columns, rows, kind = () => null) {
  const cell = (/** @type {T} */ row, /** @type {Column<T>} */ [name, sort, text], /** @type {number} */ i) =>
    i
      ? h("td", { class: sort, "data-head": name, role: "cell" }, h("span", null, text(row)))
      : h("th", { class: sort, scope: "row", role: "rowheader" }, h("span", null, text(row)));
  const heads = columns.map(([name, sort]) => h("th", { class: sort, scope: "col", role: "columnheader" }, name));
  const line = (/** @type {T} */ row) =>
    h("tr", { class: kind(row), role: "row" }, ...columns.map((column, i) => cell(row, column, i)));
  // Roles are said, because rows that are drawn as lists would lose theirs.
  return h(
    "table",
    { class: columns.length > FEW ? "stacked" : "stacked brief", role: "table" },
    h("caption", null, ...caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...heads)),
    h("tbody", { role: "rowgroup" }, ...rows.map(line)),
  );
}
