// Plays one rendered sound at a time.

import { Output } from "./output.js";
import { Rest } from "./rest.js";

/** How long a sound that is stopped fades (s). */
const FADE = 0.005;
/** Below this share of full scale a sound counts as over. */
const SILENCE = 1e-3;

export class Player {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {{ source: AudioBufferSourceNode, gain: GainNode } | null} */
    this.current = null;
    /** @type {AudioBuffer | null} */
    this.buffer = null;
    this.audible = 0;
    this.rest = new Rest(
      () => this.context,
      () => this.current !== null,
    );
  }

  /** Starts the audio; browsers allow this only from an input of the user. */
  wake() {
    if (!this.context) {
      this.context = new AudioContext({ latencyHint: "interactive" });
      this.output = new Output(this.context, 1);
    }
    if (this.context.state === "suspended") this.context.resume();
    this.rest.stir();
  }

  /** @param {Float32Array<ArrayBuffer>} left @param {Float32Array<ArrayBuffer>} right @param {number} rate */
  load(left, right, rate) {
    const buffer = new AudioBuffer({ numberOfChannels: 2, length: Math.max(1, left.length), sampleRate: rate });
    buffer.copyToChannel(left, 0);
    buffer.copyToChannel(right, 1);
    this.buffer = buffer;
    this.audible = lastAbove(left, right, SILENCE) / rate;
  }

  /** Plays what is loaded, and lets what sounded fade. */
  play() {
    this.wake();
    this.stop();
    if (!this.buffer || !this.context || !this.output) return;
    const source = new AudioBufferSourceNode(this.context, { buffer: this.buffer });
    const gain = new GainNode(this.context, { gain: 1 });
    source.connect(gain).connect(this.output.input);
    source.start();
    const current = { source, gain };
    source.onended = () => {
      if (this.current === current) this.current = null;
    };
    this.current = current;
  }

  stop() {
    const old = this.current;
    if (!old || !this.context) return;
    const now = this.context.currentTime;
    old.gain.gain.setValueAtTime(1, now);
    old.gain.gain.linearRampToValueAtTime(0, now + FADE);
    old.source.stop(now + 2 * FADE);
    this.current = null;
  }
}

/** @param {Float32Array} left @param {Float32Array} right @param {number} level */
function lastAbove(left, right, level) {
  let last = left.length;
  while (last > 0 && Math.abs(left[last - 1]) < level && Math.abs(right[last - 1]) < level) last -= 1;
  return last;
}
