// The objects of the gallery in a row, to pick one from; and as cards on a page of their own.

import { api } from "../lib/api.js";
import { contextOf, h } from "../lib/dom.js";
import { hammers } from "../scene/bodies.js";
import { placeIn } from "../scene/places.js";
import { Figure } from "../stage/figure.js";
import { Mallet } from "../stage/mallet.js";
import { paint } from "../stage/paint.js";
import { paintRollings, rollings, tops } from "../stage/rolling.js";
import { Track } from "../stage/track.js";
import { channels, isDark, onThemeChange, token } from "../stage/theme.js";
import { plus } from "../stage/vector.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Keep, Own } from "../lib/keep.js"
 */

/** @type {Map<string, Promise<Scene>>} */
const scenes = new Map();

/** @param {string} name */
export function sceneNamed(name) {
  const known = scenes.get(name) ?? api.galleryScene(name).then((answer) => answer.scene);
  scenes.set(name, known);
  return known;
}

/** What small pictures show. @type {WeakMap<HTMLCanvasElement, Scene>} */
const shown = new WeakMap();

onThemeChange(() =>
  document.querySelectorAll("canvas").forEach((canvas) => {
    const scene = shown.get(canvas);
    if (scene) picture(canvas, scene);
  }),
);

/** A small picture of a scene, drawn anew in another theme. @param {HTMLCanvasElement} canvas @param {Scene} scene */
export function thumbnail(canvas, scene) {
  shown.set(canvas, scene);
  picture(canvas, scene);
}

/** A mallet is drawn so much above what it strikes. */
const OVER = 0.1;

/** @param {HTMLCanvasElement} canvas @param {Scene} scene */
export function picture(canvas, scene) {
  const figure = new Figure(scene);
  const [held] = hammers(scene);
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.min(3, devicePixelRatio || 1);
  [canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(side * ratio)));
  if (width === 0) return;
  const context = contextOf(canvas);
  context.scale(ratio, ratio);
  const room = { x: width * 0.06, y: height * 0.08, width: width * 0.88, height: height * 0.84 };
  const isLarge = width > 120;
  const radius = held && isLarge ? Mallet.radius(held.body, figure.find(held.target)?.size ?? 1) : 0;
  const spot = held && isLarge && figure.spot(held.target, placeIn(scene, scene.contact?.[held.contact], held.target));
  const [moved, track] = [isLarge ? rollings(scene) : [], new Track(null, scene)];
  const over = Math.max(isLarge ? OVER + 2 * radius : 0, ...tops(figure, moved, track));
  figure.fit(room, over, spot ? [plus(spot.point, Mallet.handle(spot))] : []);
  const dark = isDark();
  paint(context, figure, { up: channels(token("c1")), down: channels(token("c0")), dark }, 0);
  paintRollings(context, figure, moved, track, 0, dark);
  if (spot) new Mallet().paint(context, figure.camera, spot, held.body, radius, { height: OVER, dark });
}

/** Pictures that are to be drawn. @type {(() => void)[]} */
const waiting = [];
/** No picture waits longer than this for the page to be idle (ms). */
const PATIENCE = 60;
/** A page that draws pictures for longer than this (ms) answers late. */
const ANSWER = 12;

/** Draws pictures between what is more urgent. @param {() => void} draw */
function whenIdle(draw) {
  const soon = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 20));
  const next = () => {
    const began = performance.now();
    // It counts until it is drawn, and one that cannot be drawn keeps no other waiting.
    try {
      for (; waiting.length && performance.now() - began < ANSWER; waiting.shift()) waiting[0]();
    } catch (error) {
      waiting.shift();
      throw error;
    } finally {
      if (waiting.length) soon(next, { timeout: PATIENCE });
    }
  };
  waiting.push(draw);
  if (waiting.length === 1) soon(next, { timeout: PATIENCE });
}

/**
 * Draws a scene as soon as its box comes into sight.
 * @param {HTMLElement} box @param {HTMLCanvasElement} canvas @param {string} name
 */
export function drawWhenSeen(box, canvas, name) {
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      const scene = await sceneNamed(name).catch(() => null);
      // The name is there without the picture.
      if (scene) whenIdle(() => thumbnail(canvas, scene));
    },
    { rootMargin: "200px" },
  );
  observer.observe(box);
}

/**
 * What can be opened: something new, one's own objects, and those of the gallery. It is one stop for Tab; arrow keys
 * move in it.
 */
export class Strip {
  /**
   * @param {Keep} keep
   * @param {{
   *   make: () => void, guide: () => void, pick: (name: string) => void, take: (own: Own) => void,
   *   drop: (own: Own) => void,
   * }} does
   */
  constructor(keep, does) {
    this.keep = keep;
    this.does = does;
    this.first = [
      sign("new", "New", "+", "Choose two things from pictures", does.make),
      sign("try", "Try", "?", "Five things to try", does.guide),
    ];
    /** The objects of the gallery. @type {HTMLElement[]} */
    this.gallery = [];
    this.element = h("ul", { class: "strip", "aria-label": "Objects" });
    keep.listen(() => this.show());
    this.show();
  }

  /** @param {import("../../browser/types/engine.js").Piece[]} entries of the gallery */
  fill(entries) {
    this.gallery = entries.map(({ name, title, description }) => {
      const [canvas, button] = tile(title, description?.trim(), () => this.does.pick(name), { "data-name": name });
      drawWhenSeen(button, canvas, name);
      return h("li", null, button);
    });
    this.show();
  }

  show() {
    const own = this.keep.shelf().map((one) => ownItem(one, this.does));
    this.element.replaceChildren(...this.first, ...own, ...this.gallery);
    rove(this.element);
  }
}

/** @param {string} kind @param {string} name @param {string} sign @param {string} title @param {() => void} onclick */
function sign(kind, name, sign, title, onclick) {
  const content = [h("i", { "aria-hidden": "true" }, sign), h("span", null, name)];
  return h("li", null, h("button", { class: `pick ${kind}`, title, onclick }, ...content));
}

/** @param {Own} own @param {{ take: (own: Own) => void, drop: (own: Own) => void }} does */
function ownItem(own, { take, drop }) {
  const title = own.state.scene.title ?? "Untitled scene";
  const [canvas, button] = tile(title, `Yours: ${title}`, () => take(own), { "data-own": own.id });
  const remove = { class: "drop", "aria-label": `Remove ${title}`, title: "Remove", onclick: () => drop(own) };
  requestAnimationFrame(() => thumbnail(canvas, own.state.scene));
  return h("li", { class: "own" }, button, h("button", remove, "×"));
}

/**
 * @param {string} title @param {string | undefined} hint @param {() => void} onclick @param {Record<string, string>} data
 */
function tile(title, hint, onclick, data) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const how = { class: "pick", title: hint, onclick, ...data };
  return /** @type {const} */ ([canvas, h("button", how, canvas, h("span", null, title))]);
}

/** Makes buttons one stop for Tab. @param {HTMLElement} list */
function rove(list) {
  const buttons = () => [...list.querySelectorAll("button")];
  const hold = (/** @type {EventTarget | null} */ held) =>
    buttons().forEach((button) => (button.tabIndex = button === held ? 0 : -1));
  hold(buttons()[0]);
  if (!list.dataset.roves) list.addEventListener("focusin", (event) => hold(event.target));
  list.dataset.roves = "yes";
  list.onkeydown = (event) => {
    const all = buttons();
    const now = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, to))].focus();
  };
}
