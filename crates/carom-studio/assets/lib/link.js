// A whole value, such as a scene, in the fragment of an address: JSON, deflated, in the letters of addresses.

/** A link that holds more is refused (bytes), so that a short one cannot fill the memory. */
const MOST = 8e6;
/** It is read in pieces of so many bytes: each inflates to a thousand times as many at most. */
const PIECE = 1024;

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
function inPieces(bytes) {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + PIECE));
        else controller.close();
        at += PIECE;
      },
    },
    { highWaterMark: 0 },
  );
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} through */
async function passed(bytes, through) {
  const reader = inPieces(bytes).pipeThrough(through).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST) {
      reader.cancel().catch(() => undefined);
      throw new RangeError(`the link holds more than ${MOST / 1e6} MB, which is the most that is read`);
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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

/** @param {object} value @param {string} [key] what it is called */
export async function fragmentOf(value, key = "scene") {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return `#${key}=${letters(await passed(bytes, new CompressionStream("deflate")))}`;
}

/**
 * The value in a fragment, or nothing if it holds none of that name.
 * @template {object} T @param {string} fragment @param {string} key
 * @param {(value: object) => value is T} isWhole whether the page can show it
 */
export async function heldIn(fragment, key, isWhole) {
  const start = `#${key}=`;
  if (!fragment.startsWith(start)) return null;
  let value;
  try {
    const bytes = await passed(bytesOf(fragment.slice(start.length)), new DecompressionStream("deflate"));
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof RangeError) throw error;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && isWhole(value)) return value;
  throw new Error(`the link is cut short or damaged: it holds no ${key} that can be read`);
}

/** Writes what is shown into the address, so that a link or a reload leads back to it. @param {string} what */
export function remember(what) {
  history.replaceState(null, "", location.pathname + what);
}
