// The studio page: an object to strike, its sound, and its plots.

import { Groups } from "../controls/groups.js";
import { Macros } from "../controls/macros.js";
import { api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Keep } from "../lib/keep.js";
import { Renders } from "../lib/renders.js";
import { Store } from "../lib/store.js";
import { hammers, speedOf, targets } from "../scene/bodies.js";
import { fitted, placeIn } from "../scene/places.js";
import { withRoom } from "../scene/reshape.js";
import { added, endOf, hasSound, takeAmong, unnoted } from "../scene/take.js";
import { Live } from "../sound/live.js";
import { Stage } from "../stage/stage.js";
import { linkedState, listenToFiles, shelf } from "./files.js";
import { GuideCard } from "./guide.js";
import { Keyboard } from "./keyboard.js";
import { listenToKeys } from "./keys.js";
import { Library } from "./library.js";
import { latency } from "./latency.js";
import { Notes } from "./notes.js";
import { Sight } from "./sight.js";
import { sceneNamed, strip } from "./strip.js";
import { Transport } from "./transport.js";

/** While a slider turns, the object is struck again this often (ms). */
const AGAIN = 320;
/** How long after the last movement of a slider the vibration is shown (ms). */
const TURNED = 180;
/** Nothing is drawn anew while strokes follow each other as fast as this (ms). */
const BETWEEN = 250;
/** What the engine takes as full scale: what hardly sounds has less of its own. */
const FULL_SCALE = [1e-15, 1e15];
/** Of a longer take (s) only the last blow is drawn. */
const DRAWN = 20;

export class Studio {
  /** @param {any} schema @param {import("./strip.js").Entry[]} gallery */
  constructor(schema, gallery) {
    this.store = new Store();
    this.store.mend = withRoom;
    this.player = new Live({
      struck: (strike, isFirst) => this.struck(strike, isFirst),
      settled: () => this.stage.still(),
      held: (hold) => this.did("holds", hold),
      scraped: (scrape) => this.did("scrapes", scrape),
      touched: (touch) => this.sight.touched(touch),
      failed: (error) => this.notes.show(error.message),
    });
    this.isRecording = false;
    this.chosen = { hammer: "", target: "" };
    /** @type {import("../lib/api.js").Rendering | null} */
    this.rendering = null;
    /** The outlines of the bodies, as of the last rendering. @type {Record<string, any>} */
    this.outlines = {};
    this.renders = new Renders((rendering, job) => this.rendered(rendering, job), (error) => this.notes.fail(error));
    this.notes = new Notes(this);
    this.library = new Library(this, schema, new Keep(localStorage));
    this.guide = new GuideCard(this, schema);
    this.groups = new Groups(schema, this.store, () => this.library.addBody());
    this.macros = new Macros(schema, this.store, () => this.chosen, (chosen) => this.choose(chosen));
    this.stage = new Stage({
      strike: (target, place, strength, pressed) => this.strike(target, place, strength, pressed),
      hold: (target, holds) => this.player.hold(target, holds),
      draw: (target, place, lifts) => this.player.draw(target, place, lifts),
      aim: (target, place) => this.aim(target, place),
      time: () => (this.player.playing ? this.player.position : null),
    });
    this.keyboard = new Keyboard(this);
    this.transport = new Transport(this);
    this.sight = new Sight(this.stage, () => this.quietened());
    this.plots = this.sight.plots;
    /** The last scene of this object that the engine took: that is what sounds. @type {any} */
    this.good = null;
    this.lastStart = -1e9;
    /** How many scenes are being made ready. */
    this.pending = 0;
    this.shape = "";
    this.build(gallery);
    this.store.listen((_, change) => this.changed(change));
    listenToKeys(this);
    listenToFiles(this);
  }

