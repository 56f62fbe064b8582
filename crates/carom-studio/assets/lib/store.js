// The scene on the page, with all steps that can be undone.

import { get, set } from "./path.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Take } from "../scene/take.js"
 * @import { Path } from "./path.js"
 * @typedef {{ scene: Scene, take: Take | null }} State
 * @typedef {{ merge?: string, input?: number, take?: Take }} How the name of the step, when the input was made, and what
 *   was played where an edit changes that too
 * @typedef {{ kind: "open" | "edit" | "strike" | "history" | "quiet", path?: Path, input?: number }} Change
 */

/** How many steps can be undone. */
const DEEPEST = 300;

export class Store {
  constructor() {
    /** @type {State} */
    this.state = { scene: { version: 1 }, take: null };
    this.opened = this.state;
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {((state: State, change: Change) => void)[]} */
    this.listeners = [];
    this.merging = "";
    /** What an edit makes necessary elsewhere in the scene. @type {(scene: Scene) => Scene} */
    this.mend = (scene) => scene;
  }

  /** @param {(state: State, change: Change) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Change} change */
  notify(change) {
    for (const listener of this.listeners) listener(this.state, change);
  }

  /** Another scene, with no past but what was done to it before. @param {Scene} scene @param {State} [state] */
  open(scene, state) {
    this.opened = { scene, take: null };
    this.state = state ?? this.opened;
    this.past = state ? [this.opened] : [];
    this.future = [];
    this.merging = "";
    this.notify({ kind: "open" });
  }

  /**
   * A change that belongs to the steps before it and cannot be undone alone.
   * @param {Path} path @param {unknown} value @param {(scene: Scene) => boolean} isOpen which scenes need it
   */
  amend(path, value, isOpen) {
    const amended = (/** @type {State} */ state) =>
      isOpen(state.scene) ? { ...state, scene: set(state.scene, path, value) } : state;
    this.past = this.past.map(amended);
    if (this.opened === this.state) this.opened = this.state = amended(this.state);
    else [this.opened, this.state] = [this.past[0] ?? amended(this.opened), amended(this.state)];
  }

  /**
   * A step. Steps with one name that follow each other, as while a slider moves, are undone together.
   * @param {State} state @param {Change} change @param {string} [merge]
   */
  step(state, change, merge = "") {
    if (!merge || merge !== this.merging) {
      this.past.push(this.state);
      if (this.past.length > DEEPEST) this.past.shift();
    }
    this.merging = merge;
    this.future = [];
    this.state = state;
    this.notify(change);
  }

  /** @param {Path} path @param {unknown} value @param {How} [how] */
  edit(path, value, { merge, input, take } = {}) {
    if (!take && JSON.stringify(get(this.state.scene, path)) === JSON.stringify(value)) return;
    const scene = this.mend(set(this.state.scene, path, value));
    this.step({ scene, take: take ?? this.state.take }, { kind: "edit", path, input }, merge);
  }

  /** The slider was let go: what comes next is another step. */
  settle() {
    this.merging = "";
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  /** @param {State[]} from @param {State[]} to */
  travel(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state);
    this.state = state;
    this.merging = "";
    this.notify({ kind: "history" });
  }

  /** Back to what was opened; this can be undone too. */
  reset() {
    if (this.state !== this.opened) this.step(this.opened, { kind: "history" });
  }
}
