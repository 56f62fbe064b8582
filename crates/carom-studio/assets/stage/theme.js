// Colours of the page, for what is drawn on canvases.

/** Asking the browser for a colour takes longer than drawing with it. @type {Map<string, string>} */
const known = new Map();

/** @param {string} name */
export function token(name) {
  const colour = known.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  known.set(name, colour);
  return colour;
}

/** @param {string} hex @returns {[number, number, number]} */
export function channels(hex) {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function isDark() {
  const [r, g, b] = channels(token("bg") || "#ffffff");
  return r + g + b < 380;
}

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onThemeChange(listener) {
  listeners.push(listener);
}

function changed() {
  known.clear();
  for (const listener of listeners) listener();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
