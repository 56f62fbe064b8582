// A plot: zoomed with wheel and drag, read with a cursor, saved as SVG, PNG or CSV.

import { contextOf, h } from "../lib/dom.js";
import { csv, save, saveImage } from "../lib/save.js";
import { onThemeChange, token } from "../stage/theme.js";
import { canvasPen, ghostPen, svgPen } from "./pen.js";
import { Reader } from "./reader.js";
import { merged, prefix, share, tickText, ticks } from "./scale.js";

/**
 * @import { Pen } from "./pen.js"
 * @import { Extent } from "./scale.js"
 * @typedef {{ label: string, unit: string, extent: Extent }} Axis
 * @typedef {{
 *   left: number, top: number, width: number, height: number, x: (v: number) => number, y: (v: number) => number,
 *   xs: Extent, ys: Extent,
 * }} Frame
 * @typedef {(name: string) => string} Colours
 * @typedef {{
 *   x: Axis, y: Axis, paint: (pen: Pen, frame: Frame, colours: Colours) => void,
 *   legend?: [string, string, number[]?][], read: (x: number, y: number) => string[],
 *   columns: () => [string, ArrayLike<number>][], facts?: [string, string][], plain?: boolean,
 *   ghost?: (pen: Pen, frame: Frame, colours: Colours) => void,
 * }} Content `ghost` draws it as lines over another content, where `paint` is no lines
 */

/** Height that a number beside the axis wants, the width of a letter of it, and what stands left of it. */
const ROW = 38;
const LETTER = 6.4;
const LABEL = 30;
const MARGIN = { left: 52, right: 12, top: 10, bottom: 36 };
const LEGEND = 20;

export class Plot {
  /** @param {{ title: string, name: string, hint?: string, height?: number }} options */
  constructor(options) {
    this.options = options;
    /** @type {Content | null} */
    this.content = null;
    /** What another one is compared with. @type {Content | null} */
    this.pinned = null;
    /** @type {{ x: Extent | null, y: Extent | null }} */
    this.zoom = { x: null, y: null };
    this.canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": options.title });
    this.overlay = h("canvas", { class: "over", "aria-hidden": "true" });
    this.head = h("i", { class: "playhead", hidden: true });
    this.size = { width: 0, height: 0 };
    this.readout = h("output", { class: "readout", "aria-live": "off" });
    this.facts = h("dl", { class: "facts" });
    this.ratio = 1;
    const area = h("div", { class: "plot-area" }, this.canvas, this.overlay, this.head);
    if (options.height) area.style.setProperty("--height", `${options.height}px`);
    this.element = h(
      "figure",
      { class: "plot", "data-plot": options.name },
      h("figcaption", null, h("h3", null, options.title), this.readout, this.buttons()),
      this.facts,
      area,
    );
    this.seen = false;
    /** @type {number | undefined} */
    this.playhead = undefined;
    this.reader = new Reader(this);
    /** @type {(() => Content | null) | undefined} */
    this.make = undefined;
    /** @type {(() => Content | null) | undefined} */
    this.makePinned = undefined;
    this.listen();
  }

  buttons() {
    const button = (/** @type {string} */ kind, /** @type {() => void} */ onclick) => {
      const label = `Save ${this.options.title} as ${kind}`;
      return h("button", { class: "tiny", onclick, "aria-label": label, "data-save": kind }, kind);
    };
    return h(
      "span",
      { class: "saves" },
      button("SVG", () => this.saveSvg()),
      button("PNG", () => this.savePng()),
      button("CSV", () => this.saveCsv()),
    );
  }

  /** Something to show; made when it is seen. @param {() => Content | null} make */
  offer(make) {
    this.make = make;
    if (this.seen) this.show();
  }

  /** Something to compare with; nothing ends the comparison. @param {(() => Content | null) | null} make */
  pin(make) {
    this.makePinned = make ?? (() => null);
    if (this.seen) this.show();
  }

