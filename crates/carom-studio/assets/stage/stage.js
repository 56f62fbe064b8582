// Draws the objects of a scene, how they are struck and how they ring.

import { contextOf, h } from "../lib/dom.js";
import { pairOf, placeText } from "../scene/places.js";
import { bendTo, paintBlow } from "./blow.js";
import { Figure } from "./figure.js";
import { Hand } from "./hand.js";
import { Mallet } from "./mallet.js";
import { materialName } from "./materials.js";
import { Motion, between } from "./motion.js";
import { paint } from "./paint.js";
import { paintRollings, rollings } from "./rolling.js";
import { Track, plane } from "./track.js";
import { channels, isDark, onThemeChange, token } from "./theme.js";
import { plus, times } from "./vector.js";

/**
 * @import { Body, Pickup, Scene } from "../../browser/types/scene.js"
 * @import { Place } from "../scene/places.js"
 * @typedef {import("./materials.js").Hammer & { isLent?: boolean }} Hammer one that is lent is shown while somebody aims
 * @typedef {{ hammer: Hammer | null, target: string, place: Place | undefined }} Aim
 */

const RIPPLE = 420;
/** No higher than this is a body drawn over what it falls on. */
const HIGHEST = 0.4;
/** No steeper than this. */
const STEEPEST = 0.7;

