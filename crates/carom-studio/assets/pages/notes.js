// What the page says about the scene: what is wrong with it, and what to know.

import { EngineError, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, quoted } from "../lib/format.js";
import { read } from "../lib/path.js";

/** A sound whose peak is lower (dB below full scale) is hardly heard. */
const QUIET = -50;
/** The level that a button sets leaves so much room above the peak, as a factor: 3 dB. */
const ROOM = 1.41;

export class Notes {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** Whether the engine refuses the scene. */
    this.hasError = false;
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.warning = h("p", { class: "warning", role: "status", hidden: true });
    this.working = h("p", { class: "working", role: "status", hidden: true });
    /** What is to know about the object, whatever is made of it. @type {string[]} */
    this.known = [];
    this.element = h("div", { class: "notes" }, this.working, this.message, this.warning);
  }

  /** @param {string | null} text */
  show(text) {
    this.hasError = false;
    this.message.hidden = !text;
    this.message.textContent = text ?? "";
  }

  /** Another object comes. */
  forget() {
    this.show(null);
    this.known = [];
  }

  /** What is to know about the object until another comes. @param {string[]} texts */
  know(texts) {
    this.known = texts;
  }

  /**
   * What takes its time and can be stopped, if anything does.
   * @param {string | null} text @param {() => void} [stop]
   */
  work(text, stop) {
    this.working.hidden = !text;
    this.working.replaceChildren(text ?? "", button("Stop", stop));
    if (text) bringIntoSight(this.working);
  }

  /** Something was refused that is not on the page. @param {string} text */
  refuse(text) {
    this.show(text);
    this.message.append(
      " ",
      button("Close", () => this.show(null)),
    );
    bringIntoSight(this.message);
  }

  /**
   * Shows an error at the control that it is about; what sounded goes on, and there is a way back to it.
   * @param {unknown} error
   */
  fail(error) {
    const {
      groups,
      macros,
      sounding: { last },
      store,
    } = this.studio;
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
    this.message.append(" ", button("Back to what sounded", back));
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

  /** Shows warnings; a level far off can be set anew. @param {import("../../browser/types/engine.js").SoundHead} head */
  warn({ warnings = [], summary, full_scale }) {
    const { peak } = summary.audio;
    const level = 20 * Math.log10(peak / full_scale);
    const isLoud = level > 0;
    const off = isLoud
      ? [`the sound is ${number(level, 2)} dB over full scale and is distorted`]
      : level < QUIET
        ? [`the sound is ${number(-level, 2)} dB below full scale`]
        : [];
    // Of a level that is too high the engine tells which value of the scene to change; here is a button for that.
    const others = warnings.filter((/** @type {string} */ text) => !(isLoud && text.includes("level.full_scale")));
    const texts = [...this.known, ...others, ...off].map(quoted);
    const anew = isLoud ? { full_scale: Number((ROOM * peak).toPrecision(3)) } : "auto";
    const set = button("Set the level", () => this.studio.store.edit(["level"], anew));
    this.warning.hidden = texts.length === 0;
    this.warning.replaceChildren(texts.join(" · "), ...(off.length ? [" ", set] : []));
  }
}

/** An answer to what was dropped or chosen: on a low screen it may be further down. @param {HTMLElement} element */
const bringIntoSight = (element) => element.scrollIntoView({ block: "nearest" });

/** @param {string} text @param {() => void} [onclick] */
const button = (text, onclick) => h("button", { class: "quiet", onclick }, text);
