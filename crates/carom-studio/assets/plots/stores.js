// Where the energy is and where it went: bands that add up to what was put in.

/**
 * @typedef {{ name: string, colour: string, values: Float32Array }} Band
 * @typedef {{ bands: Band[], sums: Float32Array[], putIn: Float32Array, missing: Float32Array }} Flow `sums` has the
 *   upper edge of every band
 */

/** From the lowest band to the highest: at first all is in the masses, in the end all is lost. */
const BANDS = /** @type {[string, string, string][]} */ ([
  ["radiated", "into the air", "c4"],
  ["lost_to_supports", "to supports", "c6"],
  ["lost_in_material", "in the material", "c3"],
  ["lost_in_contacts", "lost in contact", "c1"],
  ["ringing", "in the modes", "c0"],
  ["contacts", "pressed in contact", "c5"],
  ["masses", "in the hammer", "c2"],
]);
const STORED = ["ringing", "contacts", "masses"];
/** A band that never holds more than this share is left out. */
const LEAST = 1e-4;

/**
 * @param {Record<string, Float32Array>} arrays with those of the energies, `energy_…`
 * @returns {Flow | null} nothing if they are not there
 */
export function flow(arrays) {
  const of = (/** @type {string} */ name) => arrays[`energy_${name}`];
  const putIn = of("put_in");
  if (!putIn?.length) return null;
  const missing = of("missing");
  const isKnown = BANDS.every(([name]) => of(name)?.every(Number.isFinite));
  const all = isKnown
    ? BANDS.map(([name, label, colour]) => ({ name, label, colour, values: of(name) }))
    : unknown(of, putIn, missing);
  const most = Math.max(...putIn) || 1;
  const shown = all.filter(({ values }) => values.some((value) => Math.abs(value) > LEAST * most));
  // Nothing moves.
  if (!shown.length) return null;
  const bands = shown.map(({ label, colour, values }) => ({ name: label, colour, values }));
  const sums = [];
  let below = new Float32Array(putIn.length);
  for (const { values } of bands) {
    const here = below;
    below = values.map((value, i) => here[i] + value);
    sums.push(below);
  }
  return { bands, sums, putIn, missing };
}

/** Other schemes know only the sum of what is lost. */
function unknown(
  /** @type {(name: string) => Float32Array} */ of,
  /** @type {Float32Array} */ putIn,
  /** @type {Float32Array} */ missing,
) {
  const stored = BANDS.filter(([name]) => STORED.includes(name)).map(([name, label, colour]) => ({
    name,
    label,
    colour,
    values: of(name),
  }));
  const lost = putIn.map((value, i) => value + missing[i] - stored.reduce((sum, one) => sum + one.values[i], 0));
  return [{ name: "lost", label: "lost", colour: "c1", values: lost }, ...stored];
}

/** The shares of what was put in, at one instant, as text. @param {Flow} flow @param {number} i */
export function sharesAt({ bands, putIn }, i) {
  const all = putIn[i] || 1;
  return bands
    .map(({ name, values }) => /** @type {[string, number]} */ ([name, values[i] / all]))
    .filter(([, share]) => Math.abs(share) >= 0.0005);
}
