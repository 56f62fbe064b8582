// Keys of a MIDI keyboard. Nobody is asked for permission before it is switched on.

/** Keys of a keyboard of three octaves; others play its ends. */
const LOWEST = 48;
const HIGHEST = 84;
/** Beside the usual speed of the hammer, the softest and the hardest key. */
const STRENGTHS = [0.15, 2];

/**
 * @typedef {{ key: number, velocity: number, along: number, strength: number, time: number }} Stroke which key, how hard from 0
 *   to 1, and 0 if it goes up; where along the object, from 0 to 1, how hard beside the usual; when, on the page (ms)
 */

/**
 * The stroke of a message, if it is a key.
 * @param {Iterable<number>} bytes @param {number} time @returns {Stroke | null}
 */
export function strokeOf([status, key, force], time) {
  const isDown = (status & 0xf0) === 0x90 && force > 0;
  if (!isDown && ![0x80, 0x90].includes(status & 0xf0)) return null;
  const velocity = isDown ? force / 127 : 0;
  const along = Math.min(1, Math.max(0, (key - LOWEST) / (HIGHEST - LOWEST)));
  const [softest, hardest] = STRENGTHS;
  return { key, velocity, along, strength: softest + (hardest - softest) * velocity, time };
}

export class Midi {
  /** @param {(stroke: Stroke) => void} strikes */
  constructor(strikes) {
    this.strikes = strikes;
    /** @type {MIDIAccess | null} */
    this.access = null;
  }

  /**
   * Listens to all keyboards, also to those that come later. What it says is how that went.
   * @returns {Promise<string>}
   */
  async listen() {
    if (!navigator.requestMIDIAccess) throw new Error("This browser does not know MIDI");
    try {
      this.access = await navigator.requestMIDIAccess();
    } catch {
      throw new Error("The browser was not allowed to use MIDI");
    }
    const heard = (/** @type {MIDIMessageEvent} */ { data, timeStamp }) => {
      const stroke = data && strokeOf(data, timeStamp);
      if (stroke) this.strikes(stroke);
    };
    const connect = () => this.inputs().forEach((input) => (input.onmidimessage = heard));
    this.access.onstatechange = connect;
    connect();
    const names = this.inputs().map(({ name }) => name);
    return names.length ? `MIDI: ${names.join(", ")}` : "No MIDI keyboard is there: it can be connected now";
  }

  inputs() {
    return [...(this.access?.inputs.values() ?? [])];
  }

  stop() {
    for (const input of this.inputs()) input.onmidimessage = null;
    if (this.access) this.access.onstatechange = null;
    this.access = null;
  }
}
