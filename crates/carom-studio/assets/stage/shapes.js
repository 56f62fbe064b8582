// Draws bodies. Lengths are shares of the largest; x points right, y away, z up.
//
// Every kind of outline has a drawing, so that any shape can be drawn; some shapes have a better one by name.

import { countOf } from "../scene/modes.js";
import { Part, box } from "./part.js";
import { colourOf } from "./materials.js";
import { mix, times, unit } from "./vector.js";

/**
 * @import { Outline } from "../../browser/types/engine.js"
 * @import { Body, Shape } from "../../browser/types/scene.js"
 * @import { Look } from "./part.js"
 * @import { Vector } from "./vector.js"
 */

/**
 * @import * as Scenes from "../../browser/types/scene.js"
 * @typedef {{ point: Vector, normal: Vector }} Spot
 * @typedef {{
 *   parts: Part[], surface: (u: number, v: number) => Spot, width: number, depth: number, low: number, pitch?: number,
 *   yaw?: number, reach?: number, apart?: number,
 * }} Drawn `surface` gives the point at a place; `width`, `depth` and `low` are the room that it takes; `reach` is
 *   how far it may be seen to bend; `apart` is how far it stands from others, if that is not as usual
 */

const UP = /** @type {Vector} */ ([0, 0, 1]);
const TURN = 2 * Math.PI;

/** @param {[number, number, number]} colour @param {number} shine @param {number} layer @returns {Look} */
const look = (colour, shine, layer) => ({ colour, shine, layer });
/** Layers: under, beside and over what is struck. */
const [UNDER, BESIDE, OVER] = [0, 1, 2];
const FELT = look([128, 62, 66], 0.05, UNDER);
const POST = look([92, 84, 78], 0.3, UNDER);
const THREAD = look([138, 134, 128], 0, UNDER);
const LACQUER = look([150, 52, 44], 0.6, UNDER);
const HOOP = look([176, 182, 190], 0.9, OVER);
const VICE = look([92, 84, 78], 0.3, OVER);

/** Length, width and height as shares of the largest. @param {Outline} outline */
function shares({ length, width, height }) {
  const largest = Math.max(length, width, height);
  return [length / largest, width / largest, height / largest];
}

/** A point on a circle. @param {number} r @param {number} v in turns @param {number} z @returns {Vector} */
const around = (r, v, z) => [r * Math.cos(v * TURN), r * Math.sin(v * TURN), z];

/**
 * A slab: the face that is struck, and the sides that are seen.
 * @param {number[]} size length, width, height @param {number} columns @param {number} rows
 * @param {(u: number, v: number) => [number, number]} place
 */
function slab([l, w, t], columns, rows, place) {
  const at = (/** @type {number} */ u, /** @type {number} */ v, /** @type {number} */ z) =>
    /** @type {Vector} */ ([(u - 0.5) * l, (v - 0.5) * w, z]);
  const end = (/** @type {number} */ u) =>
    new Part(2, rows, (i, j) => ({ point: at(u, j, (i - 1) * t), push: UP, place: place(u, j) }));
  return [
    new Part(rows, columns, (i, j) => ({ point: at(j, i, 0), push: UP, place: place(j, i) }), { struck: true }),
    new Part(2, columns, (i, j) => ({ point: at(j, 0, (i - 1) * t), push: UP, place: place(j, 0) })),
    end(1),
    end(0),
  ];
}

/** What holds a bar. @param {string} ends @param {number} w @param {number} t */
function supports(ends, w, t) {
  const y = w / 2 + 0.015;
  const blocks = (/** @type {number[]} */ places, /** @type {number} */ half, /** @type {Look} */ how, top = half) =>
    places.flatMap((u) => box([u - 0.5 - half, -y, -t - 0.05], [u - 0.5 + half, y, top], how));
  if (ends === "clamped") return blocks([-0.02, 1.02], 0.03, VICE);
  if (ends === "cantilever") return blocks([-0.02], 0.04, VICE);
  return blocks(ends === "supported" ? [0.02, 0.98] : [0.224, 0.776], 0.012, FELT, -t);
}

