// An instance of the engine: texts and numbers pass through its memory.

/** @import { Exports } from "../../browser/types/engine.js" */

/** @param {WebAssembly.Module} module */
export const instance = (module) =>
  /** @type {Exports & WebAssembly.Exports} */ (new WebAssembly.Instance(module).exports);

/** An instance is filled again only if it is not larger than what it is to hold by more than this (bytes). */
const SPARE = 32e6;

/**
 * An instance with the memory of another: whatever that one held, this one holds. Browsers free instances late, so one
 * that is no longer wanted is filled again, if there is one.
 * @param {WebAssembly.Module} module @param {ArrayBuffer} bytes @param {Exports | null} [unwanted] @returns {Exports}
 */
export function copied(module, bytes, unwanted = null) {
  const fits = unwanted && unwanted.memory.buffer.byteLength <= bytes.byteLength + SPARE;
  const exports = fits ? unwanted : instance(module);
  const missing = bytes.byteLength - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(missing / 65536);
  new Uint8Array(exports.memory.buffer).set(new Uint8Array(bytes));
  return exports;
}

/** @param {Exports} exports @param {Uint8Array} bytes */
export function put(exports, bytes) {
  const at = exports.input(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}

/**
 * Numbers in the memory of an instance. Who asks the instance where they are does it before this: with the answer the
 * memory may grow, and then it is another one.
 * @param {Exports} exports @param {number} at @param {number} count
 */
export const doubles = (exports, at, count) => new Float64Array(exports.memory.buffer, at, count);

/** Short numbers in its memory. @param {Exports} exports @param {number} at @param {number} count */
export const floats = (exports, at, count) => new Float32Array(exports.memory.buffer, at, count);

/** What the last function said. @param {Exports} exports */
export function output(exports) {
  const [at, count] = [exports.output(), exports.output_bytes()];
  return new Uint8Array(exports.memory.buffer, at, count).slice();
}
