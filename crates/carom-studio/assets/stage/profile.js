// The shape of ridges and grooves.

/**
 * The height of a surface along its path, from 0 to 1.
 * @param {string} kind `ridges` or `grooves` @param {number} at in ridges
 */
export function profile(kind, at) {
  const within = at - Math.floor(at);
  if (kind === "ridges") return 0.5 - 0.5 * Math.cos(2 * Math.PI * within);
  return within < 0.12 || within > 0.88 ? 0 : 1;
}