/** A strip on its supports. @param {Outline} outline @param {Shape} shape @returns {Drawn} */
function line(outline, shape) {
  const [l, width, height] = shares(outline);
  const [w, t] = [Math.max(0.05, width), Math.max(0.022, height)];
  return {
    parts: [...supports(("ends" in shape && shape.ends) || "free", w, t), ...slab([l, w, t], 57, 3, (u) => [u, 0])],
    low: -t - 0.05,
    width: l,
    depth: w,
    reach: 0.055,
    surface: (u, v) => ({ point: [(u - 0.5) * l, (v - 0.5) * w, 0], normal: UP }),
  };
}

/**
 * A tube along x.
 * @param {number} r @param {number} alpha @param {boolean} swells @param {Part[]} others @returns {Drawn}
 */
function cylinder(r, alpha, swells, others) {
  const skin = new Part(
    25,
    49,
    (i, j) => {
      const out = /** @type {Vector} */ ([0, Math.cos(i * TURN), Math.sin(i * TURN)]);
      return { point: [j - 0.5, r * out[1], r * out[2]], push: swells ? out : UP, place: [j, 0] };
    },
    { struck: true, curved: true, alpha },
  );
  const normal = unit([0, -0.45, 0.9]);
  return {
    parts: [...others, skin],
    width: 1,
    depth: 2 * r,
    low: -r,
    reach: 0.05,
    surface: (u) => ({ point: [u - 0.5, r * normal[1], r * normal[2]], normal }),
  };
}

/** A tube that hangs on two cords. @param {Outline} outline @returns {Drawn} */
function tube({ length, width }) {
  const r = Math.max(0.022, width / length / 2);
  const cords = [0.224, 0.776].flatMap((u) => box([u - 0.502, -0.002, r * 0.8], [u - 0.498, 0.002, r + 0.16], THREAD));
  return cylinder(r, 1, false, cords);
}

/** A string over a table. @param {Outline} outline @returns {Drawn} */
function string({ length, width }) {
  const r = Math.min(0.012, Math.max(0.006, (2 * width) / length));
  const posts = [0, 1].flatMap((u) => box([u - 0.515, -0.09, -0.09], [u - 0.485, 0.09, 0.004], POST));
  const table = box([-0.56, -0.12, -0.12], [0.56, 0.12, -0.09], look([150, 102, 60], 0.3, -1));
  return {
    ...cylinder(r, 1, false, [...table, ...posts]),
    width: 1.12,
    depth: 0.24,
    low: -0.12,
    reach: 0.06,
    surface: (u) => ({ point: [u - 0.5, 0, r], normal: UP }),
  };
}

/** A column of air. @param {Outline} outline @param {Scenes.PipeShape} shape @returns {Drawn} */
function pipe({ length, width }, shape) {
  const r = Math.max(0.045, width / length / 2);
  const end = (/** @type {number} */ x) =>
    new Part(
      2,
      33,
      (i, j) => {
        const [y, z] = around(i * r, j, 0);
        return { point: [x, y, z] };
      },
      { colour: [70, 92, 118], shine: 0 },
    );
  const closed = shape.ends === "closed" ? [end(-0.5), end(0.5)] : shape.ends === "half-open" ? [end(0.5)] : [];
  return { ...cylinder(r, 0.62, true, closed), reach: 0.03 };
}

/** A plate or a block. @param {Outline} outline @returns {Drawn} */
function rectangle(outline) {
  const [l, w, height] = shares(outline);
  const t = Math.max(0.012, height);
  const isThick = t > 0.15;
  return {
    parts: slab([l, w, t], 33, 25, (u, v) => [u, v]),
    width: l,
    depth: w,
    low: -t,
    reach: isThick ? 0.035 : 0.06,
    pitch: isThick ? 0.55 : 0.72,
    surface: (u, v) => ({ point: [(u - 0.5) * l, (v - 0.5) * w, 0], normal: UP }),
  };
}

/** A skin on a frame. @param {Outline} outline @returns {Drawn} */
function membrane(outline) {
  const skin = rectangle({ ...outline, height: 0 });
  const [x, y] = [skin.width / 2 + 0.025, skin.depth / 2 + 0.025];
  return { ...skin, parts: [...box([-x, -y, -0.14], [x, y, -0.014], LACQUER), ...skin.parts], low: -0.14 };
}

/** @param {Outline} outline @returns {Drawn} */
function round({ width, height }) {
  const t = Math.max(0.012, height / width);
  const top = new Part(12, 65, (i, j) => ({ point: around(0.5 * i, j, 0), push: UP, place: [i, j] }), { struck: true });
  const rim = new Part(2, 65, (i, j) => ({ point: around(0.5, j, (i - 1) * t), push: UP, place: [1, j] }));
  return {
    parts: [top, rim],
    width: 1,
    depth: 1,
    low: -t,
    reach: 0.06,
    pitch: 0.75,
    surface: (u, v) => ({ point: around(0.5 * u, v, 0), normal: UP }),
  };
}

