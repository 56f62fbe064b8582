// Makes and finds elements.

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [properties] `on…` are listeners, `text` is the text, the
 *   rest are attributes; `false`, `null` and `undefined` leave an attribute out.
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string} selector @param {ParentNode} [root] @returns {any} */
export function find(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * A choice of one of several buttons: one stop for Tab, arrow keys move in it.
 * @param {string} label @param {string} kind the class of the group @param {HTMLElement[]} buttons with `aria-checked`
 */
export function radioGroup(label, kind, buttons) {
  const group = h("div", { class: kind, role: "radiogroup", "aria-label": label }, ...buttons);
  const chosen = Math.max(
    0,
    buttons.findIndex((button) => button.getAttribute("aria-checked") === "true"),
  );
  for (const [i, button] of buttons.entries()) {
    button.setAttribute("role", "radio");
    button.tabIndex = i === chosen ? 0 : -1;
  }
  group.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const next = buttons[(now + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  return group;
}

let last = 0;

/** An id that no other element has. @param {string} stem */
export function freshId(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Whether keys that are typed belong to a control. @param {EventTarget | null} target */
export function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
