// Reading a plot: a cursor with values, zoom with wheel, drag and keys.

import { cut, valueAt } from "./scale.js";

export class Reader {
  /** @param {import("./plot.js").Plot} plot */
  constructor(plot) {
    this.plot = plot;
    /** @type {number | undefined} */
    this.chosen = undefined;
    /** @type {{ x: number, y: number } | null} */
    this.cursor = null;
  }

  listen() {
    const { canvas } = this.plot;
    canvas.addEventListener("pointermove", (event) => this.point(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch" || !this.plot.content) return;
      this.chosen = this.inside(event).x;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup", (event) => this.choose(event));
    canvas.addEventListener("dblclick", () => this.reset());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {MouseEvent} event */
  inside(event) {
    const box = this.plot.canvas.getBoundingClientRect();
    const frame = this.plot.layout(box.width, box.height);
    const x = Math.min(frame.left + frame.width, Math.max(frame.left, event.clientX - box.left));
    const y = Math.min(frame.top + frame.height, Math.max(frame.top, event.clientY - box.top));
    return { x, y, u: (x - frame.left) / frame.width, v: 1 - (y - frame.top) / frame.height, frame };
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.plot.content) return;
    const { x, y, u, v, frame } = this.inside(event);
    this.cursor = { x, y };
    this.plot.readout.textContent = this.plot.content.read(valueAt(frame.xs, u), valueAt(frame.ys, v)).join("  ");
    this.plot.drawOver();
  }

  leave() {
    this.cursor = null;
    this.plot.readout.textContent = "";
    this.plot.drawOver();
  }

  /** @param {PointerEvent} event */
  choose(event) {
    const from = this.chosen;
    this.chosen = undefined;
    if (from === undefined || !this.plot.content) return;
    const { x, frame } = this.inside(event);
    if (Math.abs(x - from) > 8) {
      const shares = [from, x].map((at) => (at - frame.left) / frame.width).sort((a, b) => a - b);
      this.plot.zoom.x = cut(frame.xs, shares[0], shares[1]);
    }
    this.plot.draw();
  }

  /**
   * The wheel zooms a picture that was touched, or with Ctrl; otherwise it scrolls the page.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!this.plot.content || !(event.ctrlKey || document.activeElement === this.plot.canvas)) return;
    event.preventDefault();
    const { u, v, frame } = this.inside(event);
    const by = Math.exp(0.0015 * event.deltaY);
    if (event.shiftKey) this.plot.zoom.y = cut(frame.ys, v - v * by, v + (1 - v) * by);
    else this.scale(u, by);
    this.plot.draw();
  }

  /** @param {number} at @param {number} by */
  scale(at, by) {
    const whole = this.plot.extents().xs;
    const next = cut(this.plot.zoom.x ?? whole, at - at * by, at + (1 - at) * by);
    const isAll = next.low <= whole.low && next.high >= whole.high;
    const [low, high] = [Math.max(next.low, whole.low), Math.min(next.high, whole.high)];
    this.plot.zoom.x = isAll ? null : { ...next, low, high };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.plot.content || event.ctrlKey || event.metaKey) return;
    const xs = this.plot.zoom.x ?? this.plot.extents().xs;
    if (event.key === "+" || event.key === "=") this.scale(0.5, 0.7);
    else if (event.key === "-") this.scale(0.5, 1.4);
    else if (event.key === "0" || event.key === "Escape") this.plot.zoom = { x: null, y: null };
    else if (event.key === "ArrowLeft" && this.plot.zoom.x) this.plot.zoom.x = cut(xs, -0.1, 0.9);
    else if (event.key === "ArrowRight" && this.plot.zoom.x) this.plot.zoom.x = cut(xs, 0.1, 1.1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.plot.draw();
  }

  reset() {
    this.plot.zoom = { x: null, y: null };
    this.plot.draw();
  }
}