/** A skin in its hoop. @param {Outline} outline @param {number} depth @param {Part} body under it @returns {Drawn} */
function skinOver(outline, depth, body) {
  const skin = round({ ...outline, height: 0 });
  const hoop = new Part(2, 65, (i, j) => ({ point: around(0.5175, j, 0.012 - 0.05 * (1 - i)) }), HOOP);
  return { ...skin, parts: [body, skin.parts[0], hoop], low: -depth - 0.02, pitch: 0.6 };
}

/** A drum; a skin without a depth gets a usual one. @param {Outline} outline @returns {Drawn} */
function drum(outline) {
  const depth = outline.height > 0.05 * outline.width ? outline.height / outline.width : 0.36;
  const shell = new Part(2, 65, (i, j) => ({ point: around(0.51, j, -depth * (1 - i) - 0.02) }), LACQUER);
  return skinOver(outline, depth, shell);
}

/** A skin over a kettle of copper. @param {Outline} outline @returns {Drawn} */
function kettledrum(outline) {
  const depth = outline.height / outline.width;
  const kettle = new Part(
    15,
    65,
    (i, j) => {
      const angle = (i * TURN) / 4;
      return { point: around(0.51 * Math.sin(angle), j, -depth * Math.cos(angle) - 0.02) };
    },
    { ...look(colourOf("copper"), 0.9, UNDER), curved: true },
  );
  return skinOver(outline, depth, kettle);
}

/** A box with a slot in its front. @param {Outline} outline @param {Scenes.SlottedBoxShape} shape @returns {Drawn} */
function slottedBox(outline, shape) {
  const drawn = rectangle(outline);
  const largest = Math.max(outline.length, outline.width, outline.height);
  const [l, h] = [shape.slot_length / largest, shape.slot_width / largest];
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    /** @type {Vector} */ ([(j - 0.5) * l, -drawn.depth / 2, drawn.low / 2 + (i - 0.5) * h]);
  const slot = new Part(2, 2, (i, j) => ({ point: at(i, j) }), look([38, 30, 26], 0, OVER));
  return { ...drawn, parts: [...drawn.parts, slot] };
}

/** A string from a nut to a bridge on a board. @param {Outline} outline @param {Scenes.StringOnBoardShape} shape @returns {Drawn} */
function stringOnBoard(outline, shape) {
  const drawn = string(outline);
  const [l, w] = [shape.board_length / outline.length, shape.board_width / outline.length];
  const [along, across] = [shape.bridge_along ?? 0.37, shape.bridge_across ?? 0.46];
  const [x, y] = [0.5 - along * l, -across * w];
  const board = box([x, y, -0.1], [x + l, y + w, -0.08], look(colourOf(shape.board ?? "spruce"), 0.3, -1));
  const bridge = box([0.488, -0.12, -0.08], [0.512, 0.12, 0.002], POST);
  const nut = box([-0.515, -0.04, -0.09], [-0.488, 0.04, 0.004], POST);
  const skin = drawn.parts[drawn.parts.length - 1];
  return { ...drawn, parts: [...board, ...bridge, ...nut, skin], width: Math.max(1, x + l + 0.5), depth: w, low: -0.1 };
}

/**
 * Half an ellipsoid with its rim on top, and what it stands on.
 * @param {Outline} outline @param {(r: number, low: number) => Part} foot @returns {Drawn}
 */
function shell(outline, foot) {
  const [, width, h] = shares(outline);
  const r = width / 2;
  const point = (/** @type {number} */ u, /** @type {number} */ v) =>
    around(r * Math.sin((u * TURN) / 4), v, -h * Math.cos((u * TURN) / 4));
  const out = (/** @type {number} */ u, /** @type {number} */ v) =>
    unit(around(h * Math.sin((u * TURN) / 4), v, -r * Math.cos((u * TURN) / 4)));
  const wall = new Part(21, 81, (i, j) => ({ point: point(i, j), push: out(i, j), place: [i, j] }), {
    struck: true,
    curved: true,
  });
  const lip = new Part(2, 81, (i, j) => ({ point: around(r - 0.012 * (1 - i), j, 0), push: out(1, j), place: [1, j] }));
  return {
    parts: [foot(r, -h), wall, lip],
    width,
    depth: width,
    low: -h,
    reach: 0.05,
    pitch: 0.25 + 0.25 * Math.min(1, r / h),
    surface: (u, v) => ({ point: point(u, v), normal: out(u, v) }),
  };
}

