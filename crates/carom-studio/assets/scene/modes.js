// Given modes as rows of a table: frequency, decay, weight. A weight w is a modal mass of M / w².

/**
 * @import { Body, Modes } from "../../browser/types/scene.js"
 * @typedef {{ frequency: number, decay: number | undefined, weight: number }} Row frequency in Hz, the time in which
 *   the mode falls by 60 dB in s, and how strongly a blow moves it
 */

/** The decay by 60 dB of a mode, times its frequency over its quality factor. */
const DECADES = Math.log(1000) / Math.PI;
/** The most modes that the page shows in a table. */
export const MOST_ROWS = 400;

/** @param {number} value */
const short = (value) => Number(value.toPrecision(6));

/** The value of each mode. @template T @param {T | T[]} value @param {number} count */
const each = (value, count) => (Array.isArray(value) ? value : Array.from({ length: count }, () => value));

/** How many modes there are. @param {Partial<Modes>} modes */
export const countOf = ({ frequency, q, decay, mass }) =>
  Math.max(1, ...[frequency, q, decay, mass].map((value) => (Array.isArray(value) ? value.length : 0)));

/** The modal mass of the strongest mode (kg). @param {Modes} modes */
export const lightest = (modes) => Math.min(...each(modes.mass, 1).filter((mass) => mass > 0));

/** Modes that are heavier than the lightest by more than this are hardly heard. */
const HEAVY = 100;

/** The lowest mode that a blow moves (Hz). @param {Modes} modes */
export function pitchOf(modes) {
  const count = countOf(modes);
  const [f, mass] = [modes.frequency, modes.mass].map((value) => each(value, count));
  const most = HEAVY * lightest(modes);
  return Math.min(...f.filter((one, i) => one > 0 && !(mass[i] > most)));
}

/** @param {Modes} modes @param {number} unit the modal mass of weight 1 (kg) @returns {Row[]} */
export function rowsOf(modes, unit) {
  const count = countOf(modes);
  const [f, mass] = [each(modes.frequency, count), each(modes.mass, count)];
  const [q, decay] = [each(modes.q, count), each(modes.decay, count)];
  return f.map((frequency, i) => ({
    frequency,
    decay: decay[i] ?? (frequency > 0 && q[i] !== undefined ? short((DECADES * q[i]) / frequency) : undefined),
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
 * The body with other rows; other lists of one value per mode change as they do.
 * @param {Body} body @param {Row[]} rows @param {number} unit @param {(list: number[]) => number[]} fit
 * @returns {Body}
 */
function refitted(body, rows, unit, fit) {
  const changed = { ...body, modes: modesOf(rows, unit) };
  for (const key of /** @type {const} */ (["mode_displacement", "mode_velocity"])) {
    const value = body[key];
    if (Array.isArray(value)) changed[key] = fit(value);
  }
  const points = Object.entries(body.points ?? {}).map(([name, at]) => [name, fit(at)]);
  return body.points ? { ...changed, points: Object.fromEntries(points) } : changed;
}

/**
 * The body with other rows. Lists of one value per mode elsewhere in it get as many values.
 * @param {Body} body @param {Row[]} rows @param {number} unit
 */
export function withRows(body, rows, unit) {
  const before = countOf(body.modes ?? {});
  const isOther = rows.length !== before;
  return refitted(body, rows, unit, (list) =>
    isOther && list.length === before ? rows.map((_, i) => list[i] ?? 1) : list,
  );
}

/** The body without a row. @param {Body} body @param {number} index @param {Row[]} rows @param {number} unit */
export const withoutRow = (body, index, rows, unit) =>
  refitted(body, rows.toSpliced(index, 1), unit, (list) =>
    list.length === rows.length ? list.toSpliced(index, 1) : list,
  );

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
