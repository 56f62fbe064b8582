// What is kept in the browser between visits: the work in hand, and a shelf of one's own objects.

import { get } from "./path.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { State } from "./store.js"
 * @typedef {{ from: string, start?: string, link?: string, state: State, opened: State }} Work `from` is what was
 *   opened: a scene of the gallery, an own one…; `start` is the scene that the page began with, `link` is in the address
 * @typedef {{ id: string, state: State }} Own
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void }} Box
 */

const WORK = "carom.work";
const SHELF = "carom.shelf";
/** The most own objects; the one that was left alone longest makes room. */
const MOST = 24;

/** What a call gives, or nothing where the storage is blocked or full. @template T @param {() => T} call */
function unlessBlocked(call) {
  try {
    return call();
  } catch {
    return null;
  }
}

/** The storage of the browser. Where it is blocked, nothing is kept: the page works without. @type {Box} */
export const storage = {
  getItem: (key) => unlessBlocked(() => localStorage.getItem(key)),
  setItem: (key, value) => void unlessBlocked(() => localStorage.setItem(key, value)),
};

export class Keep {
  /** @param {Box} box such as `storage` */
  constructor(box) {
    this.box = box;
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  /** @param {string} key @returns {unknown} */
  read(key) {
    try {
      return JSON.parse(this.box.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {unknown} value */
  write(key, value) {
    this.box.setItem(key, JSON.stringify(value));
  }

  /** @returns {Work | null} */
  work() {
    const work = this.read(WORK);
    return isWork(work) ? work : null;
  }

  /** @param {Work} work */
  saveWork(work) {
    this.write(WORK, work);
  }

  /** The newest first. @returns {Own[]} */
  shelf() {
    const shelf = this.read(SHELF);
    return Array.isArray(shelf) ? shelf.filter(isOwn) : [];
  }

  /** Puts an object on the shelf, in the place of an older state of it. @param {Own} own */
  shelve(own) {
    this.put([own, ...this.shelf().filter(({ id }) => id !== own.id)].slice(0, MOST));
  }

  /** @param {string} id */
  remove(id) {
    this.put(this.shelf().filter((own) => own.id !== id));
  }

  /** @param {Own[]} shelf */
  put(shelf) {
    this.write(SHELF, shelf);
    for (const listener of this.listeners) listener();
  }

  /** @param {() => void} listener to changes of the shelf */
  listen(listener) {
    this.listeners.push(listener);
  }

  /**
   * Puts work on the shelf if it is one's own: made anew, or changed in more than level and places of strikes.
   * @param {Work} work @param {() => string} freshId
   */
  leave({ from, state, opened }, freshId) {
    if (from !== "new" && plain(state.scene) === plain(opened.scene)) return;
    this.shelve({ id: from.startsWith("own:") ? from.slice(4) : freshId(), state });
  }
}

/** @param {unknown} state */
const isState = (state) => Array.isArray(get(state, ["scene", "body"]));

/** @param {unknown} work @returns {work is Work} */
const isWork = (work) =>
  isState(get(work, ["state"])) && isState(get(work, ["opened"])) && typeof get(work, ["from"]) === "string";

/** @param {unknown} own @returns {own is Own} */
const isOwn = (own) => typeof get(own, ["id"]) === "string" && isState(get(own, ["state"]));

/** The scene without what a strike changes. @param {Scene} scene */
function plain(scene) {
  const { level, contact, ...rest } = scene;
  return JSON.stringify([rest, contact?.map(({ at, ...one }) => one)]);
}