  /** @param {import("./strip.js").Entry[]} gallery */
  build(gallery) {
    this.title = h("h1");
    this.about = h("p", { class: "about" });
    const key = (/** @type {string} */ name) => h("kbd", null, name);
    const hint = h(
      "p", { class: "hint", id: "stage-hint" }, h("span", { class: "mouse" }, "Press to strike, faster for harder; hold to damp, draw to scrape"),
      h("span", { class: "keys" }, key("A"), "–", key("L"), " strike along it, ", key("Shift"), " strikes softly"),
    );
    const head = h("div", { class: "stage-head" }, h("div", null, this.title, this.about), this.transport.history);
    const section = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {Node[]} */ ...content) =>
      h("section", { class: kind, "aria-label": label }, ...content);
    this.element = h(
      "div", { class: "studio" }, strip(gallery, this.library.keep, this.library), this.guide.element,
      section(
        "stage panel", "Object", head, this.notes.element, h("div", { class: "seen" }, this.stage.element, this.sight.beside), hint,
        this.sight.bar, this.transport.element, this.transport.timeline.element,
      ),
      section("panel front", "Main controls", this.macros.element, shelf(this)),
      section("views", "Views", ...this.sight.views),
      section(
        "panel everything", "All fields of the scene", h("h2", null, "Everything in the scene"), this.groups.element,
      ),
    );
  }

  /** The scene of the address, or that of the command line. */
  async begin() {
    try {
      const linked = await linkedState();
      if (linked) this.library.resume(`link:${location.hash}`, linked.scene, linked.state);
      else this.library.resume("start", (await api.start()).scene);
    } catch (error) {
      this.open((await api.start()).scene, "open");
      this.notes.show(errorText(error));
    }
  }

  /**
   * @param {any} scene @param {"open" | "pick"} reason @param {string} [from] where it comes from
   * @param {import("../lib/store.js").State} [state] what was made of it
   */
  open(scene, reason, from = "file", state) {
    this.library.leave(from);
    this.good = null;
    this.opening = reason;
    this.notes.show(null);
    this.renders.drop();
    this.sight.pins.stop();
    this.player.stop();
    this.keyboard.pitches.stop();
    this.isRecording = false;
    this.stage.still();
    for (const { reader } of Object.values(this.plots)) {
      reader.reset();
      reader.leave();
    }
    this.outlines = {};
    this.chosen = { hammer: "", target: "" };
    this.store.open(scene, state);
  }

  /** @param {string} name @param {"open" | "pick"} [reason] */
  async pick(name, reason = "pick") {
    if (reason === "pick") this.player.wake();
    try {
      const scene = await sceneNamed(name);
      if (reason === "open") this.library.resume(`gallery:${name}`, scene);
      else this.open(scene, reason, `gallery:${name}`);
    } catch (error) {
      this.notes.show(errorText(error));
    }
  }

  /** Shows a changed scene and requests its sound. @param {import("../lib/store.js").Change} change */
  changed(change) {
    const { scene } = this.store.state;
    if (change.kind === "edit") this.stage.makeRoom();
    this.hold();
    this.title.textContent = scene.title ?? "Untitled scene";
    this.about.textContent = (scene.description ?? "").trim().replace(/\s+/g, " ");
    document.title = `${scene.title ?? "Carom"} · Carom studio`;
    this.groups.show(change.kind === "open");
    const held = hammers(scene).map(({ body, contact }) =>
      [body.name, Boolean(body.hardness), scene.contact[contact].law?.kind]);
    const struckAt = targets(scene).map(({ body }) => [body.name, body.shape?.kind, body.material]);
    const shape = JSON.stringify([this.chosen, held, struckAt]);
    if (shape !== this.shape || change.kind === "open") this.macros.show();
    else this.macros.refresh();
    this.shape = shape;
    this.showStage();
    this.transport.show();
    if (change.kind === "strike") this.renders.request(this.shown(), change.input, BETWEEN);
    else if (change.kind === "quiet") this.renders.request(this.shown());
    else this.ready(change);
  }

  /** Makes the scene ready to be played, then draws it. @param {import("../lib/store.js").Change} change */
  async ready(change) {
    const { scene } = this.store.state;
    const isOpened = change.kind === "open";
    const reason = isOpened ? this.opening : "turn";
    this.pending += 1;
    try {
      if (!(await this.player.open(scene, !isOpened, () => this.performance()))) return;
    } catch (error) {
      this.notes.fail(error);
      return;
    } finally {
      this.pending -= 1;
    }
    const isOpen = (/** @type {any} */ one) => !one.level?.full_scale;
    if (isOpen(scene)) {
      // The level stays from now on: a harder strike is louder.
      const [least, most] = FULL_SCALE;
      const full = Math.min(most, Math.max(least, this.player.about?.full_scale ?? 1));
      this.store.amend(["level"], { full_scale: full }, isOpen);
      this.groups.show(true);
    }
    this.good = this.store.state.scene;
    this.keyboard.refresh();
    this.sound(reason);
    this.renders.request(this.shown(), change.input);
  }

  /** The scene and what was played on it. @returns {import("../lib/api.js").Played} */
  played() {
    const { scene, take } = this.store.state;
    return { scene, take, rate: this.player.rate === (scene.sample_rate ?? 44_100) ? undefined : this.player.rate };
  }

  /** What the plots show: what sounds, and of a long take only its last blow. */
  shown() {
    const played = this.played();
    const scene = this.good ?? played.scene;
    const take = takeAmong(unnoted(played.take ?? null), new Set(scene.body?.map((/** @type {any} */ body) => body.name)));
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
   * @returns {import("../scene/take.js").Take}
   */
  performance() {
    const take = unnoted(this.store.state.take);
    return take && hasSound(take) ? take : { ...take, strikes: this.player.about?.own ?? [] };
  }

  /** Chooses a hammer and a body to strike, where the chosen ones are gone. */
  hold() {
    const { scene } = this.store.state;
    const held = hammers(scene);
    const struckAt = targets(scene).map((one) => one.body.name);
    const { hammer, target } = this.chosen;
    const now = held.find((one) => one.body.name === hammer) ?? held[0];
    const next = [target, now?.target ?? ""].find((name) => struckAt.includes(name)) ?? struckAt[0] ?? "";
    this.chosen = { hammer: now?.body.name ?? "", target: next };
    this.aimed = this.placeOf(next);
  }

  /** Where the hammer strikes in the scene. @param {string} target */
  placeOf(target) {
    const { scene } = this.store.state;
    const contact = scene.contact?.[contactOf(scene, this.chosen.hammer, target)];
    const body = this.store.bodyNamed(target);
    return body && !body.wall ? fitted(body, placeIn(scene, contact, target)) : undefined;
  }

  /** @param {Partial<{ hammer: string, target: string }>} chosen */
  choose(chosen) {
    this.chosen = { ...this.chosen, ...chosen };
    this.hold();
    this.macros.show();
    this.showStage();
  }

  showStage() {
    const { scene } = this.store.state;
    const hammer = this.store.bodyNamed(this.chosen.hammer) ?? { hardness: 0.6, mass: 0.02, isLent: true };
    const aim = { hammer, target: this.chosen.target, place: this.aimed };
    this.stage.show(scene, aim, speedOf(scene, this.chosen.hammer), this.outlines);
  }

  /** The hammer hovers over a place. @param {string} target @param {any} place */
  aim(target, place) {
    const isOther = target !== this.chosen.target;
    this.chosen.target = target;
    this.aimed = place;
    if (isOther) this.macros.show();
    this.showStage();
  }

  /**
   * @param {string} target @param {any} place @param {number} strength @param {number} [pressed] when, on the page (ms)
   */
  strike(target, place, strength, pressed) {
    this.player.strike(this.chosen.hammer || null, target, place, strength, pressed);
    this.stage.fall();
  }

  /** A strike fell. @param {import("../scene/take.js").Strike} strike @param {boolean} isFirst */
  struck(strike, isFirst) {
    const state = this.store.state;
    if (this.recordsNotes) return;
    const before = isFirst && !this.isRecording ? null : this.performance();
    this.store.step({ ...state, take: added(this.isRecording ? state.take : before, strike) }, {
      kind: "strike", input: performance.now(),
    });
    this.started(isFirst);
  }

  /**
   * A hand damped what rings or let go of it, or was drawn over something: that belongs to the take.
   * @param {"holds" | "scrapes"} list @param {any} one
   */
  did(list, one) {
    const state = this.store.state;
    if (this.recordsNotes) return;
    const take = this.isRecording ? state.take : this.performance();
    const all = [...(take?.[list] ?? []), one];
    this.store.step({ ...state, take: { strikes: [], ...take, [list]: all } }, { kind: "strike" }, list === "holds" ? list : "");
  }

  /** A take is of keys as pitches or of the object as it is written. */
  get recordsNotes() {
    return this.isRecording && this.keyboard.isOn;
  }

  /** Plays what was played from its beginning. */
  replay() {
    const { take } = this.store.state;
    if (take?.notes?.length) this.keyboard.play(take).then(() => this.transport.run());
    else {
      this.player.play(this.performance());
      this.started(true);
    }
  }

  /** Begins to record, or ends it: from now on every strike belongs to the take, however long it is silent. */
  record() {
    const { state } = this.store;
    this.isRecording = !this.isRecording;
    if (this.isRecording) {
      this.store.step({ ...state, take: { strikes: [] } }, { kind: "quiet" });
      this.player.keep(true);
      this.keyboard.pitches.keep(true);
      if (this.keyboard.isOn) this.keyboard.pitches.play([]);
      else this.player.play({ strikes: [] });
      this.transport.run();
    } else {
      const length = this.player.position;
      this.player.keep(false);
      this.keyboard.pitches.keep(false);
      const take = state.take && hasSound(state.take) ? { ...state.take, length } : null;
      this.store.step({ ...state, take }, { kind: "quiet" });
    }
    this.transport.show();
  }

  stop() {
    this.sight.pins.stop();
    this.player.stop();
    this.keyboard.pitches.stop();
    this.stage.still();
  }

  /** Where other sounds may go: what plays is stopped. @returns {import("../sound/output.js").Output | null} */
  quietened() {
    this.stop();
    this.player.wake();
    return this.player.output ?? null;
  }

  clearTake() {
    this.stop();
    if (this.store.state.take) this.store.step({ ...this.store.state, take: null }, { kind: "quiet" });
  }

  /** @param {import("../lib/api.js").Rendering} rendering @param {import("../lib/renders.js").Job} job */
  rendered(rendering, job) {
    const answered = performance.now();
    const { head } = rendering;
    this.rendering = rendering;
    this.outlines = head.outlines;
    this.groups.heard = head.heard;
    this.showStage();
    // What sounds may be older than what is on the page, if the engine refuses that.
    if (job.played.scene === this.store.state.scene) this.notes.forgive();
    this.notes.warn(head);
    this.draw(rendering, job, () => latency.add(job.inputs, answered, performance.now(), job.took));
  }

  /** What is heard of a scene that is ready. @param {string | undefined} reason */
  sound(reason) {
    const isAgain = this.transport.strikesWhileTurning && performance.now() - this.lastStart > AGAIN;
    if (reason === "pick") this.replay();
    else if (reason === "turn" && isAgain && !this.isRecording && !this.store.state.take?.notes) {
      this.player.play(this.performance());
      this.started(true, TURNED);
    }
  }

  /**
   * Shows what was struck just now, at once or later.
   * @param {boolean} alone @param {number} [later] in ms
   */
  started(alone, later = 0) {
    this.lastStart = performance.now();
    this.sight.pins.stop();
    this.transport.run();
    this.stage.draw();
    clearTimeout(this.ringing);
    if (later) this.ringing = setTimeout(() => this.ring(alone), later);
    else this.ring(alone);
  }

  /** @param {boolean} alone */
  async ring(alone) {
    const played = this.played();
    const last = played.take?.strikes[played.take.strikes.length - 1];
    const single = last ? { ...played, take: { strikes: [{ ...last, time: 0 }] } } : played;
    try {
      this.stage.ring(await api.object(single), alone);
    } catch {
      // The sound plays without the picture.
    }
  }

  /**
   * Draws all plots in one frame.
   * @param {import("../lib/api.js").Rendering} rendering @param {import("../lib/renders.js").Job} job
   * @param {() => void} done
   */
  draw(rendering, { played }, done) {
    requestAnimationFrame(() => {
      this.sight.show(rendering, rendering.head.scene, endOf(played.take ?? null), played.scene);
      this.transport.show();
      done();
    });
  }
}

/**
 * The index of the contact between two bodies, −1 without one.
 * @param {any} scene @param {string} one @param {string} other
 */
function contactOf(scene, one, other) {
  const isBetween = (/** @type {any} */ { between }) => between?.includes(one) && between.includes(other);
  return (scene.contact ?? []).findIndex(isBetween);
}