/** Radius over that of the rim, and depth below the bottom, of a foot with a stem. */
const FOOT = [
  [0.3, -0.03],
  [0.12, 0.03],
  [0.1, 0.17],
  [0.2, 0.2],
  [0.62, 0.22],
];

/** A vessel on a foot. @param {Outline} outline @returns {Drawn} */
function vessel(outline) {
  const drawn = shell(
    outline,
    (r, low) =>
      new Part(
        FOOT.length,
        49,
        (i, j) => {
          const [radius, depth] = FOOT[Math.round(i * (FOOT.length - 1))];
          return { point: around(r * radius, j, low - depth) };
        },
        { layer: UNDER, curved: true },
      ),
  );
  return { ...drawn, low: drawn.low - 0.22 };
}

/** A bowl on a cushion. @param {Outline} outline @returns {Drawn} */
function bowl(outline) {
  return shell(
    outline,
    (r, low) =>
      new Part(
        9,
        49,
        (i, j) => {
          const angle = (i - 0.5) * Math.PI;
          return { point: around(r * 0.54 + 0.045 * Math.cos(angle), j, low + 0.045 + 0.045 * Math.sin(angle)) };
        },
        FELT,
      ),
  );
}

/** Half the section of a church bell, from the crown to the rim: radius and height over the diameter. */
const BELL = [
  [0, 0.8],
  [0.09, 0.8],
  [0.18, 0.795],
  [0.245, 0.765],
  [0.272, 0.7],
  [0.283, 0.58],
  [0.298, 0.44],
  [0.325, 0.3],
  [0.37, 0.17],
  [0.44, 0.06],
  [0.5, 0],
];

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
    return around(r, v, z - 0.4);
  };
  const out = (/** @type {number} */ u, /** @type {number} */ v) => {
    const [[r0, z0], [r1, z1]] = [bellSection(Math.max(0, u - 0.02)), bellSection(Math.min(1, u + 0.02))];
    return unit(around(z0 - z1, v, r1 - r0));
  };
  const spot = (/** @type {number} */ i, /** @type {number} */ j) => ({
    point: point(i, j),
    push: out(i, j),
    place: /** @type {[number, number]} */ ([i, j]),
  });
  const skin = new Part(35, 89, spot, { struck: true, closed: true, curved: true });
  const yoke = box([-0.05, -0.05, 0.39], [0.05, 0.05, 0.5], POST);
  return {
    parts: [skin, ...yoke],
    width: 1,
    depth: 1,
    low: -0.4,
    reach: 0.045,
    pitch: 0.2,
    surface: (u, v) => ({ point: point(u, v), normal: out(u, v) }),
  };
}

/** A room of air, struck at the front. @param {Scenes.CavityShape} shape @returns {Drawn} */
function cavity(shape) {
  const spot = (/** @type {Vector} */ cube) => {
    const normal = unit(cube);
    return { point: mix(cube, times(normal, 0.62), shape.roundness ?? 0), normal };
  };
  const face = (/** @type {(i: number, j: number) => Vector} */ cube, struck = false) =>
    new Part(
      15,
      15,
      (i, j) => {
        const { point, normal } = spot(cube(i, j));
        return { point, push: normal, place: [j, i] };
      },
      { struck, alpha: 0.6, curved: true },
    );
  const front = (/** @type {number} */ i, /** @type {number} */ j) => /** @type {Vector} */ ([j - 0.5, -0.5, i - 0.5]);
  return {
    parts: [
      face((i, j) => [j - 0.5, 0.5, i - 0.5]),
      face((i, j) => [-0.5, j - 0.5, i - 0.5]),
      face((i, j) => [j - 0.5, i - 0.5, -0.5]),
      face(front, true),
      face((i, j) => [0.5, j - 0.5, i - 0.5]),
      face((i, j) => [j - 0.5, i - 0.5, 0.5]),
    ],
    width: 1,
    depth: 1,
    low: -0.5,
    reach: 0.04,
    pitch: 0.42,
    surface: (u, v) => spot(front(v, u)),
  };
}

