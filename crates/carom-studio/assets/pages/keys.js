// Keys that work anywhere on the page.

import { isTyping } from "../lib/dom.js";

/** @param {import("./studio.js").Studio} studio */
export function listenToKeys(studio) {
  document.addEventListener("keydown", (event) => {
    if (!studio.element.isConnected || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      if (!isText(event.target)) travel(event, studio);
      return;
    }
    if (event.altKey || isText(event.target) || event.repeat) return;
    if (studio.keyboard.press(event) || studio.stage.hand.strikeByKey(event)) event.preventDefault();
    else if (studio.sight.pins.key(event.key)) event.preventDefault();
    else if (event.key === "Escape") studio.playing.stop();
    else if (event.key.toLowerCase() === "r") studio.playing.record();
    else if (event.key === " " && !isOperated(event.target)) {
      event.preventDefault();
      studio.transport.toggle();
    }
  });
}

/** @param {KeyboardEvent} event @param {import("./studio.js").Studio} studio */
function travel(event, studio) {
  const key = event.key.toLowerCase();
  if (key === "z" && event.shiftKey) studio.store.redo();
  else if (key === "z") studio.store.undo();
  else if (key === "y") studio.store.redo();
  else return;
  event.preventDefault();
}

/** Whether a control takes letters; sliders and boxes do not. @param {EventTarget | null} target */
function isText(target) {
  return isTyping(target) && !(target instanceof HTMLInputElement && ["range", "checkbox"].includes(target.type));
}

/** @param {EventTarget | null} target */
function isOperated(target) {
  return target instanceof HTMLElement && /^(BUTTON|SUMMARY|A|INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
