// The drawing of a scene: the bodies that can be struck, side by side on one scale.

import { bodyNamed, rings, targets } from "../scene/bodies.js";
import { pairOf, placesOf } from "../scene/places.js";
import { outlineOf } from "../scene/shapes.js";
import { Camera } from "./camera.js";
import { colourOf, shineOf } from "./materials.js";
import { Part } from "./part.js";
import { ridges } from "./ridges.js";
import { drawn } from "./shapes.js";
import { dot, minus, plus, times } from "./vector.js";

/**
 * @import { Outline } from "../../browser/types/engine.js"
 * @import { Body, Scene } from "../../browser/types/scene.js"
 * @import { Place } from "../scene/places.js"
 * @import { Drawn, Spot } from "./shapes.js"
 * @import { Vector } from "./vector.js"
 * @typedef {{
 *   body: Body, index: number, drawn: Drawn, at: Vector, scale: number, outline: Outline | null,
 *   size: number,
 * }} Standing `size` is the largest length in metres
 */

/** The room between bodies that stand beside each other. */
const APART = 0.12;
/** The size of a body without a shape (m). */
const UNKNOWN_SIZE = 0.3;

export class Figure {
  /** @param {Scene} scene @param {Record<string, Outline>} [outlines] as the engine computed them, by body */
  constructor(scene, outlines) {
    const struck = targets(scene)
      .slice(0, 8)
      .map((one) => {
        const outline = outlineOf(one.body, outlines);
        const size = outline ? Math.max(outline.length, outline.width, outline.height) : UNKNOWN_SIZE;
        return { ...one, outline, size };
      });
    const largest = Math.max(...struck.map((one) => one.size), 1e-9);
    // Long bodies lie one behind the other.
    const isLong = struck.length > 1 && struck.every((one) => placesOf(one.body) === "line");
    let [along, gap] = [0, 0];
    /** @type {Standing[]} */
    this.bodies = struck.map(({ body, index, outline, size }) => {
      const scale = struck.length > 1 ? Math.max(0.25, size / largest) : 1;
      const shape = drawn(body, outline);
      const room = scale * (isLong ? shape.depth : shape.width);
      const at = /** @type {Vector} */ (isLong ? [0, along + room / 2, 0] : [along + room / 2, 0, 0]);
      gap = shape.apart ?? (isLong ? 2 * APART : APART);
      along += room + gap;
      return { body, index, drawn: shape, at, scale, outline, size };
    });
    this.furnish(scene);
    this.centre(isLong, along - gap);
    for (const one of this.bodies) dress(one);
    const first = this.bodies[0]?.drawn;
    const yaw = isLong ? -0.5 : struck.length > 1 ? -0.2 : (first?.yaw ?? -0.38);
    this.camera = new Camera(yaw, isLong ? 0.75 : (first?.pitch ?? 0.5));
  }

  /** Adds the ridges on surfaces, and the table under what falls on a wall. @param {Scene} scene */
  furnish(scene) {
    for (const one of this.bodies) {
      const carved = (scene.gesture ?? []).flatMap((gesture) => ridges(gesture, one) ?? []);
      const under = walls(scene, one.body.name);
      const table = under.length < 3 ? [] : [tableUnder(one.drawn.low, colourOf(under[0].material))];
      one.drawn.parts.push(...carved, ...table);
    }
  }

  /** The drawn body of a name. @param {string} name */
  find(name) {
    return this.bodies.find(({ body }) => body.name === name);
  }

  /** @param {boolean} isLong @param {number} room */
  centre(isLong, room) {
    for (const one of this.bodies) {
      one.at[isLong ? 1 : 0] -= room / 2;
      for (const part of one.drawn.parts) {
        for (let k = 0; k < part.points.length; k += 1) part.points[k] *= one.scale;
        part.shift(one.at);
      }
    }
  }

