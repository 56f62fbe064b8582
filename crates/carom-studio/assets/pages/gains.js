// How loud two sounds are beside each other.

/** @typedef {{ full_scale: number, unit: string }} Scaled the head of a rendering, as far as it says how loud it is */

/**
 * The gains with which two sounds are heard on one scale: the same pressure is equally loud, and neither is over full
 * scale because of it. Where units differ, both are heard as they are.
 * @param {Scaled} a @param {Scaled} b @returns {[number, number]}
 */
export function gains(a, b) {
  const most = Math.max(a.full_scale, b.full_scale);
  return a.unit === b.unit && most > 0 ? [a.full_scale / most, b.full_scale / most] : [1, 1];
}
