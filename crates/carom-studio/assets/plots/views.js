// The contents of the six plots of a rendering.

import { note, number, quantity } from "../lib/format.js";
import { heatImage } from "./heat.js";
import { around } from "./scale.js";

/**
 * @typedef {import("../lib/api.js").Rendering} Rendering
 * @typedef {import("./plot.js").Content} Content
 * @typedef {import("./plot.js").Frame} Frame
 * @typedef {import("./pen.js").Pen} Pen
 */

/** The index of the value nearest to one. @param {ArrayLike<number>} sorted @param {number} value */
export function nearest(sorted, value) {
  let [low, high] = [0, sorted.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle;
    else high = middle;
  }
  return value - sorted[low] < sorted[high] - value ? low : high;
}

/**
 * Dots at points, where there are fewer than `most`.
 * @param {Pen} pen @param {Frame} frame @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys
 * @param {import("./pen.js").Stroke} fill @param {number} most
 */
export function dots(pen, frame, xs, ys, fill, most) {
  if (xs.length < most) for (let i = 0; i < xs.length; i += 1) pen.dot(frame.x(xs[i]), frame.y(ys[i]), 2.3, fill);
}

/**
 * A curve through points.
 * @param {Pen} pen @param {Frame} frame @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys
 * @param {import("./pen.js").Stroke} stroke
 */
export function curve(pen, frame, xs, ys, stroke) {
  const [px, py] = [new Float32Array(xs.length), new Float32Array(xs.length)];
  for (let i = 0; i < xs.length; i += 1) {
    px[i] = frame.x(xs[i]);
    py[i] = frame.y(ys[i]);
  }
  pen.line(px, py, stroke);
}

/**
 * A horizontal line.
 * @param {Pen} pen @param {Frame} frame @param {number} y @param {import("./pen.js").Stroke} stroke
 */
function level(pen, frame, y, stroke) {
  pen.line([frame.left, frame.left + frame.width], [frame.y(y), frame.y(y)], stroke);
}

/** @param {Rendering} rendering @returns {Content} */
export function waveform({ head, arrays }) {
  const { left } = arrays;
  const right = arrays.right ?? left;
  const isStereo = right !== left && right.some((sample, i) => sample !== left[i]);
  const seconds = left.length / head.rate;
  const peak = Math.max(1e-6, extreme(left), extreme(right));
  const most = peak > 1 ? peak * 1.05 : Math.max(0.05, peak * 1.08);
  const lanes = [...(isStereo ? [{ samples: right, colour: "c5" }] : []), { samples: left, colour: "c0" }];
  return {
    x: { label: "time", unit: "s", extent: { low: 0, high: seconds || 1, log: false } },
    y: { label: "full scale", unit: "", extent: { low: -most, high: most, log: false } },
    legend: isStereo ? [["left", "c0"], ["right", "c5"]] : undefined,
    paint: (pen, frame, colours) => {
      for (const { samples, colour } of lanes) {
        envelope(pen, frame, samples, head.rate, { colour: colours(colour), width: 1.2, alpha: isStereo ? 0.75 : 1 });
      }
      const limit = { colour: colours("bad"), width: 1, dash: [5, 4] };
      for (const value of peak > 1 ? [1, -1] : []) level(pen, frame, value, limit);
    },
    read: (x) => {
      const i = Math.min(left.length - 1, Math.max(0, Math.round(x * head.rate)));
      return [quantity(x, "s", 4), number(left[i] ?? 0, 3)];
    },
    facts: [
      ["peak", `${number(20 * Math.log10(peak), 3)} dB`], ["length", quantity(seconds, "s")],
      ...(head.unit ? [/** @type {[string, string]} */ (["full scale", fullScale(head)])] : []),
    ],
    columns: () => [["time_s", left.map((_, i) => i / head.rate)], ["left", left], ["right", right]],
  };
}

/** What full scale is: "0.4 Pa at 1 m". @param {any} head */
function fullScale({ full_scale: full, unit, distance }) {
  return quantity(full, unit) + (distance ? ` at ${number(distance)} m` : "");
}

/** @param {Float32Array} samples */
function extreme(samples) {
  let most = 0;
  for (let i = 0; i < samples.length; i += 1) most = Math.max(most, Math.abs(samples[i]));
  return most;
}

/**
 * The samples, or their extremes where several fall on a pixel.
 * @param {Pen} pen @param {Frame} frame @param {Float32Array} samples @param {number} rate
 * @param {import("./pen.js").Stroke} stroke
 */
