// The contents of the plots of a whole sound.

import { duration, note, number, quantity } from "../lib/format.js";
import { nearest } from "../lib/list.js";
import { contour } from "./contours.js";
import { heatImage } from "./heat.js";
import { FLOOR, spectrum as computed } from "./spectrum.js";
import { flow, sharesAt } from "./stores.js";

/**
 * @import { Partial, Sound, SoundHead } from "../../browser/types/engine.js"
 * @import { Pen, Stroke } from "./pen.js"
 * @import { Content, Frame } from "./plot.js"
 * @typedef {SoundHead} Head
 * @typedef {Record<string, Float32Array>} Arrays
 * @typedef {Pick<Head, "full_scale" | "unit" | "distance">} Scale
 */

/** Over another spectrogram, one is drawn as the line of this level (dB). */
const EDGE = -45;

/**
 * Dots at points, where there are fewer than `most`.
 * @param {Pen} pen @param {Frame} frame @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys
 * @param {Stroke} fill @param {number} most
 */
export function dots(pen, frame, xs, ys, fill, most) {
  if (xs.length < most) for (let i = 0; i < xs.length; i += 1) pen.dot(frame.x(xs[i]), frame.y(ys[i]), 2.3, fill);
}

/**
 * A curve through points.
 * @param {Pen} pen @param {Frame} frame @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys
 * @param {Stroke} stroke
 */
export function curve(pen, frame, xs, ys, stroke) {
  const [px, py] = [new Float32Array(xs.length), new Float32Array(xs.length)];
  for (let i = 0; i < xs.length; i += 1) {
    px[i] = frame.x(xs[i]);
    py[i] = frame.y(ys[i]);
  }
  pen.line(px, py, stroke);
}

/** A horizontal line. @param {Pen} pen @param {Frame} frame @param {number} y @param {Stroke} stroke */
export function level(pen, frame, y, stroke) {
  pen.line([frame.left, frame.left + frame.width], [frame.y(y), frame.y(y)], stroke);
}

/** @param {{ head: { rate: number } & (Scale | { unit?: undefined }), arrays: Arrays }} sound @returns {Content} */
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
    legend: isStereo
      ? [
          ["left", "c0"],
          ["right", "c5"],
        ]
      : undefined,
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
      ["peak", `${number(20 * Math.log10(peak), 3)} dB`],
      ["length", quantity(seconds, "s")],
      ...(head.unit ? [/** @type {[string, string]} */ (["full scale", fullScale(head)])] : []),
    ],
    columns: () => [
      ["time_s", left.map((_, i) => i / head.rate)],
      ["left", left],
      ["right", right],
    ],
  };
}

/** What full scale is: "0.4 Pa at 1 m". @param {Scale} head */
const fullScale = ({ full_scale: full, unit, distance }) =>
  quantity(full, unit) + (distance ? ` at ${number(distance)} m` : "");

/** @param {Float32Array} samples */
function extreme(samples) {
  let most = 0;
  for (let i = 0; i < samples.length; i += 1) most = Math.max(most, Math.abs(samples[i]));
  return most;
}

/**
 * The samples, or their extremes where several fall on a pixel.
 * @param {Pen} pen @param {Frame} frame @param {Float32Array} samples @param {number} rate
 * @param {Stroke} stroke
 */
function envelope(pen, frame, samples, rate, stroke) {
  const from = Math.max(0, Math.floor(frame.xs.low * rate));
  const to = Math.min(samples.length, Math.ceil(frame.xs.high * rate) + 1);
  const columns = Math.max(1, Math.round(frame.width * 1.5));
  if (to - from < 2 * columns) {
    const part = samples.subarray(from, to);
    const times = part.map((_, i) => (from + i) / rate);
    curve(pen, frame, times, part, stroke);
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

/** @param {{ head: Pick<Head, "rate" | "spectrogram" | "partials">, arrays: Arrays }} sound @returns {Content | null} */
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
  const brightest = levels.reduce((best, level, i) => (level > levels[best] ? i : best), 0);
  const place = Math.floor(brightest / columns) / Math.max(1, rows - 1);
  const loudest = strongest(head.partials, isLog ? f0 * (f1 / f0) ** place : f0 + place * (f1 - f0));
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
    ghost: (pen, frame) => {
      const across = (/** @type {number} */ c) => frame.x(t0 + (c / Math.max(1, columns - 1)) * (t1 - t0));
      const up = (/** @type {number} */ r) => {
        const at = r / Math.max(1, rows - 1);
        return frame.y(isLog ? f0 * (f1 / f0) ** at : f0 + at * (f1 - f0));
      };
      for (const [x, y, u, v] of contour(levels, rows, columns, EDGE)) {
        pen.line([across(x), across(u)], [up(y), up(v)], { colour: "" });
      }
    },
    facts: loudest
      ? [
          ["brightest", quantity(loudest, "Hz", 4)],
          ["note", note(loudest)],
        ]
      : [],
    columns: () => spectrogramColumns(levels, rows, columns, { t0, t1, f0, f1, isLog }),
  };
}

