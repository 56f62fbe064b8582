// Five things to try: each sets up a scene, asks for one thing, and says what was heard once it is done.

import { STRIKERS, newScene } from "./build.js";
import { distance } from "./places.js";
import { numberOf } from "./shapes.js";

/**
 * @import { State } from "../lib/store.js"
 * @import { Strike } from "./take.js"
 * @typedef {{
 *   id: string, title: string, text: string, ask: string, heard: string,
 *   scene: (root: import("../../browser/types/schema.js").Root) => import("../../browser/types/scene.js").Scene, isDone: (now: State, opened: State) => boolean,
 * }} Guide
 */

const [BALL, , SOFT, HARD] = STRIKERS;

/** The body that is struck. @param {State} state */
const object = ({ scene }) => scene.body?.find((body) => body.shape);

/** All pairs of strikes by hand. @param {State} state @param {(a: Strike, b: Strike) => boolean} test */
const somePair = ({ take }, test) => {
  const strikes = take?.strikes ?? [];
  return strikes.some((one, i) => strikes.slice(i + 1).some((other) => test(one, other)));
};

/** @type {Guide[]} */
export const GUIDES = [
  {
    id: "harder",
    title: "Harder is brighter",
    text: "A soft mallet and a steel bar. A hard blow is not only louder.",
    ask: "Strike it softly, then hard, while it still rings. With keys: Shift and F, then F.",
    heard:
      "The hard blow is shorter, because felt stiffens as it is squeezed. A shorter blow moves higher modes: the " +
      "spectrogram reaches higher.",
    scene: (root) => newScene(root, SOFT, "steel", "bar", "steel"),
    isDone: (now) => somePair(now, (a, b) => Math.max(a.strength, b.strength) > 1.9 * Math.min(a.strength, b.strength)),
  },
  {
    id: "where",
    title: "Where you hit",
    text: "A mode that does not move where you strike stays silent.",
    ask: "Strike the bar in its middle, then near its end, while it still rings. With keys: G, then A.",
    heard:
      "In the middle every second mode stands still and stays silent. At the end all of them move: see the partials.",
    scene: (root) => newScene(root, HARD, "steel", "bar", "aluminium"),
    isDone: (now) => somePair(now, (a, b) => distance(a.place, b.place) > 0.2),
  },
  {
    id: "material",
    title: "What it is made of",
    text: "The same plate, the same ball. Stiffness and density set the pitch, inner losses set how long it rings.",
    ask: "Choose another material for the plate, such as wood or rubber.",
    heard:
      "The sizes are the same. What changed is how fast waves run in the material, and how much of them it swallows.",
    scene: (root) => newScene(root, BALL, "glass", "plate", "glass"),
    isDone: (now, opened) => object(now)?.material !== object(opened)?.material,
  },
  {
    id: "size",
    title: "How big",
    text: "A bowl of bronze. Its pitch follows its size.",
    ask: "Turn Size to half or to double.",
    heard: "All lengths changed together: half the size has twice the pitch.",
    scene: (root) => newScene(root, SOFT, "steel", "bowl", "bronze"),
    isDone: (now, opened) => {
      const [one, other] = [now, opened].map((state) => numberOf(object(state)?.shape, "diameter"));
      const factor = Number(one) / Number(other);
      return factor > 1.6 || factor < 0.625;
    },
  },
  {
    id: "energy",
    title: "Where the energy went",
    text: "A steel ball meets a block. Every joule of the blow is in the energy picture: stored, or lost.",
    ask: "Make the block of rubber, strike it, and compare the energy.",
    heard:
      "Rubber takes the energy in the contact and in itself, so that little is left to ring or to send the ball back.",
    scene: (root) => newScene(root, BALL, "steel", "block", "oak"),
    isDone: (now, opened) =>
      /rubber/.test(String(object(now)?.material)) && object(opened)?.material !== object(now)?.material,
  },
];
