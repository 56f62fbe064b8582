// The object of a scene at the pitches of keys: a sound beside that of the object as it is written.

import { api } from "../lib/api.js";
import { hear, tell } from "./live.js";

/**
 * @import { FromSound, Hears, ToSound } from "../../browser/types/messages.js"
 * @import { Note } from "../scene/take.js"
 * @typedef {import("../../browser/types/engine.js").PitchesAbout} About
 */

export class Pitches {
  /**
   * @param {import("./live.js").Live} player whose output it sounds from
   * @param {{ noted: (note: Note, isFirst: boolean) => void, failed: (error: Error) => void }} tells
   */
  constructor(player, tells) {
    this.player = player;
    /** What is done about what the worklet says. @type {Hears} */
    this.hears = {
      noted: (told) => {
        const { key, velocity, pressed, isFirst } = told;
        tells.noted({ time: player.timeOf(told, pressed), key, velocity }, isFirst);
      },
      began: (told) => player.begin(told),
      settled: () => (player.began = null),
      failed: ({ reason }) => {
        // They are made anew.
        this.scene = null;
        tells.failed(new Error(`the sound broke off: ${reason}`));
      },
    };
    /** @type {About | null} */
    this.about = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** The scene of which the keys are. @type {import("../../browser/types/scene.js").Scene | null} */
    this.scene = null;
    this.making = 0;
  }

  /**
   * Makes the keys of a scene. False if other keys were asked for meanwhile.
   * @param {import("../../browser/types/scene.js").Scene} scene
   */
  async open(scene) {
    const { player } = this;
    player.wake();
    if (scene === this.scene && this.node?.context === player.context) return true;
    this.making += 1;
    const making = this.making;
    const isNewest = () => making === this.making;
    try {
      const rate = player.rate === (scene.sample_rate ?? 44_100) ? undefined : player.rate;
      const { about, memory } = await api.pitches(scene, rate);
      const module = await player.ready;
      if (!isNewest() || !module) return false;
      this.about = about;
      this.scene = scene;
      if (this.node?.context !== player.context) this.node = player.newNode(module, (data) => this.told(data));
      tell(this.node, { kind: "take", memory, goesOn: false, keeps: player.keeps, made: making }, [memory]);
      return true;
    } catch (error) {
      if (isNewest()) throw error;
      return false;
    }
  }

  /** Nothing that is being made is wanted any more. */
  drop() {
    this.making += 1;
    this.stop();
  }

  /** @param {FromSound} message */
  told(message) {
    hear(this.hears, message);
    this.player.rest.stir();
  }

  /** @param {ToSound} message */
  send(message) {
    if (this.node) tell(this.node, message);
  }

  /**
   * A key goes down, or up with a velocity of 0.
   * @param {number} key @param {number} velocity
   * @param {number} pressed the time of the page at which the hand did it (ms)
   */
  note(key, velocity, pressed) {
    this.player.wake();
    this.send({ kind: "note", key, velocity, due: this.player.clock?.due(pressed), pressed });
  }

  /** Plays notes from the beginning. @param {Note[]} notes */
  play(notes) {
    this.player.wake();
    const numbers = notes.flatMap(({ time, key, velocity }) => [Math.round(time * this.player.rate), key, velocity]);
    const [nothing, all] = [new Float64Array(), Float64Array.from(numbers)];
    this.send({ kind: "play", deeds: { strikes: nothing, holds: nothing, scrapes: [], notes: all } });
  }

  stop() {
    this.send({ kind: "stop" });
  }

  /** Whether silence does not end what is played. @param {boolean} keeps */
  keep(keeps) {
    this.send({ kind: "keep", keeps });
  }
}
