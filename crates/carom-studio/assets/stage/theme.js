// Colours of the page, for what is drawn on canvases.

/** @param {string} name @param {Element} [of] */
export function token(name, of = document.documentElement) {
  return getComputedStyle(of).getPropertyValue(`--${name}`).trim();
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

/** @param {() => void} listener */
export function onThemeChange(listener) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
  new MutationObserver(listener).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
}
