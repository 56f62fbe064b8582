// The gallery page: every scene can be played and opened.

import { api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Player } from "../sound/player.js";
import { guideCards } from "./guide.js";
import { drawWhenSeen, sceneNamed } from "./strip.js";
import { icon } from "./transport.js";

/** @param {import("../../browser/types/engine.js").Piece[]} entries */
export function gallery(entries) {
  const player = new Player();
  const cards = entries.map((entry) => card(entry, player));
  return h(
    "div",
    { class: "gallery" },
    h("h1", null, "Gallery"),
    h("p", { class: "about" }, `${entries.length} objects, struck, dropped, rolled or scraped. Open one to change it.`),
    guideCards(),
    h("h2", null, "Objects"),
    h("ul", { class: "cards" }, ...cards),
  );
}

/** @param {import("../../browser/types/engine.js").Piece} entry @param {Player} player */
function card({ name, title, description }, player) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const button = h(
    "button",
    { class: "play small", "aria-label": `Play ${title}`, onclick: () => play(name, player, button) },
    icon("play"),
  );
  const link = h("a", { href: `./?scene=${encodeURIComponent(name)}` }, title);
  const element = h(
    "li",
    { class: "card" },
    canvas,
    h("div", { class: "card-text" }, h("h2", null, link), h("p", null, (description ?? "").trim())),
    button,
  );
  drawWhenSeen(element, canvas, name);
  return element;
}

/** @param {string} name @param {Player} player @param {HTMLElement} button */
async function play(name, player, button) {
  player.wake();
  const was = button.dataset.playing;
  for (const other of document.querySelectorAll(".play[data-playing]")) quiet(/** @type {HTMLElement} */ (other));
  player.stop();
  if (was) return;
  button.dataset.playing = "yes";
  button.replaceChildren(icon("stop"));
  try {
    const { head, arrays } = await api.render({ scene: await sceneNamed(name) });
    player.load(arrays.left, arrays.right ?? arrays.left, head.rate);
    player.play();
    setTimeout(() => quiet(button), 1000 * player.audible);
  } catch (error) {
    quiet(button);
    button.title = errorText(error);
  }
}

/** @param {HTMLElement} button */
function quiet(button) {
  delete button.dataset.playing;
  button.replaceChildren(icon("play"));
}