/** A line of a picture is a partial if it is as near to one. */
const NEAR = 1.04;

/**
 * The partial at the highest point of a picture, none where no partial is.
 * @param {Pick<Partial, "frequency" | "level_db">[]} partials @param {number} highest (Hz)
 */
export function strongest(partials, highest) {
  const near = partials.filter(({ frequency }) => Math.abs(Math.log(frequency / highest)) < Math.log(NEAR));
  return near.length ? near.reduce((best, one) => (one.level_db > best.level_db ? one : best)).frequency : null;
}

/**
 * One row per point.
 * @param {Float32Array} levels @param {number} rows @param {number} columns
 * @param {{ t0: number, t1: number, f0: number, f1: number, isLog: boolean }} axes
 * @returns {[string, ArrayLike<number>][]}
 */
function spectrogramColumns(levels, rows, columns, { t0, t1, f0, f1, isLog }) {
  const time = Float64Array.from(levels, (_, i) => t0 + ((i % columns) / Math.max(1, columns - 1)) * (t1 - t0));
  const frequency = Float64Array.from(levels, (_, i) => {
    const at = Math.floor(i / columns) / Math.max(1, rows - 1);
    return isLog ? f0 * (f1 / f0) ** at : f0 + at * (f1 - f0);
  });
  return [
    ["time_s", time],
    ["frequency_hz", frequency],
    ["level_db", levels],
  ];
}

/** A partial that rings so many times as long as half of them do makes the axis of their times logarithmic. */
const UNEVEN = 200;

/**
 * The decay of each partial: a line from the strike until it is 60 dB down.
 * @param {{ head: { partials: Pick<Partial, "frequency" | "level_db" | "t60_s">[] } }} sound @returns {Content | null}
 */
export function partials({ head }) {
  const all = head.partials.filter((one) => one.frequency > 0);
  if (!all.length) return null;
  const times = all
    .map((one) => one.t60_s ?? 0)
    .filter((time) => time > 0)
    .sort((a, b) => a - b);
  const longest = times[times.length - 1] ?? 1;
  // Beside one that rings for hours, the others would be too short to be seen.
  const log = longest > UNEVEN * times[(times.length - 1) >> 1];
  const extent = log ? { low: times[0] / 2, high: longest * 1.5, log } : { low: 0, high: longest * 1.06, log };
  const frequencies = all.map((one) => one.frequency);
  const [low, high] = [Math.min(...frequencies) / 1.35, Math.max(...frequencies) * 1.35];
  const loudness = (/** @type {{ level_db: number }} */ one) => Math.min(1, Math.max(0, 1 + one.level_db / 60));
  return {
    x: { label: "time until it is 60 dB down", unit: "s", extent },
    y: { label: "frequency", unit: "Hz", extent: { low, high, log: true } },
    paint: (pen, frame, colours) => {
      for (const one of all) {
        const y = frame.y(one.frequency);
        const end = one.t60_s ?? longest;
        const alpha = 0.3 + 0.7 * loudness(one);
        pen.line([frame.left, frame.x(end)], [y, y], { colour: colours("c2"), width: 1.5 + 4 * loudness(one), alpha });
        pen.dot(frame.x(end), y, 2.5 + 2 * loudness(one), { colour: colours("c2") });
      }
    },
    read: (_, y) => {
      const far = (/** @type {{ frequency: number }} */ one) => Math.abs(Math.log(one.frequency / y));
      const { frequency, level_db: loud, t60_s: t60 } = all.reduce((best, one) => (far(one) < far(best) ? one : best));
      const decay = t60 === null ? "" : `T60 ${duration(t60)}`;
      return [quantity(frequency, "Hz", 5), note(frequency), `${number(loud, 3)} dB`, decay];
    },
    facts: [
      ["partials", String(all.length)],
      ["longest T60", duration(longest)],
    ],
    columns: () => [
      ["frequency_hz", frequencies],
      ["level_db", all.map((one) => one.level_db)],
      ["t60_s", all.map((one) => one.t60_s ?? Number.NaN)],
    ],
  };
}

