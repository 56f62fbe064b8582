// One render at a time, and after it the newest that was asked for: nothing queues up behind a slider.

import { api } from "./api.js";

/**
 * @typedef {import("./api.js").Scene} Scene
 * @typedef {{ scene: Scene, reason: string, inputs: number[], book: number }} Wish `book` tells scenes that were
 *   opened apart
 */

export class Renders {
  /**
   * @param {(rendering: import("./api.js").Rendering, wish: Wish) => void} done
   * @param {(error: any, wish: Wish) => void} failed
   */
  constructor(done, failed) {
    this.done = done;
    this.failed = failed;
    /** @type {Wish | null} */
    this.waiting = null;
    this.busy = false;
    this.book = 0;
    /** Which page asks: the engine drops what it asked before. */
    this.id = Math.floor(Math.random() * 2 ** 52);
  }

  /** Another scene is opened: nothing that was asked for the old one is wanted any more. */
  turnPage() {
    this.book += 1;
    this.waiting = null;
  }

  /** @param {Scene} scene @param {string} reason @param {number} [input] when the person did it */
  ask(scene, reason, input) {
    const inputs = [...(this.waiting?.inputs ?? []), ...(input === undefined ? [] : [input])];
    // A strike that waits is not forgotten because a slider moved after it.
    const kept = this.waiting?.reason === "strike" && reason === "turn" ? "strike" : reason;
    this.waiting = { scene, reason: kept, inputs, book: this.book };
    if (!this.busy) this.next();
  }

  async next() {
    const wish = this.waiting;
    if (!wish) return;
    this.waiting = null;
    this.busy = true;
    try {
      const rendering = await api.render(wish.scene, this.id);
      if (wish.book === this.book) this.done(rendering, wish);
    } catch (error) {
      if (wish.book === this.book) this.failed(error, wish);
    }
    this.busy = false;
    this.next();
  }
}
