// Finds values in sorted lists.

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
 * A value between those of a list.
 * @param {ArrayLike<number>} times sorted @param {ArrayLike<number>} values @param {number} time
 */
export function sampled(times, values, time) {
  const { from, share } = within(times, time);
  const to = Math.min(times.length - 1, from + 1);
  return values[from] + share * (values[to] - values[from]);
}

/**
 * The last time before one, and how much of the way to the next.
 * @param {ArrayLike<number>} times @param {number} time
 */
export function within(times, time) {
  let from = nearest(times, time);
  if (from > 0 && times[from] > time) from -= 1;
  const step = from + 1 < times.length ? times[from + 1] - times[from] : 0;
  return { from, share: step > 0 ? Math.min(1, Math.max(0, (time - times[from]) / step)) : 0 };
}
