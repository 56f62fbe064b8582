// A card over the object that guides to one thing to hear.

import { h } from "../lib/dom.js";
import { GUIDES } from "../scene/guides.js";

/** @import { Studio } from "./studio.js" */

/** The address of a guide. @param {string} id */
export const guideAddress = (id) => `index.html?guide=${id}`;

/** Links to all guides. */
export function guideCards() {
  const cards = GUIDES.map(({ id, title, text }, i) =>
    h(
      "li",
      { class: "card guide-card" },
      h("b", { "aria-hidden": "true" }, String(i + 1)),
      h("div", { class: "card-text" }, h("h3", null, h("a", { href: guideAddress(id) }, title)), h("p", null, text)),
    ),
  );
  return h(
    "section",
    { class: "guides", "aria-label": "Five things to try" },
    h("h2", null, "Five things to try"),
    h("ul", { class: "cards" }, ...cards),
  );
}

export class GuideCard {
  /** @param {Studio} studio @param {import("../../browser/types/schema.js").Root} schema */
  constructor(studio, schema) {
    this.studio = studio;
    this.schema = schema;
    this.element = h("aside", { class: "guide panel", "aria-label": "Guide", hidden: true });
    /** @type {import("../scene/guides.js").Guide | null} */
    this.guide = null;
    this.isDone = false;
    studio.store.listen(() => this.show());
  }

  /**
   * Sets up the scene of a guide, or goes on with it where the page is opened; returns whether there is one.
   * @param {string | null} id @param {"open" | "pick"} [reason]
   */
  open(id, reason = "pick") {
    const guide = GUIDES.find((one) => one.id === id);
    if (!guide) return false;
    const [from, scene] = [`guide:${guide.id}`, guide.scene(this.schema)];
    if (reason === "open") this.studio.library.resume(from, scene);
    else this.studio.open(scene, "open", from);
    return true;
  }

  show() {
    const { from } = this.studio.library;
    const guide = GUIDES.find(({ id }) => from === `guide:${id}`) ?? null;
    const { state, opened } = this.studio.store;
    const isDone = Boolean(guide?.isDone(state, opened));
    if (guide === this.guide && isDone === this.isDone) return;
    [this.guide, this.isDone] = [guide, isDone];
    this.element.hidden = !guide;
    if (!guide) return;
    const at = GUIDES.indexOf(guide);
    const next = GUIDES[at + 1];
    const close = { class: "drop", "aria-label": "Close the guide", onclick: () => (this.element.hidden = true) };
    this.element.replaceChildren(
      h("div", { class: "guide-head" }, h("h2", null, `${at + 1}. ${guide.title}`), h("button", close, "×")),
      h("p", null, guide.text),
      h("p", { class: "ask" }, guide.ask),
      h("p", { role: "status" }, isDone ? guide.heard : ""),
      h(
        "p",
        { class: "guide-foot" },
        next
          ? h("a", { href: guideAddress(next.id) }, `Next: ${next.title}`)
          : h("a", { href: "gallery.html" }, "To the gallery"),
      ),
    );
    this.element.classList.toggle("done", isDone);
  }
}
