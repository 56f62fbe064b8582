// What was typed or pasted, as numbers. Nothing is guessed: what is not a number is named, with what is allowed.

/**
 * @typedef {{ value: number, wrong?: undefined } | { value?: undefined, wrong: string }} ReadNumber
 * @typedef {{ values: number[], wrong?: undefined } | { values?: undefined, wrong: string }} ReadNumbers
 * @typedef {{ rows: (number | undefined)[][], wrong?: undefined } | { rows?: undefined, wrong: string }} ReadRows
 */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** With the signs that the page itself writes. @param {string} text */
const plain = (text) => text.trim().replaceAll("−", "-");

/** One number. @param {string} text @returns {ReadNumber} */
export function readNumber(text) {
  const given = plain(text);
  if (given === "") return { wrong: "a number is missing" };
  if (NUMBER.test(given)) {
    const value = Number(given);
    return Number.isFinite(value) ? { value } : { wrong: `“${text.trim()}” is too large` };
  }
  const pointed = given.replace(",", ".");
  if (NUMBER.test(pointed)) return { wrong: `“${text.trim()}” has a comma: write a point, as in ${pointed}` };
  const isList = given.split(/[\s,;]+/).filter((part) => NUMBER.test(part)).length > 1;
  return { wrong: `“${text.trim()}” is not ${isList ? "one" : "a"} number: write it as 0.5 or 2e-3` };
}

/**
 * Several numbers, between which there are either commas, or semicolons, or blanks alone.
 * @param {string} text @returns {ReadNumbers}
 */
export function readNumbers(text) {
  const given = plain(text)
    .replace(/^\[|\]$/g, "")
    .trim();
  if (given === "") return { wrong: "numbers are missing: write them as 440, 880" };
  const mark = [";", ","].find((one) => given.includes(one));
  const parts = given.split(mark ?? /\s+/).map((part) => part.trim());
  const read = parts.map(readNumber);
  const wrong = read.findIndex((one) => one.wrong !== undefined);
  if (wrong >= 0) return { wrong: `“${parts[wrong]}” is not a number: write them as 440, 880` };
  return { values: read.map((one) => Number(one.value)) };
}

/**
 * Rows of a spreadsheet: cells are between tabs, else semicolons, else commas, else blanks. A first row of words
 * is its head and left out; an empty cell is `undefined`.
 * @param {string} text @returns {ReadRows}
 */
export function readRows(text) {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const mark = ["\t", ";", ","].find((one) => text.includes(one));
  const cells = lines.map((line) => (mark ? line.split(mark) : line.trim().split(/ +/)).map((cell) => cell.trim()));
  const isHead = (/** @type {string[]} */ row) =>
    row.every((cell) => cell === "" || (/^[^\d]+/.test(plain(cell)) && !NUMBER.test(plain(cell))));
  if (cells.length > 1 && isHead(cells[0])) cells.shift();
  const rows = [];
  for (const [i, row] of cells.entries()) {
    const read = row.map((cell) => (cell === "" ? { value: undefined, wrong: undefined } : readNumber(cell)));
    const wrong = read.find((one) => one.wrong)?.wrong;
    if (wrong) return { wrong: `row ${i + 1}: ${wrong}` };
    rows.push(read.map((one) => one.value));
  }
  return rows.length ? { rows } : { wrong: "nothing was pasted" };
}