export class Stage {
  /**
   * @param {{
   *   strike: (target: string, place: Place | undefined, strength: number, pressed?: number) => void,
   *   hold: (target: string, holds: boolean) => void,
   *   draw: (target: string, place: Place | undefined, lifts: boolean) => void,
   *   aim: (target: string, place: Place | undefined) => void, time: () => number | null,
   * }} does
   */
  constructor(does) {
    this.does = does;
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      "aria-roledescription": "object to strike",
      "aria-describedby": "stage-hint",
    });
    this.note = h("p", { class: "velocity", "aria-hidden": "true" });
    this.element = h("div", { class: "stage-object" }, this.canvas, this.note);
    /** @type {Figure | null} */
    this.figure = null;
    /** @type {Aim} */
    this.aim = { hammer: null, target: "", place: undefined };
    this.speed = 1;
    this.mallet = new Mallet();
    this.hand = new Hand(this);
    /** @type {{ name: string, motion: Motion }[]} */
    this.motions = [];
    /** @type {{ spot: import("./shapes.js").Spot, began: number }[]} */
    this.ripples = [];
    /** @type {Pickup[]} */
    this.pickups = [];
    /** @type {import("./rolling.js").Rolling[]} */
    this.rollings = [];
    /** Where bodies are while the scene sounds. */
    this.track = new Track(null, { version: 1 });
    /** A blow in slow motion, while one is shown. @type {import("./replay.js").Replay | null} */
    this.replay = null;
    this.isAimed = false;
    this.frame = 0;
    this.busyUntil = 0;
    this.shown = "";
    this.listen();
  }

  listen() {
    const { canvas } = this;
    new ResizeObserver(() => this.resize()).observe(canvas);
    onThemeChange(() => this.draw());
    this.hand.listen();
  }

  /**
   * @param {Scene} scene @param {Aim} aim @param {number} speed
   * @param {Record<string, import("../../browser/types/engine.js").Outline>} outlines of its bodies
   */
  show(scene, aim, speed, outlines) {
    const bodies = (scene.body ?? []).filter((body) => body.mass === undefined);
    const looks = bodies.map((one) => [one.name, one.shape, one.material, one.modes, one.wall]);
    const paths = (scene.gesture ?? []).map((one) => ("from" in one ? [one.on, one.from, one.to, one.surface] : []));
    const shown = JSON.stringify([looks, outlines, paths]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.figure = new Figure(scene, outlines);
      this.resize();
    }
    this.aim = aim;
    this.speed = speed;
    this.pickups = scene.pickup ?? [];
    this.rollings = rollings(scene);
    const body = this.figure?.find(aim.target)?.body;
    const place = placeText(aim.place);
    const label = body ? describe(body) + (place && `, struck at ${place}`) : "nothing to strike";
    this.canvas.setAttribute("aria-label", label);
    this.draw();
  }

  resize() {
    const { canvas } = this;
    const box = canvas.getBoundingClientRect();
    const ratio = Math.min(3, devicePixelRatio || 1);
    this.size = { width: box.width, height: box.height };
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
    this.ratio = ratio;
    const side = Math.max(14, box.width * 0.06);
    // The title stands above the object.
    const top = Math.max(0, -Number.parseFloat(getComputedStyle(this.element).marginTop || "0"));
    this.figure?.fit({ x: side, y: top, width: box.width - 2 * side, height: (box.height - top) * 0.97 - 40 }, 0.16);
    this.draw();
  }

  /**
   * Shows the vibration of a strike that falls now.
   * @param {{ bodies: import("../../browser/types/engine.js").Ringing[] }} answer @param {boolean} alone
   */
  ring(answer, alone) {
    if (alone) this.motions = [];
    const now = performance.now();
    for (const ringing of answer.bodies) {
      const one = this.figure?.find(ringing.name);
      if (one && ringing.modes.length) {
        this.motions.push({ name: ringing.name, motion: new Motion(ringing, one.body, now) });
      }
    }
    this.motions = this.motions.slice(-12);
    this.draw();
  }

  /** Shows a blow in slow motion, or ends that. @param {import("./replay.js").Replay | null} replay */
  slow(replay) {
    if (this.replay && !replay) this.still();
    else if (replay) this.motions = [];
    this.replay = replay;
    this.draw();
  }

  /** Takes over where bodies are while a scene sounds. @param {import("../../browser/types/engine.js").Sound} rendering @param {Scene} scene */
  follow(rendering, scene) {
    this.track = new Track(rendering, scene);
    this.draw();
  }

  still() {
    this.replay = null;
    this.motions = [];
    for (const { drawn } of this.figure?.bodies ?? []) for (const part of drawn.parts) part.straighten();
    this.draw();
  }

  /** The hammer falls, and a ripple shows where. */
  fall() {
    const now = performance.now();
    this.mallet.strike(now);
    const spot = this.figure?.spot(this.aim.target, this.aim.place);
    if (spot) this.ripples.push({ spot, began: now + 50 });
    this.draw();
  }

  /** Slows the animation down for a moment, because something is being computed. */
  makeRoom() {
    this.busyUntil = performance.now() + 150;
  }

  /** The next picture of something that moves. @param {number} now */
  goOn(now) {
    if (now > this.busyUntil) this.draw();
    else setTimeout(() => this.draw(), 60);
  }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.paint(now));
  }

  /** @param {number} now */
  paint(now) {
    this.frame = 0;
    if (!this.figure || !this.size) return;
    const context = contextOf(this.canvas);
    const dark = isDark();
    context.setTransform(this.ratio ?? 1, 0, 0, this.ratio ?? 1, 0, 0);
    context.clearRect(0, 0, this.size.width, this.size.height);
    const time = this.does.time();
    const moving = this.bend(now);
    const rocks =
      this.rock(this.replay ? this.replay.blow.head.begins + this.replay.time : (time ?? 0)) && time !== null;
    this.ground(context, dark);
    const tints = { up: channels(token("c1")), down: channels(token("c0")), dark };
    paint(context, this.figure, tints, this.swing ?? 0);
    this.marks(context);
    if (this.replay) {
      paintBlow(context, this.figure, this.replay, this.mallet, dark);
      return;
    }
    paintRollings(context, this.figure, this.rollings, this.track, time ?? 0, dark);
    const rippling = this.paintRipples(context, now);
    const { hammer } = this.aim;
    const isShown = hammer && (!hammer.isLent || this.isAimed);
    const spot = isShown && this.figure.spot(this.aim.target, this.aim.place);
    if (spot) {
      const size = this.figure.find(this.aim.target)?.size ?? 1;
      const how = { height: this.mallet.height(now), dark };
      this.mallet.paint(context, this.figure.camera, spot, hammer, Mallet.radius(hammer, size), how);
    }
    const rolls = this.rollings.length > 0 && time !== null;
    if (moving || rocks || rippling || rolls || this.mallet.isMoving(now)) this.goOn(now);
  }

  /** Moves every point to where it is now; returns whether anything moves. @param {number} now */
  bend(now) {
    let moving = false;
    this.swing = this.replay && this.figure ? bendTo(this.figure, this.replay) : 0;
    if (this.replay) return false;
    for (const one of this.figure?.bodies ?? []) {
      const own = this.motions.filter(({ name }) => name === one.body.name);
      if (!own.length) continue;
      const { grid, count } = own[own.length - 1].motion;
      const field = new Float32Array(count);
      const alive = own.filter(({ motion }) => motion.count === count && motion.add(field, now));
      this.motions = this.motions.filter((motion) => !own.includes(motion) || alive.includes(motion));
      if (!alive.length) {
        for (const part of one.drawn.parts) part.straighten();
        continue;
      }
      moving = true;
      const reach = Math.max(...own.map(({ motion }) => motion.reach));
      const shown = one.scale * shownReach(reach, one.drawn.reach ?? 0.05, one.size);
      const factor = shown / (reach || 1);
      this.swing = Math.max(this.swing, 0.8 * shown);
      const at = between(grid, field);
      for (const part of one.drawn.parts) part.bend((u, v) => factor * at(u, v));
    }
    return moving;
  }

  /** Lifts and tilts what lies on a wall; returns whether anything does. @param {number} time */
  rock(time) {
    let rocks = false;
    for (const one of this.figure?.bodies ?? []) {
      const rests = this.track.rests(one.body.name, time);
      if (!rests) continue;
      const perMetre = one.scale / one.size;
      const lowest = Math.min(...rests.map(({ height }) => height));
      const shown = Math.min(HIGHEST, perMetre * lowest);
      const points = rests.slice(0, 3).map(({ place, height }) => {
        const { point } = one.drawn.surface(...pairOf(place));
        const [x, y] = plus(times(point, one.scale), one.at);
        return [x, y, perMetre * (height - lowest)];
      });
      // The engine's tilts are those of small angles: steep ones are drawn flatter.
      const steep = plane(points);
      const slope = Math.hypot(steep(1, 0) - steep(0, 0), steep(0, 1) - steep(0, 0));
      const flatter = 1 / (1 + slope / STEEPEST);
      const lift = (/** @type {number} */ x, /** @type {number} */ y) => shown + flatter * steep(x, y);
      if (!this.motions.some(({ name }) => name === one.body.name) && !this.replay) {
        for (const part of one.drawn.parts) part.straighten();
      }
      for (const part of one.drawn.parts) part.tilt(lift);
      rocks = true;
    }
    return rocks;
  }

  /** The shadows under the bodies. @param {CanvasRenderingContext2D} context @param {boolean} dark */
  ground(context, dark) {
    for (const { drawn, at, scale } of this.figure?.bodies ?? []) {
      const camera = /** @type {Figure} */ (this.figure).camera;
      const [x, y] = camera.project([at[0], at[1], drawn.low * scale - 0.02]);
      const [w, d] = [drawn.width * scale * 0.62, drawn.depth * scale * 0.5 + 0.12];
      const ry = camera.scale * (d * Math.abs(camera.ahead[2]) + 0.03);
      context.save();
      context.translate(x, y);
      context.scale(camera.scale * w, ry);
      const gradient = context.createRadialGradient(0, 0, 0.2, 0, 0, 1.1);
      gradient.addColorStop(0, dark ? "rgba(0,0,0,.55)" : "rgba(20,28,40,.28)");
      gradient.addColorStop(1, "rgba(0,0,0,0)");
      context.fillStyle = gradient;
      context.fillRect(-1.2, -1.2, 2.4, 2.4);
      context.restore();
    }
  }

  /** Marks where the pickups are. @param {CanvasRenderingContext2D} context */
  marks(context) {
    for (const { body, at } of this.pickups) {
      const spot = body && at !== undefined && typeof at !== "string" && this.figure?.spot(body, at);
      if (!spot || !this.figure) continue;
      const [x, y] = this.figure.camera.project(spot.point);
      for (const [colour, width] of /** @type {[string, number][]} */ ([
        [token("bg"), 4],
        [token("c2"), 2],
      ])) {
        context.beginPath();
        context.arc(x, y, 5, 0, 2 * Math.PI);
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.stroke();
      }
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number} now */
  paintRipples(context, now) {
    this.ripples = this.ripples.filter(({ began }) => now - began < RIPPLE);
    for (const { spot, began } of this.ripples) {
      const share = (now - began) / RIPPLE;
      if (share < 0 || !this.figure) continue;
      const [x, y] = this.figure.camera.project(spot.point);
      context.beginPath();
      const r = this.figure.camera.scale * (0.02 + 0.16 * share);
      context.ellipse(x, y, r, r * 0.6, 0, 0, 2 * Math.PI);
      context.strokeStyle = token("c1");
      context.globalAlpha = 0.8 * (1 - share) ** 2;
      context.lineWidth = 2.5;
      context.stroke();
      context.globalAlpha = 1;
    }
    return this.ripples.length > 0;
  }
}

/**
 * How far a body is drawn to swing: further after a harder strike, within limits that look right.
 * @param {number} reach @param {number} most @param {number} size
 */
function shownReach(reach, most, size) {
  const strain = reach / size / 3e-4;
  return most * Math.min(1.6, Math.max(0.3, strain ** 0.3));
}

/** @param {Body} body */
function describe(body) {
  if (body.shape) return `${materialName(body.material)} ${body.shape.kind.replaceAll("-", " ")}`;
  return body.wall ? "wall" : `${body.name}, given by its modes`;
}
