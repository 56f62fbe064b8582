// How each shape is drawn. Lengths are shares of the largest; x to the right, y away, z up.

import { Part, box } from "./part.js";
import { colourOf } from "./materials.js";
import { mix, times, unit } from "./vector.js";

/**
 * @typedef {import("./vector.js").Vector} Vector
 * @typedef {{ point: Vector, normal: Vector }} Spot
 * @typedef {{ parts: Part[], surface: (u: number, v: number) => Spot, width: number, depth: number, low: number, pitch?: number, yaw?: number, reach?: number }} Drawn
 *   `surface` tells where a place is; `width`, `depth` and `low` how much room it takes; `reach` how far it
 *   may be seen to bend
 */

const UP = /** @type {Vector} */ ([0, 0, 1]);
const TURN = 2 * Math.PI;

/** @param {[number, number, number]} colour @param {number} shine @param {number} layer */
const look = (colour, shine, layer) => ({ colour, shine, layer });
/** What lies under, beside and over the thing that is struck. */
const [UNDER, BESIDE, OVER] = [0, 1, 2];
const FELT = look([128, 62, 66], 0.05, UNDER);
const POST = look([92, 84, 78], 0.3, UNDER);
const LACQUER = look([150, 52, 44], 0.6, UNDER);
const HOOP = look([176, 182, 190], 0.9, OVER);
const VICE = look([92, 84, 78], 0.3, OVER);

/** @param {any} shape @param {string[]} names */
const largest = (shape, names) => Math.max(...names.map((name) => shape[name] ?? 0));

/** A slab with a face that is struck, and two sides that are seen. @param {number} l @param {number} w @param {number} t @param {number} columns @param {number} rows @param {(u: number, v: number) => [number, number]} place */
function slab(l, w, t, columns, rows, place) {
  const at = (/** @type {number} */ u, /** @type {number} */ v, /** @type {number} */ z) => /** @type {Vector} */ ([(u - 0.5) * l, (v - 0.5) * w, z]);
  return [
    new Part(rows, columns, (i, j) => ({ point: at(j, i, 0), push: UP, place: place(j, i) }), { struck: true }),
    new Part(2, columns, (i, j) => ({ point: at(j, 0, (i - 1) * t), push: UP, place: place(j, 0) })),
    new Part(2, rows, (i, j) => ({ point: at(1, j, (i - 1) * t), push: UP, place: place(1, j) })),
    new Part(2, rows, (i, j) => ({ point: at(0, j, (i - 1) * t), push: UP, place: place(0, j) })),
  ];
}

/** Where a bar is held. @param {string} ends @param {number} w @param {number} t */
function supports(ends, w, t) {
  const y = w / 2 + 0.015;
  const pad = (/** @type {number} */ u, /** @type {number} */ half, /** @type {number} */ top, /** @type {any} */ dress) => box([u - 0.5 - half, -y, -t - 0.05], [u - 0.5 + half, y, top], dress);
  if (ends === "clamped") return [...pad(-0.02, 0.03, 0.03, VICE), ...pad(1.02, 0.03, 0.03, VICE)];
  if (ends === "cantilever") return pad(-0.02, 0.04, 0.04, VICE);
  const [from, to] = ends === "supported" ? [0.02, 0.98] : [0.224, 0.776];
  return [...pad(from, 0.012, -t, FELT), ...pad(to, 0.012, -t, FELT)];
}

/** @param {any} shape @returns {Drawn} */
function bar(shape) {
  const longest = largest(shape, ["length", "width"]);
  const [l, w] = [shape.length / longest, Math.max(0.05, shape.width / longest)];
  const t = Math.max(0.022, shape.thickness / longest);
  const skin = slab(l, w, t, 57, 3, (u) => [u, 0]);
  return {
    parts: [...supports(shape.ends ?? "free", w, t), ...skin], low: -t - 0.05, width: l, depth: w, reach: 0.055,
    surface: (u) => ({ point: [(u - 0.5) * l, 0, 0], normal: UP }),
  };
}

/** @param {number} r @param {any} dress @param {boolean} swells */
function cylinder(r, dress, swells) {
  return new Part(25, 49, (i, j) => {
    const angle = i * TURN;
    const out = /** @type {Vector} */ ([0, Math.cos(angle), Math.sin(angle)]);
    return { point: [j - 0.5, r * out[1], r * out[2]], push: swells ? out : UP, place: [j, 0] };
  }, dress);
}

