// The object of a scene at the pitches of keys: a sound beside that of the object as it is written.

import { api } from "../lib/api.js";

/**
 * @typedef {import("../scene/take.js").Note} Note
 * @typedef {{ rate: number, own: number, keys: [number, number] }} About the key of the object as it is written, the
 *   lowest and the highest
 */

export class Pitches {
  /**
   * @param {import("./live.js").Live} player whose output it sounds from
   * @param {{ noted: (note: Note, isFirst: boolean) => void, failed: (error: Error) => void }} tells
   */
  constructor(player, tells) {
    this.player = player;
    this.tells = tells;
    /** @type {About | null} */
    this.about = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** The scene of which the keys are. @type {any} */
    this.scene = null;
    this.making = 0;
  }

  /**
   * Makes the keys of a scene. False if other keys were asked for meanwhile.
   * @param {import("../lib/api.js").Scene} scene
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
      this.node.port.postMessage({ memory, goesOn: false, keep: player.keeps }, [memory]);
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

  /** @param {any} data */
  told(data) {
    const { player } = this;
    if (data.noted) {
      const [key, velocity] = data.noted;
      this.tells.noted({ time: player.timeOf(data, data.pressed), key, velocity }, data.isFirst);
    } else if (data.began) player.begin(data);
    else if (data.settled) player.began = null;
    else if (data.failed) {
      // They are made anew.
      this.scene = null;
      this.tells.failed(new Error(`the sound broke off: ${data.failed}`));
    }
    player.rest.stir();
  }

  /**
   * A key goes down, or up with a velocity of 0.
   * @param {number} key @param {number} velocity
   * @param {number} pressed the time of the page at which the hand did it (ms)
   */
  note(key, velocity, pressed) {
    this.player.wake();
    this.node?.port.postMessage({ note: [key, velocity], due: this.player.clock?.due(pressed), pressed });
  }

  /** Plays notes from the beginning. @param {Note[]} notes */
  play(notes) {
    this.player.wake();
    const numbers = notes.flatMap(({ time, key, velocity }) => [Math.round(time * this.player.rate), key, velocity]);
    const [nothing, all] = [new Float64Array(), Float64Array.from(numbers)];
    this.node?.port.postMessage({ play: { strikes: nothing, holds: nothing, scrapes: [], notes: all } });
  }

  stop() {
    this.node?.port.postMessage({ stop: true });
  }

  /** Whether silence does not end what is played. @param {boolean} keeps */
  keep(keeps) {
    this.node?.port.postMessage({ keep: keeps });
  }
}
