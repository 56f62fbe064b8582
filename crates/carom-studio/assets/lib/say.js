// A line at the foot of the page that says what happened, with a button that answers it.

import { h } from "./dom.js";

/** How long it stays (ms). */
const STAYS = 8000;
/** @type {HTMLElement | undefined} */
let line;
let timer = 0;

/** @param {string} text @param {{ label: string, act: () => void }} [answer] */
export function say(text, answer) {
  clearTimeout(timer);
  line ??= document.body.appendChild(h("div", { class: "said", role: "status" }));
  const act = () => {
    hush();
    answer?.act();
  };
  const button = answer && h("button", { class: "quiet", onclick: act }, answer.label);
  line?.replaceChildren(h("span", null, text), ...(button ? [button] : []));
  timer = window.setTimeout(hush, STAYS);
}

function hush() {
  line?.replaceChildren();
}
