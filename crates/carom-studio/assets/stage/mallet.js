// The hammer: where it hovers, how it falls, and how it looks.

import { headOf } from "./materials.js";
import { dot, plus, times, unit } from "./vector.js";

/**
 * @import { Hammer } from "./materials.js"
 * @import { Vector } from "./vector.js"
 */

/** How high it hovers above the place that it would strike. */
const HOVER = 0.1;
/** How far it is drawn back before the hardest strike. */
const DRAWN_BACK = 0.3;
/** How long its handle is, and a stick. */
const HANDLE = 0.42;
const STICK = 0.7;
/** How long a strike falls, and how long it returns (ms). */
const FALL = 55;
const RETURN = 260;

export class Mallet {
  constructor() {
    this.tension = 0;
    this.struckAt = -1e9;
    this.from = HOVER;
  }

  /** @param {number} now */
  strike(now) {
    this.from = HOVER + DRAWN_BACK * this.tension;
    this.struckAt = now;
    this.tension = 0;
  }

  /** @param {number} now */
  isMoving(now) {
    return now - this.struckAt < FALL + RETURN;
  }

  /** How high it is now. @param {number} now */
  height(now) {
    const since = now - this.struckAt;
    if (since < 0) return this.from;
    // The sound begins with the click, so the fall is over almost at once.
    if (since < FALL) return this.from * (1 - (since / FALL) ** 2);
    if (since < FALL + RETURN) {
      const share = (since - FALL) / RETURN;
      return HOVER * (1 - (1 - share) ** 3);
    }
    return HOVER + DRAWN_BACK * this.tension;
  }

  /** How large its head is beside the object. @param {Hammer | null} hammer @param {number} objectSize in metres */
  static radius(hammer, objectSize) {
    const real = Math.cbrt((3 * (hammer?.mass ?? 0.02)) / (4 * Math.PI * 900));
    return Math.min(0.052, Math.max(0.026, real / objectSize));
  }

  /**
   * From its head to the hand that holds it.
   * @param {{ normal: Vector }} spot that it strikes @param {number} [side] @param {boolean} [isThin]
   */
  static handle({ normal }, side = 1, isThin = false) {
    const way = unit([(isThin ? 0.5 : 0.9) * side, isThin ? -0.85 : -0.5, 0.16 + 0.3 * normal[2]]);
    return times(way, isThin ? STICK : HANDLE);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {import("./camera.js").Camera} camera
   * @param {{ point: Vector, normal: Vector }} spot @param {Hammer} hammer @param {number} radius
   * @param {{ height: number, dark: boolean, isFree?: boolean, side?: number, isThin?: boolean }} how below a height of
   *   0 it is pressed together; what is free has no handle; what is thin is a stick; −1 is the left hand
   */
  paint(context, camera, spot, hammer, radius, { height, dark, isFree, side = 1, isThin }) {
    const lift = Math.max(0, height);
    const pressed = Math.min(0.45, Math.max(0, -height) / (2 * radius));
    // Slightly above, so that the place below stays visible.
    const away = unit(plus(spot.normal, [0, 0, 0.7]));
    const rest = plus(spot.point, times(away, radius * (1 - pressed)));
    // What would reach beyond the picture is held by the other hand.
    const [reaches] = camera.project(plus(rest, Mallet.handle(spot, side, isThin)));
    const isBeyond = !isThin && reaches > context.canvas.width / context.getTransform().a;
    const handle = Mallet.handle(spot, isBeyond ? -side : side, isThin);
    const centre = isFree ? plus(rest, times(away, lift)) : swung(rest, handle, away, lift);
    const [x, y] = camera.project(centre);
    const r = radius * camera.scale;
    shade(context, camera, spot, radius, lift, dark);
    if (!isFree) stick(context, [x, y], camera.project(plus(rest, handle)), isThin ? 3 * r : r, dark);
    const [u, v] = camera.project(plus(centre, away));
    context.save();
    context.translate(x, y);
    context.rotate(Math.atan2(v - y, u - x));
    context.scale(1 - pressed, 1 + 0.6 * pressed);
    context.rotate(-Math.atan2(v - y, u - x));
    head(context, 0, 0, r, headOf(hammer));
    context.restore();
  }
}

/**
 * The head on its way around the hand that holds the other end of the handle.
 * @param {Vector} rest where it strikes @param {Vector} handle from there to the hand @param {Vector} away
 * @param {number} lift
 */
function swung(rest, handle, away, lift) {
  const long = Math.hypot(...handle);
  const across = unit(plus(away, times(handle, -dot(away, handle) / long ** 2)));
  const angle = lift / long;
  return plus(rest, plus(times(handle, 1 - Math.cos(angle)), times(across, long * Math.sin(angle))));
}

/**
 * A soft shadow on the place below it.
 * @param {CanvasRenderingContext2D} context @param {import("./camera.js").Camera} camera @param {{ point: Vector }} spot
 * @param {number} radius @param {number} lift @param {boolean} dark
 */
function shade(context, camera, spot, radius, lift, dark) {
  const [x, y] = camera.project(spot.point);
  const r = camera.scale * radius * (1 + 1.5 * lift);
  const gradient = context.createRadialGradient(x, y, 0, x, y, r);
  gradient.addColorStop(0, `rgba(0,0,0,${(dark ? 0.5 : 0.34) / (1 + 6 * lift)})`);
  gradient.addColorStop(1, "rgba(0,0,0,0)");
  context.save();
  context.translate(x, y);
  context.scale(1, 0.55);
  context.translate(-x, -y);
  context.fillStyle = gradient;
  context.fillRect(x - r, y - r, 2 * r, 2 * r);
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context @param {number[]} from @param {number[]} to @param {number} r
 * @param {boolean} dark
 */
function stick(context, from, to, r, dark) {
  const width = Math.max(3.5, r * 0.24);
  context.lineCap = "round";
  for (const [w, colour] of /** @type {[number, string][]} */ ([
    [width + 1.5, dark ? "#3a2d20" : "#6e5336"],
    [width, dark ? "#b58a58" : "#c79a63"],
    [width * 0.35, "rgba(255,255,255,.35)"],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = w;
    context.beginPath();
    context.moveTo(from[0], from[1]);
    context.lineTo(to[0], to[1]);
    context.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} r
 * @param {{ colour: number[], shine: number }} look
 */
export function head(context, x, y, r, { colour, shine }) {
  const tone = (/** @type {number} */ by, /** @type {number} */ add) =>
    `rgb(${colour.map((c) => Math.round(Math.min(255, c * by + add))).join(",")})`;
  const gradient = context.createRadialGradient(x - 0.35 * r, y - 0.42 * r, r * 0.05, x, y, r);
  gradient.addColorStop(0, tone(1.05, 30 + 90 * shine));
  gradient.addColorStop(0.35 - 0.15 * shine, tone(1, 8));
  gradient.addColorStop(0.8, tone(0.62, 0));
  gradient.addColorStop(1, tone(0.42 + 0.2 * shine, 0));
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fill();
}
