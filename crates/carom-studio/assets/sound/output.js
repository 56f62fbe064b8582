// From sound to the loudspeaker: the volume, a meter, and a bend for what is too loud.

/** The loudest sample that passes unchanged. */
const KNEE = 0.8;
/** Samples up to this saturate softly instead of being cut. */
const LOUDEST = 8;

export class Output {
  /** @param {AudioContext} context @param {number} volume */
  constructor(context, volume) {
    this.context = context;
    this.input = new GainNode(context, { gain: volume });
    this.meter = new AnalyserNode(context, { fftSize: 2048 });
    const shrink = new GainNode(context, { gain: 1 / LOUDEST });
    const bend = new WaveShaperNode(context, { curve: bent() });
    this.input.connect(this.meter);
    this.input.connect(shrink).connect(bend).connect(context.destination);
    this.samples = new Float32Array(this.meter.fftSize);
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.input.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
  }

  /** The peak of the last samples; 1 is full scale. */
  peak() {
    this.meter.getFloatTimeDomainData(this.samples);
    return this.samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
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
