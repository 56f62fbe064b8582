// Surfaces, lit and sorted from back to front.

import { contextOf, h } from "../lib/dom.js";
import { dot, minus, mix, plus, times, unit } from "./vector.js";

/**
 * @import { Look, Part } from "./part.js"
 * @import { Vector } from "./vector.js"
 * @typedef {{ up: [number, number, number], down: [number, number, number], dark: boolean }} Tints
 * @typedef {[number, number, number]} Colour
 * @typedef {{
 *   layer: number, alpha: number, isBack: boolean, depth: number, corners: number[], colours: Colour[],
 * }} Face
 */

/** What has no colour. @type {Colour} */
const GREY = [150, 156, 166];
const LIGHT = unit([-0.5, -0.55, 0.85]);
/** How much of the tint a place at full swing takes. */
const TINT = 0.5;

/**
 * @param {CanvasRenderingContext2D} context @param {import("./figure.js").Figure} figure @param {Tints} tints
 * @param {number} swing what counts as full swing
 */
export function paint(context, figure, tints, swing) {
  /** @type {Face[]} */
  const faces = [];
  const parts = figure.bodies.flatMap(({ drawn }) => drawn.parts);
  for (const part of parts) collect(part, figure.camera, tints, swing, faces);
  faces.sort((a, b) => b.depth - a.depth);
  for (const layer of [...new Set(faces.map((face) => face.layer))].sort((a, b) => a - b)) {
    const own = faces.filter((face) => face.layer === layer);
    fill(
      context,
      own.filter((face) => face.alpha === 1),
    );
    const clear = own.filter((face) => face.alpha < 1);
    const walls = [clear.filter((face) => face.isBack), clear.filter((face) => !face.isBack)];
    for (const wall of walls.sort((a, b) => far(b) - far(a))) veil(context, wall);
  }
}

/** @param {Face[]} faces */
const far = (faces) => faces.reduce((sum, face) => sum + face.depth, 0) / (faces.length || 1);

/** @param {CanvasRenderingContext2D} context @param {Face[]} faces */
function fill(context, faces) {
  context.lineJoin = "round";
  context.lineWidth = 0.8;
  for (const { corners, colours } of faces) {
    const colour = shading(context, corners, colours);
    context.beginPath();
    context.moveTo(corners[0], corners[1]);
    for (let k = 2; k < corners.length; k += 2) context.lineTo(corners[k], corners[k + 1]);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    // Slightly over the edge, or the background would show between neighbours.
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** Corners whose colours differ by less than this are painted with one. */
const EVEN = 5;

/** @param {ArrayLike<number>} colour */
const css = (colour) => `rgb(${Math.round(colour[0])},${Math.round(colour[1])},${Math.round(colour[2])})`;

/**
 * The colour of a face: from its darkest corner to its lightest, along the way in which it changes.
 * @param {CanvasRenderingContext2D} context @param {number[]} corners @param {Colour[]} colours
 */
function shading(context, corners, colours) {
  const bright = colours.map(([r, g, b]) => r + g + b);
  const [a, b, c, d] = bright;
  const [dark, light] = [bright.indexOf(Math.min(...bright)), bright.indexOf(Math.max(...bright))];
  const mean = [0, 1, 2].map((k) => colours.reduce((sum, colour) => sum + colour[k], 0) / colours.length);
  // The slope that fits both diagonals.
  const [x, y, u, v] = [0, 1, 2, 3].map((k) => corners[k + 4] - corners[k]);
  const area = x * v - u * y;
  const slope = [((c - a) * v - (d - b) * y) / area, ((d - b) * x - (c - a) * u) / area];
  const steep = slope[0] ** 2 + slope[1] ** 2;
  if (bright[light] - bright[dark] < 3 * EVEN || !(steep > 1e-9) || !Number.isFinite(steep)) return css(mean);
  const [px, py] = [corners[2 * dark], corners[2 * dark + 1]];
  const reach = (bright[light] - bright[dark]) / steep;
  const gradient = context.createLinearGradient(px, py, px + reach * slope[0], py + reach * slope[1]);
  gradient.addColorStop(0, css(colours[dark]));
  gradient.addColorStop(1, css(colours[light]));
  return gradient;
}

/**
 * Paints a transparent wall on a canvas of its own first, or its seams would show.
 * @param {CanvasRenderingContext2D} context @param {Face[]} faces
 */
function veil(context, faces) {
  if (!faces.length) return;
  const aside = h("canvas", { width: context.canvas.width, height: context.canvas.height });
  const painted = contextOf(aside);
  painted.setTransform(context.getTransform());
  fill(painted, faces);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = faces[0].alpha;
  context.drawImage(aside, 0, 0);
  context.restore();
}

/**
 * @param {Part} part @param {import("./camera.js").Camera} camera @param {Tints} tints @param {number} swing
 * @param {Face[]} faces
 */
function collect(part, camera, tints, swing, faces) {
  const { rows, columns, moved, lifts, look } = part;
  const flat = projected(moved, camera);
  const normals = smoothNormals(part);
  /** What each point looks like from the front and from the back. @type {(Colour | undefined)[][]} */
  const seen = [[], []];
  const at = (/** @type {number} */ n) => /** @type {Vector} */ ([moved[3 * n], moved[3 * n + 1], moved[3 * n + 2]]);
  const colourAt = (/** @type {number} */ n, /** @type {boolean} */ isBack) => {
    const side = seen[isBack ? 1 : 0];
    const view = unit(minus(camera.eye, at(n)));
    const normal = /** @type {Vector} */ ([normals[3 * n], normals[3 * n + 1], normals[3 * n + 2]]);
    side[n] ??= lit(look, isBack ? times(normal, -1) : normal, view, swing > 0 ? lifts[n] / swing : 0, tints);
    return side[n];
  };
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const a = i * columns + j;
      const four = [a, a + 1, a + columns + 1, a + columns];
      const normal = crossed(moved, four[0], four[1], four[2], four[3]);
      if (!normal) continue;
      const isBack = dot(normal, minus(camera.eye, mix(at(four[0]), at(four[2]), 0.5))) < 0;
      if (!isBack && look.closed) continue;
      const depth = four.reduce((sum, n) => sum + flat[3 * n + 2], 0) / 4;
      const corners = four.flatMap((n) => [flat[3 * n], flat[3 * n + 1]]);
      const colours = four.map((n) => colourAt(n, isBack));
      faces.push({ layer: look.layer ?? 1, alpha: look.alpha ?? 1, isBack, depth, corners, colours });
    }
  }
}

