// Surfaces, lit and sorted from back to front.

import { cross, dot, minus, plus, unit } from "./vector.js";

/**
 * @typedef {import("./vector.js").Vector} Vector
 * @typedef {import("./part.js").Part} Part
 * @typedef {{ up: [number, number, number], down: [number, number, number], dark: boolean }} Tints
 * @typedef {{ layer: number, alpha: number, isBack: boolean, depth: number, corners: number[][], colour: string }} Face
 */

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
  for (const { drawn } of figure.bodies) for (const part of drawn.parts) collect(part, figure.camera, tints, swing, faces);
  faces.sort((a, b) => b.depth - a.depth);
  for (const layer of [...new Set(faces.map((face) => face.layer))].sort((a, b) => a - b)) {
    const own = faces.filter((face) => face.layer === layer);
    fill(context, own.filter((face) => face.alpha === 1));
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
  for (const { corners, colour } of faces) {
    context.beginPath();
    context.moveTo(corners[0][0], corners[0][1]);
    for (let k = 1; k < corners.length; k += 1) context.lineTo(corners[k][0], corners[k][1]);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    // A hair over the edge, or the background shines through between neighbours.
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** A wall of glass is painted aside and laid over as a whole, or its seams would show. @param {CanvasRenderingContext2D} context @param {Face[]} faces */
function veil(context, faces) {
  if (!faces.length) return;
  const aside = document.createElement("canvas");
  [aside.width, aside.height] = [context.canvas.width, context.canvas.height];
  const painted = aside.getContext("2d");
  if (!painted) return;
  painted.setTransform(context.getTransform());
  fill(painted, faces);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = faces[0].alpha;
  context.drawImage(aside, 0, 0);
  context.restore();
}

/** @param {Part} part @param {import("./camera.js").Camera} camera @param {Tints} tints @param {number} swing @param {Face[]} faces */
function collect(part, camera, tints, swing, faces) {
  const { rows, columns, moved, lifts } = part;
  const at = (/** @type {number} */ n) => /** @type {Vector} */ ([moved[3 * n], moved[3 * n + 1], moved[3 * n + 2]]);
  const count = rows * columns;
  const points = Array.from({ length: count }, (_, n) => at(n));
  const flat = points.map((p) => camera.project(p));
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const n = [i * columns + j, i * columns + j + 1, (i + 1) * columns + j + 1, (i + 1) * columns + j];
      let normal = cross(minus(points[n[2]], points[n[0]]), minus(points[n[3]], points[n[1]]));
      const size = Math.hypot(...normal);
      if (size < 1e-12) continue;
      normal = unit(normal);
      const middle = /** @type {Vector} */ ([0, 1, 2].map((k) => (points[n[0]][k] + points[n[1]][k] + points[n[2]][k] + points[n[3]][k]) / 4));
      const view = unit(minus(camera.eye, middle));
      const isBack = dot(normal, view) < 0;
      if (!isBack && part.look.closed) continue;
      if (isBack) normal = /** @type {Vector} */ ([-normal[0], -normal[1], -normal[2]]);
      const lift = swing > 0 ? (lifts[n[0]] + lifts[n[1]] + lifts[n[2]] + lifts[n[3]]) / 4 / swing : 0;
      const depth = n.reduce((sum, k) => sum + flat[k][2], 0) / 4;
      faces.push({ layer: part.look.layer ?? 1, alpha: part.look.alpha ?? 1, isBack, depth, corners: n.map((k) => flat[k]), colour: lit(part.look, normal, view, lift, tints) });
    }
  }
}

/** @param {any} look @param {Vector} normal @param {Vector} view @param {number} lift @param {Tints} tints */
function lit(look, normal, view, lift, tints) {
  const { colour, shine } = look;
  const diffuse = Math.max(0, dot(normal, LIGHT));
  const half = unit(plus(LIGHT, view));
  const gloss = Math.max(0, dot(normal, half)) ** (10 + 26 * shine);
  const facing = dot(normal, view);
  const mirrored = 2 * facing * normal[2] - view[2];
  // A bright ceiling with windows above a dark floor is what makes metal look like metal.
  const across = 2 * facing * (normal[0] - 0.35 * normal[1]) - view[0] + 0.35 * view[1];
  const window = look.curved
    ? Math.exp(-(((across + 0.62) / 0.3) ** 2))
    : Math.exp(-(((across - 0.09) / 0.045) ** 2)) + 0.5 * Math.exp(-(((across + 0.02) / 0.018) ** 2));
  const sky = shine * (0.5 + 0.5 * Math.tanh(3.2 * (mirrored - 0.25)) + 0.55 * window * shine);
  const edge = shine * (1 - Math.max(0, facing)) ** 3;
  const base = (tints.dark ? 0.3 : 0.42) + 0.5 * diffuse - 0.16 * shine + 0.34 * sky;
  const tint = lift >= 0 ? tints.up : tints.down;
  const share = TINT * Math.min(1, Math.abs(lift));
  const [r, g, b] = [0, 1, 2].map((k) => {
    const plain = colour[k] * base + 120 * gloss * (0.15 + 0.85 * shine) + 60 * edge;
    return Math.round(Math.min(255, plain * (1 - share) + tint[k] * (0.55 + 0.45 * diffuse) * share));
  });
  return `rgb(${r},${g},${b})`;
}
