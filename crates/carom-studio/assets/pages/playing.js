// What is played on the object: strikes, hands and scrapes become a take, which is recorded, shown and played again.

import { api } from "../lib/api.js";
import { Latest } from "../lib/latest.js";
import { added, endOf, hasSound, takeOn, unnoted } from "../scene/take.js";

/**
 * @import { Place } from "../scene/places.js"
 * @import { Strike, Take } from "../scene/take.js"
 */

/** While a slider turns, the object is struck again this often (ms). */
const AGAIN = 320;
/** How long after the last movement of a slider the vibration is shown (ms). */
const TURNED = 180;
/** Of a longer take (s) only the last blow is drawn. */
const DRAWN = 20;

export class Playing {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.isRecording = false;
    /** Whether what comes next is the first of a take. */
    this.isAnew = false;
    this.lastStart = -1e9;
    /** How the object swings is computed beside the sound, which comes first. */
    this.rings = new Latest(2);
  }

  /** The scene and what was played on it. @returns {import("../lib/api.js").Played} */
  played() {
    const { store, player } = this.studio;
    const { scene, take } = store.state;
    return { scene, take, rate: player.rate === (scene.sample_rate ?? 44_100) ? undefined : player.rate };
  }

  /** What the plots show: what sounds, and of a long take only its last blow. */
  shown() {
    const played = this.played();
    const scene = this.studio.sounding.tried ?? played.scene;
    const take = takeOn(unnoted(played.take ?? null), scene.body ?? []);
    if (!take?.strikes.length || endOf(take) < DRAWN) return { ...played, scene, take };
    return { ...played, scene, take: { strikes: [{ ...take.strikes[take.strikes.length - 1], time: 0 }] } };
  }

  /** The scene with what was played. */
  scene() {
    const played = this.played();
    return hasSound(played.take) ? api.take(played) : Promise.resolve(played.scene);
  }

  /**
   * What plays on the object as it is written: what hands played, or else what the scene plays by itself.
   * @returns {Take}
   */
  performance() {
    const { store, player } = this.studio;
    const take = unnoted(store.state.take);
    return take && hasSound(take) ? take : { ...take, strikes: player.about?.own ?? [] };
  }

  /**
   * @param {string} target @param {Place | undefined} place @param {number} strength @param {number} [pressed] when, on the page (ms)
   */
  strike(target, place, strength, pressed) {
    const { player, chosen, stage } = this.studio;
    player.strike(chosen.hammer || null, target, place, strength, pressed);
    stage.fall();
  }

  /** A strike fell. @param {Strike} strike @param {boolean} isFirst */
  struck(strike, isFirst) {
    const { store, sounding } = this.studio;
    sounding.broken = null;
    if (this.recordsNotes) return;
    if (isFirst) this.begun();
    store.step({ ...store.state, take: added(this.soFar(), strike) }, { kind: "strike", input: performance.now() });
    this.started(isFirst);
  }

  /** Something sounds after silence: with it a take begins. */
  begun() {
    this.isAnew = true;
    this.studio.transport.run();
  }

  /** The take to which what was just done belongs. @returns {Take | null} */
  soFar() {
    const { isAnew } = this;
    this.isAnew = false;
    if (this.isRecording) return this.studio.store.state.take;
    return isAnew ? null : this.performance();
  }

  /**
   * A hand damped what rings or let go of it, or was drawn over something: that belongs to the take.
   * @param {(take: Take) => Take} add @param {string} [merge]
   */
  did(add, merge) {
    const { store } = this.studio;
    if (this.recordsNotes) return;
    store.step({ ...store.state, take: add(this.soFar() ?? { strikes: [] }) }, { kind: "strike" }, merge);
  }

  /** A take is of keys as pitches or of the object as it is written. */
  get recordsNotes() {
    return this.isRecording && this.studio.keyboard.isOn;
  }

  /** Plays what was played from its beginning. */
  replay() {
    const { store, keyboard, player, transport } = this.studio;
    const { take } = store.state;
    if (take?.notes?.length) keyboard.play(take).then(() => transport.run());
    else {
      player.play(this.performance());
      this.started(true);
    }
  }

  /** Begins to record, or ends it: from now on every strike belongs to the take, however long it is silent. */
  record() {
    const { store, player, keyboard, transport } = this.studio;
    this.isRecording = !this.isRecording;
    if (this.isRecording) {
      store.step({ ...store.state, take: { strikes: [] } }, { kind: "quiet" });
      player.keep(true);
      keyboard.pitches.keep(true);
      if (keyboard.isOn) keyboard.pitches.play([]);
      else player.play({ strikes: [] });
      transport.run();
    } else {
      const length = player.position;
      player.keep(false);
      keyboard.pitches.keep(false);
      const { take } = store.state;
      store.step({ ...store.state, take: take && hasSound(take) ? { ...take, length } : null }, { kind: "quiet" });
    }
    transport.show();
  }

  stop() {
    const { sight, player, keyboard, stage } = this.studio;
    sight.pins.stop();
    player.stop();
    keyboard.pitches.stop();
    stage.still();
  }

  /** Where other sounds may go: what plays is stopped. @returns {import("../sound/output.js").Output | null} */
  quietened() {
    const { player } = this.studio;
    this.stop();
    player.wake();
    return player.output ?? null;
  }

  clearTake() {
    const { store } = this.studio;
    this.stop();
    if (store.state.take) store.step({ ...store.state, take: null }, { kind: "quiet" });
  }

  /** What is heard of a scene that is ready. @param {string | undefined} reason */
  sound(reason) {
    const { transport, store, player } = this.studio;
    const isAgain = transport.strikesWhileTurning && performance.now() - this.lastStart > AGAIN;
    if (reason === "pick") this.replay();
    else if (reason === "turn" && isAgain && !this.isRecording && !store.state.take?.notes) {
      player.play(this.performance());
      this.started(true, TURNED);
    }
  }

  /** Shows what was struck just now, at once or later. @param {boolean} alone @param {number} [later] in ms */
  started(alone, later = 0) {
    const { sight, transport, stage } = this.studio;
    this.lastStart = performance.now();
    sight.pins.stop();
    transport.run();
    stage.draw();
    clearTimeout(this.ringing);
    if (later) this.ringing = setTimeout(() => this.ring(alone), later);
    else this.ring(alone);
  }

  /** Lets the object swing as its newest strike makes it. @param {boolean} alone */
  ring(alone) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const played = this.shown();
    const last = played.take?.strikes[played.take.strikes.length - 1];
    const single = last ? { ...played, take: { strikes: [{ ...last, time: 0 }] } } : played;
    // The sound plays without the picture where there is none.
    this.rings.run(async () => this.studio.stage.ring(await api.object(single), alone));
  }
}
