// Plays one sound at a time. A new one takes over where the old one is, within a few milliseconds.

/** How long one sound fades into the next (s). */
const FADE = 0.005;
/** The loudest sample that passes unchanged. */
const KNEE = 0.8;
/** Samples up to this saturate softly instead of being cut. */
const LOUDEST = 8;
/** Below this share of full scale a sound counts as over. */
const SILENCE = 1e-3;

export class Player {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {{ source: AudioBufferSourceNode, gain: GainNode, began: number } | null} */
    this.current = null;
    /** @type {AudioBuffer | null} */
    this.buffer = null;
    this.audible = 0;
    this.volume = 1;
  }

  /** Starts the audio; browsers allow this only from an input of the user. */
  wake() {
    if (!this.context) this.build();
    if (this.context?.state === "suspended") this.context.resume();
  }

  build() {
    const context = new AudioContext({ latencyHint: "interactive" });
    this.context = context;
    this.master = new GainNode(context, { gain: this.volume });
    this.meter = new AnalyserNode(context, { fftSize: 2048 });
    const shrink = new GainNode(context, { gain: 1 / LOUDEST });
    const bend = new WaveShaperNode(context, { curve: /** @type {any} */ (bent()) });
    this.master.connect(this.meter);
    this.master.connect(shrink).connect(bend).connect(context.destination);
  }

  /** @param {Float32Array} left @param {Float32Array} right @param {number} rate */
  load(left, right, rate) {
    // Made without a context: browsers allow none before the first input.
    const buffer = new AudioBuffer({ numberOfChannels: 2, length: Math.max(1, left.length), sampleRate: rate });
    buffer.copyToChannel(/** @type {any} */ (left), 0);
    buffer.copyToChannel(/** @type {any} */ (right), 1);
    this.buffer = buffer;
    this.audible = lastAbove(left, right, SILENCE) / rate;
  }

  /** Whether the sound is still audible. */
  get ringing() {
    return this.current !== null && this.position < this.audible;
  }

  /** The position in the sound (s). */
  get position() {
    if (!this.current || !this.context) return 0;
    return Math.max(0, this.context.currentTime - this.current.began);
  }

  get playing() {
    return this.current !== null;
  }

  /** Plays what is loaded from some time on, and lets what sounded fade. @param {number} [from] */
  play(from = 0) {
    this.wake();
    if (!this.buffer || !this.context || !this.master) return;
    const context = this.context;
    const now = context.currentTime;
    const source = new AudioBufferSourceNode(context, { buffer: this.buffer });
    const gain = new GainNode(context, { gain: 1 });
    source.connect(gain).connect(this.master);
    if (this.current || from > 0) {
      // A sound that plays from its beginning keeps its attack.
      gain.gain.setValueAtTime(from > 0 ? 0 : 1, now);
      gain.gain.linearRampToValueAtTime(1, now + FADE);
    }
    this.fade(now);
    source.start(now, from);
    const current = { source, gain, began: now - from };
    source.onended = () => {
      if (this.current === current) this.current = null;
    };
    this.current = current;
  }

  /** Replaces the sound that plays by the loaded one, at the same position. */
  swap() {
    if (this.current) this.play(this.position);
  }

  /** @param {number} now */
  fade(now) {
    const old = this.current;
    if (!old) return;
    old.gain.gain.cancelScheduledValues(now);
    old.gain.gain.setValueAtTime(1, now);
    old.gain.gain.linearRampToValueAtTime(0, now + FADE);
    old.source.stop(now + 2 * FADE);
    this.current = null;
  }

  stop() {
    if (this.context) this.fade(this.context.currentTime);
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.volume = volume;
    if (this.master && this.context) this.master.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
  }

  /** The peak of the last samples; 1 is full scale. */
  peak() {
    if (!this.meter) return 0;
    const samples = new Float32Array(this.meter.fftSize);
    this.meter.getFloatTimeDomainData(samples);
    return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  }
}

/** Straight up to the knee, then bent towards 1, so that a hard strike saturates without crackling. */
function bent() {
  const curve = new Float32Array(16385);
  const middle = (curve.length - 1) / 2;
  for (let i = 0; i < curve.length; i += 1) {
    const x = ((i - middle) / middle) * LOUDEST;
    const size = Math.abs(x);
    const room = 1 - KNEE;
    curve[i] = Math.sign(x) * (size <= KNEE ? size : KNEE + room * Math.tanh((size - KNEE) / room));
  }
  return curve;
}

/** @param {Float32Array} left @param {Float32Array} right @param {number} level */
function lastAbove(left, right, level) {
  let last = left.length;
  while (last > 0 && Math.abs(left[last - 1]) < level && Math.abs(right[last - 1]) < level) last -= 1;
  return last;
}
