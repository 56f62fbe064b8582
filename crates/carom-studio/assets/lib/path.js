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

/** @param {any} root @param {Path} path @returns {any} */
export function get(root, path) {
  return path.reduce((value, step) => (value === undefined || value === null ? undefined : value[step]), root);
}

/**
 * The document with one value replaced; what is not on the way to it is shared with the old one.
 * @param {any} root @param {Path} path @param {any} value `undefined` takes the key out.
 * @returns {any}
 */
export function set(root, path, value) {
  if (path.length === 0) return value;
  const [step, ...rest] = path;
  const copy = Array.isArray(root) ? root.slice() : { ...root };
  const key = /** @type {any} */ (step);
  const inner = set(copy[key] ?? (typeof rest[0] === "number" ? [] : {}), rest, value);
  if (inner !== undefined) copy[key] = inner;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[key];
  return copy;
}
