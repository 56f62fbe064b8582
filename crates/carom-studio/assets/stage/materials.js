// How materials look.

import { h, radioGroup } from "../lib/dom.js";

/** @typedef {[number, number, number]} Colour */

/** Colour and shine, from 0 (dull) to 1 (polished metal). @type {Record<string, [Colour, number]>} */
const LOOKS = {
  steel: [[158, 168, 180], 0.9],
  aluminium: [[196, 203, 211], 0.8],
  brass: [[206, 164, 72], 0.9],
  bronze: [[176, 121, 66], 0.85],
  copper: [[199, 112, 74], 0.9],
  glass: [[140, 196, 200], 0.95],
  crystal: [[196, 220, 228], 1],
  ceramic: [[226, 222, 211], 0.6],
  stone: [[139, 137, 131], 0.15],
  ice: [[176, 213, 236], 0.7],
  wood: [[183, 131, 79], 0.25],
  spruce: [[218, 178, 117], 0.25],
  rosewood: [[118, 62, 44], 0.45],
  padauk: [[150, 66, 42], 0.4],
  oak: [[176, 138, 92], 0.25],
  walnut: [[98, 70, 50], 0.3],
  rubber: [[66, 69, 76], 0.15],
  "hard-rubber": [[92, 60, 56], 0.3],
  nylon: [[216, 220, 205], 0.4],
  plastic: [[74, 130, 196], 0.5],
  mylar: [[228, 226, 214], 0.45],
  air: [[120, 170, 222], 0.2],
};

const UNKNOWN = /** @type {[Colour, number]} */ ([[150, 156, 166], 0.5]);

/**
 * @typedef {import("../../browser/types/scene.js").MaterialSpec | undefined} Material the name of one, or one's own
 * @typedef {{ mass?: number, hardness?: number, material?: Material }} Hammer a body that strikes, or one that is lent
 */

/** @param {Material} material */
export const materialName = (material) =>
  typeof material === "object" ? (material.name ?? material.like ?? "own material") : (material ?? "");

/** @param {Material} material */
const looksOf = (material) => LOOKS[(typeof material === "object" ? material.like : material) ?? ""] ?? UNKNOWN;

/** @param {Material} material @returns {Colour} */
export const colourOf = (material) => looksOf(material)[0];

/** @param {Material} material */
export const shineOf = (material) => looksOf(material)[1];

/**
 * Hardness, colour and shine of hammer heads, from felt through rubber and wood to metal.
 * @type {[number, Colour, number][]}
 */
const HEADS = [
  [0, [236, 226, 205], 0.05],
  [0.35, [196, 84, 70], 0.2],
  [0.6, [120, 60, 50], 0.4],
  [0.8, [198, 150, 92], 0.35],
  [1, [170, 178, 188], 0.95],
];

/** @param {Hammer} hammer @returns {{ colour: Colour, shine: number }} */
export function headOf(hammer) {
  const { hardness, material = "wood" } = hammer;
  if (hardness === undefined) return { colour: colourOf(material), shine: shineOf(material) };
  const harder = HEADS.findIndex(([one]) => one >= hardness);
  const at = Math.max(1, harder);
  const [[h0, c0, s0], [h1, c1, s1]] = [HEADS[at - 1], HEADS[at]];
  const share = Math.min(1, Math.max(0, (hardness - h0) / (h1 - h0)));
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + share * (b - a);
  return { colour: /** @type {Colour} */ (c0.map((c, i) => Math.round(mix(c, c1[i])))), shine: mix(s0, s1) };
}

/**
 * A choice of a material, by how it looks.
 * @param {string} label @param {string[]} names @param {Material} chosen
 * @param {(name: string) => void} choose
 */
export function materialChoice(label, names, chosen, choose) {
  const buttons = names.map((name) => {
    const how = { class: "swatch", title: name, "aria-label": name, "aria-checked": String(name === chosen) };
    const button = h("button", { ...how, onclick: () => choose(name) });
    button.style.setProperty("--metal", `rgb(${colourOf(name).join(",")})`);
    return button;
  });
  const name = h("b", null, materialName(chosen).replaceAll("-", " "));
  const title = h("div", { class: "material-name" }, h("span", null, "Material"), name);
  return h("div", { class: "material" }, title, radioGroup(label, "swatches", buttons));
}
