// Several curves over one axis.

import { number, quantity } from "../lib/format.js";
import { nearest } from "../lib/list.js";
import { around } from "./scale.js";
import { curve, level } from "./views.js";

/** @typedef {{ name: string, colour: string, time: ArrayLike<number>, values: ArrayLike<number> }} Line */

/**
 * @param {Line[]} lines @param {{ x?: string, label: string, unit: string, facts?: [string, string][] }} axes
 * @returns {import("./plot.js").Content | null}
 */
export function curves(lines, { x: along = "time since the touch", label, unit, facts }) {
  if (!lines.length) return null;
  const [times, values] = [lines.map((one) => one.time), lines.map((one) => one.values)];
  return {
    x: { label: along, unit: "s", extent: around(times, { air: 0 }) },
    y: { label, unit, extent: around(values, { zero: unit !== "dB" }) },
    legend: lines.length > 1 ? lines.map(({ name, colour }) => [name, colour]) : undefined,
    paint: (pen, frame, colours) => {
      level(pen, frame, 0, { colour: colours("frame"), width: 0.9 });
      for (const { colour, time, values } of lines) {
        curve(pen, frame, time, values, { colour: colours(colour), width: 1.8 });
      }
    },
    read: (x) => {
      const text = (/** @type {number} */ value) => (unit ? quantity(value, unit) : number(value, 3));
      const at = (/** @type {Line} */ one) => one.values[nearest(one.time, x)];
      return [quantity(x, "s"), ...lines.map((one) => `${one.name} ${text(at(one))}`)];
    },
    facts,
    columns: () =>
      lines.flatMap(
        ({ name, time, values }) =>
          /** @type {[string, ArrayLike<number>][]} */ ([
            [`${name} time_s`, time],
            [`${name} ${label}`, values],
          ]),
      ),
  };
}
