// Random numbers for tests, by a seed.

/** A generator of random numbers from 0 to 1 (Marsaglia's xorshift). @param {number} seed */
export function randoms(seed) {
  let state = Math.imul(seed, 2654435761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
