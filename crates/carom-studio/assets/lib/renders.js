// Renders one scene at a time, and after it only the newest that waits: a slider never fills a queue.

import { api } from "./api.js";

/**
 * @typedef {import("./api.js").Scene} Scene
 * @typedef {{ scene: Scene, reason: string, inputs: number[], opened: number }} Job `inputs` are the times of the
 *   inputs that led to it; `opened` is the number of the scene on the page
 */

export class Renders {
  /**
   * @param {(rendering: import("./api.js").Rendering, job: Job) => void} done
   * @param {(error: any, job: Job) => void} failed
   */
  constructor(done, failed) {
    this.done = done;
    this.failed = failed;
    /** @type {Job | null} */
    this.waiting = null;
    this.busy = false;
    this.opened = 0;
    /** Identifies this page: the engine drops its older requests. */
    this.id = Math.floor(Math.random() * 2 ** 52);
  }

  /** Another scene is opened: renderings of the old one are dropped. */
  drop() {
    this.opened += 1;
    this.waiting = null;
  }

  /** @param {Scene} scene @param {string} reason @param {number} [input] when the input was made */
  request(scene, reason, input) {
    const inputs = [...(this.waiting?.inputs ?? []), ...(input === undefined ? [] : [input])];
    // A strike that waits stays one when a slider moves after it.
    const kept = this.waiting?.reason === "strike" && reason === "turn" ? "strike" : reason;
    this.waiting = { scene, reason: kept, inputs, opened: this.opened };
    if (!this.busy) this.next();
  }

  async next() {
    const job = this.waiting;
    if (!job) return;
    this.waiting = null;
    this.busy = true;
    try {
      const rendering = await api.render(job.scene, this.id);
      if (job.opened === this.opened) this.done(rendering, job);
    } catch (error) {
      if (job.opened === this.opened) this.failed(error, job);
    }
    this.busy = false;
    this.next();
  }
}
