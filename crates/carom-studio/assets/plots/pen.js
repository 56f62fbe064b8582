// One set of strokes for the screen and for SVG, so that what is saved is what was seen.

/**
 * @typedef {{ colour: string, width?: number, dash?: number[], alpha?: number }} Stroke
 * @typedef {{
 *   colour: string, size?: number, anchor?: "start" | "middle" | "end", bold?: boolean, turned?: boolean,
 * }} Lettering
 * @typedef {{
 *   line: (xs: ArrayLike<number>, ys: ArrayLike<number>, stroke: Stroke) => void,
 *   area: (xs: ArrayLike<number>, tops: ArrayLike<number>, bottoms: ArrayLike<number>, fill: Stroke) => void,
 *   rect: (x: number, y: number, w: number, h: number, fill: Stroke) => void,
 *   frame: (x: number, y: number, w: number, h: number, stroke: Stroke) => void,
 *   dot: (x: number, y: number, r: number, fill: Stroke) => void,
 *   text: (x: number, y: number, text: string, how: Lettering) => void,
 *   image: (source: HTMLCanvasElement, x: number, y: number, w: number, h: number) => void,
 *   within: (x: number, y: number, w: number, h: number, draw: () => void) => void,
 * }} Pen
 */

const FAMILY = 'Inter,system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif';

/** @param {CanvasRenderingContext2D} context @returns {Pen} */
export function canvasPen(context) {
  const stroked = (/** @type {Stroke} */ stroke, /** @type {() => void} */ path) => {
    const { colour, width = 1.5, dash = [], alpha = 1 } = stroke;
    context.save();
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.globalAlpha = alpha;
    context.lineJoin = "round";
    context.lineCap = dash.length ? "butt" : "round";
    context.beginPath();
    path();
    context.stroke();
    context.restore();
  };
  const filled = (/** @type {Stroke} */ { colour, alpha = 1 }, /** @type {() => void} */ path) => {
    context.save();
    context.fillStyle = colour;
    context.globalAlpha = alpha;
    context.beginPath();
    path();
    context.fill();
    context.restore();
  };
  return {
    line: (xs, ys, stroke) =>
      stroked(stroke, () => {
        for (let i = 0; i < xs.length; i += 1) context.lineTo(xs[i], ys[i]);
      }),
    area: (xs, tops, bottoms, fill) =>
      filled(fill, () => {
        for (let i = 0; i < xs.length; i += 1) context.lineTo(xs[i], tops[i]);
        for (let i = xs.length - 1; i >= 0; i -= 1) context.lineTo(xs[i], bottoms[i]);
      }),
    rect: (x, y, w, h, fill) => filled(fill, () => context.rect(x, y, w, h)),
    frame: (x, y, w, h, stroke) => stroked(stroke, () => context.rect(x, y, w, h)),
    dot: (x, y, r, fill) => filled(fill, () => context.arc(x, y, r, 0, 2 * Math.PI)),
    text: (x, y, text, { colour, size = 11, anchor = "start", bold, turned }) => {
      context.save();
      context.fillStyle = colour;
      context.font = `${bold ? 600 : 400} ${size}px ${FAMILY}`;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.translate(x, y);
      if (turned) context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0);
      context.restore();
    },
    image: (source, x, y, w, h) => {
      context.imageSmoothingEnabled = true;
      context.drawImage(source, x, y, w, h);
    },
    within: (x, y, w, h, draw) => {
      context.save();
      context.beginPath();
      context.rect(x, y, w, h);
      context.clip();
      draw();
      context.restore();
    },
  };
}

/**
 * Draws in one colour, lines only and those dashed: what another drawing is compared with.
 * @param {Pen} pen @param {string} colour @returns {Pen}
 */
export function ghostPen(pen, colour) {
  const stroke = { colour, width: 1.6, dash: [5, 3] };
  const nothing = () => {};
  return {
    line: (xs, ys) => pen.line(xs, ys, stroke),
    area: (xs, tops, bottoms) => {
      pen.line(xs, tops, stroke);
      pen.line(xs, bottoms, stroke);
    },
    rect: nothing,
    frame: nothing,
    dot: nothing,
    text: nothing,
    image: nothing,
    within: pen.within,
  };
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** @param {number} width @param {number} height @returns {Pen & { svg: () => string }} */
export function svgPen(width, height) {
  /** @type {string[]} */
  const parts = [];
  let clips = 0;
  const style = (/** @type {Stroke} */ { colour, width: w = 1.5, dash = [], alpha = 1 }) => {
    const ends = dash.length ? `stroke-dasharray="${dash.join(" ")}"` : 'stroke-linecap="round"';
    const clear = alpha < 1 ? ` stroke-opacity="${alpha}"` : "";
    return `fill="none" stroke="${colour}" stroke-width="${w}" stroke-linejoin="round" ${ends}${clear}`;
  };
  const fill = (/** @type {Stroke} */ { colour, alpha = 1 }) =>
    `fill="${colour}"${alpha < 1 ? ` fill-opacity="${alpha}"` : ""}`;
  const points = (/** @type {ArrayLike<number>} */ xs, /** @type {ArrayLike<number>} */ ys) =>
    Array.from(xs, (x, i) => `${short(x)},${short(ys[i])}`);
  const box = (/** @type {number[]} */ ...sides) =>
    ["x", "y", "width", "height"].map((name, i) => `${name}="${short(sides[i])}"`).join(" ");
  return {
    line: (xs, ys, stroke) => parts.push(`<polyline points="${points(xs, ys).join(" ")}" ${style(stroke)}/>`),
    area: (xs, tops, bottoms, how) => {
      const around = [...points(xs, tops), ...points(xs, bottoms).reverse()];
      parts.push(`<polygon points="${around.join(" ")}" ${fill(how)}/>`);
    },
    rect: (x, y, w, h, how) => parts.push(`<rect ${box(x, y, w, h)} ${fill(how)}/>`),
    frame: (x, y, w, h, stroke) => parts.push(`<rect ${box(x, y, w, h)} ${style(stroke)}/>`),
    dot: (x, y, r, how) => parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" ${fill(how)}/>`),
    text: (x, y, text, { colour, size = 11, anchor = "start", bold, turned }) => {
      const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : "";
      const weight = bold ? ' font-weight="600"' : "";
      const how = `font-size="${size}" text-anchor="${anchor}" fill="${colour}"${weight}${turn}`;
      parts.push(`<text x="${short(x)}" y="${short(y)}" ${how}>${escaped(text)}</text>`);
    },
    image: (source, x, y, w, h) =>
      parts.push(`<image ${box(x, y, w, h)} preserveAspectRatio="none" href="${source.toDataURL("image/png")}"/>`),
    within: (x, y, w, h, draw) => {
      clips += 1;
      parts.push(`<clipPath id="clip${clips}"><rect ${box(x, y, w, h)}/></clipPath><g clip-path="url(#clip${clips})">`);
      draw();
      parts.push("</g>");
    },
    svg: () => {
      const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
      const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Inter,Helvetica,Arial,sans-serif">`;
      return `${[head, ...parts, "</svg>"].join("\n")}\n`;
    },
  };
}
