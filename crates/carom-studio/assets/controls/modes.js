// The modes of a body as a table; cells of a spreadsheet can be pasted into it.

import { find, freshId, h } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { readNumber, readRows } from "../lib/read.js";
import { MOST_ROWS, lightest, pasted, rowsOf, withRows, withoutRow, wrongIn } from "../scene/modes.js";
import { dropButton } from "./dial.js";

/**
 * @import { Body } from "../../browser/types/scene.js"
 * @import { Row } from "../scene/modes.js"
 */

/** Columns: the key of a row, its head, its title. @type {["frequency" | "decay" | "weight", string, string][]} */
const COLUMNS = [
  ["frequency", "Hz", "Frequency (Hz)"],
  ["decay", "s", "Time in which it falls by 60 dB (s); empty in all rows: no losses"],
  ["weight", "weight", "How strongly a blow moves it: a modal mass of that of weight 1, over the weight squared"],
];
/** The modal mass of weight 1, by the names of bodies. @type {Map<string, number>} */
const UNITS = new Map();

export class ModeTable {
  /** @param {{ body: () => Body | undefined, change: (body: Body) => void }} does reads and replaces the body */
  constructor(does) {
    this.does = does;
    this.rows = h("tbody");
    this.shown = "";
    this.message = h("p", { class: "wrong", id: freshId("modes"), role: "alert", hidden: true });
    const heads = COLUMNS.map(([, head, title]) => h("th", { scope: "col", title }, head));
    const add = h("button", { class: "chip", onclick: () => this.add() }, "+ mode");
    this.element = h(
      "div",
      { class: "modes" },
      h("table", null, h("caption", null, "Modes"), h("thead", null, h("tr", null, ...heads, h("td"))), this.rows),
      this.message,
      h("p", { class: "help" }, "Cells of a spreadsheet can be pasted."),
      h("div", { class: "more" }, add),
    );
    this.element.addEventListener("paste", (event) => this.paste(event));
    this.show();
  }

  /** The body, which has modes as long as they are shown. */
  get body() {
    const body = this.does.body();
    return { name: "", ...body, modes: body?.modes ?? { frequency: [], mass: [] } };
  }

  get unit() {
    const { name, modes } = this.body;
    const known = UNITS.get(name) ?? lightest(modes);
    UNITS.set(name, known);
    return known;
  }

  read() {
    return rowsOf(this.body.modes, this.unit);
  }

  show() {
    if (!this.does.body()?.modes) return;
    const rows = this.read().slice(0, MOST_ROWS);
    const shown = JSON.stringify(rows);
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.cell;
    this.rows.replaceChildren(...rows.map((row, i) => this.row(row, i, rows.length)));
    if (focused && this.element.contains(document.activeElement) === false)
      find(`[data-cell="${focused}"]`, this.rows)?.focus();
  }

  /** @param {Row} row @param {number} i @param {number} count */
  row(row, i, count) {
    const cells = COLUMNS.map(([key, , title]) => {
      const value = row[key];
      const box = h("input", {
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        size: 6,
        "data-cell": `${i}-${key}`,
        value: value === undefined ? "" : number(value, key === "frequency" ? 6 : 4),
        "aria-label": `${title.split(" (")[0].split(":")[0]}, mode ${i + 1}`,
        onchange: () => this.typed(box, i, key),
      });
      return h("td", null, box);
    });
    const drop =
      count > 1 &&
      dropButton(`mode ${i + 1}`, () => this.does.change(withoutRow(this.body, i, this.read(), this.unit)));
    return h("tr", null, ...cells, h("td", null, drop));
  }

  /** @param {HTMLInputElement} box @param {number} i @param {"frequency" | "decay" | "weight"} key */
  typed(box, i, key) {
    const isEmpty = key === "decay" && box.value.trim() === "";
    const read = isEmpty ? { value: undefined, wrong: undefined } : readNumber(box.value);
    if (read.wrong) return this.fail(read.wrong, box);
    const rows = this.read();
    const next = rows.with(i, { ...rows[i], [key]: read.value });
    const wrong = wrongIn(next[i]);
    return wrong ? this.fail(wrong.wrong, box) : this.write(next);
  }

  add() {
    const rows = this.read();
    const last = rows[rows.length - 1];
    if (rows.length < MOST_ROWS)
      this.write([...rows, { ...last, frequency: Number((last.frequency * 1.5 || 440).toPrecision(4)) }]);
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const cell = /** @type {HTMLElement} */ (event.target).dataset?.cell;
    if (!cell || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const [row, key] = cell.split("-");
    const read = readRows(text);
    if (read.wrong !== undefined) return this.fail(read.wrong);
    const rows = pasted(
      this.read(),
      read.rows,
      Number(row),
      COLUMNS.findIndex(([name]) => name === key),
    );
    const at = rows.findIndex((one) => wrongIn(one));
    return at < 0 ? this.write(rows) : this.fail(`row ${at + 1}: ${wrongIn(rows[at])?.wrong}`);
  }

  /** @param {Row[]} rows */
  write(rows) {
    this.mark(null);
    this.does.change(withRows(this.body, rows, this.unit));
    this.show();
  }

  /** @param {string} message @param {HTMLElement} [box] */
  fail(message, box) {
    this.mark(message);
    box?.setAttribute("aria-invalid", "true");
    box?.setAttribute("aria-describedby", this.message.id);
  }

  /** @param {string | null} message */
  mark(message) {
    this.message.hidden = !message;
    this.message.textContent = message ?? "";
    this.element.classList.toggle("bad", Boolean(message));
    for (const box of this.rows.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
  }
}
