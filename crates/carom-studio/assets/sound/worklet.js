// The sound: a scene that is played, in the audio thread. Everything is made elsewhere; here it is struck and runs.

import { copied, doubles, floats, output } from "../engine/instance.js";

/**
 * @import { Exports } from "../../browser/types/engine.js"
 * @import { Deeds, FromSound, Of, ToSound } from "../../browser/types/messages.js"
 */

/** @template Kind @typedef {Of<ToSound, Kind>} Told */

const QUANTUM = 128;
/** What sounded before fades over this many quanta. */
const FADE = 2;
/** Any place: where a hand is lifted does not matter. */
const LIFTED = [0.5, 0.5];
/** Numbers of a blow that is to come, of a hand that is to damp, and of a key. */
const BLOW = 6;
const HOLD = 3;
const NOTE = 3;

export class Played extends AudioWorkletProcessor {
  /** @param {AudioWorkletNodeOptions} options */
  constructor({ processorOptions }) {
    super();
    /** @type {WebAssembly.Module} */
    this.module = processorOptions.module;
    /** @type {Exports | null} */
    this.stage = null;
    /** The stage before, whose memory the next one takes. @type {Exports | null} */
    this.unwanted = null;
    /** The end of what sounded before, left and right, and how much of it has passed. */
    this.tail = [new Float32Array(FADE * QUANTUM), new Float32Array(FADE * QUANTUM)];
    this.tailAt = FADE * QUANTUM;
    /** How much of the new sound is heard already: it fades in where another was carried over. */
    this.rise = 1;
    this.sounds = false;
    /** Which of the scenes that the page made this is. */
    this.made = 0;
    this.isShown = true;
    this.isDrawn = false;
    this.port.onmessage = ({ data }) => {
      try {
        this.told(data);
      } catch (error) {
        this.fail(error);
      }
    };
  }

  /** @param {FromSound} message @param {Transferable[]} [handed] */
  tell(message, handed = []) {
    this.port.postMessage(message, handed);
  }

  /** Falls silent and says why. @param {unknown} error */
  fail(error) {
    this.stage = null;
    this.unwanted = null;
    this.sounds = false;
    this.tell({ kind: "failed", reason: String(error), made: this.made });
  }

  /** @param {ToSound} message */
  told(message) {
    const { stage } = this;
    if (message.kind === "take") this.take(message);
    else if (stage) this.does(stage, message);
  }

  /** @param {Exports} stage @param {Exclude<ToSound, Told<"take">>} message */
  does(stage, message) {
    switch (message.kind) {
      case "strike":
        return this.strike(stage, message);
      case "note":
        return this.note(stage, message);
      case "hold":
        return this.hold(stage, message);
      case "draw":
        return this.draw(stage, message);
      case "play":
        return this.play(stage, message.deeds);
      case "stop":
        return this.begin(stage, 0);
      case "keep":
        return stage.keep_running(Number(message.keeps));
    }
  }

  /** Another scene, or the same with other numbers, which goes on from where the old one is. @param {Told<"take">} told */
  take({ memory, goesOn, keeps, deeds, made }) {
    this.made = made;
    const next = copied(this.module, memory, this.unwanted);
    next.keep_running(Number(keeps));
    const old = this.stage;
    if (old && this.sounds && goesOn) {
      const count = old.carry();
      doubles(next, next.numbers(count), count).set(doubles(old, old.numbers(count), count));
      next.go_on();
      this.rise = 0;
    }
    if (old) this.fade(old);
    this.unwanted = old;
    this.stage = next;
    if (old && this.sounds && goesOn && deeds) this.schedule(next, deeds, next.frame());
    this.sounds = this.sounds && goesOn;
  }

  /** Keeps the next samples of what sounds, fading out. @param {Exports} stage */
  fade(stage) {
    if (!this.sounds) return;
    const [left, right] = this.tail;
    for (let q = 0; q < FADE; q += 1) {
      stage.render(QUANTUM);
      left.set(samples(stage, 0), q * QUANTUM);
      right.set(samples(stage, 1), q * QUANTUM);
    }
    for (let n = 0; n < left.length; n += 1) {
      const share = 1 - n / left.length;
      left[n] *= share;
      right[n] *= share;
    }
    this.tailAt = 0;
  }

  /** @param {Exports} stage @param {0 | 1} runs */
  begin(stage, runs) {
    this.fade(stage);
    stage.begin(runs);
    this.sounds = runs === 1;
    this.tell({ kind: "began", at: currentFrame, runs: runs === 1 });
  }

  /**
   * When something falls that begins in the next quantum: in the sample in which it is due, if that is one of them.
   * @param {Exports} stage @param {number} [due]
   */
  fallen(stage, due = 0) {
    const isFirst = !this.sounds;
    const later = isFirst ? 0 : Math.min(QUANTUM - 1, Math.max(0, due - currentFrame));
    return { later, when: { isFirst, frame: stage.frame() + later, at: currentFrame + later } };
  }

  /** @param {Exports} stage @param {Told<"strike">} told */
  strike(stage, { id, stroke, place: [first, second], speed, isNew, due }) {
    if (isNew && this.sounds) this.begin(stage, 0);
    const { later, when } = this.fallen(stage, due);
    const finger = stage.strike(stroke, first, second, speed, later);
    if (finger < 0) return;
    this.sounds = true;
    this.isShown = false;
    this.tell({ kind: "struck", id, finger, ...when });
  }

