// Work of which only the newest matters.

/** Runs one piece of work at a time; of those that wait, all but the last are dropped. */
export class Latest {
  constructor() {
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
    work().catch(() => {}).then(() => {
      this.busy = false;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.run(next);
    });
  }
}
