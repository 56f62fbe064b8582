// Samples as a WAV file, as `carom run` writes it.

/** @param {DataView} view @param {number} at @param {string} text */
function tag(view, at, text) {
  for (let i = 0; i < text.length; i += 1) view.setUint8(at + i, text.charCodeAt(i));
}

/**
 * @param {Float32Array[]} channels of one length
 * @param {number} rate
 * @param {string} format of the scene; a lossless FLAC has the same samples as `int24`
 * @returns {ArrayBuffer}
 */
export function wav(channels, rate, format) {
  const size = { float32: 4, int16: 2 }[format] ?? 3;
  const most = 2 ** (8 * size - 1) - 1;
  const frames = channels[0].length;
  const frame = size * channels.length;
  const bytes = new ArrayBuffer(44 + frames * frame);
  const view = new DataView(bytes);
  tag(view, 0, "RIFF");
  view.setUint32(4, 36 + frames * frame, true);
  tag(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, format === "float32" ? 3 : 1, true);
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
      if (format === "float32") view.setFloat32(at, channel[i], true);
      else {
        // Halves are rounded away from zero, as the engine rounds them.
        const whole = Math.sign(channel[i]) * Math.round(Math.min(1, Math.abs(channel[i])) * most);
        view.setUint16(at, whole & 0xffff, true);
        if (size === 3) view.setInt8(at + 2, whole >> 16);
      }
      at += size;
    }
  }
  return bytes;
}
