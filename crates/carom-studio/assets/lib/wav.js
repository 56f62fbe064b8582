// Samples as a WAV file, as `carom run` writes it.

/** @param {DataView} view @param {number} at @param {string} text */
function tag(view, at, text) {
  for (let i = 0; i < text.length; i += 1) view.setUint8(at + i, text.charCodeAt(i));
}

/**
 * @param {Float32Array[]} channels of one length
 * @param {number} rate
 * @param {"float32" | "int24"} format
 * @returns {ArrayBuffer}
 */
export function wav(channels, rate, format) {
  const size = format === "int24" ? 3 : 4;
  const frames = channels[0].length;
  const frame = size * channels.length;
  const bytes = new ArrayBuffer(44 + frames * frame);
  const view = new DataView(bytes);
  tag(view, 0, "RIFF");
  view.setUint32(4, 36 + frames * frame, true);
  tag(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, format === "int24" ? 1 : 3, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, Math.round(rate), true);
  view.setUint32(28, Math.round(rate) * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, 8 * size, true);
  tag(view, 36, "data");
  view.setUint32(40, frames * frame, true);
  let at = 44;
  for (let i = 0; i < frames; i += 1) {
    for (const channel of channels) {
      if (format === "int24") {
        const whole = Math.round(Math.min(1, Math.max(-1, channel[i])) * 8388607);
        view.setUint16(at, whole & 0xffff, true);
        view.setInt8(at + 2, whole >> 16);
      } else view.setFloat32(at, channel[i], true);
      at += size;
    }
  }
  return bytes;
}