  /**
   * @param {{ x: number, y: number, width: number, height: number }} room @param {number} headroom
   * @param {Vector[]} [others] points that are to be seen, too
   */
  fit(room, headroom, others = []) {
    const points = [...others];
    for (const { drawn: shape, at } of this.bodies) {
      for (const part of shape.parts) {
        for (let n = 0; n < part.points.length; n += 3) {
          points.push(/** @type {Vector} */ ([...part.points.subarray(n, n + 3)]));
        }
      }
      points.push(plus(at, [0, 0, headroom]));
    }
    if (points.length) this.camera.fit(points, room);
  }

  /** Where a place is. @param {string} name @param {Place | undefined} place @returns {Spot | null} */
  spot(name, place) {
    const one = this.find(name);
    if (!one) return null;
    const { point, normal } = one.drawn.surface(...pairOf(place));
    const at = plus(times(point, one.scale), one.at);
    // A wall whose inside is seen is struck from inside.
    const isInside = dot(normal, minus(this.camera.eye, at)) < 0;
    return { point: at, normal: isInside ? times(normal, -1) : normal };
  }

  /** Which place of which body is drawn at a point of the screen. @param {number} x @param {number} y */
  pick(x, y) {
    let best = null;
    for (const { body, drawn: shape } of this.bodies) {
      for (const part of shape.parts) {
        if (!part.look.struck) continue;
        const hit = pickPart(part, this.camera, x, y);
        if (hit && (!best || hit.depth < best.depth)) best = { ...hit, name: body.name, body };
      }
    }
    return best;
  }
}

/** A round table. @param {number} low @param {[number, number, number]} colour */
function tableUnder(low, colour) {
  const spot = (/** @type {number} */ i, /** @type {number} */ j) => {
    const turn = 2 * Math.PI * j;
    const point = /** @type {Vector} */ ([0.95 * i * Math.cos(turn), 0.95 * i * Math.sin(turn), low - 0.004]);
    return { point };
  };
  return new Part(2, 65, spot, { colour, shine: 0.1, layer: -2, fixed: true });
}

/** The walls that a body touches, once for each contact. @param {Scene} scene @param {string} name */
function walls(scene, name) {
  const own = (scene.contact ?? []).filter(({ between }) => between.includes(name));
  return own.flatMap(({ between }) => between.map((one) => bodyNamed(scene, one)).find((one) => one?.wall) ?? []);
}

/** Parts without a colour of their own take that of the material. @param {Standing} one */
function dress({ body, drawn: shape }) {
  const look = { colour: colourOf(body.material), shine: shineOf(body.material) };
  const { material } = body;
  const alpha = material === "glass" || material === "crystal" ? 0.78 : material === "ice" ? 0.85 : undefined;
  for (const part of shape.parts) {
    const isBody = part.look.colour === undefined;
    part.look = { ...look, ...(isBody && alpha && rings(body) ? { alpha } : {}), ...part.look };
  }
}

/** @param {Part} part @param {Camera} camera @param {number} x @param {number} y */
function pickPart(part, camera, x, y) {
  const { rows, columns, points, places } = part;
  let best = null;
  /** @type {number[][]} */
  const flat = [];
  for (let n = 0; n < points.length; n += 3) flat.push(camera.project([points[n], points[n + 1], points[n + 2]]));
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const corners = [i * columns + j, i * columns + j + 1, (i + 1) * columns + j + 1, (i + 1) * columns + j];
      for (const [a, b, c] of [
        [0, 1, 2],
        [0, 2, 3],
      ]) {
        const three = [corners[a], corners[b], corners[c]];
        const triangle = three.map((n) => flat[n]);
        const shares = within(triangle, x, y);
        if (!shares) continue;
        const depth = three.reduce((sum, n, k) => sum + shares[k] * flat[n][2], 0);
        if (best && depth >= best.depth) continue;
        const place = [0, 1].map((k) => three.reduce((sum, n, s) => sum + shares[s] * places[2 * n + k], 0));
        best = { depth, place: /** @type {[number, number]} */ (place) };
      }
    }
  }
  return best;
}

/**
 * The shares of three corners in a point, if it lies between them.
 * @param {number[][]} corners @param {number} x @param {number} y
 */
function within([a, b, c], x, y) {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-9) return null;
  const second = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
  const third = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
  const shares = [1 - second - third, second, third];
  return shares.every((share) => share >= -1e-6) ? shares : null;
}
