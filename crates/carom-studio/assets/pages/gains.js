// How loud two sounds are beside each other.

/**
 * The gains with which two sounds are heard on one scale: the same pressure is equally loud, and neither is over full
 * scale because of it. Where units differ, both are heard as they are.
 * @param {any} a head of a rendering @param {any} b @returns {[number, number]}
 */
export function gains(a, b) {
  const most = Math.max(a.full_scale, b.full_scale);
  return a.unit === b.unit && most > 0 ? [a.full_scale / most, b.full_scale / most] : [1, 1];
}