/** @param {any} shape @returns {Drawn} */
function tube(shape) {
  const r = Math.max(0.022, shape.diameter / shape.length / 2);
  const hung = [0.224, 0.776].flatMap((u) => box([u - 0.502, -0.002, r * 0.8], [u - 0.498, 0.002, r + 0.16], POST));
  const normal = unit([0, -0.45, 0.9]);
  return {
    parts: [...hung, cylinder(r, { struck: true, curved: true }, false)], width: 1, depth: 2 * r, low: -r, reach: 0.05,
    surface: (u) => ({ point: [u - 0.5, r * normal[1], r * normal[2]], normal }),
  };
}

/** @param {any} shape @returns {Drawn} */
function string(shape) {
  const r = Math.min(0.012, Math.max(0.006, (2 * shape.diameter) / shape.length));
  const posts = [0, 1].flatMap((u) => box([u - 0.515, -0.09, -0.09], [u - 0.485, 0.09, 0.004], POST));
  const table = box([-0.56, -0.12, -0.12], [0.56, 0.12, -0.09], { colour: [150, 102, 60], shine: 0.3, layer: -1 });
  return {
    parts: [...table, ...posts, cylinder(r, { struck: true, curved: true }, false)], width: 1.12, depth: 0.24, low: -0.12, reach: 0.06,
    surface: (u) => ({ point: [u - 0.5, 0, r], normal: UP }),
  };
}

/** @param {any} shape @returns {Drawn} */
function pipe(shape) {
  const r = Math.max(0.045, shape.diameter / shape.length / 2);
  const normal = unit([0, -0.45, 0.9]);
  const shell = cylinder(r, { struck: true, curved: true, alpha: 0.62 }, true);
  const end = (/** @type {number} */ x) => new Part(2, 33, (i, j) => ({ point: [x, i * r * Math.cos(j * TURN), i * r * Math.sin(j * TURN)] }), { colour: [70, 92, 118], shine: 0 });
  const closed = shape.ends === "closed" ? [end(-0.5), end(0.5)] : shape.ends === "half-open" ? [end(0.5)] : [];
  return {
    parts: [shell, ...closed], width: 1, depth: 2 * r, low: -r, reach: 0.03,
    surface: (u) => ({ point: [u - 0.5, r * normal[1], r * normal[2]], normal }),
  };
}

/** @param {any} shape @returns {Drawn} */
function plate(shape) {
  const longest = largest(shape, ["length", "width"]);
  const [l, w] = [shape.length / longest, shape.width / longest];
  const isSkin = shape.kind === "membrane";
  const t = isSkin ? 0.004 : Math.max(0.012, shape.thickness / longest);
  const skin = slab(l, w, t, 33, 25, (u, v) => [u, v]);
  const e = 0.025;
  const frame = isSkin ? box([-l / 2 - e, -w / 2 - e, -0.14], [l / 2 + e, w / 2 + e, -0.006], LACQUER) : [];
  return {
    parts: [...frame, ...skin], width: l, depth: w, low: isSkin ? -0.14 : -t, reach: 0.06, pitch: 0.72,
    surface: (u, v) => ({ point: [(u - 0.5) * l, (v - 0.5) * w, 0], normal: UP }),
  };
}

/** @param {any} shape @returns {Drawn} */
function disc(shape) {
  const isSkin = shape.kind === "round-membrane";
  const t = isSkin ? 0.006 : Math.max(0.012, shape.thickness / shape.diameter);
  const at = (/** @type {number} */ r, /** @type {number} */ v, /** @type {number} */ z) => /** @type {Vector} */ ([0.5 * r * Math.cos(v * TURN), 0.5 * r * Math.sin(v * TURN), z]);
  const top = new Part(12, 65, (i, j) => ({ point: at(i, j, 0), push: UP, place: [i, j] }), { struck: true });
  const rim = new Part(2, 65, (i, j) => ({ point: at(1, j, (i - 1) * t), push: UP, place: [1, j] }));
  const shell = new Part(2, 65, (i, j) => ({ point: at(1.02, j, -0.36 * (1 - i) - 0.02) }), LACQUER);
  const hoop = new Part(2, 65, (i, j) => ({ point: at(1.035, j, 0.012 - 0.05 * (1 - i)) }), HOOP);
  return {
    parts: isSkin ? [shell, top, hoop] : [top, rim], width: 1, depth: 1, low: isSkin ? -0.38 : -t, reach: 0.06, pitch: isSkin ? 0.6 : 0.75,
    surface: (u, v) => ({ point: at(u, v, 0), normal: UP }),
  };
}