/** @returns {Drawn} */
function wall() {
  const stone = { ...look(colourOf("stone"), 0.1, BESIDE), struck: true };
  return {
    parts: box([-0.5, -0.3, -0.25], [0.5, 0.3, 0], stone),
    width: 1,
    depth: 0.6,
    low: -0.25,
    surface: () => ({ point: [0, 0, 0], normal: UP }),
  };
}

/** A mode below this (Hz) is no sound but a swing. */
const SWING = 5;
const isSwing = (/** @type {number} */ frequency) => frequency > 0 && frequency < SWING;

/** A body that only swings: a ball that hangs on two threads. @returns {Drawn} */
function pendulum() {
  const r = 0.11;
  const ball = new Part(
    17,
    33,
    (i, j) => {
      const angle = (i * TURN) / 2;
      return { point: around(r * Math.sin(angle), j, r * Math.cos(angle)) };
    },
    { struck: true, closed: true, curved: true, ...look(colourOf("wood"), 0.3, BESIDE) },
  );
  const thread = (/** @type {number} */ side) =>
    new Part(2, 2, (i, j) => ({ point: [(j - 0.5) * 0.004, 0.3 * side * i, r + 0.75 * i] }), THREAD);
  return {
    parts: [thread(1), thread(-1), ball],
    width: 2 * r,
    depth: 0.6,
    low: -r,
    apart: 0,
    pitch: 0.25,
    surface: () => ({ point: [0, -r, 0], normal: unit([0, -1, 0.15]) }),
  };
}

/** Modes without a shape: a reed for each, the lower the longer. @param {Scenes.Modes} modes @returns {Drawn} */
function reeds(modes) {
  const count = Math.min(16, countOf(modes));
  const given = Array.isArray(modes.frequency) ? modes.frequency : Array(count).fill(modes.frequency);
  const frequencies = given.slice(0, count).map((/** @type {number} */ frequency) => frequency || 1);
  const lowest = Math.min(...frequencies);
  const step = 1 / Math.max(count, 4);
  const heightOf = (/** @type {number} */ frequency) => 0.12 + 0.5 * Math.sqrt(lowest / frequency);
  const parts = frequencies.map((/** @type {number} */ frequency, /** @type {number} */ k) => {
    const x = (k - (count - 1) / 2) * step;
    return new Part(
      13,
      2,
      (i, j) => ({
        point: [x + (j - 0.5) * step * 0.55, 0, i * heightOf(frequency)],
        push: [0, -(i ** 2), -0.15 * i ** 2],
        place: [count > 1 ? k / (count - 1) : 0, 0],
      }),
      { struck: true, colour: [214, 221, 230], shine: 0.8 },
    );
  });
  const side = (count / 2) * step + 0.04;
  const foot = box([-side, -0.09, -0.09], [side, 0.09, 0], look(colourOf("wood"), 0.3, UNDER));
  return {
    parts: [...foot, ...parts],
    width: 1,
    depth: 0.2,
    low: -0.09,
    reach: 0.12,
    surface: () => ({
      point: [(-(count - 1) / 2) * step, 0, heightOf(frequencies[0]) * 0.82],
      normal: unit([0, -1, 0.15]),
    }),
  };
}

/** A drawing for every kind of outline. @type {Record<string, (outline: Outline, shape: Shape) => Drawn>} */
const OUTLINES = { line, tube, rectangle, round, bowl: vessel };

/** Better drawings of some shapes. @type {Record<string, (outline: Outline, shape: Shape) => Drawn>} */
const SHAPES = { string, membrane, "round-membrane": drum, drum, kettledrum, bowl, bell };

/** The drawing of a body. @param {Body} body @param {Outline | null} outline @returns {Drawn} */
export function drawn({ modes, wall: isWall, shape }, outline) {
  if (modes) return [modes.frequency].flat().every(isSwing) ? pendulum() : reeds(modes);
  if (isWall || !shape || !outline) return wall();
  switch (shape.kind) {
    case "string-on-board":
      return stringOnBoard(outline, shape);
    case "pipe":
      return pipe(outline, shape);
    case "slotted-box":
      return slottedBox(outline, shape);
    case "cavity":
      return cavity(shape);
    default:
      return (SHAPES[shape.kind] ?? OUTLINES[outline.kind] ?? rectangle)(outline, shape);
  }
}
