// When a press is due in the sound: pointers and sound have clocks of their own.

/** Samples that the sound is made by. */
const QUANTUM = 128;
/** Samples by which the two clocks may seem to differ from look to look. */
const NOISE = 64;
/** By so much (s) what is known of the way to the loudspeaker may grow with each look at it. */
const CREEP = 2e-6;
/** What was heard longer ago (ms) says nothing: the sound slept meanwhile. */
const OLD = 500;

export class Clock {
  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    /** How long what is made is on its way to the loudspeaker, at least (s). */
    this.way = Infinity;
    context.addEventListener("statechange", () => (this.way = Infinity));
  }

  /** How much later than it is due (samples) a press is heard where the page passes it on at once. */
  get latest() {
    const buffer = Math.max(QUANTUM, Math.round(this.context.baseLatency * this.context.sampleRate));
    return buffer - NOISE;
  }

  /**
   * What is heard at a time of the page (ms), as a time of the sound (s); nothing while that is not known.
   * @param {number} time
   */
  heard(time) {
    const { contextTime = 0, performanceTime = 0 } = this.context.getOutputTimestamp();
    const isKnown = this.context.state === "running" && performance.now() - performanceTime < OLD;
    return isKnown ? contextTime + (time - performanceTime) / 1000 : undefined;
  }

  /** Looks at both clocks; the more often, the better it knows. */
  look() {
    const heard = this.heard(performance.now());
    if (heard !== undefined) this.way = Math.min(this.way + CREEP, this.context.currentTime - heard);
  }

  /**
   * The sample of the output in which a press at a time of the page (ms) is due: a quantum after the first that can be
   * made then. Nothing while that is not known.
   * @param {number} time
   */
  due(time) {
    this.look();
    const heard = this.heard(time);
    if (heard === undefined || this.way === Infinity) return undefined;
    return Math.round((heard + this.way) * this.context.sampleRate) + QUANTUM;
  }
}
