// The studio page: an object to strike, its sound, and its plots.

import { Groups } from "../controls/groups.js";
import { Macros } from "../controls/macros.js";
import { EngineError, api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { Keep } from "../lib/keep.js";
import { sceneOf } from "../lib/link.js";
import { read, set } from "../lib/path.js";
import { Renders } from "../lib/renders.js";
import { Store } from "../lib/store.js";
import { Plot } from "../plots/plot.js";
import * as views from "../plots/views.js";
import { hammers, speedOf, targets, withHammer } from "../scene/bodies.js";
import { fitted, placeIn } from "../scene/places.js";
import { withRoom } from "../scene/reshape.js";
import { LONGEST, composed, struck, takeOf } from "../scene/take.js";
import { Player } from "../sound/player.js";
import { Stage } from "../stage/stage.js";
import { listenToFiles, shelf } from "./files.js";
import { GuideCard } from "./guide.js";
import { listenToKeys } from "./keys.js";
import { Library } from "./library.js";
import { latency } from "./latency.js";
import { sceneNamed, strip } from "./strip.js";
import { Transport } from "./transport.js";

/** How much louder than the first strike another may be before it saturates. */
const HEADROOM = 1.6;
/** A sound whose peak is lower (dB below full scale) is hardly heard. */
const QUIET = -50;
/** While a slider turns, the object is struck again this often (ms). */
const AGAIN = 320;
/** How long after the last movement of a slider the vibration is shown (ms). */
const TURNED = 180;
/** A strike that is added starts a little before it, so that its attack is whole (s). */
const BEFORE = 0.006;

export class Studio {
  /** @param {any} schema @param {import("./strip.js").Entry[]} gallery */
  constructor(schema, gallery) {
    this.store = new Store();
    this.store.mend = withRoom;
    this.player = new Player();
    this.chosen = { hammer: "", target: "" };
    /** @type {import("../lib/api.js").Rendering | null} */
    this.rendering = null;
    /** The outlines of the bodies, as of the last rendering. @type {Record<string, any>} */
    this.outlines = {};
    this.renders = new Renders(
      (rendering, job) => this.rendered(rendering, job), (error, job) => this.failed(error, job),
    );
    this.library = new Library(this, schema, new Keep(localStorage));
    this.guide = new GuideCard(this, schema);
    this.groups = new Groups(schema, this.store, () => this.library.addBody());
    this.macros = new Macros(schema, this.store, () => this.chosen, (chosen) => this.choose(chosen));
    this.stage = new Stage({
      strike: (target, place, strength) => this.strike(target, place, strength),
      aim: (target, place) => this.aim(target, place),
      time: () => (this.player.playing ? this.player.position : null),
    });
    this.transport = new Transport(this);
    this.plots = {
      waveform: new Plot({ title: "Waveform", name: "waveform" }),
      spectrogram: new Plot({ title: "Spectrogram", name: "spectrogram" }),
      force: new Plot({ title: "Force of the strike", name: "force" }),
      loop: new Plot({ title: "Compression and velocity", name: "loop" }),
      ledger: new Plot({ title: "Energy ledger", name: "energy" }),
      partials: new Plot({ title: "Partials and their decay", name: "partials" }),
    };
    /** The last scene of this object that the engine took. @type {any} */
    this.good = null;
    /** Which scene on the page a scene to render was made of. @type {WeakMap<any, any>} */
    this.sources = new WeakMap();
    this.lastStart = -1e9;
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
    this.message = h("div", { class: "message", role: "alert", hidden: true });
    this.warning = h("p", { class: "warning", role: "status", hidden: true });
    const key = (/** @type {string} */ name) => h("kbd", null, name);
    const hint = h(
      "p", { class: "hint", id: "stage-hint" }, h("span", { class: "mouse" }, "Click to strike, drag for harder"),
      h("span", { class: "keys" }, key("A"), "–", key("L"), " strike along it, ", key("Shift"), " strikes softly"),
    );
    const head = h("div", { class: "stage-head" }, h("div", null, this.title, this.about), this.transport.history);
    const notes = h("div", { class: "notes" }, this.message, this.warning);
    const section = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {Node[]} */ ...content) =>
      h("section", { class: kind, "aria-label": label }, ...content);
    this.element = h(
      "div", { class: "studio" }, strip(gallery, this.library.keep, this.library), this.guide.element,
      section("stage panel", "Object", head, notes, this.stage.element, hint, this.transport.element),
      section("panel front", "Main controls", this.macros.element, shelf(this)),
      section("views", "Views", ...Object.values(this.plots).map((plot) => plot.element)),
      section(
        "panel everything", "All fields of the scene", h("h2", null, "Everything in the scene"), this.groups.element,
      ),
    );
  }

  /** The scene of the address, or that of the command line. */
  async begin() {
    try {
      const linked = await sceneOf(location.hash);
      if (linked) this.library.resume(`link:${location.hash}`, linked);
      else this.library.resume("start", (await api.start()).scene);
    } catch (error) {
      this.open((await api.start()).scene, "open");
      this.showMessage(errorText(error));
    }
  }

  /** @param {any} scene @param {"open" | "pick"} reason @param {string} [from] where it comes from */
  open(scene, reason, from = "file") {
    this.library.leave(from);
    this.good = null;
    this.opening = reason;
    this.showMessage(null);
    this.renders.drop();
    this.player.stop();
    this.stage.still();
    for (const { reader } of Object.values(this.plots)) {
      reader.reset();
      reader.leave();
    }
    this.outlines = {};
    this.chosen = { hammer: "", target: "" };
    this.store.open(scene);
  }

  /** @param {string} name @param {"open" | "pick"} [reason] */
  async pick(name, reason = "pick") {
    if (reason === "pick") this.player.wake();
    try {
      const scene = await sceneNamed(name);
      if (reason === "open") this.library.resume(`gallery:${name}`, scene);
      else this.open(scene, reason, `gallery:${name}`);
    } catch (error) {
      this.showMessage(errorText(error));
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
    const isOther = change.kind === "strike" || change.kind === "quiet";
    const reason = change.kind === "open" ? this.opening ?? "open" : isOther ? change.kind : "turn";
    const whole = this.scene();
    this.sources.set(whole, scene);
    this.renders.request(whole, reason, change.input);
  }

  /** The scene with what was played. */
  scene() {
    const { scene, take } = this.store.state;
    return composed(scene, take).scene;
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

  /** @param {string} target @param {any} place @param {number} strength */
  strike(target, place, strength) {
    this.player.wake();
    this.stage.fall();
    const state = this.store.state;
    const scene = hammers(state.scene).length ? state.scene : withHammer(state.scene, target);
    const hammer = hammers(scene).find((one) => one.body.name === this.chosen.hammer) ?? hammers(scene)[0];
    if (!hammer) return;
    const rings = this.player.ringing && this.player.position < LONGEST - 2;
    const time = rings ? this.player.position : 0;
    const before = rings ? state.take ?? takeOf(scene) : null;
    const take = struck(before, { time, strength, hammer: hammer.body.name, target, place });
    const contact = contactOf(scene, hammer.body.name, target);
    const isPlaced = contact >= 0 && place !== undefined;
    const moved = isPlaced ? set(scene, ["contact", contact, "at", target], place) : scene;
    this.store.step({ scene: moved, take }, { kind: "strike", input: performance.now() });
  }

  /** Plays the sound from its beginning. */
  replay() {
    this.player.wake();
    this.player.play(0);
    this.started(true);
  }

  stop() {
    this.player.stop();
    this.stage.still();
  }

  clearTake() {
    this.stop();
    if (this.store.state.take) this.store.step({ ...this.store.state, take: null }, { kind: "quiet" });
  }

  /** @param {import("../lib/api.js").Rendering} rendering @param {import("../lib/renders.js").Job} job */
  rendered(rendering, job) {
    const answered = performance.now();
    const { head } = rendering;
    const isOpen = (/** @type {any} */ scene) => !scene.level?.full_scale;
    if (isOpen(this.store.state.scene)) {
      // The level stays from now on: a harder strike is louder. A given loudness is kept as it is.
      const headroom = this.store.state.scene.level?.loudness === undefined ? HEADROOM : 1;
      const level = { full_scale: Number((headroom * head.full_scale).toPrecision(3)) };
      this.store.amend(["level"], level, isOpen);
      this.groups.show(true);
      const whole = this.scene();
      this.sources.set(whole, this.store.state.scene);
      this.renders.request(whole, job.reason);
      return;
    }
    this.rendering = rendering;
    if (job.scene === this.spare) return this.sounds(rendering, job);
    this.good = this.sources.get(job.scene) ?? this.good;
    this.outlines = head.outlines;
    this.groups.heard = head.heard;
    this.showStage();
    this.groups.unmark();
    this.macros.unmark();
    if (this.hasError) this.showMessage(null);
    this.warn(head.warnings ?? [], decibels(head.summary?.audio.peak / head.full_scale));
    return this.sounds(rendering, job, answered);
  }

  /**
   * Sounds and draws what was rendered.
   * @param {import("../lib/api.js").Rendering} rendering @param {import("../lib/renders.js").Job} job
   * @param {number} [answered] when
   */
  sounds(rendering, job, answered = performance.now()) {
    const { head, arrays } = rendering;
    this.player.load(arrays.left, arrays.right ?? arrays.left, head.rate);
    this.sound(job);
    this.draw(rendering, () => latency.add(job.inputs, answered, performance.now(), head.milliseconds));
  }

  /** @param {import("../lib/renders.js").Job} job */
  sound(job) {
    const { take } = this.store.state;
    if (job.reason === "strike" && take) {
      const last = take.strikes[take.strikes.length - 1];
      const isFirst = take.strikes.length === 1;
      this.player.play(isFirst ? 0 : Math.max(0, last.time - BEFORE));
      this.started(isFirst);
    } else if (job.reason === "pick") {
      this.player.play(0);
      this.started(true);
    } else if (job.reason === "turn") {
      const again = this.transport.strikesWhileTurning && performance.now() - this.lastStart > AGAIN;
      if (again) {
        this.player.play(0);
        this.started(true, TURNED);
      } else if (this.player.playing) this.player.swap();
    }
  }

  /**
   * Shows what was struck just now, at once or later.
   * @param {boolean} alone @param {number} [later] in ms
   */
  started(alone, later = 0) {
    this.lastStart = performance.now();
    this.transport.run();
    this.stage.draw();
    clearTimeout(this.ringing);
    if (later) this.ringing = setTimeout(() => this.ring(alone), later);
    else this.ring(alone);
  }

  /** @param {boolean} alone */
  async ring(alone) {
    const { scene, take } = this.store.state;
    const last = take?.strikes[take.strikes.length - 1];
    const single = last && !alone ? composed(scene, { strikes: [{ ...last, time: 0 }] }).scene : this.scene();
    try {
      this.stage.ring(await api.object(single), alone);
    } catch {
      // The sound plays without the picture.
    }
  }

  /** Draws all plots in one frame. @param {import("../lib/api.js").Rendering} rendering @param {() => void} done */
  draw(rendering, done) {
    requestAnimationFrame(() => {
      this.plots.waveform.offer(() => views.waveform(rendering));
      this.plots.spectrogram.offer(() => views.spectrogram(rendering));
      this.plots.force.offer(() => views.force(rendering));
      this.plots.loop.offer(() => views.loop(rendering));
      this.plots.ledger.offer(() => views.ledger(rendering));
      this.plots.partials.offer(() => views.partials(rendering));
      this.transport.show();
      done();
    });
  }

  /**
   * Shows an error at the control that it is about. A strike then sounds on the last scene that was good.
   * @param {any} error @param {import("../lib/renders.js").Job} [job]
   */
  failed(error, job) {
    if (error?.status === 409) return;
    if (job?.reason === "strike" && this.good && job.scene !== this.spare) {
      this.spare = composed(this.good, standing(this.good, this.store.state.take)).scene;
      this.renders.request(this.spare, "strike");
    }
    if (error?.status === 503) setTimeout(() => this.renders.request(this.scene(), "turn"), 1000);
    this.groups.unmark();
    this.macros.unmark();
    const text = errorText(error);
    if (error instanceof EngineError && error.path) {
      const path = this.original(read(error.path));
      this.groups.mark(path, text);
      this.macros.mark(path, text);
    }
    this.showMessage(text);
    this.hasError = true;
    const { good } = this;
    if (!good || good === this.store.state.scene) return;
    const back = () => this.store.step({ ...this.store.state, scene: good }, { kind: "history" });
    this.message.append(" ", h("button", { type: "button", class: "quiet", onclick: back }, "Back to what sounded"));
  }

  /**
   * A path of the scene that was rendered as one of the scene on the page.
   * @param {import("../lib/path.js").Path} path
   */
  original(path) {
    const { bodies, contacts } = composed(this.store.state.scene, this.store.state.take);
    const from = path[0] === "body" ? bodies : path[0] === "contact" ? contacts : null;
    return from && typeof path[1] === "number" ? [path[0], from[path[1]] ?? path[1], ...path.slice(2)] : path;
  }

  /** @param {string | null} text */
  showMessage(text) {
    this.hasError = false;
    this.message.hidden = !text;
    this.message.textContent = text ?? "";
  }

  /** Shows warnings; a level far off can be set anew. @param {string[]} warnings @param {number} level in dB */
  warn(warnings, level) {
    const isQuiet = level < QUIET;
    const texts = isQuiet ? [...warnings, `the sound is ${number(-level, 2)} dB below full scale`] : warnings;
    const anew = () => this.store.edit(["level"], "auto");
    const set = h("button", { type: "button", class: "quiet", onclick: anew }, "Set the level");
    this.warning.hidden = texts.length === 0;
    this.warning.replaceChildren(texts.join(" · "), ...(isQuiet || level > 0 ? [" ", set] : []));
  }
}

/** @param {number} share */
const decibels = (share) => 20 * Math.log10(share);

/**
 * The strikes of a take whose bodies are in a scene.
 * @param {any} scene @param {import("../scene/take.js").Take | null} take
 */
function standing(scene, take) {
  const names = new Set(scene.body.map((/** @type {any} */ body) => body.name));
  return take && { strikes: take.strikes.filter(({ hammer, target }) => names.has(hammer) && names.has(target)) };
}

/**
 * The index of the contact between two bodies, −1 without one.
 * @param {any} scene @param {string} one @param {string} other
 */
function contactOf(scene, one, other) {
  const isBetween = (/** @type {any} */ { between }) => between?.includes(one) && between.includes(other);
  return (scene.contact ?? []).findIndex(isBetween);
}
