// The contents of the plots of one blow. All facts are about the blow that is drawn.

import { hasTouched } from "../lib/api.js";
import { number, quantity } from "../lib/format.js";
import { nearest } from "../lib/list.js";
import { around } from "./scale.js";
import { curve, dots, energy, level } from "./views.js";

/**
 * @import { Blow, Sound, Touch, Touching } from "../../browser/types/engine.js"
 * @import { Content } from "./plot.js"
 * @typedef {[string, string]} Fact
 */

const DASHES = [6, 3.5];

/** The contacts that touch in a blow, that of the blow first. @param {Touch} blow */
function contacts({ head }) {
  const own = (/** @type {Touching} */ one) => (one.index === head.contact ? 0 : 1);
  return [...head.contacts].sort((a, b) => own(a) - own(b)).slice(0, 6);
}

/** The contact of a blow. @param {{ head: Pick<Touch["head"], "contact" | "contacts"> }} blow */
export const contactOf = ({ head }) => head.contacts.find((one) => one.index === head.contact) ?? head.contacts[0];

/**
 * Which blow it is, and when, to a microsecond.
 * @param {{ head: Pick<Touch["head"], "contact" | "contacts" | "begins"> }} blow @returns {Fact}
 */
export function which(blow) {
  const when = quantity(Math.round(1e6 * blow.head.begins) / 1e6, "s", 4);
  return ["blow", `${contactOf(blow).between.join(" on ")} at ${when}`];
}

/** @param {Touch} blow @returns {Fact} */
const duration = ({ head }) => ["contact", head.lasts === null ? "goes on" : quantity(head.lasts, "s")];

/** @param {Float32Array} values */
const most = (values) => values.reduce((high, value) => Math.max(high, value), 0);

/**
 * What is said about all touches of the contact, if one was harder than the one that is shown.
 * @param {Touch} blow @param {Sound | null} rendering @returns {Fact[]}
 */
function others(blow, rendering) {
  const all = rendering?.head.contacts[blow.head.contact];
  const shown = most(blow.arrays[`force_${blow.head.contact}`]);
  // The touch that is shown was computed more finely: a per cent is the same.
  return all && all.count > 1 && all.hardest > 1.01 * shown
    ? [[`hardest of ${all.count}`, quantity(all.hardest, "N")]]
    : [];
}

/** @param {Blow | null} blow @param {Sound | null} rendering @returns {Content | null} */
export function force(blow, rendering) {
  if (!hasTouched(blow)) return null;
  const { arrays, head } = blow;
  const all = contacts(blow).map((one) => ({ ...one, force: arrays[`force_${one.index}`] }));
  const forces = all.map((one) => one.force);
  const exact = head.exact && all.length === 1 ? arrays : null;
  return {
    x: { label: "time since the touch", unit: "s", extent: around([arrays.time], { air: 0 }) },
    y: { label: "force", unit: "N", extent: around(forces, { zero: true }) },
    legend: legendOf(all, exact !== null),
    paint: (pen, frame, colours) => {
      for (const [k, one] of all.entries()) {
        const [xs, ys] = [arrays.time.map(frame.x), one.force.map(frame.y)];
        const zero = ys.map(() => frame.y(0));
        if (all.length === 1) pen.area(xs, ys, zero, { colour: colours("c0"), alpha: 0.16 });
        pen.line(xs, ys, { colour: colours(`c${k}`), width: 1.9 });
        dots(pen, frame, arrays.time, one.force, { colour: colours(`c${k}`) }, frame.width / 9);
      }
      const stroke = { colour: colours("ref"), width: 1.5, dash: DASHES };
      if (exact) curve(pen, frame, exact.exact_time, exact.exact_force, stroke);
    },
    ghost: (pen, frame, colours) => {
      for (const one of all) curve(pen, frame, arrays.time, one.force, { colour: colours("c7") });
    },
    read: (x) => {
      const i = nearest(arrays.time, x);
      return [quantity(arrays.time[i], "s"), quantity(all[0].force[i], "N")];
    },
    facts: [which(blow), duration(blow), ["peak", quantity(most(all[0].force), "N")], ...others(blow, rendering)],
    columns: () => [
      ["time_s", arrays.time],
      ...all.map((one) => /** @type {[string, Float32Array]} */ ([`${one.name} force_n`, one.force])),
    ],
  };
}

/** @param {{ name: string }[]} all @param {boolean} hasExact @returns {[string, string, number[]?][] | undefined} */
function legendOf(all, hasExact) {
  if (hasExact)
    return [
      ["computed", "c0"],
      ["exact", "ref", DASHES],
    ];
  return all.length > 1 ? all.map(({ name }, k) => [name, `c${k}`]) : undefined;
}

/**
 * How hammer and surface move, into the object: the surface gives way, the hammer goes deeper by the compression.
 * @param {Touch} blow @param {string} hammer which of the two is the hammer
 */
export function path(blow, hammer) {
  const { arrays } = blow;
  const { index, between } = contactOf(blow);
  const isSecond = between[1] === hammer;
  const depth = arrays[`depth_${index}`];
  const touch = arrays.time.findIndex((time) => time >= 0);
  const start = Math.max(0, touch);
  const moved = arrays[isSecond ? `first_${index}` : `second_${index}`];
  const surface = moved.map((value) => (isSecond ? -1 : 1) * (value - moved[start]));
  const names = isSecond ? [...between].reverse() : between;
  return { depth, surface, hammer: surface.map((value, i) => value + depth[i]), names };
}