  show() {
    if (this.make) this.content = this.make();
    if (this.makePinned) this.pinned = this.makePinned();
    this.make = this.makePinned = undefined;
    const { content } = this;
    const facts = comparedFacts(content?.facts ?? [], this.pinned?.facts);
    if (facts.length === this.facts.children.length) {
      facts.forEach(([name, value], i) => setFact(this.facts.children[i], name, value));
    } else {
      const items = facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)));
      this.facts.replaceChildren(...items);
    }
    this.element.classList.toggle("empty", !content);
    this.draw();
  }

  /** Draws at once; to be called within an animation frame. */
  draw() {
    const { width, height } = this.measure();
    if (width < 10) return;
    const context = contextOf(this.canvas);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (this.content) this.strokes(canvasPen(context), width, height, token);
    if (this.reader.cursor) this.drawOver();
  }

  measure() {
    const { width, height } = this.size;
    this.ratio = Math.min(3, devicePixelRatio || 1);
    const [w, hgt] = [Math.max(1, Math.round(width * this.ratio)), Math.max(1, Math.round(height * this.ratio))];
    for (const canvas of [this.canvas, this.overlay]) {
      if (canvas.width !== w || canvas.height !== hgt) [canvas.width, canvas.height] = [w, hgt];
    }
    return { width, height };
  }

  /** All that there is to see. @returns {{ xs: Extent, ys: Extent }} */
  extents() {
    const { x, y } = /** @type {Content} */ (this.content);
    return { xs: merged(x.extent, this.pinned?.x.extent), ys: merged(y.extent, this.pinned?.y.extent) };
  }

  /** @param {number} width @param {number} height @returns {Frame} */
  layout(width, height) {
    const { xs: allX, ys: allY } = this.extents();
    const [xs, ys] = [this.zoom.x ?? allX, this.zoom.y ?? allY];
    const left = this.leftOf(ys, height - MARGIN.top - MARGIN.bottom);
    const { lines } = this.legendLines(width - left - MARGIN.right);
    const top = MARGIN.top + (lines ? LEGEND * (0.2 + 0.8 * lines) : 0);
    const box = {
      left,
      top,
      width: Math.max(10, width - left - MARGIN.right),
      height: Math.max(10, height - top - MARGIN.bottom),
    };
    const x = (/** @type {number} */ value) => box.left + box.width * share(xs, value);
    const y = (/** @type {number} */ value) => box.top + box.height * (1 - share(ys, value));
    return { ...box, xs, ys, x, y };
  }

  /** Room on the left for the longest number and the name of the axis. @param {Extent} ys @param {number} height */
  leftOf(ys, height) {
    const [scale] = prefix(ys, /** @type {Content} */ (this.content).y.unit);
    const texts = ticks(scaled(ys, scale), Math.max(2, height / ROW)).map((value) => tickText(value, ys.log));
    return Math.max(MARGIN.left, ...texts.map((text) => LABEL + LETTER * text.length));
  }

  /** @param {Pen} pen @param {number} width @param {number} height @param {Colours} colours */
  strokes(pen, width, height, colours) {
    const content = /** @type {Content} */ (this.content);
    const frame = this.layout(width, height);
    const { left, top, width: w, height: hgt } = frame;
    this.axes(pen, frame, colours);
    const { pinned } = this;
    pen.within(left, top, w, hgt, () => {
      content.paint(pen, frame, colours);
      // A picture is dark in both themes.
      const ghost = content.plain ? "#c9bfff" : colours("c7");
      if (pinned) (pinned.ghost ?? pinned.paint)(ghostPen(pen, ghost), frame, colours);
    });
    pen.frame(left, top, w, hgt, { colour: colours("frame"), width: 0.9 });
    this.legend(pen, frame, colours);
  }

  /** What the legend says and where, and how many lines it takes. @param {number} width */
  legendLines(width) {
    const compared = /** @type {[string, string, number[]?][]} */ (this.pinned ? [["A", "c7", [5, 3]]] : []);
    let [x, line] = [0, 0];
    const entries = [...(this.content?.legend ?? []), ...compared].map(([name, colour, dashes]) => {
      const room = 16 + 4 + 6.3 * name.length;
      if (x > 0 && x + room > width) [x, line] = [0, line + 1];
      const entry = { name, colour, dashes, x, line };
      x += room + 14;
      return entry;
    });
    return { entries, lines: entries.length ? line + 1 : 0 };
  }

  /** @param {Pen} pen @param {Frame} frame @param {Colours} colours */
  legend(pen, { left, width }, colours) {
    for (const { name, colour, dashes, x, line } of this.legendLines(width).entries) {
      const [from, y] = [left + x, 16 + LEGEND * 0.8 * line];
      pen.line([from, from + 16], [y, y], { colour: colours(colour), width: 2.2, dash: dashes ?? [] });
      pen.text(from + 20, y + 4, name, { colour: colours("muted"), size: 11.5 });
    }
  }

  /** @param {Pen} pen @param {Frame} frame @param {Colours} colours */
  axes(pen, frame, colours) {
    const { x: xAxis, y: yAxis, plain } = /** @type {Content} */ (this.content);
    const { left, top, width, height } = frame;
    const [xScale, xUnit] = prefix(frame.xs, xAxis.unit);
    const [yScale, yUnit] = prefix(frame.ys, yAxis.unit);
    const grid = { colour: colours("grid"), width: 0.8 };
    const soft = colours("muted");
    for (const value of ticks(scaled(frame.xs, xScale), Math.max(2, width / 80))) {
      const x = frame.x(value * xScale);
      if (!plain) pen.line([x, x], [top, top + height], grid);
      const text = tickText(value, frame.xs.log);
      pen.text(Math.min(x, left + width - 6), top + height + 15, text, { colour: soft, anchor: "middle" });
    }
    for (const value of ticks(scaled(frame.ys, yScale), Math.max(2, height / ROW))) {
      const y = frame.y(value * yScale);
      if (!plain) pen.line([left, left + width], [y, y], grid);
      pen.text(left - 6, y + 3.8, tickText(value, frame.ys.log), { colour: soft, anchor: "end" });
    }
    const named = (/** @type {string} */ label, /** @type {string} */ unit) => (unit ? `${label} (${unit})` : label);
    const label = /** @type {const} */ ({ colour: soft, size: 11.5, anchor: "middle" });
    pen.text(left + width / 2, top + height + 30, named(xAxis.label, xUnit), label);
    pen.text(12, top + height / 2, named(yAxis.label, yUnit), { ...label, turned: true });
  }

  /** Draws the cursor and the chosen part over the plot. */
  drawOver() {
    const context = contextOf(this.overlay);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    if (!this.content) return;
    const { left, top, width, height } = this.layout(this.size.width, this.size.height);
    const pen = canvasPen(context);
    if (this.reader.cursor) {
      const { x, y } = this.reader.cursor;
      const hair = { colour: token("ink"), width: 0.8, alpha: 0.45, dash: [3, 3] };
      pen.line([x, x], [top, top + height], hair);
      pen.line([left, left + width], [y, y], hair);
    }
    if (this.reader.chosen && this.reader.cursor) {
      const [from, to] = [this.reader.chosen, this.reader.cursor.x].sort((a, b) => a - b);
      pen.rect(from, top, to - from, height, { colour: token("c0"), alpha: 0.18 });
    }
  }

  /** @param {number | undefined} time */
  play(time) {
    this.playhead = time;
    this.movePlayhead();
  }

  /** Moves the playhead, an element of its own, so that nothing is redrawn. */
  movePlayhead() {
    const isShown = this.playhead !== undefined && this.content && this.size.width > 0;
    const frame = isShown ? this.layout(this.size.width, this.size.height) : null;
    const x = frame ? frame.x(/** @type {number} */ (this.playhead)) : -1;
    const isInside = frame !== null && x >= frame.left && x <= frame.left + frame.width;
    if (this.head.hidden === isInside) this.head.hidden = !isInside;
    if (frame && isInside) this.head.style.transform = `translate(${x}px, ${frame.top}px) scaleY(${frame.height})`;
  }

  listen() {
    const { canvas } = this;
    new ResizeObserver(([entry]) => {
      this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
      this.draw();
    }).observe(canvas);
    new IntersectionObserver(
      (entries) => {
        this.seen = entries[entries.length - 1].isIntersecting;
        if (this.seen && (this.make || this.makePinned)) this.show();
      },
      { rootMargin: "120px" },
    ).observe(canvas);
    onThemeChange(() => this.draw());
    this.reader.listen();
  }

  svg() {
    const { width, height } = this.measure();
    const pen = svgPen(width, height);
    pen.rect(0, 0, width, height, { colour: token("bg") });
    if (this.content) this.strokes(pen, width, height, token);
    return pen.svg();
  }

  saveSvg() {
    save(`${this.options.name}.svg`, this.svg(), "image/svg+xml");
  }

  savePng() {
    const { width, height } = this.measure();
    const canvas = h("canvas", { width: width * 3, height: height * 3 });
    const context = contextOf(canvas);
    context.scale(3, 3);
    context.fillStyle = token("bg");
    context.fillRect(0, 0, width, height);
    if (this.content) this.strokes(canvasPen(context), width, height, token);
    saveImage(`${this.options.name}.png`, canvas);
  }

  saveCsv() {
    if (this.content) save(`${this.options.name}.csv`, csv(this.content.columns()), "text/csv");
  }
}

/** @param {Extent} e @param {number} by @returns {Extent} */
const scaled = (e, by) => ({ low: e.low / by, high: e.high / by, log: e.log });

/**
 * Facts, each with that of the other where they differ.
 * @param {[string, string][]} facts @param {[string, string][]} [others] @returns {[string, string][]}
 */
function comparedFacts(facts, others = []) {
  return facts.map(([name, value]) => {
    const other = others.find(([own]) => own === name)?.[1];
    return [name, other === undefined || other === value ? value : `${value} (A ${other})`];
  });
}

/** What has not changed is left alone. @param {Element} fact @param {string} name @param {string} value */
function setFact(fact, name, value) {
  const [term, definition] = fact.children;
  if (term.textContent !== name) term.textContent = name;
  if (definition.textContent !== value) definition.textContent = value;
}
