// What is on the page and what is kept: something new is made, one's own objects wait on a shelf, and work survives
// a reload.

import { say } from "../lib/say.js";
import { freshName, hammers } from "../scene/bodies.js";
import { contactOf } from "../scene/refer.js";
import { Chooser } from "./chooser.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Keep, Own } from "../lib/keep.js"
 * @import { Studio } from "./studio.js"
 */

/** How long after a change the work is kept (ms). */
const SOON = 400;

export class Library {
  /** @param {Studio} studio @param {import("../../browser/types/schema.js").Root} schema @param {Keep} keep */
  constructor(studio, schema, keep) {
    this.studio = studio;
    this.schema = schema;
    this.keep = keep;
    /** Where the scene on the page comes from; nothing is on it yet. @type {string | null} */
    this.from = null;
    /** The link to it that is in the address, if one was made. @type {string | undefined} */
    this.link = undefined;
    this.make = () => this.choose((_, scene) => studio.open(scene, "pick", "new"));
    this.guide = () => {
      studio.player.wake();
      studio.guide.open("harder");
    };
    this.pick = (/** @type {string} */ name) => studio.pick(name);
    this.take = (/** @type {Own} */ own) => this.reopen(own);
    this.drop = (/** @type {Own} */ own) => this.remove(own);
    studio.store.listen(() => this.changed());
    addEventListener("pagehide", () => this.save());
  }

  /** @param {(choice: import("./chooser.js").Choice, scene: Scene) => void} made */
  choose(made) {
    this.studio.player.wake();
    new Chooser(this.schema, made).open();
  }

  /** Chooses two things that join the scene, with their contact. */
  addBody() {
    const { store } = this.studio;
    this.choose((_, made) => {
      const { scene } = store.state;
      const [hammer, object] = made.body ?? [];
      const held = hammers(scene)[0]?.body;
      const name = freshName(scene, object.name);
      const striker = { ...hammer, name: freshName(scene, hammer.name) };
      const body = [...(scene.body ?? []), { ...object, name }, ...(held ? [] : [striker])];
      const contact = [...(scene.contact ?? []), contactOf({ ...scene, body }, (held ?? striker).name, name)];
      const highest = made.highest_mode && !scene.highest_mode ? { highest_mode: made.highest_mode } : {};
      store.settle();
      store.step({ ...store.state, scene: { ...scene, ...highest, body, contact } }, { kind: "edit", path: ["body"] });
    });
  }

  /**
   * Goes on with the work on a scene if there is any, or else opens the scene.
   * @param {string} from @param {Scene} scene @param {import("../lib/store.js").State} [state] what was made of it
   */
  resume(from, scene, state) {
    const work = this.keep.work();
    const start = JSON.stringify(scene);
    // Another scene on the command line is another start. A guide begins anew, unless the page is reloaded.
    const isOn =
      work &&
      (from === "start"
        ? work.start === start
        : work.from === from
          ? !from.startsWith("guide:") || isReloaded()
          : work.link === from && isReloaded());
    this.start = from === "start" ? start : work?.start;
    if (work && !isOn) this.keep.leave(work, freshOwn);
    if (!isOn) this.studio.open(scene, "open", from, state);
    else {
      const isChanged = JSON.stringify(work.state) !== JSON.stringify(work.opened);
      this.studio.open(work.opened.scene, "open", work.from, isChanged ? work.state : undefined);
    }
  }

  /** Another scene comes: what was one's own goes on the shelf. @param {string} next where the other comes from */
  leave(next) {
    if (this.from !== null) {
      const {
        store,
        sounding: { last },
        notes,
      } = this.studio;
      // What the engine refuses is left behind: what sounded is kept.
      const state = notes.hasError && last ? { scene: last, take: null } : store.state;
      const { opened } = store;
      this.keep.leave({ from: this.from, state, opened }, freshOwn);
    }
    this.from = next;
    this.link = undefined;
    if (next.startsWith("link:")) return;
    const [kind, name] = next.split(":");
    const key = { gallery: "scene", guide: "guide" }[kind];
    history.replaceState(null, "", location.pathname + (key ? `?${key}=${encodeURIComponent(name)}` : ""));
  }

  /** A link to what is on the page was put into the address. */
  linked() {
    this.link = `link:${location.hash}`;
    this.save();
  }

  /** @param {Own} own */
  reopen(own) {
    this.studio.player.wake();
    this.studio.open(own.state.scene, "pick", `own:${own.id}`);
  }

  /** @param {Own} own */
  remove(own) {
    this.keep.remove(own.id);
    const act = () => this.keep.shelve(own);
    say(`Removed ${own.state.scene.title ?? "Untitled scene"} from your objects`, { label: "Undo", act });
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), SOON);
  }

  save() {
    clearTimeout(this.timer);
    if (this.from === null) return;
    const { state, opened } = this.studio.store;
    this.keep.saveWork({ from: this.from, start: this.start, link: this.link, state, opened });
  }
}

/** Whether this page was there before. */
const isReloaded = () =>
  performance
    .getEntriesByType("navigation")
    .some((one) => one instanceof PerformanceNavigationTiming && one.type === "reload");

const freshOwn = () => `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