/**
 * How loud each frequency is after a blow.
 * @param {Sound} rendering @param {number} from when the blow begins (s) @returns {Content | null}
 */
export function spectrum({ head, arrays }, from) {
  if (!(arrays.left?.length > 64)) return null;
  const { frequency, level: levels } = computed(arrays.left, arrays.right ?? arrays.left, head.rate, from * head.rate);
  const highest = frequency[levels.reduce((best, level, i) => (level > levels[best] ? i : best), 0)];
  const loudest = strongest(head.partials, highest);
  return {
    x: { label: "frequency", unit: "Hz", extent: { low: frequency[0], high: Math.max(...frequency), log: true } },
    y: { label: "level", unit: "dB", extent: { low: FLOOR, high: 4, log: false } },
    paint: (pen, frame, colours) => {
      const [xs, ys] = [frequency.map(frame.x), levels.map(frame.y)];
      const floor = ys.map(() => frame.y(FLOOR));
      pen.area(xs, ys, floor, { colour: colours("c2"), alpha: 0.18 });
      pen.line(xs, ys, { colour: colours("c2"), width: 1.5 });
    },
    ghost: (pen, frame, colours) => pen.line(frequency.map(frame.x), levels.map(frame.y), { colour: colours("c2") }),
    read: (x) => {
      const i = nearest(frequency, x);
      return [quantity(frequency[i], "Hz"), note(frequency[i]), `${number(levels[i], 3)} dB`];
    },
    facts: [
      ...(loudest ? [/** @type {[string, string]} */ (["strongest", quantity(loudest, "Hz", 4)])] : []),
      ["brightness", quantity(head.summary.audio.centroid_hz, "Hz")],
    ],
    columns: () => [
      ["frequency_hz", frequency],
      ["level_db", levels],
    ],
  };
}

/**
 * Where the energy is, as bands that add up to what was put in.
 * @param {ArrayLike<number>} time @param {Arrays} arrays @param {string} label of the time
 * @param {[string, string][]} [before] facts that come first @returns {Content | null}
 */
export function energy(time, arrays, label, before = []) {
  const found = flow(arrays);
  if (!found || time.length < 2) return null;
  const { bands, sums, putIn, missing } = found;
  const most = putIn.reduce((high, value) => Math.max(high, value), 0);
  const [first, last] = [time[0], time[time.length - 1]];
  const colourOf = (/** @type {number} */ k) => bands[k].colour;
  const parts = sharesAt(found, time.length - 1);
  const percent = (/** @type {number} */ share) => `${number(100 * share, 3)} %`;
  return {
    x: { label, unit: "s", extent: { low: first, high: last > first ? last : first + 1, log: false } },
    y: { label: "energy", unit: "J", extent: { low: 0, high: 1.04 * most || 1, log: false } },
    legend: [...bands].reverse().map(({ name, colour }) => [name, colour]),
    paint: (pen, frame, colours) => {
      const xs = Float32Array.from(time, frame.x);
      let below = sums[0].map(() => frame.y(0));
      for (const [k, sum] of sums.entries()) {
        const edge = sum.map(frame.y);
        pen.area(xs, edge, below, { colour: colours(colourOf(k)), alpha: 0.72 });
        below = edge;
      }
      curve(pen, frame, time, putIn, { colour: colours("ref"), width: 1.3, dash: [2, 3] });
      const ends = [frame.top, frame.top + frame.height];
      if (first < 0) pen.line([frame.x(0), frame.x(0)], ends, { colour: colours("frame"), width: 1 });
    },
    ghost: (pen, frame, colours) => {
      for (const sum of sums) curve(pen, frame, time, sum, { colour: colours("c7") });
    },
    read: (x) => {
      const i = nearest(time, x);
      return [quantity(time[i], "s"), ...bands.map(({ name, values }) => `${name} ${quantity(values[i], "J")}`)];
    },
    facts: [
      ...before,
      [before.length ? "put in so far" : "put in", quantity(putIn[putIn.length - 1], "J")],
      ...parts.map(([name, share]) => /** @type {[string, string]} */ ([name, percent(share)])),
      ["error", `${number(missing[missing.length - 1] / (putIn[putIn.length - 1] || 1), 2)} of it`],
    ],
    columns: () => [
      ["time_s", time],
      ...bands.map(({ name, values }) => /** @type {[string, Float32Array]} */ ([`${name}_j`, values])),
      ["put_in_j", putIn],
      ["missing_j", missing],
    ],
  };
}
