// The audio sleeps when nothing was heard for a while: awake it keeps the processor busy, also with silence.

/** For so long (ms). */
const SLEEP = 20_000;

export class Rest {
  /** @param {() => AudioContext | null} context @param {() => boolean} isHeard */
  constructor(context, isHeard) {
    this.context = context;
    this.isHeard = isHeard;
    this.timer = 0;
  }

  /** Something was done: it sleeps so much later. */
  stir() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.sleep(), SLEEP);
  }

  sleep() {
    if (this.isHeard()) this.stir();
    else if (this.context()?.state === "running")
      this.context()
        ?.suspend()
        .catch(() => null);
  }
}