  /** A key goes down or up. @param {Exports} stage @param {Told<"note">} told */
  note(stage, { key, velocity, due, pressed }) {
    if (!this.sounds && velocity === 0) return;
    const { later, when } = this.fallen(stage, due);
    if (stage.note(key, velocity, later) !== 1) return;
    this.sounds = true;
    this.tell({ kind: "noted", key, velocity, pressed, ...when });
  }

  /** A hand damps, or lets go. @param {Exports} stage @param {Told<"hold">} told */
  hold(stage, { stroke, holds }) {
    if (!this.sounds) return;
    stage.hold(stroke, Number(holds));
    this.tell({ kind: "held", stroke, holds, frame: stage.frame() });
  }

  /** A hand is drawn over a body, or lifted. @param {Exports} stage @param {Told<"draw">} told */
  draw(stage, { stroke, place, lifts }) {
    const [first, second] = lifts ? LIFTED : place;
    const { when } = this.fallen(stage);
    if (stage.draw(stroke, first, second, Number(lifts)) !== 1) return;
    this.sounds = true;
    this.isDrawn = true;
    this.tell({ kind: "drawn", stroke, ...when });
  }

  /** Tells where a hand was drawn, once it is lifted. @param {Exports} stage */
  tellScrape(stage) {
    const count = this.isDrawn ? stage.scraped() : 0;
    if (count === 0) return;
    const [stroke, time, ...numbers] = doubles(stage, stage.numbers(count), count);
    this.tell({ kind: "scraped", stroke, time, places: Float64Array.from(numbers) });
  }

  /** Plays from the beginning. @param {Exports} stage @param {Deeds} deeds */
  play(stage, deeds) {
    this.begin(stage, 1);
    this.schedule(stage, deeds, 0);
  }

  /** @param {Exports} stage @param {Deeds} deeds @param {number} from */
  schedule(stage, { strikes, holds, scrapes, notes = new Float64Array() }, from) {
    for (let i = 0; i + NOTE <= notes.length; i += NOTE) {
      const [frame, key, velocity] = notes.subarray(i, i + NOTE);
      stage.schedule_note(frame, key, velocity);
    }
    for (let i = 0; i + BLOW <= strikes.length; i += BLOW) {
      const [frame, stroke, finger, first, second, speed] = strikes.subarray(i, i + BLOW);
      if (frame >= from) stage.schedule(frame, stroke, finger, first, second, speed);
    }
    for (let i = 0; i + HOLD <= holds.length; i += HOLD) {
      const [frame, stroke, isOn] = holds.subarray(i, i + HOLD);
      // A hand that is on what rings stays there.
      if (frame >= from) stage.schedule_hold(frame, stroke, isOn);
      else stage.hold(stroke, isOn);
    }
    for (const { stroke, time, places } of scrapes) {
      if (time * sampleRate < from) continue;
      doubles(stage, stage.numbers(places.length), places.length).set(places);
      stage.schedule_scrape(stroke, time);
    }
  }

  /** @param {Float32Array[][]} _ @param {Float32Array[][]} outputs */
  process(_, [[left, right]]) {
    try {
      this.run(left, right);
    } catch (error) {
      this.fail(error);
    }
    return true;
  }

  /** @param {Float32Array} left @param {Float32Array | undefined} right */
  run(left, right) {
    const { stage } = this;
    if (stage && this.sounds) {
      const goesOn = stage.render(QUANTUM) === 1;
      this.give(left, samples(stage, 0));
      if (right) this.give(right, samples(stage, 1));
      if (this.rise < 1) this.rise = Math.min(1, this.rise + 1 / FADE);
      this.show(stage);
      this.tellScrape(stage);
      if (stage.broke() === 1) this.tell({ kind: "broke", reason: output(stage), made: this.made, runs: goesOn });
      if (!goesOn) {
        this.sounds = false;
        this.tell({ kind: "settled" });
      }
    }
    if (this.tailAt < FADE * QUANTUM) {
      for (let n = 0; n < left.length; n += 1) {
        left[n] += this.tail[0][this.tailAt + n];
        if (right) right[n] += this.tail[1][this.tailAt + n];
      }
      this.tailAt += QUANTUM;
    }
  }

  /** @param {Float32Array} into @param {Float32Array} from */
  give(into, from) {
    if (this.rise === 1) {
      into.set(from);
      return;
    }
    for (let n = 0; n < into.length; n += 1) into[n] = from[n] * (this.rise + n / into.length / FADE);
  }

  /** Tells what the last blow did, once its contact is over. @param {Exports} stage */
  show(stage) {
    const count = this.isShown ? 0 : stage.touch_samples();
    if (count === 0) return;
    this.isShown = true;
    const rows = floats(stage, stage.touch(), 3 * count).slice();
    this.tell({ kind: "touched", rows, coarsened: stage.coarsened() }, [rows.buffer]);
  }
}

/** @param {Exports} stage @param {0 | 1} channel */
const samples = (stage, channel) => floats(stage, stage.channel(channel), QUANTUM);

registerProcessor("played", Played);
