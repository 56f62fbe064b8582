// Axes: the position of values, and ticks.

import { PREFIXES, number } from "../lib/format.js";

/** @typedef {{ low: number, high: number, log: boolean }} Extent */

/** Where a value lies between both ends, from 0 to 1. @param {Extent} e @param {number} value */
export function share(e, value) {
  return e.log ? Math.log(value / e.low) / Math.log(e.high / e.low) : (value - e.low) / (e.high - e.low);
}

/** @param {Extent} e @param {number} at */
export function valueAt(e, at) {
  return e.log ? e.low * (e.high / e.low) ** at : e.low + at * (e.high - e.low);
}

/** @param {Extent} e @param {number} from @param {number} to @returns {Extent} */
export const cut = (e, from, to) => ({ low: valueAt(e, from), high: valueAt(e, to), log: e.log });

/** What holds two extents; a logarithmic one never holds 0. @param {Extent} a @param {Extent} [b] @returns {Extent} */
export function merged(a, b) {
  if (!b) return a;
  const low = a.log && !(b.low > 0) ? a.low : Math.min(a.low, b.low);
  return { low, high: Math.max(a.high, b.high), log: a.log };
}

/**
 * From the least to the greatest of some lists, with a little air.
 * @param {ArrayLike<number>[]} lists @param {{ zero?: boolean, air?: number }} [how] @returns {Extent}
 */
export function around(lists, how = {}) {
  let [low, high] = how.zero ? [0, 0] : [Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(high > low)) {
    const middle = Number.isFinite(low) ? low : 0;
    return { low: middle - (Math.abs(middle) || 1), high: middle + (Math.abs(middle) || 1), log: false };
  }
  const air = (how.air ?? 0.06) * (high - low);
  return { low: how.zero && low === 0 ? 0 : low - air, high: how.zero && high === 0 ? 0 : high + air, log: false };
}

/** Round values, about as many as asked for. @param {Extent} e @param {number} count */
export function ticks(e, count) {
  if (e.log && e.high / e.low > 5) return logTicks(e, count);
  const step = handy((e.high - e.low) / Math.max(1, count));
  const values = multiples(e, step);
  // A single value tells nothing about the others.
  return values.length > 1 ? values : multiples(e, handy(step / 2.5));
}

/** @param {Extent} e @param {number} step */
function multiples(e, step) {
  const first = Math.ceil(e.low / step - 1e-9);
  const last = Math.floor(e.high / step + 1e-9);
  const length = Math.min(100, Math.max(0, last - first + 1));
  return Array.from({ length }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** @param {number} step */
function handy(step) {
  const scale = 10 ** Math.floor(Math.log10(step));
  return scale * /** @type {number} */ ([1, 2, 5, 10].find((s) => s * scale >= step * 0.999));
}

/** @param {Extent} e @param {number} count */
function logTicks(e, count) {
  const decades = Math.log10(e.high / e.low);
  const parts = decades > count ? [1] : decades > count / 2.2 ? [1, 3] : [1, 2, 5];
  const values = [];
  for (let power = Math.floor(Math.log10(e.low)); power <= Math.ceil(Math.log10(e.high)); power += 1) {
    for (const part of parts) {
      const value = Number((part * 10 ** power).toPrecision(3));
      if (value >= e.low * 0.9999 && value <= e.high * 1.0001) values.push(value);
    }
  }
  const step = Math.max(1, Math.ceil(values.length / (count * 1.6)));
  return values.filter((_, i) => i % step === 0);
}

/** The prefix that suits an axis. @param {Extent} e @param {string} unit @returns {[number, string]} */
export function prefix(e, unit) {
  if (!unit || unit === "dB" || unit === "%") return [1, unit];
  const size = Math.max(Math.abs(e.low), Math.abs(e.high)) * 0.9;
  if (e.log) return [1, unit];
  const [scale, letter] = PREFIXES.find(([s]) => size >= s) ?? [1, ""];
  return [scale, letter + unit];
}

/** @param {number} value @param {boolean} [isLog] whether it stands between others that are ten times as large */
export function tickText(value, isLog = false) {
  const size = Math.abs(value);
  if (size >= (isLog ? 1e3 : 1e4) && size < 1e6 && size % 1000 === 0) return `${number(value / 1000)}k`;
  return number(value, 5);
}
