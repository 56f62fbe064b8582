// What the schema states about shapes: their outlines, places and lengths. No shape is known by its name here.

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

/** The names of all lengths that a body's shape has. @param {any} body @returns {string[]} */
export function lengthsOf(body) {
  const { properties } = shapeSchema(body);
  return Object.keys(properties).filter((name) => properties[name].unit === "m" && body.shape[name] > 0);
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
  const height = first(shape.height, kind === "bowl" ? width / 2 : shape.thickness, width);
  return { kind, length: first(shape.length, shape.diameter), width, height };
}
