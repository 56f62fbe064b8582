// The bar under the object: a blow in slow motion, and which blow it is.

import { number, quantity } from "../lib/format.js";
import { h } from "../lib/dom.js";
import { enlarged } from "../stage/blow.js";

/** @import { Replay } from "../stage/replay.js" */

/** The steps of the slider. */
const STEPS = 1000;

export class Slow {
  /**
   * @param {import("../stage/stage.js").Stage} stage @param {(time: number | undefined) => void} show the time of the
   *   blow that is shown @param {() => void} next asks for the next blow
   */
  constructor(stage, show, next) {
    this.stage = stage;
    this.show = show;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {(() => Promise<Replay | null>) | undefined} */
    this.bent = undefined;
    this.began = 0;
    this.frame = 0;
    this.play = h("button", { class: "quiet", onclick: () => this.toggle() }, "Slow motion");
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: STEPS,
      value: 0,
      "aria-label": "Time within the blow",
      oninput: () => this.scrub(),
    });
    this.next = h("button", { class: "quiet", onclick: next }, "Next blow");
    this.text = h("output", { class: "scale", "aria-live": "off" });
    const controls = [this.play, this.slider, this.next, this.text];
    this.element = h("div", { class: "slow", role: "group", "aria-label": "The blow" }, ...controls);
    this.offer(null);
    this.text.textContent = "";
  }

  /**
   * Another blow to show, or that nothing touched.
   * @param {Replay | null} replay @param {() => Promise<Replay | null>} [bent] the same blow with how everything is bent
   */
  offer(replay, bent) {
    this.end();
    this.bent = bent;
    this.replay = replay;
    for (const control of [this.play, this.slider, this.next]) control.disabled = !replay;
    this.text.textContent = replay ? "" : "nothing touched";
    this.describe();
  }

  describe() {
    const { replay } = this;
    if (!replay || !this.stage.figure) return;
    const { hammer, surface } = enlarged(this.stage.figure, replay);
    const larger = (/** @type {number | null} */ by, /** @type {string} */ what) =>
      by ? [`${what} ×\u00a0${number(by, 2)}`] : [];
    const { lasts } = replay.blow.head;
    this.text.textContent = [
      lasts === null ? "contact goes on" : `contact of ${quantity(lasts, "s")}`,
      `${number(replay.slower, 2)} times slower`,
      ...larger(hammer, "hammer"),
      ...larger(surface, "surface"),
    ].join(" · ");
  }

  /** What is bent is asked for when somebody wants to see it. */
  async bend() {
    const { bent, replay } = this;
    this.bent = undefined;
    if (!bent || !replay) return;
    const found = await bent();
    if (this.replay !== replay || !found) return;
    this.replay = found;
    this.describe();
  }

  async toggle() {
    if (this.frame) {
      this.end();
      return;
    }
    await this.bend();
    if (this.replay) {
      this.began = performance.now() - (this.replay.share < 1 ? 1e3 * this.replay.share * this.replay.length : 0);
      this.stage.slow(this.replay);
      this.play.textContent = "Stop";
      this.frame = requestAnimationFrame((now) => this.go(now));
    }
  }

  /** @param {number} now */
  go(now) {
    const { replay } = this;
    if (!replay || this.stage.replay !== replay) {
      this.end();
      return;
    }
    this.showAt(Math.max(0, now - this.began) / (1e3 * replay.length));
    if (replay.share < 1) this.frame = requestAnimationFrame((next) => this.go(next));
    else this.end();
  }

  /** @param {number} share */
  showAt(share) {
    if (!this.replay) return;
    this.replay.seek(share);
    const at = Math.round(STEPS * this.replay.share);
    this.slider.value = String(at);
    this.slider.style.setProperty("--share", `${(100 * at) / STEPS}%`);
    this.slider.setAttribute("aria-valuetext", `${quantity(this.replay.time, "s")} since the touch`);
    this.show(this.replay.time);
    this.stage.draw();
  }

  /** Shows the instant that was chosen with the slider. */
  async scrub() {
    await this.bend();
    if (!this.replay) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = "Slow motion";
    this.stage.slow(this.replay);
    this.showAt(Number(this.slider.value) / STEPS);
  }

  /** Back to the object as it is. */
  end() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = "Slow motion";
    this.show(undefined);
    if (this.replay) {
      this.replay.seek(0);
      this.slider.value = "0";
      this.slider.style.setProperty("--share", "0%");
    }
    if (this.stage.replay) this.stage.slow(null);
  }
}