function envelope(pen, frame, samples, rate, stroke) {
  const from = Math.max(0, Math.floor(frame.xs.low * rate));
  const to = Math.min(samples.length, Math.ceil(frame.xs.high * rate) + 1);
  const columns = Math.max(1, Math.round(frame.width * 1.5));
  if (to - from < 2 * columns) {
    const part = samples.subarray(from, to);
    curve(pen, frame, part.map((_, i) => (from + i) / rate), part, stroke);
    return;
  }
  const [xs, tops, bottoms] = [0, 1, 2].map(() => new Float32Array(columns));
  for (let c = 0; c < columns; c += 1) {
    const start = from + Math.floor((c * (to - from)) / columns);
    const end = from + Math.floor(((c + 1) * (to - from)) / columns);
    let [low, high] = [samples[start], samples[start]];
    for (let i = start + 1; i <= end && i < to; i += 1) {
      if (samples[i] < low) low = samples[i];
      if (samples[i] > high) high = samples[i];
    }
    xs[c] = frame.x((start + (end - start) / 2) / rate);
    tops[c] = frame.y(high) - 0.4;
    bottoms[c] = frame.y(low) + 0.4;
  }
  pen.area(xs, tops, bottoms, stroke);
}

/** @param {Rendering} rendering @returns {Content | null} */
export function spectrogram({ head, arrays }) {
  const { rows, columns, t0, t1, f0, f1, low_db: low, high_db: high, scale } = head.spectrogram;
  if (!rows || !columns || !(f1 > f0)) return null;
  // The engine gives column after column; pictures are made of rows.
  const levels = new Float32Array(rows * columns);
  for (let c = 0; c < columns; c += 1) {
    for (let r = 0; r < rows; r += 1) levels[r * columns + c] = arrays.spectrogram[c * rows + r];
  }
  const image = heatImage(levels, rows, columns, low, high);
  const isLog = scale === "log";
  const loudest = head.partials.length ? strongest(head.partials) : null;
  const seconds = arrays.left.length / head.rate;
  return {
    x: { label: "time", unit: "s", extent: { low: 0, high: seconds || 1, log: false } },
    y: { label: "frequency", unit: "Hz", extent: { low: f0, high: f1, log: isLog } },
    plain: true,
    paint: (pen, frame, colours) => {
      pen.rect(frame.left, frame.top, frame.width, frame.height, { colour: "#11142f" });
      const half = columns > 1 ? (t1 - t0) / (columns - 1) / 2 : 0;
      const [x0, x1] = [frame.x(t0 - half), frame.x(t1 + half)];
      // The first and the last row are centred on their frequencies.
      const tall = (frame.y(f0) - frame.y(f1)) / Math.max(1, rows - 1) / 2;
      const [y0, y1] = [frame.y(f1) - tall, frame.y(f0) + tall];
      pen.image(image, x0, y0, x1 - x0, y1 - y0);
      for (const { frequency } of head.partials.slice(0, 8)) {
        const y = frame.y(frequency);
        pen.line([frame.left, frame.left + 5], [y, y], { colour: colours("c4"), width: 2 });
      }
    },
    read: (x, y) => {
      const c = Math.min(columns - 1, Math.max(0, Math.round(((x - t0) / (t1 - t0 || 1)) * (columns - 1))));
      const at = isLog ? Math.log(y / f0) / Math.log(f1 / f0) : (y - f0) / (f1 - f0);
      const r = Math.min(rows - 1, Math.max(0, Math.round(at * (rows - 1))));
      return [quantity(x, "s"), quantity(y, "Hz", 4), note(y), `${number(levels[r * columns + c], 3)} dB`];
    },
    facts: loudest ? [["strongest", quantity(loudest.frequency, "Hz", 4)], ["note", note(loudest.frequency)]] : [],
    columns: () => spectrogramColumns(levels, rows, columns, { t0, t1, f0, f1, isLog }),
  };
}

/** @param {{ frequency: number, level_db: number }[]} partials */
const strongest = (partials) => partials.reduce((best, one) => (one.level_db > best.level_db ? one : best));

/**
 * One row per point.
 * @param {Float32Array} levels @param {number} rows @param {number} columns @param {any} axes
 * @returns {[string, ArrayLike<number>][]}
 */
function spectrogramColumns(levels, rows, columns, { t0, t1, f0, f1, isLog }) {
  const time = Float64Array.from(levels, (_, i) => t0 + ((i % columns) / Math.max(1, columns - 1)) * (t1 - t0));
  const frequency = Float64Array.from(levels, (_, i) => {
    const at = Math.floor(i / columns) / Math.max(1, rows - 1);
    return isLog ? f0 * (f1 / f0) ** at : f0 + at * (f1 - f0);
  });
  return [["time_s", time], ["frequency_hz", frequency], ["level_db", levels]];
}

/**
 * The first contacts that touched.
 * @param {Rendering} rendering
 * @returns {{
 *   contact: any, i: number,
 *   time: Float32Array, force: Float32Array, compression: Float32Array, velocity: Float32Array,
 * }[]}
 */
