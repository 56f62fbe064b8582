// Levels as colours, the same as in the reports.

import { contextOf, h } from "../lib/dom.js";

const STOPS = ["#11142f", "#3a2070", "#7b2a88", "#be3f78", "#e9705a", "#f6ab60", "#fcebb0"];

const TABLE = (() => {
  const table = new Uint8ClampedArray(256 * 3);
  const stops = STOPS.map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  for (let i = 0; i < 256; i += 1) {
    const at = (i / 255) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    for (let k = 0; k < 3; k += 1) table[3 * i + k] = stops[low][k] + (at - low) * (stops[low + 1][k] - stops[low][k]);
  }
  return table;
})();

/**
 * @param {Float32Array} levels row by row, the lowest row first @param {number} rows @param {number} columns
 * @param {number} low @param {number} high
 */
export function heatImage(levels, rows, columns, low, high) {
  const canvas = h("canvas", { width: columns, height: rows });
  const context = contextOf(canvas);
  const image = context.createImageData(columns, rows);
  const scale = 255 / (high - low || 1);
  for (let row = 0; row < rows; row += 1) {
    const from = (rows - 1 - row) * columns;
    for (let column = 0; column < columns; column += 1) {
      const level = levels[from + column];
      const at = 3 * Math.round(Math.min(255, Math.max(0, (level - low) * scale || 0)));
      const to = 4 * (row * columns + column);
      image.data[to] = TABLE[at];
      image.data[to + 1] = TABLE[at + 1];
      image.data[to + 2] = TABLE[at + 2];
      image.data[to + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
