// Work of which only the newest matters.

/** Runs one piece of work at a time; of those that wait, all but the last are dropped. */
export class Latest {
  /** @param {number} [rest] for how long nothing runs after it, as a part of the time that it took */
  constructor(rest = 0) {
    this.rest = rest;
    this.busy = false;
    /** @type {(() => Promise<void>) | null} */
    this.waiting = null;
  }

  /** @param {() => Promise<void>} work */
  run(work) {
    if (this.busy) {
      this.waiting = work;
      return;
    }
    this.busy = true;
    const began = performance.now();
    const pause = () => new Promise((done) => setTimeout(done, this.rest * (performance.now() - began)));
    work()
      .catch(() => {})
      .then(() => (this.rest ? pause() : null))
      .then(() => {
        this.busy = false;
        const next = this.waiting;
        this.waiting = null;
        if (next) this.run(next);
      });
  }
}