function touched({ head, arrays }) {
  const all = /** @type {any[]} */ (head.contacts).map((contact, i) => ({
    contact, i, time: arrays[`time_${i}`], force: arrays[`force_${i}`], compression: arrays[`compression_${i}`],
    velocity: arrays[`velocity_${i}`],
  }));
  return all.filter((one) => one.time?.length > 1).slice(0, 6);
}

/** @param {Rendering} rendering @returns {Content | null} */
export function force(rendering) {
  const all = touched(rendering).map((one) => ({ ...one, since: one.time.map((t) => t - one.time[0]) }));
  if (!all.length) return null;
  const [first] = all;
  const exact = [rendering.arrays[`exact_time_${first.i}`], rendering.arrays[`exact_force_${first.i}`]];
  const hasExact = all.length === 1 && exact[0]?.length > 1;
  return {
    x: {
      label: "time since the first touch", unit: "s",
      extent: around(all.map((one) => one.since), { zero: true, air: 0.03 }),
    },
    y: { label: "force", unit: "N", extent: around(all.map((one) => one.force), { zero: true }) },
    legend: contactLegend(all, hasExact),
    paint: (pen, frame, colours) => {
      for (const [k, one] of all.entries()) {
        const xs = one.since.map(frame.x);
        const ys = one.force.map(frame.y);
        if (all.length === 1) pen.area(xs, ys, ys.map(() => frame.y(0)), { colour: colours("c0"), alpha: 0.16 });
        pen.line(xs, ys, { colour: colours(`c${k}`), width: 1.9 });
        dots(pen, frame, one.since, one.force, { colour: colours(`c${k}`) }, frame.width / 9);
      }
      if (hasExact) curve(pen, frame, exact[0], exact[1], { colour: colours("ref"), width: 1.5, dash: [6, 3.5] });
    },
    read: (x) => {
      const i = nearest(first.since, x);
      return [quantity(first.since[i], "s"), quantity(first.force[i], "N")];
    },
    facts: contactFacts(first.contact),
    columns: () => all.flatMap(({ contact, time, force }) =>
      [[`${contact.name} time_s`, time], [`${contact.name} force_n`, force]]),
  };
}

/** @param {{ contact: any }[]} all @param {boolean} hasExact @returns {[string, string, number[]?][] | undefined} */
function contactLegend(all, hasExact) {
  if (hasExact) return [["computed", "c0"], ["exact", "ref", [6, 3.5]]];
  return all.length > 1 ? all.map((one, k) => [one.contact.name, `c${k}`]) : undefined;
}

/** @param {any} contact @returns {[string, string][]} */
function contactFacts(contact) {
  return [
    ["contact", contact.contact_time === null ? "not over" : quantity(contact.contact_time, "s")],
    ["peak", quantity(contact.max_force, "N")],
    ...(contact.count > 1 ? [/** @type {[string, string]} */ (["touches", String(contact.count)])] : []),
  ];
}

/**
 * Compression against its velocity: energy lost is area enclosed.
 * @param {Rendering} rendering @returns {Content | null}
 */
export function loop(rendering) {
  const all = touched(rendering).filter((one) => one.velocity?.length > 1);
  if (!all.length) return null;
  const { arrays } = rendering;
  const exact = all.map(({ i }) => [arrays[`exact_compression_${i}`], arrays[`exact_velocity_${i}`]]);
  const hasExact = exact.some(([x]) => x?.length);
  const lists = (/** @type {"compression" | "velocity"} */ key, /** @type {number} */ at) =>
    [...all.map((one) => one[key]), ...exact.map((pair) => pair[at] ?? [])];
  const [first] = all;
  return {
    x: { label: "compression", unit: "m", extent: around(lists("compression", 0), { zero: true }) },
    y: { label: "its velocity", unit: "m/s", extent: around(lists("velocity", 1), { zero: true }) },
    legend: contactLegend(all, hasExact),
    paint: (pen, frame, colours) => {
      level(pen, frame, 0, { colour: colours("frame"), width: 0.9 });
      for (const [k, one] of all.entries()) {
        curve(pen, frame, one.compression, one.velocity, { colour: colours(`c${k}`), width: 1.9 });
        dots(pen, frame, one.compression, one.velocity, { colour: colours(`c${k}`) }, 60);
        const [x, v] = exact[k];
        if (x?.length) curve(pen, frame, x, v, { colour: colours("ref"), width: 1.5, dash: [6, 3.5] });
      }
    },
    read: (x, y) => {
      let best = 0;
      const deepest = first.contact.max_compression || 1;
      const far = (/** @type {number} */ i) =>
        Math.hypot((first.compression[i] - x) / deepest, first.velocity[i] - y);
      for (let i = 1; i < first.compression.length; i += 1) if (far(i) < far(best)) best = i;
      return [quantity(first.compression[best], "m"), quantity(first.velocity[best], "m/s")];
    },
    facts: [["deepest", quantity(first.contact.max_compression, "m")], ...restitution(first)],
    columns: () => all.flatMap(({ contact, compression, velocity }, k) => {
      const [x, v] = exact[k];
      return /** @type {[string, Float32Array][]} */ ([
        [`${contact.name} compression_m`, compression], [`${contact.name} velocity_m_per_s`, velocity],
        ...(x?.length ? [["exact compression_m", x], ["exact velocity_m_per_s", v]] : []),
      ]);
    }),
  };
}

