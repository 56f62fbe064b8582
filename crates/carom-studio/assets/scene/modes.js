// Given modes as rows of a table: frequency, decay, weight. A weight w is a modal mass of M / w².

/**
 * @typedef {{ frequency: number, decay: number | undefined, weight: number }} Row frequency in Hz, the time in which
 *   the mode falls by 60 dB in s, and how strongly a blow moves it
 */

/** The decay by 60 dB of a mode, times its frequency over its quality factor. */
const DECADES = Math.log(1000) / Math.PI;
/** The most modes that the page shows in a table. */
export const MOST_ROWS = 400;

/** @param {number} value */
const short = (value) => Number(value.toPrecision(6));

/** The value of each mode. @param {any} value @param {number} count @returns {any[]} */
const each = (value, count) => (Array.isArray(value) ? value : Array(count).fill(value));

/** How many modes there are. @param {any} modes */
export const countOf = ({ frequency, q, mass }) =>
  Math.max(1, ...[frequency, q, mass].map((value) => (Array.isArray(value) ? value.length : 0)));

/** The modal mass of the strongest mode (kg). @param {any} modes @returns {number} */
export const lightest = (modes) => Math.min(...each(modes.mass, 1).filter((mass) => mass > 0));

/** Modes that are heavier than the lightest by more than this are hardly heard. */
const HEAVY = 100;

/** The lowest mode that a blow moves (Hz). @param {any} modes @returns {number} */
export function pitchOf(modes) {
  const count = countOf(modes);
  const [f, mass] = [modes.frequency, modes.mass].map((value) => each(value, count));
  const most = HEAVY * lightest(modes);
  return Math.min(...f.filter((one, i) => one > 0 && !(mass[i] > most)));
}

/** @param {any} modes @param {number} unit the modal mass of weight 1 (kg) @returns {Row[]} */
export function rowsOf(modes, unit) {
  const count = countOf(modes);
  const [f, q, mass] = [modes.frequency, modes.q, modes.mass].map((value) => each(value, count));
  return f.map((frequency, i) => ({
    frequency,
    decay: q[i] === undefined || !(frequency > 0) ? undefined : short((DECADES * q[i]) / frequency),
    weight: short(Math.sqrt(unit / mass[i])),
  }));
}

/**
 * What is wrong in a row, and in which column; nothing if it is fine.
 * @param {Row} row @returns {{ column: string, wrong: string } | null}
 */
export function wrongIn({ frequency, decay, weight }) {
  if (!(frequency >= 0)) return { column: "frequency", wrong: "a frequency is 0 Hz or above" };
  if (decay !== undefined && !(decay > 0)) return { column: "decay", wrong: "a decay is above 0 s, or left empty" };
  if (!(weight > 0)) return { column: "weight", wrong: "a weight is above 0" };
  return null;
}

/**
 * Rows as modes. Where no row has a decay, no mode loses energy; else a row without one rings as long as its
 * neighbour with the longest.
 * @param {Row[]} rows @param {number} unit
 */
export function modesOf(rows, unit) {
  const decays = rows.map((row) => row.decay).filter((decay) => decay !== undefined);
  const longest = Math.max(0, ...decays);
  const q = rows.map(({ frequency, decay }) => short(((decay ?? longest) * (frequency || 1)) / DECADES));
  return {
    frequency: rows.map((row) => row.frequency),
    ...(decays.length ? { q } : {}),
    mass: rows.map(({ weight }) => short(unit / weight ** 2)),
  };
}

/**
 * The body with other rows. Lists of one value per mode elsewhere in it get as many values.
 * @param {any} body @param {Row[]} rows @param {number} unit
 */
export function withRows(body, rows, unit) {
  const before = countOf(body.modes);
  const fit = (/** @type {any} */ value) => {
    if (!Array.isArray(value) || value.length !== before || rows.length === before) return value;
    return rows.map((_, i) => value[i] ?? 1);
  };
  const changed = { ...body, modes: modesOf(rows, unit) };
  for (const key of ["mode_displacement", "mode_velocity"]) if (body[key]) changed[key] = fit(body[key]);
  if (body.points)
    changed.points = Object.fromEntries(Object.entries(body.points).map(([name, at]) => [name, fit(at)]));
  return changed;
}

/** The body without a row. @param {any} body @param {number} index @param {Row[]} rows @param {number} unit */
export function withoutRow(body, index, rows, unit) {
  const before = rows.length;
  const cut = (/** @type {any} */ value) =>
    Array.isArray(value) && value.length === before ? value.filter((_, i) => i !== index) : value;
  const changed = { ...body, modes: modesOf(cut(rows), unit) };
  for (const key of ["mode_displacement", "mode_velocity"]) if (body[key]) changed[key] = cut(body[key]);
  if (body.points)
    changed.points = Object.fromEntries(Object.entries(body.points).map(([name, at]) => [name, cut(at)]));
  return changed;
}

const COLUMNS = /** @type {const} */ (["frequency", "decay", "weight"]);

/**
 * Rows over which cells of a spreadsheet are written, from a row and a column on; there are as many rows as needed.
 * @param {Row[]} rows @param {(number | undefined)[][]} cells @param {number} row @param {number} column
 * @returns {Row[]}
 */
export function pasted(rows, cells, row, column) {
  const next = rows.map((one) => ({ ...one }));
  for (const [i, line] of cells.slice(0, MOST_ROWS - row).entries()) {
    const at = row + i;
    next[at] ??= { ...(next[at - 1] ?? { frequency: 440, decay: 1, weight: 1 }) };
    for (const [j, cell] of line.entries()) {
      const key = COLUMNS[column + j];
      if (key === "decay") next[at].decay = cell;
      else if (key && cell !== undefined) next[at][key] = cell;
    }
  }
  return next;
}
