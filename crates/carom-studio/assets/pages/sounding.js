// Which scene sounds: the newest that the engine takes. What it refuses, at once, in its rendering or at a blow, stands
// at its field and never silences what worked.

/** @import { Scene } from "../../browser/types/scene.js" */

/** What the engine takes as full scale: what hardly sounds has less of its own. */
const FULL_SCALE = [1e-15, 1e15];

/** Whether the engine is to find the level of a scene. @param {Scene} scene */
const isOpen = ({ level }) => typeof level !== "object" || !("full_scale" in level);

export class Sounding {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** How many scenes are being made ready. */
    this.pending = 0;
    this.forget();
  }

  /** Another object comes. */
  forget() {
    /** The last scene of this object that was rendered. @type {Scene | null} */
    this.good = null;
    /** The scene that is struck: the good one, or one that is yet to be rendered. @type {Scene | null} */
    this.tried = null;
    /** What is struck although the engine refuses it. @type {Scene | null} */
    this.bad = null;
    /** The scene at whose last blow the engine broke off. @type {Scene | null} */
    this.broken = null;
  }

  /** What an edit that is refused can go back to. */
  get last() {
    return this.good ?? this.tried;
  }

  /** Makes the scene on the page ready to be struck; whether it is the newest. @param {boolean} isOpened */
  async make(isOpened) {
    const { store, notes, player, groups } = this.studio;
    const { scene } = store.state;
    try {
      if (!(await this.hand(scene, !isOpened))) return false;
    } catch (error) {
      notes.fail(error);
      this.fallBack();
      return false;
    }
    if (isOpen(scene)) {
      // The level stays from now on: a harder strike is louder.
      const [least, most] = FULL_SCALE;
      const full = Math.min(most, Math.max(least, player.about?.full_scale ?? 1));
      store.amend(["level"], { full_scale: full }, isOpen);
      groups.show(true);
    }
    this.tried = store.state.scene;
    return true;
  }

  /** @param {Scene} scene @param {boolean} goesOn */
  async hand(scene, goesOn) {
    const { player, playing } = this.studio;
    this.pending += 1;
    try {
      return await player.open(scene, goesOn, () => playing.performance());
    } finally {
      this.pending -= 1;
    }
  }

  /** A scene was rendered. @param {Scene} scene */
  took(scene) {
    this.good = scene;
  }

  /** The engine refuses to render a scene that is struck. @param {unknown} error @param {Scene} scene */
  refused(error, scene) {
    // A newer one is judged by itself.
    if (scene !== this.tried) return;
    this.studio.notes.fail(error);
    this.bad = scene;
    this.fallBack();
  }

  /** The engine broke off at a blow. @param {Error} error @param {boolean} isLost whether it can be struck no more */
  broke(error, isLost) {
    this.studio.notes.fail(error);
    this.broken = this.tried;
    if (isLost || this.tried !== this.good) this.bad = this.tried;
    this.fallBack();
  }

  /** The output was lost and comes back: it has nothing to play yet. */
  async muted() {
    if (!this.tried || this.pending) return;
    try {
      await this.hand(this.tried, true);
    } catch (error) {
      this.studio.notes.fail(error);
    }
  }

  /** What is struck and was refused makes room for what worked, unless something newer comes anyway. */
  async fallBack() {
    const { bad, good } = this;
    if (!good || !bad || this.tried !== bad || this.pending) return;
    this.bad = null;
    try {
      if (!(await this.hand(good, true))) return;
    } catch {
      // It worked before: the machine may be short of memory, and what is wrong is on the page already.
      return;
    }
    this.tried = good;
    this.studio.playing.sound("turn");
  }
}
