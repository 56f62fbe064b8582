// The sound: a scene that is played, in the audio thread. Everything is made elsewhere; here it is struck and runs.

import { copied, output } from "../engine/instance.js";

// The types of a page know nothing of audio worklets.
const { AudioWorkletProcessor, registerProcessor } = /** @type {any} */ (globalThis);
/** The sample of the output that comes next. */
const now = () => /** @type {any} */ (globalThis).currentFrame;
/** Samples per second. */
const rate = () => /** @type {any} */ (globalThis).sampleRate;

/**
 * @typedef {import("../engine/instance.js").Exports} Exports
 * @typedef {{
 *   strikes: Float64Array, holds: Float64Array, scrapes: { stroke: number, time: number, places: Float64Array }[],
 *   notes?: Float64Array,
 * }} Deeds what hands are to do
 */

const QUANTUM = 128;
/** What sounded before fades over this many quanta. */
const FADE = 2;
/** Any place: where a hand is lifted does not matter. */
const LIFTED = [0.5, 0.5];
/** Numbers of a blow that is to come, of a hand that is to damp, and of a key. */
const BLOW = 6;
const HOLD = 3;
const NOTE = 3;

class Played extends AudioWorkletProcessor {
  /** @param {{ processorOptions: { module: WebAssembly.Module } }} options */
  constructor({ processorOptions }) {
    super();
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
    this.port.onmessage = (/** @type {MessageEvent} */ { data }) => {
      try {
        this.told(data);
      } catch (error) {
        this.fail(error);
      }
    };
  }

  /** Falls silent and says why. @param {any} error */
  fail(error) {
    this.stage = null;
    this.unwanted = null;
    this.sounds = false;
    this.port.postMessage({ failed: String(error), made: this.made, runs: false });
  }

  /** @param {any} data */
  told(data) {
    if (data.memory) this.take(data);
    const { stage } = this;
    if (!stage) return;
    if (data.strike) this.strike(stage, data);
    if (data.note) this.note(stage, data);
    if (data.hold) this.hold(stage, data.hold);
    if (data.draw) this.draw(stage, data.draw);
    if (data.play) this.play(stage, data.play);
    if (data.stop) this.begin(stage, 0);
    if (data.keep !== undefined) stage.keep_running(data.keep ? 1 : 0);
  }

  /**
   * Another scene, or the same with other numbers, which goes on from where the old one is.
   * @param {{ memory: ArrayBuffer, goesOn: boolean, keep: boolean, deeds?: Deeds, made: number }} data
   */
  take({ memory, goesOn, keep, deeds, made }) {
    this.made = made;
    const next = copied(this.module, memory, this.unwanted);
    next.keep_running(keep ? 1 : 0);
    const old = this.stage;
    if (old && this.sounds && goesOn) {
      const count = old.carry();
      const numbers = new Float64Array(old.memory.buffer, old.numbers(count), count);
      new Float64Array(next.memory.buffer, next.numbers(count), count).set(numbers);
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
    this.port.postMessage({ began: true, at: now(), runs: runs === 1 });
  }

  /**
   * A blow falls in the next quantum, in the sample in which it is due if that is one of them.
   * @param {Exports} stage
   * @param {{ strike: [number, number, number, number], id: number, isNew: boolean, due?: number }} data
   */
  strike(stage, { strike: [stroke, first, second, speed], id, isNew, due = 0 }) {
    if (isNew && this.sounds) this.begin(stage, 0);
    const isFirst = !this.sounds;
    const later = isFirst ? 0 : Math.min(QUANTUM - 1, Math.max(0, due - now()));
    const finger = stage.strike(stroke, first, second, speed, later);
    if (finger < 0) return;
    this.sounds = true;
    this.isShown = false;
    this.port.postMessage({ struck: id, isFirst, frame: stage.frame() + later, at: now() + later, finger });
  }

  /**
   * A key goes down or up in the next quantum, in the sample in which it is due if that is one of them.
   * @param {Exports} stage @param {{ note: [number, number], due?: number, pressed?: number }} data
   */
  note(stage, { note: [key, velocity], due, pressed }) {
    const isFirst = !this.sounds;
    if (isFirst && velocity === 0) return;
    const later = isFirst ? 0 : Math.min(QUANTUM - 1, Math.max(0, (due ?? 0) - now()));
    if (stage.note(key, velocity, later) !== 1) return;
    this.sounds = true;
    const [frame, at] = [stage.frame() + later, now() + later];
    this.port.postMessage({ noted: [key, velocity], isFirst, frame, at, pressed });
  }

  /** A hand damps, or lets go. @param {Exports} stage @param {[number, boolean]} hold */
  hold(stage, [stroke, holds]) {
    if (!this.sounds) return;
    stage.hold(stroke, holds ? 1 : 0);
    this.port.postMessage({ held: stroke, holds, frame: stage.frame() });
  }

  /** A hand is drawn over a body, or lifted. @param {Exports} stage @param {[number, number, number, boolean]} draw */
  draw(stage, [stroke, first, second, lifts]) {
    const place = lifts ? LIFTED : [first, second];
    const isFirst = !this.sounds;
    if (stage.draw(stroke, place[0], place[1], lifts ? 1 : 0) !== 1) return;
    this.sounds = true;
    this.isDrawn = true;
    this.port.postMessage({ drawn: stroke, isFirst, frame: stage.frame(), at: now() });
  }

  /** Tells where a hand was drawn, once it is lifted. @param {Exports} stage */
  tellScrape(stage) {
    const count = this.isDrawn ? stage.scraped() : 0;
    if (count === 0) return;
    const scraped = new Float64Array(stage.memory.buffer, stage.numbers(count), count).slice();
    this.port.postMessage({ scraped }, [scraped.buffer]);
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
      if (time * rate() < from) continue;
      new Float64Array(stage.memory.buffer, stage.numbers(places.length), places.length).set(places);
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
      if (stage.broke() === 1) this.port.postMessage({ broke: output(stage), made: this.made, runs: goesOn });
      if (!goesOn) {
        this.sounds = false;
        this.port.postMessage({ settled: true, at: now() });
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
    const touch = new Float32Array(stage.memory.buffer, stage.touch(), 3 * count).slice();
    this.port.postMessage({ touch, coarsened: stage.coarsened() }, [touch.buffer]);
  }
}

/** @param {Exports} stage @param {0 | 1} channel */
const samples = (stage, channel) => new Float32Array(stage.memory.buffer, stage.channel(channel), QUANTUM);

registerProcessor("played", Played);
