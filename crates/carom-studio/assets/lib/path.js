// Places in a document: `body[0].shape.length` as ["body", 0, "shape", "length"].

/** @typedef {(string | number)[]} Path */

/** @param {Path} path */
export function written(path) {
  return path.map((step, i) => (typeof step === "number" ? `[${step}]` : (i ? "." : "") + step)).join("");
}

/** Reads `body[0].mass` and `body.0.mass` alike. @param {string} text @returns {Path} */
export function read(text) {
  const steps = text
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** @param {unknown} root @param {Path} path @returns {unknown} */
export function get(root, path) {
  const inner = (/** @type {unknown} */ value, /** @type {string | number} */ step) =>
    typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  return path.reduce(inner, root);
}

/**
 * The document with one value replaced; what is not on the way to it is shared with the old one. Whether the document is
 * still what it was, the engine decides.
 * @template {object} T @param {T} root @param {Path} path @param {unknown} value `undefined` takes the key out.
 * @returns {T}
 */
export function set(root, path, value) {
  if (path.length === 0) return /** @type {T} */ (value);
  const [step, ...rest] = path;
  const copy = Array.isArray(root) ? root.slice() : { ...root };
  const inner = set(get(copy, [step]) ?? (typeof rest[0] === "number" ? [] : {}), rest, value);
  if (inner !== undefined) Reflect.set(copy, step, inner);
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else Reflect.deleteProperty(copy, step);
  return /** @type {T} */ (copy);
}
