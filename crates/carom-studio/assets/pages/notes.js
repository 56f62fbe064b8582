// What the page says about the scene: what is wrong with it, and what to know.

import { EngineError, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { read } from "../lib/path.js";

/** A sound whose peak is lower (dB below full scale) is hardly heard. */
const QUIET = -50;

export class Notes {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** Whether the engine refuses the scene. */
    this.hasError = false;
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.warning = h("p", { class: "warning", role: "status", hidden: true });
    this.element = h("div", { class: "notes" }, this.message, this.warning);
  }

  /** @param {string | null} text */
  show(text) {
    this.hasError = false;
    this.message.hidden = !text;
    this.message.textContent = text ?? "";
  }

  /**
   * Shows an error at the control that it is about; what sounded goes on, and there is a way back to it.
   * @param {any} error
   */
  fail(error) {
    const { groups, macros, sounding: { last }, store } = this.studio;
    const text = errorText(error);
    this.unmark();
    if (error instanceof EngineError && error.path) {
      const path = read(error.path);
      groups.mark(path, text);
      macros.mark(path, text);
    }
    this.show(text);
    this.hasError = true;
    if (!last || last === store.state.scene) return;
    const back = () => store.step({ ...store.state, scene: last }, { kind: "history" });
    this.message.append(" ", h("button", { type: "button", class: "quiet", onclick: back }, "Back to what sounded"));
  }

  /** Nothing is wrong any more. */
  forgive() {
    this.unmark();
    if (this.hasError) this.show(null);
  }

  unmark() {
    this.studio.groups.unmark();
    this.studio.macros.unmark();
  }

  /** Shows warnings; a level far off can be set anew. @param {any} head of a rendering */
  warn({ warnings = [], summary, full_scale }) {
    const level = 20 * Math.log10(summary?.audio.peak / full_scale);
    const isQuiet = level < QUIET;
    const texts = isQuiet ? [...warnings, `the sound is ${number(-level, 2)} dB below full scale`] : warnings;
    const anew = () => this.studio.store.edit(["level"], "auto");
    const set = h("button", { type: "button", class: "quiet", onclick: anew }, "Set the level");
    this.warning.hidden = texts.length === 0;
    this.warning.replaceChildren(texts.join(" · "), ...(isQuiet || level > 0 ? [" ", set] : []));
  }
}
