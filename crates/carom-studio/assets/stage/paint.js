// Surfaces, lit and sorted from back to front.

import { dot, plus, times, unit } from "./vector.js";

/**
 * @typedef {import("./vector.js").Vector} Vector
 * @typedef {import("./part.js").Part} Part
 * @typedef {{ up: [number, number, number], down: [number, number, number], dark: boolean }} Tints
 * @typedef {{ layer: number, alpha: number, isBack: boolean, depth: number, corners: number[], colour: string }} Face
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
  const parts = figure.bodies.flatMap(({ drawn }) => drawn.parts);
  for (const part of parts) collect(part, figure.camera, tints, swing, faces);
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

/**
 * Paints a transparent wall on a canvas of its own first, or its seams would show.
 * @param {CanvasRenderingContext2D} context @param {Face[]} faces
 */
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

/**
 * @param {Part} part @param {import("./camera.js").Camera} camera @param {Tints} tints @param {number} swing
 * @param {Face[]} faces
 */
function collect(part, camera, tints, swing, faces) {
  const { rows, columns, moved, lifts, look } = part;
  const flat = projected(moved, camera);
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const a = i * columns + j;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns];
      const normal = crossed(moved, a, b, c, d);
      if (!normal) continue;
      const view = unit([
        camera.eye[0] - (moved[3 * a] + moved[3 * c]) / 2, camera.eye[1] - (moved[3 * a + 1] + moved[3 * c + 1]) / 2,
        camera.eye[2] - (moved[3 * a + 2] + moved[3 * c + 2]) / 2,
      ]);
      const isBack = dot(normal, view) < 0;
      if (!isBack && look.closed) continue;
      const facing = isBack ? times(normal, -1) : normal;
      const lift = swing > 0 ? (lifts[a] + lifts[b] + lifts[c] + lifts[d]) / 4 / swing : 0;
      const depth = (flat[3 * a + 2] + flat[3 * b + 2] + flat[3 * c + 2] + flat[3 * d + 2]) / 4;
      const corners = [
        flat[3 * a], flat[3 * a + 1], flat[3 * b], flat[3 * b + 1],
        flat[3 * c], flat[3 * c + 1], flat[3 * d], flat[3 * d + 1],
      ];
      const colour = lit(look, facing, view, lift, tints);
      faces.push({ layer: look.layer ?? 1, alpha: look.alpha ?? 1, isBack, depth, corners, colour });
    }
  }
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

/** @param {any} look @param {Vector} normal @param {Vector} view @param {number} lift @param {Tints} tints */
function lit(look, normal, view, lift, tints) {
  const { colour, shine } = look;
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
  const mixed = (/** @type {number} */ k) =>
    Math.round(Math.min(255, (colour[k] * base + light) * (1 - share) + tint[k] * tinted));
  return `rgb(${mixed(0)},${mixed(1)},${mixed(2)})`;
}
