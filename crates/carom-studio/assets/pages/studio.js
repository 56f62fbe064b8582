// The studio page: an object to strike, its sound, and its plots.

import { Groups } from "../controls/groups.js";
import { Macros } from "../controls/macros.js";
import { api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Keep, storage } from "../lib/keep.js";
import { Renders } from "../lib/renders.js";
import { Store } from "../lib/store.js";
import { bodyNamed, contactBetween, hammers, speedOf, targets } from "../scene/bodies.js";
import { fitted, placeIn } from "../scene/places.js";
import { withRoom } from "../scene/reshape.js";
import { endOf, hasSound } from "../scene/take.js";
import { Live } from "../sound/live.js";
import { Stage } from "../stage/stage.js";
import { linkedState, listenToFiles, shelf } from "./files.js";
import { GuideCard } from "./guide.js";
import { Keyboard } from "./keyboard.js";
import { listenToKeys } from "./keys.js";
import { Learning } from "./learning.js";
import { Library } from "./library.js";
import { latency } from "./latency.js";
import { Notes } from "./notes.js";
import { Playing } from "./playing.js";
import { Sight } from "./sight.js";
import { Sounding } from "./sounding.js";
import { Strip, sceneNamed } from "./strip.js";
import { Transport } from "./transport.js";

/**
 * @import { Outline, Sound } from "../../browser/types/engine.js"
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Job } from "../lib/renders.js"
 */

/** Nothing is drawn anew while strokes follow each other as fast as this (ms). */
const BETWEEN = 250;

export class Studio {
  /** @param {import("../../browser/types/schema.js").Root} schema */
  constructor(schema) {
    this.store = new Store();
    this.store.mend = withRoom;
    this.sounding = new Sounding(this);
    this.playing = new Playing(this);
    this.player = new Live({
      struck: (strike, isFirst) => this.playing.struck(strike, isFirst),
      settled: () => this.stage.still(),
      begun: () => this.playing.begun(),
      held: (hold) => this.playing.did((take) => ({ ...take, holds: [...(take.holds ?? []), hold] }), "holds"),
      scraped: (scrape) => this.playing.did((take) => ({ ...take, scrapes: [...(take.scrapes ?? []), scrape] })),
      touched: (touch) => this.sight.touched(touch),
      broke: (error, isLost) => this.sounding.broke(error, isLost),
      muted: () => this.sounding.muted(),
    });
    this.chosen = { hammer: "", target: "" };
    /** @type {Sound | null} */
    this.rendering = null;
    /** The outlines of the bodies, as of the last rendering. @type {Record<string, Outline>} */
    this.outlines = {};
    this.renders = new Renders(
      (rendering, job) => this.rendered(rendering, job),
      (error, job) => this.refused(error, job),
    );
    this.notes = new Notes(this);
    this.library = new Library(this, schema, new Keep(storage));
    this.learning = new Learning(this);
    this.guide = new GuideCard(this, schema);
    this.groups = new Groups(schema, this.store, () => this.library.addBody());
    this.macros = new Macros(
      schema,
      this.store,
      () => this.chosen,
      (chosen) => this.choose(chosen),
    );
    this.stage = new Stage({
      strike: (target, place, strength, pressed) => this.playing.strike(target, place, strength, pressed),
      hold: (target, holds) => this.player.hold(target, holds),
      draw: (target, place, lifts) => this.player.draw(target, place, lifts),
      aim: (target, place) => this.aim(target, place),
      time: () => (this.player.playing ? this.player.position : null),
    });
    this.keyboard = new Keyboard(this);
    this.transport = new Transport(this);
    this.sight = new Sight(this.stage, () => this.playing.quietened());
    this.plots = this.sight.plots;
    this.shape = "";
    this.strip = new Strip(this.library.keep, this.library);
    /** When the scene on the page is ready to be struck. @type {Promise<void>} */
    this.made = Promise.resolve();
    this.title = h("h1");
    this.about = h("p", { class: "about" });
    const key = (/** @type {string} */ name) => h("kbd", null, name);
    const hint = h(
      "p",
      { class: "hint", id: "stage-hint" },
      h("span", { class: "mouse" }, "Press to strike, faster for harder; hold to damp, draw to scrape"),
      h("span", { class: "keys" }, key("A"), "–", key("L"), " strike along it, ", key("Shift"), " strikes softly"),
    );
    const head = h("div", { class: "stage-head" }, h("div", null, this.title, this.about), this.transport.history);
    const section = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {Node[]} */ ...content) =>
      h("section", { class: kind, "aria-label": label }, ...content);
    this.element = h(
      "div",
      { class: "studio" },
      this.strip.element,
      this.guide.element,
      section(
        "stage panel",
        "Object",
        head,
        this.notes.element,
        h("div", { class: "seen" }, this.stage.element, this.sight.beside),
        hint,
        this.sight.bar,
        this.transport.element,
        this.transport.timeline.element,
      ),
      section("panel front", "Main controls", this.macros.element, shelf(this)),
      section("views", "Views", ...this.sight.views),
      section(
        "panel everything",
        "All fields of the scene",
        h("h2", null, "Everything in the scene"),
        this.groups.element,
      ),
    );
    this.store.listen((_, change) => this.changed(change));
    listenToKeys(this);
    listenToFiles(this);
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
   * @param {Scene} scene @param {"open" | "pick"} reason @param {string} [from] where it comes from
   * @param {import("../lib/store.js").State} [state] what was made of it
   */
  open(scene, reason, from = "file", state) {
    this.library.leave(from);
    this.sounding.forget();
    this.opening = reason;
    this.notes.forget();
    this.renders.drop();
    this.sight.pins.stop();
    this.player.stop();
    this.keyboard.pitches.stop();
    this.playing.isRecording = false;
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
    const held = hammers(scene).map(({ body, contact }) => [
      body.name,
      Boolean(body.hardness),
      scene.contact?.[contact].law?.kind,
    ]);
    const struckAt = targets(scene).map(({ body }) => [body.name, body.shape?.kind, body.material]);
    const shape = JSON.stringify([this.chosen, held, struckAt]);
    if (shape !== this.shape || change.kind === "open") this.macros.show();
    else this.macros.refresh();
    this.shape = shape;
    this.showStage();
    this.transport.show();
    if (change.kind === "strike") this.renders.request(this.playing.shown(), change.input, BETWEEN);
    else if (change.kind === "quiet") this.renders.request(this.playing.shown());
    else this.made = this.ready(change);
  }

