// How far sliders go, and what a field holds when it comes to be.

import { kinds, resolved, sortOf } from "./schema.js";

/**
 * @typedef {import("./schema.js").Schema} Schema
 * @typedef {{ low: number, high: number, log: boolean, whole: boolean }} Range
 */

/** A slider on a logarithmic scale reaches so many times below and above where it stood. */
const REACH = 30;

/** Where nothing bounds a field from above but taste. @type {Record<string, [number, number]>} */
const USUAL = { exponent: [1, 4], hysteresis: [0, 1], substeps: [1, 64], key: [1, 88], seed: [0, 99], hurst: [0.05, 1] };

/** What a required field holds at first. @type {Record<string, number>} */
const FIRST = {
  length: 0.3, width: 0.05, thickness: 0.005, diameter: 0.25, wall: 0.002, height: 0.04, side: 0.3,
  tension: 2000, stiffness: 1e7, exponent: 1.5, restitution: 0.8, speed: 1, mass: 0.02, force: 1, rate: 8,
  velocity: 1, duration: 3, time: 0.5, half_gap: 1e-4, frequency: 440, q: 500, rms: 4e-6, correlation: 0.004,
  spacing: 0.004, depth: 0.0005, radius: 0.01, young: 2e11, poisson: 0.3, full_scale: 1, hysteresis: 0.9,
  relaxation: 1e-5, roundness: 0.5, suspension: 20, highest_mode: 20000, sample_rate: 44100, gap: 0.0001, hardness: 0.6,
};

/** @param {Schema} schema */
function bounds(schema) {
  const spoken = /from (−?-?[\d.]*\d)(?: \([^)]*\))? to (−?-?[\d.]*\d)/.exec(schema.description ?? "");
  const [, from, to] = (spoken ?? []).map((text) => Number(String(text).replace("−", "-")));
  return {
    low: schema.minimum ?? schema.exclusiveMinimum ?? (spoken ? from : -Infinity),
    high: schema.maximum ?? schema.exclusiveMaximum ?? (spoken ? to : Infinity),
  };
}

/** @param {number} value @param {(value: number) => number} round */
function toHandyNumber(value, round) {
  const scale = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10];
  const part = value / scale;
  const chosen = round === Math.floor ? steps.filter((s) => s <= part * 1.0001).pop() : steps.find((s) => s >= part * 0.9999);
  return Number(((chosen ?? 1) * scale).toPrecision(3));
}

/** @param {Schema} schema @param {string} name @param {number} value where it stood when the scene was opened @returns {Range} */
export function rangeOf(schema, name, value) {
  const { low, high } = bounds(schema);
  const whole = schema.type === "integer";
  if (USUAL[name]) {
    const [from, to] = USUAL[name];
    return { low: Math.min(from, value), high: Math.max(to, value), log: false, whole };
  }
  if (Number.isFinite(low) && Number.isFinite(high) && high - low <= 100) return { low, high, log: false, whole };
  if (value > 0) {
    const from = Math.max(low, toHandyNumber(value / REACH, Math.floor));
    const to = Math.min(high, toHandyNumber(value * REACH, Math.ceil));
    return { low: from > 0 ? from : value / REACH, high: to, log: true, whole };
  }
  const size = value === 0 ? 1 : 4 * Math.abs(value);
  return { low: Math.max(low, -size), high: Math.min(high, size), log: false, whole };
}

/** Where a value stands between the ends of a slider, from 0 to 1. @param {Range} range @param {number} value */
export function shareOf(range, value) {
  const { low, high, log } = range;
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** The value at a share, with as many digits as a slider can mean. @param {Range} range @param {number} share */
export function valueAt(range, share) {
  const { low, high, log, whole } = range;
  if (whole) return Math.round(log ? low * (high / low) ** share : low + share * (high - low));
  if (log) return Number((low * (high / low) ** share).toPrecision(4));
  const digits = Math.max(0, 4 - Math.ceil(Math.log10(high - low)));
  return Number((low + share * (high - low)).toFixed(Math.min(12, digits)));
}

/** Something that a schema allows. @param {Schema} root @param {Schema} given @param {string} name @returns {any} */
export function initial(root, given, name) {
  const schema = resolved(root, given);
  if (schema.default !== undefined) return schema.default;
  const sort = sortOf(root, schema);
  if (sort === "number") return FIRST[name] ?? Math.max(1, bounds(schema).low);
  if (sort === "flag") return true;
  if (sort === "choice") return schema.enum?.[0] ?? schema.examples?.[0] ?? resolved(root, schema.oneOf[0]).const;
  if (sort === "numbers") return schema.items?.type === "string" ? [] : Array(schema.minItems ?? 1).fill(0.5);
  if (sort === "table") return ofFields(root, schema);
  if (sort === "kinds") return ofFields(root, kinds(root, schema)[0][1]);
  if (sort === "either") {
    const [first] = schema.oneOf ?? schema.anyOf;
    const branch = resolved(root, first);
    return branch.const ?? initial(root, branch, name);
  }
  return sort === "list" ? [] : sort === "map" ? {} : "";
}

/** All required fields; those of the old value that are allowed stay. @param {Schema} root @param {Schema} schema @param {any} [old] */
export function ofFields(root, schema, old = {}) {
  /** @type {Record<string, any>} */
  const value = {};
  const required = new Set([...(schema.required ?? []), ...(schema.oneOf?.[0]?.required ?? [])]);
  for (const [name, field] of Object.entries(/** @type {Record<string, Schema>} */ (schema.properties))) {
    const fixed = /** @type {any} */ (field).const;
    if (fixed !== undefined) value[name] = fixed;
    else if (old[name] !== undefined && isAllowed(root, field, old[name])) value[name] = old[name];
    else if (required.has(name)) value[name] = initial(root, field, name);
  }
  return value;
}

/** @param {Schema} root @param {Schema} given @param {any} value */
function isAllowed(root, given, value) {
  const schema = resolved(root, given);
  if (sortOf(root, schema) !== "choice") return true;
  const listed = schema.oneOf?.map((/** @type {Schema} */ branch) => branch.const);
  return !listed || listed.includes(value);
}
