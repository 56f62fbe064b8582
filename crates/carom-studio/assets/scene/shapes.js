// What the schema states about shapes: their outlines, places and lengths. No shape is known by its name here.

import { initial, ofFields } from "./ranges.js";
import { kinds, resolved } from "./schema.js";

/**
 * @typedef {import("./schema.js").Schema} Schema
 * @typedef {{ kind: string, length: number, width: number, height: number }} Outline in metres, as the engine
 *   gives it
 */

/** The schema of each kind of shape. @type {Map<string, Schema>} */
const SHAPES = new Map();

/** Reads the shapes from the schema of scenes; every page does this first. @param {Schema} root */
export function learnShapes(root) {
  const { shape } = resolved(root, root.properties.body.items).properties;
  for (const [kind, schema] of kinds(root, resolved(root, shape))) SHAPES.set(kind, schema);
}

/** The schema of a body's shape. @param {any} body @returns {Schema} */
export const shapeSchema = (body) => SHAPES.get(body?.shape?.kind) ?? { properties: {} };

/** The power of a length that a unit is. @type {Record<string, number>} */
const POWERS = { m: 1, "m³": 3 };

/** The names of all lengths and volumes that a body's shape has. @param {any} body @returns {[string, number][]} */
export function sizesOf(body) {
  const { properties } = shapeSchema(body);
  const names = Object.keys(properties).filter((name) => POWERS[properties[name].unit] && body.shape[name] > 0);
  return names.map((name) => [name, POWERS[properties[name].unit]]);
}

/** The names of all lengths that a body's shape has. @param {any} body @returns {string[]} */
export const lengthsOf = (body) =>
  sizesOf(body)
    .filter(([, power]) => power === 1)
    .map(([name]) => name);

/** Whether a body is a skin under tension, such as a drum. @param {any} body */
export const isSkin = (body) => shapeSchema(body).properties.tension?.unit === "N/m";

/**
 * A shape with its usual sizes; if it can be held softly, it is, so that it stays where it is struck.
 * @param {Schema} root @param {Schema} schema of the shape @param {any} [old] the shape before
 */
export function usualShape(root, schema, old) {
  const { suspension } = schema.properties;
  const held = suspension ? { suspension: old?.suspension ?? initial(root, suspension) } : {};
  return { ...ofFields(root, schema), ...held };
}

/**
 * The outline of a body with a shape: as the engine computed it, or else by the usual names of lengths.
 * @param {any} body @param {Record<string, Outline>} [computed] by the names of bodies
 * @returns {Outline | null} nothing without a shape
 */
export function outlineOf(body, computed = {}) {
  const { shape } = body;
  if (!shape) return null;
  const kind = shapeSchema(body).outline ?? "rectangle";
  const known = computed[body.name];
  if (known?.kind === kind) return known;
  const largest = Math.max(0, ...lengthsOf(body).map((name) => shape[name])) || 0.3;
  const first = (/** @type {any[]} */ ...values) => values.find((value) => value > 0) ?? largest;
  const width = first(shape.width, shape.diameter);
  // A box or a drum is as deep as it says, a kettle as its volume is over its skin.
  const deep = lengthsOf(body).includes("depth") ? shape.depth : shape.volume / ((Math.PI / 4) * width ** 2);
  const height = first(shape.height, deep, kind === "bowl" ? width / 2 : shape.thickness, width);
  return { kind, length: first(shape.length, shape.diameter), width, height };
}