  /** Makes the scene ready to be played, then draws it. @param {import("../lib/store.js").Change} change */
  async ready(change) {
    const isOpened = change.kind === "open";
    const reason = isOpened ? this.opening : "turn";
    if (!(await this.sounding.make(isOpened))) return;
    this.keyboard.refresh();
    this.playing.sound(reason);
    this.renders.request(this.playing.shown(), change.input);
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
    const contact = scene.contact?.[contactBetween(scene, this.chosen.hammer, target)];
    const body = bodyNamed(scene, target);
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
    const hammer = bodyNamed(scene, this.chosen.hammer) ?? { hardness: 0.6, mass: 0.02, isLent: true };
    const aim = { hammer, target: this.chosen.target, place: this.aimed };
    this.stage.show(scene, aim, speedOf(scene, this.chosen.hammer), this.outlines);
  }

  /** The hammer hovers over a place. @param {string} target @param {import("../scene/places.js").Place | undefined} place */
  aim(target, place) {
    const isOther = target !== this.chosen.target;
    this.chosen.target = target;
    this.aimed = place;
    if (isOther) this.macros.show();
    this.showStage();
  }

  /** @param {Sound} rendering @param {Job} job */
  rendered(rendering, job) {
    const answered = performance.now();
    const { head } = rendering;
    this.sounding.took(job.played.scene);
    this.rendering = rendering;
    this.outlines = head.outlines;
    this.groups.heard = head.heard;
    this.showStage();
    // What sounds may be older than what is on the page, if the engine refuses that. And what can be rendered may have
    // broken off when it was struck: then nothing was heard, and the reason stays.
    const { scene } = job.played;
    if (scene === this.store.state.scene && scene !== this.sounding.broken) this.notes.forgive();
    this.notes.warn(head);
    // First the sound.
    if (hasSound(job.played.take)) api.fetchAll();
    this.draw(rendering, job, () => latency.add(job.inputs, answered, performance.now(), job.took));
  }

  /** What cannot be rendered, or cannot be drawn with what was played. @param {unknown} error @param {Job} job */
  refused(error, { played }) {
    if (played.scene === this.sounding.good) this.notes.fail(error);
    else this.sounding.refused(error, played.scene);
  }

  /** Draws all plots in one frame. @param {Sound} rendering @param {Job} job @param {() => void} done */
  draw(rendering, { played }, done) {
    requestAnimationFrame(() => {
      this.sight.show(rendering, rendering.head.scene, endOf(played.take ?? null), played.scene);
      this.transport.show();
      done();
    });
  }
}
