// An instance of the engine: texts and numbers pass through its memory.

/** @typedef {any} Exports the functions of the module: see `carom-web/src/exports.rs` */

/** @param {WebAssembly.Module} module @returns {Exports} */
export const instance = (module) => new WebAssembly.Instance(module, {}).exports;

/**
 * An instance with the memory of another: whatever that one held, this one holds.
 * @param {WebAssembly.Module} module @param {ArrayBuffer} bytes @returns {Exports}
 */
export function copied(module, bytes) {
  const exports = instance(module);
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

/** What the last function said. @param {Exports} exports */
export function output(exports) {
  return new Uint8Array(exports.memory.buffer, exports.output(), exports.output_bytes()).slice();
}
