// The objects of the gallery in a row, to pick one from; and as cards on a page of their own.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { hammers } from "../scene/bodies.js";
import { placeIn } from "../scene/places.js";
import { Figure } from "../stage/figure.js";
import { Mallet } from "../stage/mallet.js";
import { paint } from "../stage/paint.js";
import { paintRollings, rollings } from "../stage/rolling.js";
import { Track } from "../stage/track.js";
import { channels, isDark, onThemeChange, token } from "../stage/theme.js";

/** @typedef {{ name: string, title: string, description: string }} Entry */

/** @type {Map<string, Promise<any>>} */
const scenes = new Map();

/** @param {string} name @returns {Promise<any>} */
export function sceneNamed(name) {
  const known = scenes.get(name) ?? api.galleryScene(name).then((answer) => answer.scene);
  scenes.set(name, known);
  return known;
}

/** A small picture of a scene. @param {HTMLCanvasElement} canvas @param {any} scene */
export function thumbnail(canvas, scene) {
  const figure = new Figure(scene);
  const [held] = hammers(scene);
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = Math.min(3, devicePixelRatio || 1);
    [canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(side * ratio)));
    const context = canvas.getContext("2d");
    if (!context || width === 0) return;
    context.scale(ratio, ratio);
    const room = { x: width * 0.06, y: height * 0.08, width: width * 0.88, height: height * 0.84 };
    figure.fit(room, width > 120 ? 0.12 : 0);
    const dark = isDark();
    paint(context, figure, { up: channels(token("c1")), down: channels(token("c0")), dark }, 0);
    if (width > 120) paintRollings(context, figure, rollings(scene), new Track(null, scene), 0, dark);
    const spot = held && figure.spot(held.target, placeIn(scene, scene.contact[held.contact], held.target));
    if (spot && width > 120) {
      const radius = Mallet.radius(held.body, figure.find(held.target)?.size ?? 1);
      new Mallet().paint(context, figure.camera, spot, held.body, radius, { height: 0.1, dark });
    }
  };
  draw();
  onThemeChange(draw);
}

/**
 * Draws a scene as soon as its box comes into sight.
 * @param {HTMLElement} box @param {HTMLCanvasElement} canvas @param {string} name
 */
export function drawWhenSeen(box, canvas, name) {
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    try {
      thumbnail(canvas, await sceneNamed(name));
    } catch {
      // The name is there without the picture.
    }
  }, { rootMargin: "200px" });
  observer.observe(box);
}

/** @param {Entry[]} entries @param {(name: string) => void} pick */
export function strip(entries, pick) {
  const items = entries.map(({ name, title, description }) => {
    const canvas = h("canvas", { "aria-hidden": "true" });
    const button = h(
      "button",
      { type: "button", class: "pick", title: description?.trim(), "data-name": name, onclick: () => pick(name) },
      canvas, h("span", null, title),
    );
    drawWhenSeen(button, canvas, name);
    return h("li", null, button);
  });
  return h("ul", { class: "strip", "aria-label": "Objects" }, ...items);
}