/** @param {Blow | null} blow @param {string} hammer @returns {Content | null} */
export function deformation(blow, hammer) {
  if (!hasTouched(blow)) return null;
  const { time } = blow.arrays;
  const { depth, surface, hammer: head, names } = path(blow, hammer);
  const flat = surface.map((value, i) => Math.max(value, head[i]));
  return {
    x: { label: "time since the touch", unit: "s", extent: around([time], { air: 0 }) },
    y: { label: "way in", unit: "m", extent: around([surface, head], { zero: true }) },
    legend: [
      [names[0], "c1"],
      [names[1], "c0"],
    ],
    paint: (pen, frame, colours) => {
      level(pen, frame, 0, { colour: colours("frame"), width: 0.9 });
      const xs = time.map(frame.x);
      pen.area(xs, flat.map(frame.y), surface.map(frame.y), { colour: colours("c1"), alpha: 0.2 });
      pen.line(xs, surface.map(frame.y), { colour: colours("c0"), width: 1.9 });
      pen.line(xs, head.map(frame.y), { colour: colours("c1"), width: 1.9 });
    },
    ghost: (pen, frame, colours) => {
      for (const values of [surface, head]) curve(pen, frame, time, values, { colour: colours("c7") });
    },
    read: (x) => {
      const i = nearest(time, x);
      const pressed = quantity(Math.max(0, depth[i]), "m");
      return [quantity(time[i], "s"), `${names[0]} ${quantity(head[i], "m")}`, `pressed ${pressed}`];
    },
    facts: [
      ["pressed by", quantity(most(depth), "m")],
      ["surface moves", quantity(most(surface), "m")],
    ],
    columns: () => [
      ["time_s", time],
      [`${names[0]}_m`, head],
      [`${names[1]}_m`, surface],
      ["compression_m", depth],
    ],
  };
}

/**
 * Compression against its velocity: energy lost is area enclosed.
 * @param {Blow | null} blow @returns {Content | null}
 */
export function loop(blow) {
  if (!hasTouched(blow)) return null;
  const { arrays, head } = blow;
  const all = contacts(blow).map((one) => touching(blow, one));
  const [first] = all;
  const exact = head.exact ? [arrays.exact_depth, arrays.exact_speed] : [];
  const lists = (/** @type {"depth" | "speed"} */ key, /** @type {number} */ at) => [
    ...all.map((one) => one[key]),
    ...(exact[at] ? [exact[at]] : []),
  ];
  return {
    x: { label: "compression", unit: "m", extent: around(lists("depth", 0), { zero: true }) },
    y: { label: "its velocity", unit: "m/s", extent: around(lists("speed", 1), { zero: true }) },
    legend: legendOf(all, head.exact),
    paint: (pen, frame, colours) => {
      level(pen, frame, 0, { colour: colours("frame"), width: 0.9 });
      for (const [k, one] of all.entries()) {
        curve(pen, frame, one.depth, one.speed, { colour: colours(`c${k}`), width: 1.9 });
        dots(pen, frame, one.depth, one.speed, { colour: colours(`c${k}`) }, 60);
      }
      if (exact[0]) curve(pen, frame, exact[0], exact[1], { colour: colours("ref"), width: 1.5, dash: DASHES });
    },
    ghost: (pen, frame, colours) => {
      for (const one of all) curve(pen, frame, one.depth, one.speed, { colour: colours("c7") });
    },
    read: (x, y) => {
      let best = 0;
      const deepest = most(first.depth) || 1;
      const far = (/** @type {number} */ i) => Math.hypot((first.depth[i] - x) / deepest, first.speed[i] - y);
      for (let i = 1; i < first.depth.length; i += 1) if (far(i) < far(best)) best = i;
      return [quantity(first.depth[best], "m"), quantity(first.speed[best], "m/s")];
    },
    facts: [which(blow), ["deepest", quantity(most(first.depth), "m")], ...restitution(first.speed, head.lasts)],
    columns: () =>
      all.flatMap(
        (one) =>
          /** @type {[string, Float32Array][]} */ ([
            [`${one.name} compression_m`, one.depth],
            [`${one.name} velocity_m_per_s`, one.speed],
          ]),
      ),
  };
}

/** The part in which a contact touches. @param {Touch} blow @param {Touching} one */
function touching({ arrays }, { index, name }) {
  const [force, depth, speed] = ["force", "depth", "speed"].map((what) => arrays[`${what}_${index}`]);
  const first = Math.max(0, force.findIndex((value) => value !== 0) - 1);
  const last = force.findLastIndex((value) => value !== 0) + 1;
  return { name, depth: depth.slice(first, last + 1).map((x) => Math.max(0, x)), speed: speed.slice(first, last + 1) };
}

/** Speed out over speed in. @param {Float32Array} speed @param {number | null} lasts @returns {Fact[]} */
function restitution(speed, lasts) {
  const ratio = -speed[speed.length - 1] / speed[0];
  return lasts !== null && Number.isFinite(ratio) && ratio > 0 ? [["speed out / in", number(ratio, 3)]] : [];
}

/** @param {Blow | null} blow @returns {Content | null} */
export function blowEnergy(blow) {
  return hasTouched(blow) ? energy(blow.arrays.time, blow.arrays, "time since the touch", [which(blow)]) : null;
}
