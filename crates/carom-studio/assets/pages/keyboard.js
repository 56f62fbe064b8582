// Keys as places of the object or as pitches: letters and a MIDI keyboard.

import { errorText } from "../lib/api.js";
import { h, radioGroup } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { noted } from "../scene/take.js";
import { Pitches } from "../sound/pitches.js";

/** The keys of an octave and a half, by where they are on a keyboard. */
const LETTERS = "KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon Quote".split(
  " ",
);
/** These go down and up by an octave. @type {Record<string, number>} */
const OCTAVES = { KeyZ: -1, KeyX: 1 };
const OCTAVE = 12;
/** The MIDI key that plays what the letter A plays. */
const MIDDLE = 60;
/** How hard letters strike, from 0 to 1, and with Shift. */
const FIRM = 0.7;
const SOFT = 0.35;
const NAMES = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];

/** The name of a key. @param {number} key */
export const nameOf = (key) => `${NAMES[key % OCTAVE]}${Math.floor(key / OCTAVE) - 1}`;

export class Keyboard {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.pitches = new Pitches(studio.player, {
      noted: (note, isFirst) => this.noted(note, isFirst),
      failed: (error) => {
        studio.notes.show(error.message);
        this.refresh();
      },
    });
    /** Whether keys are pitches. */
    this.isOn = false;
    this.octave = 0;
    /** The keys that are down, by what holds them. @type {Map<string, number>} */
    this.held = new Map();
    this.buttons = ["places", "pitches"].map((name, n) =>
      h("button", { class: "chip", "aria-checked": String(n === 0), onclick: () => this.turn(n === 1) }, name),
    );
    const title = "Letters and MIDI keys strike along the object, or play it at their pitches";
    this.element = h("span", { class: "flag", title }, "Keys", radioGroup("Keys", "chips", this.buttons));
    addEventListener("keyup", (event) => this.release(event.code, event.timeStamp));
    addEventListener("blur", () => this.releaseAll());
  }

  show() {
    for (const [n, button] of this.buttons.entries()) {
      const isChosen = this.isOn === (n === 1);
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** Has keys be pitches or places; they stay places where the scene has no pitches. @param {boolean} isOn */
  async turn(isOn) {
    this.releaseAll();
    if (!isOn) {
      this.isOn = false;
      this.pitches.drop();
      this.show();
      return;
    }
    const wasOn = this.isOn;
    if (!wasOn) say("The keys are being made …");
    try {
      const { sounding, store } = this.studio;
      if (!(await this.pitches.open(sounding.tried ?? store.state.scene))) return;
      this.isOn = true;
      const [lowest, highest] = this.pitches.about?.keys ?? [0, 0];
      if (!wasOn) say(`Keys from ${nameOf(lowest)} to ${nameOf(highest)} can be played; A is ${nameOf(this.first)}`);
    } catch (error) {
      this.isOn = false;
      say(errorText(error));
    }
    this.show();
  }

  /** Another scene is ready. */
  refresh() {
    if (this.isOn) this.turn(true);
  }

  /** The key of the letter A: the C at or below the object as it is written. */
  get first() {
    const own = this.pitches.about?.own ?? MIDDLE;
    return own - (own % OCTAVE) + OCTAVE * this.octave;
  }

  /** A letter; whether it plays anything. @param {KeyboardEvent} event */
  press({ code, shiftKey, timeStamp }) {
    if (!this.isOn) return false;
    if (OCTAVES[code]) {
      this.octave = Math.max(-2, Math.min(2, this.octave + OCTAVES[code]));
      say(`A is ${nameOf(this.first)}`);
      return true;
    }
    const n = LETTERS.indexOf(code);
    if (n >= 0) this.down(code, this.first + n, shiftKey ? SOFT : FIRM, timeStamp);
    return n >= 0;
  }

  /** A key of a MIDI keyboard; whether it is a pitch. @param {import("../sound/midi.js").Stroke} stroke */
  midi({ key, velocity, time }) {
    if (!this.isOn) return false;
    const holder = `midi ${key}`;
    if (velocity > 0) this.down(holder, this.first + key - MIDDLE, velocity, time);
    else this.release(holder, time);
    return true;
  }

  /** @param {string} holder @param {number} key @param {number} velocity @param {number} time of the page (ms) */
  down(holder, key, velocity, time) {
    this.release(holder, time);
    this.held.set(holder, key);
    this.pitches.note(key, velocity, time);
  }

  /** @param {string} holder @param {number} time of the page (ms) */
  release(holder, time) {
    const key = this.held.get(holder);
    if (key === undefined) return;
    this.held.delete(holder);
    this.pitches.note(key, 0, time);
  }

  releaseAll() {
    for (const holder of [...this.held.keys()]) this.release(holder, performance.now());
  }

  /**
   * A key went down or up: that belongs to the take.
   * @param {import("../scene/take.js").Note} note @param {boolean} isFirst
   */
  noted(note, isFirst) {
    const {
      store,
      playing: { isRecording },
      transport,
    } = this.studio;
    const { state } = store;
    const before = isFirst && !isRecording ? null : state.take;
    const take = noted(before, note, this.pitches.about?.keys);
    store.step({ ...state, take }, { kind: "strike" }, isFirst ? "" : "notes");
    transport.run();
  }

  /** Plays what was played on keys. @param {import("../scene/take.js").Take} take */
  async play(take) {
    if (!this.isOn) await this.turn(true);
    if (this.isOn) this.pitches.play(take.notes ?? []);
  }
}
