// A whole scene in the fragment of an address: JSON, deflated, in the letters of addresses.

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} through */
async function passed(bytes, through) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function letters(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {import("./api.js").Scene} scene */
export async function fragmentOf(scene) {
  const bytes = new TextEncoder().encode(JSON.stringify(scene));
  return `#scene=${letters(await passed(bytes, new CompressionStream("deflate")))}`;
}

/** The scene of a fragment, or nothing if it holds none. @param {string} fragment */
export async function sceneOf(fragment) {
  const found = /^#scene=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const bytes = await passed(bytesOf(found[1]), new DecompressionStream("deflate"));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error("the link is cut short or damaged: it holds no scene that can be read");
  }
}
