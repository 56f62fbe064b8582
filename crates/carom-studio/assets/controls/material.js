// A choice of a material, by how it looks.

import { h, radioGroup } from "../lib/dom.js";
import { colourOf, materialName } from "../stage/materials.js";

/**
 * @param {string} label @param {string[]} names @param {import("../stage/materials.js").Material} chosen
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
