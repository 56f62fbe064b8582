// Requests to the engine.

/**
 * @typedef {{ message: string, path: string | null, allowed: string | null }} ValueError what is wrong, at which value,
 *   and what is allowed
 * @typedef {Record<string, any>} Scene
 * @typedef {{ head: any, arrays: Record<string, Float32Array> }} Rendering
 */

/** An error that the engine reports. */
export class EngineError extends Error {
  /** @param {ValueError} error @param {number} status */
  constructor({ message, path, allowed }, status) {
    super(message);
    this.path = path;
    this.allowed = allowed;
    this.status = status;
  }
}

/** The text of any error, with what is allowed. @param {any} error */
export function errorText(error) {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof EngineError && error.allowed ? `${message} (${error.allowed})` : message;
}

/** @param {string} path @param {RequestInit} [options] */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    const message = "the engine does not answer: is `carom studio` still running?";
    throw new EngineError({ message, path: null, allowed: null }, 0);
  }
  if (response.ok) return response;
  const text = await response.text();
  let found = { message: text || `${response.status} ${response.statusText}`, path: null, allowed: null };
  try {
    found = { ...found, ...JSON.parse(text).error };
  } catch {
    // The text is not JSON: it is the message.
  }
  throw new EngineError(found, response.status);
}

/** @param {string} path @param {any} body */
const post = (path, body) =>
  request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path */
const json = async (path) => (await request(path)).json();

export const api = {
  schema: () => json("/api/schema"),
  start: () => json("/api/start"),
  gallery: () => json("/api/gallery"),
  /** @param {string} name */
  galleryScene: (name) => json(`/api/gallery/${encodeURIComponent(name)}`),
  /** @param {Scene} scene @returns {Promise<string>} */
  toml: async (scene) => (await post("/api/toml", scene)).text(),
  /** @param {string} text @returns {Promise<{ scene: Scene }>} */
  parse: async (text) =>
    (await request("/api/parse", { method: "POST", headers: { "content-type": "text/plain" }, body: text })).json(),
  /** @param {Scene} scene */
  object: async (scene) => (await post("/api/object", scene)).json(),
  /**
   * One blow: the first touch after some time (s), at the samples of the scene or more finely, and how bodies are bent.
   * @param {Scene} scene @param {number} after @param {{ finely?: boolean, bent?: boolean }} [how]
   * @returns {Promise<Rendering>}
   */
  blow: async (scene, after, { finely = false, bent = false } = {}) => {
    const time = Math.max(0, Math.round(1e6 * after));
    const path = `/api/blow?after=${time}&fine=${Number(finely)}&bent=${Number(bent)}`;
    return unpacked(await (await post(path, scene)).arrayBuffer());
  },
  /** @param {any} impact */
  impact: async (impact) => (await post("/api/impact", impact)).json(),
  /** @param {Scene} scene @param {number} id @returns {Promise<Rendering>} */
  render: async (scene, id) => unpacked(await (await post(`/api/render?id=${id}`, scene)).arrayBuffer()),
};

/** A head in JSON, then numbers. @param {ArrayBuffer} bytes @returns {Rendering} */
export function unpacked(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const start = Math.ceil((4 + length) / 4) * 4;
  /** @type {Record<string, Float32Array>} */
  const arrays = {};
  for (const [name, [offset, count]] of Object.entries(/** @type {Record<string, [number, number]>} */ (head.arrays))) {
    arrays[name] = new Float32Array(bytes, start + 4 * offset, count);
  }
  return { head, arrays };
}
