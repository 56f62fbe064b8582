// Makes and finds elements.

/**
 * @typedef {{ [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void }} Listeners
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag
 * @param {(Listeners & Record<string, unknown>) | null} [properties] listeners and attributes; `false`, `null` and
 *   `undefined` leave an attribute out
 * @param {...Child} children
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  // Nothing here sends a form.
  if (element instanceof HTMLButtonElement) element.type = "button";
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => typeof child === "string" || child instanceof Node));
  return element;
}

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement | null} */
export const find = (selector, root = document) => root.querySelector(selector);

/** What draws on a canvas. @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not draw");
  return context;
}

/**
 * A choice of one of several buttons: one stop for Tab, arrow keys move in it.
 * @param {string} label @param {string} kind the class of the group @param {HTMLElement[]} buttons with `aria-checked`
 */
export function radioGroup(label, kind, buttons) {
  const group = h("div", { class: kind, role: "radiogroup", "aria-label": label }, ...buttons);
  const chosen = buttons.findIndex((button) => button.getAttribute("aria-checked") === "true");
  for (const [i, button] of buttons.entries()) {
    button.setAttribute("role", "radio");
    button.tabIndex = i === Math.max(0, chosen) ? 0 : -1;
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = buttons[(now + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  return group;
}

/**
 * A choice of one of several words.
 * @param {string} label @param {{ name: string, isChosen: boolean, choose: () => void }[]} choices
 */
export function chips(label, choices) {
  const chip = (/** @type {typeof choices[number]} */ { name, isChosen, choose }) =>
    h("button", { class: "chip", "aria-checked": String(isChosen), onclick: choose }, name);
  return radioGroup(label, "chips", choices.map(chip));
}

let last = 0;

/** An id that no other element has. @param {string} stem */
export function freshId(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Shows what is wrong at the end of an element, and marks the inputs that it is about. @param {HTMLElement} element @param {HTMLElement[]} inputs */
export function marks(element, ...inputs) {
  const message = h("p", { class: "wrong", id: freshId("wrong"), hidden: true, role: "alert" });
  element.append(message);
  const mark = (/** @type {string | null} */ text) => {
    message.hidden = !text;
    message.textContent = text ?? "";
    element.classList.toggle("bad", Boolean(text));
    for (const input of inputs) {
      for (const [name, value] of Object.entries({ "aria-invalid": "true", "aria-describedby": message.id }))
        if (text) input.setAttribute(name, value);
        else input.removeAttribute(name);
    }
  };
  return { mark };
}

/** Whether keys that are typed belong to a control. @param {EventTarget | null} target */
export function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
