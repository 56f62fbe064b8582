// A and B: a sound is pinned as A; all plots show it beside the present one, B, and the ear can switch between them.

import { h } from "../lib/dom.js";
import { gains } from "./gains.js";

/** @import { Sound } from "../../browser/types/engine.js" */

/** How long one fades into the other (s). */
const FADE = 0.008;

export class Pins {
  /**
   * @param {() => Sound | null} present @param {() => void} changed
   * @param {() => import("../sound/output.js").Output | null} quietened stops other sounds and says where these may go
   */
  constructor(present, changed, quietened) {
    this.present = present;
    this.changed = changed;
    this.quietened = quietened;
    /** @type {{ rendering: Sound, title: string } | null} */
    this.pinned = null;
    /** Which of the two is heard. @type {"A" | "B"} */
    this.heard = "B";
    /** @type {{ sources: AudioBufferSourceNode[], gains: GainNode[], levels: number[], context: AudioContext } | null} */
    this.playing = null;
    this.button = h("button", { class: "quiet", onclick: () => this.toggle() });
    const hear = (/** @type {"A" | "B"} */ which, /** @type {string} */ key) =>
      h(
        "button",
        {
          class: "chip",
          "aria-checked": "false",
          role: "radio",
          title: `Hear ${which} (key ${key})`,
          onclick: () => this.hear(which),
        },
        `Hear ${which}`,
      );
    this.choices = { A: hear("A", "1"), B: hear("B", "2") };
    this.text = h("span", { class: "scale" });
    const { A, B } = this.choices;
    this.group = h("span", { class: "ab", role: "radiogroup", "aria-label": "Which sound is heard" }, A, B);
    this.element = h("div", { class: "pins" }, this.button, this.group, this.text);
    this.show();
  }

  /** Pins the present sound, or ends the comparison. @param {string} [title] */
  toggle(title = document.title.split(" · ")[0]) {
    this.stop();
    const rendering = this.present();
    this.pinned = this.pinned || !rendering ? null : { rendering, title };
    this.heard = "B";
    this.show();
    this.changed();
  }

  show() {
    this.button.textContent = this.pinned ? "Unpin A" : "Pin as A";
    this.button.title = "Keeps this sound to compare others with";
    this.group.hidden = !this.pinned;
    this.text.textContent = this.pinned ? `A is ${this.pinned.title}` : "";
    for (const [name, button] of Object.entries(this.choices)) {
      button.setAttribute("aria-checked", String(Boolean(this.playing) && name === this.heard));
    }
  }

  /** @param {string} key @returns {boolean} whether it is one of these */
  key(key) {
    if (!this.pinned || !["1", "2"].includes(key)) return false;
    this.hear(key === "1" ? "A" : "B");
    return true;
  }

  /** Switches to one of the two where the other is, or begins with it. @param {"A" | "B"} which */
  hear(which) {
    this.heard = which;
    if (this.playing && this.playing.context.state !== "closed") {
      const now = this.playing.context.currentTime;
      for (const [i, { gain }] of this.playing.gains.entries()) {
        gain.cancelScheduledValues(now);
        gain.setTargetAtTime(this.levelOf(i), now, FADE / 3);
      }
    } else this.begin();
    this.show();
  }

  /** @param {number} i 0 for A, 1 for B */
  levelOf(i) {
    return (this.heard === "A") === (i === 0) ? (this.playing?.levels[i] ?? 1) : 0;
  }

  /** Both run at once, so that a switch keeps its place. */
  begin() {
    const present = this.present();
    if (!this.pinned || !present) return;
    const output = this.quietened();
    if (!output) return;
    const { context } = output;
    const two = [this.pinned.rendering, present];
    const levels = gains(two[0].head, two[1].head);
    const nodes = two.map(({ head, arrays }) => {
      const { left, right = left } = arrays;
      const buffer = new AudioBuffer({ numberOfChannels: 2, length: Math.max(1, left.length), sampleRate: head.rate });
      buffer.copyToChannel(left, 0);
      buffer.copyToChannel(right, 1);
      return new AudioBufferSourceNode(context, { buffer });
    });
    const volumes = nodes.map(() => new GainNode(context, { gain: 0 }));
    const playing = { sources: nodes, gains: volumes, levels, context };
    this.playing = playing;
    const start = context.currentTime + 0.02;
    let left = nodes.length;
    for (const [i, source] of nodes.entries()) {
      volumes[i].gain.value = this.levelOf(i);
      source.connect(volumes[i]).connect(output.input);
      source.onended = () => {
        left -= 1;
        if (left === 0 && this.playing === playing) this.stop();
      };
      source.start(start);
    }
  }

  stop() {
    for (const source of this.playing?.sources ?? []) source.stop();
    this.playing = null;
    this.show();
  }
}