/** Speed out over speed in. @param {any} one @returns {[string, string][]} */
function restitution({ velocity }) {
  const ratio = -velocity[velocity.length - 1] / velocity[0];
  return Number.isFinite(ratio) && ratio > 0 ? [["speed out / in", number(ratio, 3)]] : [];
}

/** Where every joule is. @param {Rendering} rendering @returns {Content | null} */
export function ledger({ head, arrays }) {
  const time = arrays.ledger_time;
  if (!time || time.length < 2) return null;
  const lines = /** @type {[string, Float32Array, string][]} */ ([
    ["stored", arrays.ledger_stored, "c0"], ["dissipated", arrays.ledger_dissipated, "c1"],
    ["supplied", arrays.ledger_supplied, "c2"],
  ]).filter(([, values]) => values?.length);
  const { residual } = head.summary.energy;
  return {
    x: { label: "time", unit: "s", extent: { low: 0, high: time[time.length - 1] || 1, log: false } },
    y: { label: "energy", unit: "J", extent: around(lines.map(([, values]) => values), { zero: true }) },
    legend: [
      ...lines.map(([name, , colour]) => /** @type {[string, string]} */ ([name, colour])), ["missing", "c3", [5, 4]],
    ],
    paint: (pen, frame, colours) => {
      for (const [, values, colour] of lines) curve(pen, frame, time, values, { colour: colours(colour), width: 1.9 });
      curve(pen, frame, time, arrays.ledger_residual, { colour: colours("c3"), width: 1.9, dash: [5, 4] });
    },
    read: (x) => {
      const i = nearest(time, x);
      return [quantity(time[i], "s"), ...lines.map(([name, values]) => `${name} ${quantity(values[i], "J")}`)];
    },
    facts: [["missing", quantity(residual, "J", 2)], ["dissipated", quantity(head.summary.energy.dissipated, "J")]],
    columns: () => [
      ["time_s", time], ["missing_j", arrays.ledger_residual],
      ...lines.map(([name, values]) => /** @type {[string, Float32Array]} */ ([`${name}_j`, values])),
    ],
  };
}

/**
 * The decay of each partial: a line from the strike until it is 60 dB down.
 * @param {Rendering} rendering @returns {Content | null}
 */
export function partials({ head }) {
  const all = /** @type {any[]} */ (head.partials).filter((one) => one.frequency > 0);
  if (!all.length) return null;
  const longest = Math.max(...all.map((one) => one.t60_s ?? 0)) || 1;
  const frequencies = all.map((one) => one.frequency);
  const [low, high] = [Math.min(...frequencies) / 1.35, Math.max(...frequencies) * 1.35];
  const loudness = (/** @type {any} */ one) => Math.min(1, Math.max(0, 1 + one.level_db / 60));
  return {
    x: { label: "time until it is 60 dB down", unit: "s", extent: { low: 0, high: longest * 1.06, log: false } },
    y: { label: "frequency", unit: "Hz", extent: { low, high, log: true } },
    paint: (pen, frame, colours) => {
      for (const one of all) {
        const y = frame.y(one.frequency);
        const end = one.t60_s ?? longest;
        const alpha = 0.3 + 0.7 * loudness(one);
        pen.line([frame.x(0), frame.x(end)], [y, y], { colour: colours("c2"), width: 1.5 + 4 * loudness(one), alpha });
        pen.dot(frame.x(end), y, 2.5 + 2 * loudness(one), { colour: colours("c2") });
      }
    },
    read: (_, y) => {
      const far = (/** @type {any} */ one) => Math.abs(Math.log(one.frequency / y));
      const { frequency, level_db: loud, t60_s: t60 } = all.reduce((best, one) => (far(one) < far(best) ? one : best));
      const decay = t60 === null ? "" : `T60 ${quantity(t60, "s")}`;
      return [quantity(frequency, "Hz", 5), note(frequency), `${number(loud, 3)} dB`, decay];
    },
    facts: [["partials", String(all.length)], ["longest T60", quantity(longest, "s")]],
    columns: () => [
      ["frequency_hz", frequencies], ["level_db", all.map((one) => one.level_db)],
      ["t60_s", all.map((one) => one.t60_s ?? Number.NaN)],
    ],
  };
}