/** @returns {Drawn} */
function bowl() {
  const out = (/** @type {number} */ u, /** @type {number} */ v) => {
    const angle = (u * Math.PI) / 2;
    return /** @type {Vector} */ ([Math.sin(angle) * Math.cos(v * TURN), Math.sin(angle) * Math.sin(v * TURN), -Math.cos(angle)]);
  };
  const wall = new Part(21, 81, (i, j) => ({ point: times(out(i, j), 0.5), push: out(i, j), place: [i, j] }), { struck: true, curved: true });
  const lip = new Part(2, 81, (i, j) => ({ point: times(out(1, j), 0.5 - 0.012 * (1 - i)), push: out(1, j), place: [1, j] }), {});
  const cushion = new Part(9, 49, (i, j) => {
    const angle = (i - 0.5) * Math.PI;
    const r = 0.27 + 0.045 * Math.cos(angle);
    return { point: [r * Math.cos(j * TURN), r * Math.sin(j * TURN), -0.455 + 0.045 * Math.sin(angle)] };
  }, FELT);
  return {
    parts: [cushion, wall, lip], width: 1, depth: 1, low: -0.5, reach: 0.05, pitch: 0.5,
    surface: (u, v) => ({ point: times(out(u, v), 0.5), normal: out(u, v) }),
  };
}

/** Half the section of a church bell, from the crown to the rim: radius and height over the diameter. */
const BELL = [[0, 0.8], [0.09, 0.8], [0.18, 0.795], [0.245, 0.765], [0.272, 0.7], [0.283, 0.58], [0.298, 0.44], [0.325, 0.3], [0.37, 0.17], [0.44, 0.06], [0.5, 0]];

/** @param {number} u */
function bellSection(u) {
  const at = Math.min(BELL.length - 2, Math.floor(u * (BELL.length - 1)));
  const share = u * (BELL.length - 1) - at;
  const part = (/** @type {number} */ i) => BELL[Math.min(BELL.length - 1, Math.max(0, i))];
  return [0, 1].map((k) => {
    const [a, b, c, d] = [at - 1, at, at + 1, at + 2].map((i) => part(i)[k]);
    return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)));
  });
}

/** @returns {Drawn} */
function bell() {
  const point = (/** @type {number} */ u, /** @type {number} */ v) => {
    const [r, z] = bellSection(u);
    return /** @type {Vector} */ ([r * Math.cos(v * TURN), r * Math.sin(v * TURN), z - 0.4]);
  };
  const out = (/** @type {number} */ u, /** @type {number} */ v) => {
    const [[r0, z0], [r1, z1]] = [bellSection(Math.max(0, u - 0.02)), bellSection(Math.min(1, u + 0.02))];
    const [dr, dz] = [r1 - r0, z1 - z0];
    return unit([-dz * Math.cos(v * TURN), -dz * Math.sin(v * TURN), dr]);
  };
  const skin = new Part(35, 89, (i, j) => ({ point: point(i, j), push: out(i, j), place: [i, j] }), { struck: true, closed: true, curved: true });
  const yoke = box([-0.05, -0.05, 0.39], [0.05, 0.05, 0.5], POST);
  return { parts: [skin, ...yoke], width: 1, depth: 1, low: -0.4, reach: 0.045, pitch: 0.2, surface: (u, v) => ({ point: point(u, v), normal: out(u, v) }) };
}

/** @param {any} shape @returns {Drawn} */
function block(shape) {
  const longest = largest(shape, ["length", "width", "height"]);
  const [l, w, t] = ["length", "width", "height"].map((name) => shape[name] / longest);
  return {
    parts: slab(l, w, t, 25, 17, (u, v) => [u, v]), width: l, depth: w, low: -t, reach: 0.035, pitch: 0.55,
    surface: (u, v) => ({ point: [(u - 0.5) * l, (v - 0.5) * w, 0], normal: UP }),
  };
}

