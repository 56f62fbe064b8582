// Places on bodies: one number along a line, two on a surface. A second number on a bar is across it.

import { bodyNamed } from "./bodies.js";
import { shapeSchema } from "./shapes.js";

/**
 * @import { Shaped } from "./shapes.js"
 * @typedef {import("../../browser/types/scene.js").At} Place
 */

/**
 * How the places of a body are written: `line`, `rectangle`, `round`, or `named` where its modes are given.
 * @param {Shaped | undefined} body
 */
export const placesOf = (body) => (body?.shape ? (shapeSchema(body).places ?? "rectangle") : "named");

/**
 * A place on a body, as near as possible to a place on another body.
 * @param {Shaped | undefined} body @param {Place | undefined} place @returns {Place | undefined}
 */
export function fitted(body, place) {
  const kind = placesOf(body);
  if (kind === "named") return typeof place === "string" ? place : undefined;
  const [u, v] = Array.isArray(place) ? place : [typeof place === "number" ? place : 0.28, undefined];
  if (kind === "line") {
    const isAcross = v !== undefined && v >= 0 && v <= 1 && shapeSchema(body).outline === "line";
    return isAcross ? [u, v] : u;
  }
  if (v !== undefined) return [u, v];
  return kind === "round" ? [Math.max(u, 0.6), 0.04] : [u, 0.37];
}

/**
 * Where a contact touches the body `name`.
 * @param {import("../../browser/types/scene.js").Scene} scene @param {import("../../browser/types/scene.js").Contact | undefined} contact
 * @param {string} name @returns {Place | undefined}
 */
export function placeIn(scene, contact, name) {
  const body = bodyNamed(scene, name);
  return contact?.at?.[name] ?? (body ? fitted(body, undefined) : undefined);
}

/** A place as two numbers. @param {Place | undefined} place @returns {[number, number]} */
export const pairOf = (place) => (Array.isArray(place) ? place : [typeof place === "number" ? place : 0.3, 0.5]);

/**
 * The distance between two places, in shares of the object.
 * @param {Place | undefined} a @param {Place | undefined} b
 */
export function distance(a, b) {
  const [p, q] = [a, b].map((place) => (Array.isArray(place) ? place : [place, 0.5]));
  if (typeof p[0] !== "number" || typeof q[0] !== "number") return p[0] === q[0] ? 0 : 1;
  return Math.hypot(p[0] - q[0], Number(p[1]) - Number(q[1]));
}

/** The place of a key, from one end (0) to the other (1). @param {Shaped} body @param {number} share */
export function placeOfKey(body, share) {
  const along = Math.round((0.03 + 0.94 * share) * 1000) / 1000;
  return placesOf(body) === "round" ? fitted(body, [along, 0.04]) : fitted(body, along);
}

/** @param {Place | undefined} place */
export function placeText(place) {
  if (place === undefined) return "";
  const part = (/** @type {number} */ value) => String(Math.round(value * 1000) / 1000);
  if (typeof place === "string") return place;
  return [place].flat().map(part).join(", ");
}

/** A share from 0 to 1, with as many digits as can be seen. @param {number} value */
export const rounded = (value) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
