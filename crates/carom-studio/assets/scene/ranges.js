// The ends of sliders, and the first value of a new field. Both follow from the schema.

import { get } from "../lib/path.js";
import { alternatives, kinds, options, resolved, sortOf } from "./schema.js";

/**
 * @import { Json, Root, Schema } from "../../browser/types/schema.js"
 * @typedef {{ low: number, high: number, log: boolean, whole: boolean }} Range
 */

/** A logarithmic slider reaches this many times below and above its first value. */
const REACH = 30;

/** Limits further apart than this are too far for a linear slider. */
const WIDEST = 100;

/** Limits above 0 whose ratio is larger than this are too far, too. */
const FARTHEST = 1e5;

/** The share of a slider by which it stays away from a limit that is not allowed itself. */
const STEP = 1e-3;

/**
 * Sliders of fields that the schema does not limit from above, but that are rarely used beyond these values:
 * exponents of laws, and places, which are shares of the object (an angle may be any number of turns).
 * @type {Record<string, [number, number]>}
 */
const COMFORT = { exponent: [1, 4], at: [0, 1], from: [0, 1], to: [0, 1] };

/** The nearest 1, 2 or 5 times a power of ten. @param {number} value @param {"below" | "above"} side */
function handy(value, side) {
  const scale = 10 ** Math.floor(Math.log10(value));
  const part = value / scale;
  const steps = [1, 2, 5, 10];
  const chosen =
    side === "below"
      ? steps.filter((step) => step <= part * 1.0001).pop()
      : steps.find((step) => step >= part * 0.9999);
  return Number(((chosen ?? 1) * scale).toPrecision(3));
}

/**
 * @param {Schema} schema @param {number} value the value when the scene was opened
 * @param {(string | number)[]} [path] of the field
 * @returns {Range}
 */
export function rangeOf(schema, value, path = []) {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? -Infinity;
  const high = schema.maximum ?? schema.exclusiveMaximum ?? Infinity;
  const whole = schema.type === "integer";
  const comfort = COMFORT[path.find((step) => COMFORT[step]) ?? ""];
  if (comfort) return { low: Math.min(comfort[0], value), high: Math.max(comfort[1], value), log: false, whole };
  // Angles and the like, which go both ways, may have wider limits.
  if (high - low <= (low < 0 ? 10 : 1) * WIDEST && !(low > 0 && high / low > FARTHEST)) {
    const margin = STEP * (high - low);
    return {
      low: schema.minimum === undefined ? low + margin : low,
      high: schema.maximum === undefined ? high - margin : high,
      log: false,
      whole,
    };
  }
  if (value > 0) {
    const from = Math.max(low, handy(value / REACH, "below"));
    const to = Math.min(high, handy(value * REACH, "above"));
    return { low: from > 0 ? from : value / REACH, high: to, log: true, whole };
  }
  const size = value === 0 ? 1 : 4 * Math.abs(value);
  return { low: Math.max(low, -size), high: Math.min(high, size), log: false, whole };
}

/** The position of a value between the ends of a slider, from 0 to 1. @param {Range} range @param {number} value */
export function shareOf(range, value) {
  const { low, high, log } = range;
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** The value at a position, with as many digits as a slider can resolve. @param {Range} range @param {number} share */
export function valueAt(range, share) {
  const { low, high, log, whole } = range;
  if (whole) return Math.round(log ? low * (high / low) ** share : low + share * (high - low));
  if (log) return Number((low * (high / low) ** share).toPrecision(4));
  const digits = Math.max(0, 4 - Math.ceil(Math.log10(high - low)));
  return Number((low + share * (high - low)).toFixed(Math.min(12, digits)));
}

/**
 * The first value of a field: its default, or else a usual one.
 * @param {Root} root @param {Schema} given @returns {Json}
 */
export function initial(root, given) {
  const schema = resolved(root, given);
  const usual = schema.const ?? schema.default ?? schema.examples?.[0];
  if (usual !== undefined) return usual;
  const sort = sortOf(root, schema);
  if (sort === "number") return Math.max(0, schema.minimum ?? 0);
  if (sort === "flag") return true;
  if (sort === "choice") return options(root, schema)[0][0];
  if (sort === "numbers") return schema.items?.type === "string" ? [] : Array(schema.minItems ?? 1).fill(0.5);
  if (sort === "table") return ofFields(root, schema);
  if (sort === "kinds") return ofFields(root, kinds(root, schema)[0][1]);
  if (sort === "either") return initial(root, alternatives(root, schema)[0][1]);
  return sort === "list" ? [] : sort === "map" ? {} : "";
}

/**
 * A table with all required fields; values of an old table stay where they are allowed.
 * @param {Root} root @param {Schema} schema @param {unknown} [old]
 */
export function ofFields(root, schema, old) {
  /** @type {Record<string, Json>} */
  const value = {};
  const required = new Set([...(schema.required ?? []), ...(schema.oneOf?.[0]?.required ?? [])]);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const before = get(old, [name]);
    const isKept = field.const === undefined && before !== undefined && isAllowed(root, field, before);
    if (isKept) value[name] = /** @type {Json} */ (before);
    else if (required.has(name)) value[name] = initial(root, field);
  }
  return value;
}

/** @param {Root} root @param {Schema} given @param {unknown} value */
function isAllowed(root, given, value) {
  const schema = resolved(root, given);
  if (sortOf(root, schema) !== "choice" || !schema.oneOf) return true;
  return schema.oneOf.some((branch) => branch.const === value);
}
