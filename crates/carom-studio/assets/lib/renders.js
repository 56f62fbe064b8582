// One render at a time, and after it the newest that was asked for: nothing queues up behind a slider.

import { api } from "./api.js";

/**
 * @typedef {import("./api.js").Scene} Scene
 * @typedef {{ scene: Scene, reason: string, inputs: number[] }} Wish
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
    /** Which page asks: the engine drops what it asked before. */
    this.id = Math.floor(Math.random() * 2 ** 52);
  }

  /** @param {Scene} scene @param {string} reason @param {number} [input] when the person did it */
  ask(scene, reason, input) {
    const inputs = [...(this.waiting?.inputs ?? []), ...(input === undefined ? [] : [input])];
    // A strike that waits is not forgotten because a slider moved after it.
    const kept = this.waiting?.reason === "strike" && reason === "turn" ? "strike" : reason;
    this.waiting = { scene, reason: kept, inputs };
    if (!this.busy) this.next();
  }

  async next() {
    const wish = this.waiting;
    if (!wish) return;
    this.waiting = null;
    this.busy = true;
    try {
      const rendering = await api.render(wish.scene, this.id);
      this.done(rendering, wish);
    } catch (error) {
      this.failed(error, wish);
    }
    this.busy = false;
    this.next();
  }
}
