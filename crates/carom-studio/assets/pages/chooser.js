// Two things are chosen from pictures, and become a scene: what strikes, and what is struck.

import { find, h, radioGroup } from "../lib/dom.js";
import { OWN_MODES, STRIKERS, newScene, usualBody, usualMaterial } from "../scene/build.js";
import { elementOf, fieldsOf, options } from "../scene/schema.js";
import { shapeKinds } from "../scene/shapes.js";
import { headOf, materialChoice } from "../stage/materials.js";
import { picture } from "./strip.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @typedef {{ striker: import("../scene/build.js").Striker, material: string, kind: string, ofObject: string }} Choice
 */

export class Chooser {
  /** @param {import("../../browser/types/schema.js").Root} schema @param {(choice: Choice, scene: Scene) => void} made */
  constructor(schema, made) {
    this.schema = schema;
    this.made = made;
    // Nothing touches air.
    this.materials = options(schema, fieldsOf(schema, elementOf(schema, schema.properties.body)).material)
      .map(([name]) => name)
      .filter((name) => name !== "air");
    this.element = h("dialog", { class: "chooser", "aria-labelledby": "chooser-title" });
    /** @type {Choice} */
    this.choice = { striker: STRIKERS[0], material: "steel", kind: "plate", ofObject: "steel" };
    this.element.addEventListener("close", () => this.element.remove());
    this.isChosen = false;
    /** Draws the pictures, as soon as they have a size. @type {(() => void)[]} */
    this.pictures = [];
  }

  open() {
    document.body.append(this.element);
    this.show();
    this.element.showModal();
    find("[aria-checked=true]", this.element)?.focus();
    for (const draw of this.pictures) draw();
  }

  get scene() {
    const { striker, material, kind, ofObject } = this.choice;
    return newScene(this.schema, striker, material, kind, ofObject);
  }

  /** @param {Partial<Choice>} chosen */
  choose(chosen) {
    const focused = this.focus();
    this.choice = { ...this.choice, ...chosen };
    if (chosen.ofObject) this.isChosen = true;
    if (chosen.kind && !this.isChosen)
      this.choice.ofObject = usualMaterial(usualBody(this.schema, chosen.kind, "steel"));
    this.show();
    for (const draw of this.pictures) draw();
    find(focused, this.element)?.focus();
  }

  /** A selector of what is chosen in the group that has the focus. */
  focus() {
    const group = document.activeElement?.closest("[role=radiogroup]")?.getAttribute("aria-label");
    return `[aria-label="${group}"] [aria-checked="true"]`;
  }

  show() {
    this.pictures = [];
    const { striker, material, ofObject } = this.choice;
    const make = () => {
      this.element.close();
      this.made(this.choice, this.scene);
    };
    const scroll = this.element.querySelector(".chooser-body")?.scrollTop ?? 0;
    this.element.replaceChildren(
      h("h2", { id: "chooser-title" }, "A new scene"),
      h(
        "div",
        { class: "chooser-body" },
        h(
          "section",
          null,
          h("h3", null, "What strikes"),
          this.strikers(),
          striker.ofMaterial &&
            materialChoice("Material of the striker", this.materials, material, (name) =>
              this.choose({ material: name }),
            ),
        ),
        h(
          "section",
          null,
          h("h3", null, "What is struck"),
          this.shapes(),
          materialChoice("Material of the object", this.materials, ofObject, (name) => this.choose({ ofObject: name })),
        ),
      ),
      h(
        "div",
        { class: "chooser-foot" },
        h("p", { "aria-live": "polite" }, this.scene.title ?? ""),
        h("button", { class: "quiet", onclick: () => this.element.close() }, "Cancel"),
        h("button", { class: "make", onclick: make }, "Make it"),
      ),
    );
    const inner = this.element.querySelector(".chooser-body");
    if (inner) inner.scrollTop = scroll;
  }

  strikers() {
    const buttons = STRIKERS.map((striker) => {
      const looks = h("i", {
        class: `striker ${striker.name}`,
        "data-drop": Boolean(striker.drop),
        "aria-hidden": "true",
      });
      const { colour } = headOf({ ...striker.body, material: this.choice.material });
      looks.style.setProperty("--metal", `rgb(${colour.join(",")})`);
      return h(
        "button",
        {
          class: "tile",
          "aria-checked": String(striker === this.choice.striker),
          "data-striker": striker.label,
          onclick: () => this.choose({ striker }),
        },
        looks,
        h("b", null, striker.label),
        h("small", null, striker.about),
      );
    });
    return radioGroup("What strikes", "tiles", buttons);
  }

  shapes() {
    const listed = [
      ...shapeKinds(this.schema),
      /** @type {const} */ ([OWN_MODES, { description: "A body that rings by a table of modes." }]),
    ];
    const buttons = listed.map(([kind, { description }]) => {
      const canvas = h("canvas", { "aria-hidden": "true" });
      this.pictures.push(() =>
        picture(canvas, { version: 1, body: [usualBody(this.schema, kind, this.choice.ofObject)] }),
      );
      return h(
        "button",
        {
          class: "tile",
          "aria-checked": String(kind === this.choice.kind),
          title: description,
          "data-kind": kind,
          onclick: () => this.choose({ kind }),
        },
        canvas,
        h("b", null, kind.replaceAll("-", " ")),
      );
    });
    return radioGroup("What is struck", "tiles", buttons);
  }
}
