// What was before a blow. A hammer that is thrown at the very instant of its touch flew there freely.

import { hasTouched } from "../lib/api.js";

/** @import { Blow } from "../../browser/types/engine.js" */

/** How much of the flight is shown, as a share of the touch. */
const SHOWN = 0.25;

/**
 * The blow with the flight before it: until the touch nothing presses, and the hammer comes with the speed that it has
 * at the touch. Energies before are those of the first instant.
 * @param {Blow} blow @returns {Blow}
 */
export function withApproach(blow) {
  if (!hasTouched(blow)) return blow;
  const { head, arrays } = blow;
  const { time } = arrays;
  const pressed = arrays[`depth_${head.contact}`];
  // A hammer that is thrown at the touch is somewhere else at the instant before.
  const first = time.findIndex((t, i) => t >= -1e-12 && pressed[i] >= 0);
  const start = Math.max(0, first);
  const from = -SHOWN * (head.lasts ?? time[time.length - 1]);
  const added = Math.max(0, 1 - start);
  /** @type {typeof arrays} */
  const longer = { ...arrays };
  for (const [name, values] of Object.entries(arrays)) {
    if (values.length !== time.length || /^(bend|exact)/.test(name)) continue;
    longer[name] = added ? Float32Array.of(name === "time" ? from : values[0], ...values) : values.slice();
  }
  const touch = start + added;
  const [depth, speed, force] = ["depth", "speed", "force"].map((what) => longer[`${what}_${head.contact}`]);
  // It may come to another place than it was at before: what moves there is known from the touch on.
  const step = start ? pressed[start] - pressed[start - 1] : 0;
  const isThrown = step > 4 * Math.abs(speed[touch]) * (time[start] - time[start - 1]);
  for (const side of isThrown ? [longer[`first_${head.contact}`], longer[`second_${head.contact}`]] : []) {
    side?.fill(side[touch], 0, touch);
  }
  for (let i = 0; i < touch; i += 1) {
    depth[i] = speed[touch] * longer.time[i];
    speed[i] = speed[touch];
    if (added) force[i] = 0;
  }
  if (added) force[touch] = 0;
  return { head, arrays: longer };
}
