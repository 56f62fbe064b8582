// Renders one scene at a time, and after it only the newest that waits: a slider never fills a queue.

import { api } from "./api.js";

/**
 * @import { Played } from "./api.js"
 * @typedef {{ played: Played, inputs: number[], opened: number, took: number }} Job `inputs` are the times of the inputs
 *   that led to it, `opened` is the number of the scene on the page, `took` how long the engine took (ms)
 */

/** So many times as long as a rendering took, none begins after a strike: it would take time from the sound. */
const LONGER = 2;

export class Renders {
  /**
   * @param {(rendering: import("../../browser/types/engine.js").Sound, job: Job) => void} done
   * @param {(error: unknown, job: Job) => void} failed
   */
  constructor(done, failed) {
    this.done = done;
    this.failed = failed;
    /** @type {Job | null} */
    this.waiting = null;
    this.busy = false;
    this.opened = 0;
    /** Until something newer may come. */
    this.timer = 0;
    /** How long the last rendering took (ms). */
    this.took = 0;
  }

  /** Another scene is opened: renderings of the old one are dropped. */
  drop() {
    this.opened += 1;
    this.waiting = null;
  }

  /**
   * @param {Played} played @param {number} [input] when the input was made
   * @param {number} [pause] for how long nothing newer must be requested (ms); longer where renderings take long
   */
  request(played, input, pause = 0) {
    const inputs = [...(this.waiting?.inputs ?? []), ...(input === undefined ? [] : [input])];
    this.waiting = { played, inputs, opened: this.opened, took: 0 };
    clearTimeout(this.timer);
    this.timer = 0;
    if (pause) this.timer = window.setTimeout(() => this.go(), Math.max(pause, LONGER * this.took));
    else this.go();
  }

  go() {
    this.timer = 0;
    if (!this.busy) this.next();
  }

  async next() {
    const job = this.waiting;
    if (!job) return;
    this.waiting = null;
    this.busy = true;
    const began = performance.now();
    try {
      const rendering = await api.render(job.played);
      this.took = job.took = performance.now() - began;
      if (job.opened === this.opened) this.done(rendering, job);
    } catch (error) {
      if (job.opened === this.opened) this.failed(error, job);
    }
    this.busy = false;
    if (!this.timer) this.next();
  }
}
