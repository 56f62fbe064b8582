// When a stroke is recorded: where it was heard, unless that is further from the strokes around it than the hands were.

export class Spacing {
  constructor() {
    /** By how much strokes are recorded later than hands made them (s), at least and at most; the clocks differ too. */
    this.least = Infinity;
    this.most = -Infinity;
    /** How much later than it was heard the last stroke is recorded (s). */
    this.shift = 0;
  }

  /** Another take begins. */
  reset() {
    [this.least, this.most, this.shift] = [Infinity, -Infinity, 0];
  }

  /**
   * The time of a stroke in the take (s). Sound is made a buffer at a time, and a hand is heard with the next one: so
   * much later than another hand may be. What is more was a page too busy to listen, or a gap in the output.
   * @param {number} heard in the take (s) @param {number | undefined} pressed on the page (ms), where that is known
   * @param {number} buffer (s)
   */
  recorded(heard, pressed, buffer) {
    if (pressed === undefined) return Math.max(0, heard + this.shift);
    const late = heard - pressed / 1000;
    const kept = Math.max(this.most - buffer, Math.min(this.least + buffer, late));
    this.least = Math.min(this.least, kept);
    this.most = Math.max(this.most, kept);
    // What is right stays right to the last digit.
    this.shift = kept === late ? 0 : kept - late;
    return Math.max(0, heard + this.shift);
  }
}
