// Measures the time from an input to new sound and plots.

/** @typedef {{ input: number, answered: number, drawn: number, total: number, server: number }} Measurement */

/** How many measurements are kept. */
const KEPT = 500;

class Latency {
  constructor() {
    /** @type {Measurement[]} */
    this.samples = [];
  }

  /** @param {number[]} inputs @param {number} answered @param {number} drawn @param {number} server */
  add(inputs, answered, drawn, server) {
    for (const input of inputs) this.samples.push({ input, answered, drawn, total: drawn - input, server });
    if (this.samples.length > KEPT) this.samples.splice(0, this.samples.length - KEPT);
  }

  get last() {
    return this.samples[this.samples.length - 1];
  }

  /** The time that a share of all measurements stays below (ms). @param {number} share */
  percentile(share) {
    const sorted = this.samples.map((one) => one.total).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  }

  clear() {
    this.samples = [];
  }
}

export const latency = new Latency();
window.caromLatency = latency;
