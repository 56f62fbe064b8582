// Lines of one level over a grid of levels.

/**
 * Pieces of the line on which a grid has a level, in columns and rows.
 * @param {ArrayLike<number>} levels row by row @param {number} rows @param {number} columns @param {number} level
 * @returns {[number, number, number, number][]} from x, y to x, y
 */
export function contour(levels, rows, columns, level) {
  /** @type {[number, number, number, number][]} */
  const pieces = [];
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const corners = [
        [j, i],
        [j + 1, i],
        [j + 1, i + 1],
        [j, i + 1],
      ];
      const values = corners.map(([x, y]) => levels[y * columns + x] - level);
      /** @type {number[][]} */
      const cut = [];
      for (let k = 0; k < 4; k += 1) {
        const [a, b] = [values[k], values[(k + 1) % 4]];
        if (a < 0 === b < 0) continue;
        const [[x, y], [u, v]] = [corners[k], corners[(k + 1) % 4]];
        const at = a / (a - b);
        cut.push([x + at * (u - x), y + at * (v - y)]);
      }
      for (let k = 0; k + 1 < cut.length; k += 2) pieces.push([cut[k][0], cut[k][1], cut[k + 1][0], cut[k + 1][1]]);
    }
  }
  return pieces;
}
