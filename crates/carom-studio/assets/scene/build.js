// A scene from nothing: one thing strikes another. Contact, place and pickups follow from the two.

import { fitted } from "./places.js";
import { isSkin, shapeKinds, shapeSchema, usualShape } from "./shapes.js";

/**
 * @import { Body, Scene } from "../../browser/types/scene.js"
 * @import { Root } from "../../browser/types/schema.js"
 * @typedef {{
 *   name: string, label: string, about: string, ofMaterial: boolean, body: Partial<Body>, drop?: number,
 * }} Striker
 */

/** What can strike, with its usual mass and speed. @type {Striker[]} */
export const STRIKERS = [
  { name: "ball", label: "ball", about: "thrown", ofMaterial: true, body: { mass: 0.01, velocity: 1 } },
  {
    name: "ball",
    label: "dropped ball",
    about: "bounces until it rests",
    ofMaterial: true,
    body: { mass: 0.01 },
    drop: 0.1,
  },
  {
    name: "mallet",
    label: "soft mallet",
    about: "felt",
    ofMaterial: false,
    body: { mass: 0.03, hardness: 0.25, velocity: 1 },
  },
  {
    name: "mallet",
    label: "hard mallet",
    about: "wood or plastic",
    ofMaterial: false,
    body: { mass: 0.02, hardness: 0.75, velocity: 1 },
  },
];

/**
 * Soft materials have more modes than anyone hears: they are kept up to these frequencies (Hz).
 * @type {Record<string, number>}
 */
const SOFT = { rubber: 300, "hard-rubber": 2500, nylon: 5000, plastic: 5000, mylar: 5000 };

/** So have skins. */
export const SKIN = 2500;

/** How long a new scene lasts (s). */
const LENGTH = 3;

/** A body that rings by modes given in a table. */
export const OWN_MODES = "own modes";

/**
 * A body of a kind of shape, with its usual sizes, or of given modes.
 * @param {Root} root @param {string} kind @param {string} material @returns {Body}
 */
export function usualBody(root, kind, material) {
  if (kind === OWN_MODES)
    return {
      name: "object",
      material,
      modes: { frequency: [440, 1210, 2370], q: [900, 1100, 1200], mass: [0.05, 0.1, 0.2] },
    };
  const schema = shapeKinds(root).find(([name]) => name === kind)?.[1] ?? { properties: {} };
  return { name: kind, material, shape: usualShape(root, schema) };
}

/** The material of which a thing is usually made, among those that there are. @param {import("./shapes.js").Shaped} body */
export const usualMaterial = (body) => (isSkin(body) ? "mylar" : "steel");

/**
 * A striker and an object as a scene.
 * @param {Root} root @param {Striker} striker @param {string} material of the striker
 * @param {string} kind of the object @param {string} ofObject its material @returns {Scene}
 */
export function newScene(root, striker, material, kind, ofObject) {
  const object = usualBody(root, kind, ofObject);
  const hitting = { name: striker.name, ...striker.body, ...(striker.ofMaterial ? { material } : {}) };
  const highest = isSkin(object) ? SKIN : SOFT[ofObject];
  const place = fitted(object, undefined);
  const [first, second] = [hitting.name, object.name];
  const isSilent = !object.shape || shapeSchema(object).silent;
  return {
    version: 1,
    title: titled(striker, material, kind, ofObject),
    duration: LENGTH,
    ...(highest ? { highest_mode: highest } : {}),
    body: [hitting, object],
    contact: [{ between: [first, second], ...(place === undefined ? {} : { at: { [second]: place } }) }],
    ...(striker.drop ? { gesture: [{ kind: "bounce", body: first, height: striker.drop }] } : {}),
    pickup: isSilent
      ? [{ body: second }]
      : [
          { direction: [-30, 45], pan: -0.7 },
          { direction: [30, 45], pan: 0.7 },
        ],
  };
}

/** @param {Striker} striker @param {string} material @param {string} kind @param {string} ofObject */
function titled(striker, material, kind, ofObject) {
  const words = (/** @type {string} */ text) => text.replaceAll("-", " ");
  const one = striker.ofMaterial ? `${words(material)} ${striker.label}` : striker.label;
  const other = kind === OWN_MODES ? "thing of given modes" : `${words(ofObject)} ${words(kind)}`;
  const article = (/** @type {string} */ text) => (/^[aeiou]/.test(text) ? "an" : "a");
  const title = `${article(one)} ${one} on ${article(other)} ${other}`;
  return title[0].toUpperCase() + title.slice(1);
}
