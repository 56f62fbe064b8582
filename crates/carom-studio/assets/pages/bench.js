// The frame of a page that computes one thing: what is asked on the left, what comes of it on the right. What takes
// long can be stopped.

import { api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { chooser } from "../lib/save.js";

/** What is computed within this time (ms) is not announced. */
const SOON = 250;

export class Bench {
  /** @param {{ title: string, about: string, panel: HTMLElement, results: HTMLElement[] }} parts */
  constructor({ title, about, panel, results }) {
    this.latest = new Latest();
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    const stop = h("button", { class: "quiet", onclick: () => api.stop() }, "Stop");
    this.wait = h("p", { class: "panel working", role: "status", hidden: true }, "Computing…", stop);
    this.results = h("section", { class: "results", "aria-label": "Results" }, this.message, this.wait, ...results);
    const intro = h("div", { class: "intro" }, h("h1", null, title), h("p", { class: "about" }, about));
    this.element = h("div", { class: "compare bench" }, intro, panel, this.results);
  }

  /**
   * Asks, and shows the answer; of questions that wait only the newest is asked.
   * @template T @param {() => Promise<T>} question @param {(answer: T) => void} show
   * @param {(error: unknown) => void} [mark] shows an error at its field, or takes it away
   */
  ask(question, show, mark = () => undefined) {
    this.results.setAttribute("aria-busy", "true");
    this.latest.run(async () => {
      const timer = setTimeout(() => (this.wait.hidden = false), SOON);
      try {
        const answer = await question();
        mark(null);
        this.say(null);
        show(answer);
      } catch (error) {
        mark(error);
        this.say(errorText(error));
      }
      clearTimeout(timer);
      this.wait.hidden = true;
      if (!this.latest.waiting) this.results.setAttribute("aria-busy", "false");
    });
  }

  /** @param {string | null} text */
  say(text) {
    this.message.hidden = !text;
    this.message.textContent = text ?? "";
  }
}

/** Names with their values. @param {[string, string][]} listed */
export const facts = (listed) =>
  listed.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)));

/** A button that opens a file. @param {string} text @param {string} accept @param {(file: File) => unknown} open */
export function opener(text, accept, open) {
  const input = chooser({ accept }, ([file]) => file && open(file));
  const button = h("button", { class: "quiet", onclick: () => input.click() }, text);
  return h("span", { class: "opener" }, button, input);
}
