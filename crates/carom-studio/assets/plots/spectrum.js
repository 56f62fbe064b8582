// How loud each frequency of a sound is.

/** The lowest and the highest frequency that is shown (Hz), and the lowest level (dB). */
export const [LOWEST, HIGHEST, FLOOR] = [20, 20_000, -90];
/** Bands per octave, so that a line is seen and noise is not. */
const BANDS = 36;
/** As many samples are transformed at most. */
const LONGEST = 32_768;

/**
 * Levels of narrow bands of both channels together, relative to the loudest (dB). The part of the sound that is transformed begins at `from`.
 * @param {Float32Array} left @param {Float32Array} right @param {number} rate @param {number} from in samples
 * @returns {{ frequency: Float32Array, level: Float32Array }}
 */
export function spectrum(left, right, rate, from = 0) {
  const start = Math.min(Math.max(0, Math.floor(from)), Math.max(0, left.length - 2));
  const size = 2 ** Math.max(1, Math.floor(Math.log2(Math.min(LONGEST, left.length - start))));
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < size; i += 1) {
    // Rises within a fiftieth, because a blow begins at once, and falls over the rest.
    const window = Math.min(1, (50 * i) / size) * (0.5 + 0.5 * Math.cos((Math.PI * i) / size));
    re[i] = window * (left[start + i] ?? 0);
    im[i] = window * (right[start + i] ?? 0);
  }
  transform(re, im);
  // One transform is both. Powers add up: what is in opposite phase on both sides is heard, too.
  const square = (/** @type {number} */ k) => re[k % size] ** 2 + im[k % size] ** 2;
  const lines = Float64Array.from({ length: size / 2 + 1 }, (_, k) => square(k) + square(size - k));
  const count = Math.floor(BANDS * Math.log2(Math.min(HIGHEST, rate / 2) / LOWEST)) + 1;
  const frequency = Float32Array.from({ length: count }, (_, n) => LOWEST * 2 ** (n / BANDS));
  const power = frequency.map((middle) => {
    const [low, high] = [-0.5, 0.5].map((by) => (middle * 2 ** (by / BANDS) * size) / rate);
    let most = between(lines, (middle * size) / rate);
    for (let k = Math.ceil(low); k <= high && k < size / 2; k += 1) most = Math.max(most, lines[k]);
    return most;
  });
  const loudest = power.reduce((most, one) => Math.max(most, one), 0) || 1;
  return { frequency, level: power.map((one) => Math.max(FLOOR, 10 * Math.log10(one / loudest + 1e-30))) };
}

/** The power between two lines. @param {Float64Array} lines @param {number} at */
function between(lines, at) {
  const k = Math.min(lines.length - 2, Math.floor(at));
  return lines[k] + (at - k) * (lines[k + 1] - lines[k]);
}

/** Cooley and Tukey's transform, in place. @param {Float64Array} re @param {Float64Array} im */
export function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let span = 2; span <= n; span *= 2) {
    const angle = (-2 * Math.PI) / span;
    for (let k = 0; k < span / 2; k += 1) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
      for (let i = k; i < n; i += span) {
        const j = i + span / 2;
        const [x, y] = [c * re[j] - s * im[j], c * im[j] + s * re[j]];
        [re[j], im[j]] = [re[i] - x, im[i] - y];
        re[i] += x;
        im[i] += y;
      }
    }
  }
}
