// When a press is due in the sound: pointers and sound have clocks of their own.

/** Samples that the sound is made by. */
const QUANTUM = 128;
/** The way to the loudspeaker is the shortest that was seen for so long (ms), and for as long before. */
const WINDOW = 2000;
/** What was heard longer ago (ms) says nothing: the sound slept meanwhile. */
const OLD = 500;

export class Clock {
  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    /** How long what is made is on its way to the loudspeaker, at least (s): in this window of time, in the last. */
    this.recent = Infinity;
    this.before = Infinity;
    /** When this window began (ms). */
    this.since = -Infinity;
    context.addEventListener("statechange", () => ([this.recent, this.before] = [Infinity, Infinity]));
  }

  get way() {
    return Math.min(this.recent, this.before);
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
    const now = performance.now();
    const heard = this.heard(now);
    if (heard === undefined) return;
    if (now - this.since > WINDOW) [this.before, this.recent, this.since] = [this.recent, Infinity, now];
    this.recent = Math.min(this.recent, this.context.currentTime - heard);
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