/** @param {any} shape @returns {Drawn} */
function cavity(shape) {
  const roundness = shape.roundness ?? 0;
  const spot = (/** @type {Vector} */ cube) => {
    const ball = times(unit(cube), 0.62);
    const point = mix(times(cube, 1), ball, roundness);
    return { point, normal: mix(unit(cube), unit(cube), 0) };
  };
  const face = (/** @type {(i: number, j: number) => Vector} */ cube, /** @type {boolean} */ struck) => new Part(15, 15, (i, j) => {
    const { point, normal } = spot(cube(i, j));
    return { point, push: normal, place: [j, i] };
  }, { struck, alpha: 0.6, curved: true });
  const front = (/** @type {number} */ i, /** @type {number} */ j) => /** @type {Vector} */ ([j - 0.5, -0.5, i - 0.5]);
  return {
    parts: [
      face((i, j) => [j - 0.5, 0.5, i - 0.5], false), face((i, j) => [-0.5, j - 0.5, i - 0.5], false), face((i, j) => [j - 0.5, i - 0.5, -0.5], false),
      face(front, true), face((i, j) => [0.5, j - 0.5, i - 0.5], false), face((i, j) => [j - 0.5, i - 0.5, 0.5], false),
    ],
    width: 1, depth: 1, low: -0.5, reach: 0.04, pitch: 0.42,
    surface: (u, v) => {
      const { point, normal } = spot(front(v, u));
      return { point, normal };
    },
  };
}

/** @returns {Drawn} */
function wall() {
  const stone = look(colourOf("stone"), 0.1, BESIDE);
  const parts = box([-0.5, -0.3, -0.25], [0.5, 0.3, 0], stone);
  for (const part of parts) part.look = { ...stone, struck: true };
  return { parts, width: 1, depth: 0.6, low: -0.25, surface: () => ({ point: [0, 0, 0], normal: UP }) };
}

/** Modes without a shape: a reed for each, the lower the longer. @param {any} modes @returns {Drawn} */
function reeds(modes) {
  const listed = [modes.frequency, modes.mass, modes.q].find(Array.isArray);
  const count = Math.min(16, listed?.length ?? 1);
  const frequencies = Array.from({ length: count }, (_, i) => (Array.isArray(modes.frequency) ? modes.frequency[i] : modes.frequency) || 1);
  const lowest = Math.min(...frequencies);
  const step = 1 / Math.max(count, 4);
  const parts = frequencies.map((frequency, k) => {
    const height = 0.12 + 0.5 * Math.sqrt(lowest / frequency);
    const x = (k - (count - 1) / 2) * step;
    return new Part(13, 2, (i, j) => ({
      point: [x + (j - 0.5) * step * 0.55, 0, i * height], push: [0, -(i ** 2), -0.15 * i ** 2], place: [count > 1 ? k / (count - 1) : 0, 0],
    }), { struck: true, colour: [214, 221, 230], shine: 0.8 });
  });
  const foot = box([(-count / 2) * step - 0.04, -0.09, -0.09], [(count / 2) * step + 0.04, 0.09, 0], look(colourOf("wood"), 0.3, UNDER));
  const top = 0.12 + 0.5 * Math.sqrt(lowest / frequencies[0]);
  return {
    parts: [...foot, ...parts], width: 1, depth: 0.2, low: -0.09, reach: 0.12,
    surface: () => ({ point: [(-(count - 1) / 2) * step, 0, top * 0.82], normal: unit([0, -1, 0.15]) }),
  };
}

/** @type {Record<string, (shape: any) => Drawn>} */
const SHAPES = {
  bar, tube, string, pipe, plate, membrane: plate, "round-plate": disc, disc, "round-membrane": disc, bowl, bell, block, cavity,
};

/** How a body of a scene is drawn. @param {any} body @returns {Drawn} */
export function drawn(body) {
  if (body.modes) return reeds(body.modes);
  if (body.wall || !body.shape) return wall();
  return (SHAPES[body.shape.kind] ?? plate)({ length: 1, width: 0.7, thickness: 0.02, diameter: 1, ...body.shape });
}

/** The largest length of a body, in metres; things in one scene are drawn to one scale. @param {any} body */
export function sizeOf(body) {
  const lengths = ["length", "width", "diameter", "height", "side"].map((name) => body.shape?.[name] ?? 0);
  return Math.max(...lengths) || 0.3;
}