/**
 * The directions of a part at its points: the mean of those of the faces around, also across its seam.
 * @param {Part} part
 */
function smoothNormals({ rows, columns, moved, points }) {
  const sums = new Float32Array(moved.length);
  const add = (/** @type {number} */ n, /** @type {ArrayLike<number>} */ by) => {
    for (let k = 0; k < 3; k += 1) sums[3 * n + k] += by[k];
  };
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const a = i * columns + j;
      const normal = crossed(moved, a, a + 1, a + columns + 1, a + columns);
      if (normal) for (const n of [a, a + 1, a + columns + 1, a + columns]) add(n, normal);
    }
  }
  join(sums, points, rows, columns);
  for (let n = 0; n < sums.length; n += 3) {
    const size = Math.hypot(sums[n], sums[n + 1], sums[n + 2]) || 1;
    for (let k = 0; k < 3; k += 1) sums[n + k] /= size;
  }
  return sums;
}

/**
 * Where the last column or row meets the first, both have the sum of both.
 * @param {Float32Array} sums @param {Float32Array} points @param {number} rows @param {number} columns
 */
function join(sums, points, rows, columns) {
  const pair = (/** @type {number} */ n, /** @type {number} */ m) => {
    const far = Math.hypot(...[0, 1, 2].map((k) => points[3 * n + k] - points[3 * m + k]));
    if (n === m || far > 1e-6) return;
    for (let k = 0; k < 3; k += 1) sums[3 * n + k] = sums[3 * m + k] = sums[3 * n + k] + sums[3 * m + k];
  };
  for (let i = 0; i < rows; i += 1) pair(i * columns, (i + 1) * columns - 1);
  for (let j = 0; j < columns; j += 1) pair(j, (rows - 1) * columns + j);
}

/**
 * Where points are on the screen, and how far away.
 * @param {Float32Array} points @param {import("./camera.js").Camera} camera
 */
function projected(points, camera) {
  const flat = new Float32Array(points.length);
  for (let k = 0; k < points.length; k += 3) flat.set(camera.project([points[k], points[k + 1], points[k + 2]]), k);
  return flat;
}

/**
 * The direction across both diagonals of four points.
 * @param {Float32Array} p @param {number} a @param {number} b @param {number} c @param {number} d
 * @returns {Vector | null}
 */
function crossed(p, a, b, c, d) {
  const [x, y, z] = [p[3 * c] - p[3 * a], p[3 * c + 1] - p[3 * a + 1], p[3 * c + 2] - p[3 * a + 2]];
  const [u, v, w] = [p[3 * d] - p[3 * b], p[3 * d + 1] - p[3 * b + 1], p[3 * d + 2] - p[3 * b + 2]];
  const [nx, ny, nz] = [y * w - z * v, z * u - x * w, x * v - y * u];
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  return size < 1e-12 ? null : [nx / size, ny / size, nz / size];
}

/** @param {Look} look @param {Vector} normal @param {Vector} view @param {number} lift @param {Tints} tints */
function lit(look, normal, view, lift, tints) {
  const { colour = GREY, shine = 0 } = look;
  const diffuse = Math.max(0, dot(normal, LIGHT));
  const half = unit(plus(LIGHT, view));
  const gloss = Math.max(0, dot(normal, half)) ** (10 + 26 * shine);
  const facing = dot(normal, view);
  const mirrored = 2 * facing * normal[2] - view[2];
  // Metal reflects a bright ceiling with windows and a dark floor.
  const across = 2 * facing * (normal[0] - 0.35 * normal[1]) - view[0] + 0.35 * view[1];
  const window = look.curved
    ? Math.exp(-(((across + 0.62) / 0.3) ** 2))
    : Math.exp(-(((across - 0.09) / 0.045) ** 2)) + 0.5 * Math.exp(-(((across + 0.02) / 0.018) ** 2));
  const sky = shine * (0.5 + 0.5 * Math.tanh(3.2 * (mirrored - 0.25)) + 0.55 * window * shine);
  const edge = shine * (1 - Math.max(0, facing)) ** 3;
  const base = (tints.dark ? 0.3 : 0.42) + 0.5 * diffuse - 0.16 * shine + 0.34 * sky;
  const light = 120 * gloss * (0.15 + 0.85 * shine) + 60 * edge;
  const tint = lift >= 0 ? tints.up : tints.down;
  const share = TINT * Math.min(1, Math.abs(lift));
  const tinted = (0.55 + 0.45 * diffuse) * share;
  const mixed = (/** @type {number} */ k) => Math.min(255, (colour[k] * base + light) * (1 - share) + tint[k] * tinted);
  return /** @type {Colour} */ ([mixed(0), mixed(1), mixed(2)]);
}
