// What the schema states about shapes: their outlines, places and lengths. No shape is known by its name here.

import { get } from "../lib/path.js";
import { initial, ofFields } from "./ranges.js";
import { elementOf, fieldsOf, kinds, resolved } from "./schema.js";

/**
 * @import { Outline } from "../../browser/types/engine.js"
 * @import { Shape } from "../../browser/types/scene.js"
 * @import { Root, TableSchema } from "../../browser/types/schema.js"
 * @typedef {{ name?: string, shape?: Shape }} Shaped a body, or as much of it as its shape needs
 */

/** The schema of each kind of shape. @type {Map<string, TableSchema>} */
const SHAPES = new Map();

/** Each kind of shape. @param {Root} root */
export const shapeKinds = (root) =>
  kinds(root, resolved(root, fieldsOf(root, elementOf(root, root.properties.body)).shape));

/** Reads the shapes from the schema of scenes; every page does this first. @param {Root} root */
export function learnShapes(root) {
  for (const [kind, schema] of shapeKinds(root)) SHAPES.set(kind, schema);
}

/** The schema of a body's shape. @param {Shaped | undefined} body @returns {TableSchema} */
export const shapeSchema = (body) => SHAPES.get(body?.shape?.kind ?? "") ?? { properties: {} };

/** A number of a shape by its name, if the shape has it. @param {Shape | undefined} shape @param {string} name */
export const numberOf = (shape, name) => {
  const value = get(shape, [name]);
  return typeof value === "number" ? value : undefined;
};

/** The power of a length that a unit is. @type {Record<string, number>} */
const POWERS = { m: 1, "m³": 3 };

/** All lengths and volumes that a body's shape has: name, value and power. @param {Shaped} body */
export function sizesOf(body) {
  return Object.entries(shapeSchema(body).properties).flatMap(([name, { unit = "" }]) => {
    const [power, value = 0] = [POWERS[unit], numberOf(body.shape, name)];
    return power && value > 0 ? [{ name, value, power }] : [];
  });
}

/** All lengths that a body's shape has. @param {Shaped} body */
export const lengthsOf = (body) => sizesOf(body).filter(({ power }) => power === 1);

/** Whether a body is a skin under tension, such as a drum. @param {Shaped} body */
export const isSkin = (body) => shapeSchema(body).properties.tension?.unit === "N/m";

/**
 * A shape with its usual sizes; if it can be held softly, it is, so that it stays where it is struck.
 * @param {Root} root @param {TableSchema} schema of the shape @param {unknown} [old] the shape before
 */
export function usualShape(root, schema, old) {
  const { suspension } = schema.properties;
  const held = suspension ? { suspension: get(old, ["suspension"]) ?? initial(root, suspension) } : {};
  return /** @type {Shape} */ ({ ...ofFields(root, schema), ...held });
}

/**
 * The outline of a body with a shape: as the engine computed it, or else by the usual names of lengths.
 * @param {Shaped} body @param {Record<string, Outline>} [computed] by the names of bodies
 * @returns {Outline | null} nothing without a shape
 */
export function outlineOf(body, computed = {}) {
  if (!body.shape) return null;
  const kind = shapeSchema(body).outline ?? "rectangle";
  const known = computed[body.name ?? ""];
  if (known?.kind === kind) return known;
  const sizes = sizesOf(body);
  const largest = Math.max(0, ...lengthsOf(body).map(({ value }) => value)) || 0.3;
  const size = (/** @type {string} */ name) => sizes.find((one) => one.name === name)?.value;
  const width = size("width") ?? size("diameter") ?? largest;
  // A box or a drum is as deep as it says, a kettle as its volume is over its skin.
  const volume = size("volume");
  const deep = size("depth") ?? (volume && volume / ((Math.PI / 4) * width ** 2));
  const height = size("height") ?? deep ?? (kind === "bowl" ? width / 2 : size("thickness")) ?? width;
  return { kind, length: size("length") ?? size("diameter") ?? largest, width, height };
}
