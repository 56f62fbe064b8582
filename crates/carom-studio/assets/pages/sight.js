// All that is seen of a sound: the plots, the blow in slow motion, the comparison of two sounds and of schemes.

import { api, hasTouched } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import * as blows from "../plots/blows.js";
import { withApproach } from "../plots/approach.js";
import { Plot } from "../plots/plot.js";
import * as views from "../plots/views.js";
import { shownName } from "../scene/bodies.js";
import { Replay } from "../stage/replay.js";
import { Pins } from "./pins.js";
import { Schemes } from "./schemes.js";
import { Slow } from "./slow.js";

/**
 * @import { Blow, Sound, Touch } from "../../browser/types/engine.js"
 * @import { Scene } from "../../browser/types/scene.js"
 * @typedef {{ rendering: Sound, blow: Blow | null, hammer: string }} Seen
 */

/** The height of the plots beside the object. */
const SMALL = 128;

/**
 * What each plot shows of a sound.
 * @type {Record<string, (seen: Seen) => import("../plots/plot.js").Content | null>}
 */
const CONTENTS = {
  force: ({ blow, rendering }) => blows.force(blow, rendering),
  deformation: ({ blow, hammer }) => blows.deformation(blow, hammer),
  spectrum: ({ blow, rendering }) => views.spectrum(rendering, hasTouched(blow) ? blow.head.begins : 0),
  blowEnergy: ({ blow }) => blows.blowEnergy(blow),
  energy: ({ rendering: { arrays } }) => views.energy(arrays.ledger_time, arrays, "time"),
  waveform: ({ rendering }) => views.waveform(rendering),
  spectrogram: ({ rendering }) => views.spectrogram(rendering),
  loop: ({ blow }) => blows.loop(blow),
  partials: ({ rendering }) => views.partials(rendering),
};
/** Those of which the content depends on the blow. */
const OF_BLOW = ["force", "deformation", "spectrum", "blowEnergy", "loop"];

export class Sight {
  /**
   * @param {import("../stage/stage.js").Stage} stage
   * @param {() => import("../sound/output.js").Output | null} quietened stops other sounds and says where these may go
   */
  constructor(stage, quietened) {
    this.stage = stage;
    this.plots = {
      force: new Plot({ title: "Force", name: "force", height: SMALL }),
      deformation: new Plot({ title: "Hammer and surface", name: "deformation", height: SMALL }),
      spectrum: new Plot({ title: "Spectrum", name: "spectrum", height: SMALL }),
      blowEnergy: new Plot({ title: "Energy in the blow", name: "blow-energy" }),
      energy: new Plot({ title: "Energy from start to end", name: "energy" }),
      waveform: new Plot({ title: "Waveform", name: "waveform" }),
      spectrogram: new Plot({ title: "Spectrogram", name: "spectrogram" }),
      loop: new Plot({ title: "Compression and velocity", name: "loop" }),
      partials: new Plot({ title: "Partials and their decay", name: "partials" }),
    };
    /** @type {Seen | null} */
    this.seen = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** Plots that are to show something new. @type {Set<string>} */
    this.outdated = new Set();
    /** The names of the bodies as they were written. @type {Set<string>} */
    this.written = new Set();
    this.slow = new Slow(
      stage,
      (time) => this.playBlow(time),
      () => this.nextBlow(),
    );
    this.pins = new Pins(
      () => this.seen?.rendering ?? null,
      () => this.pin(),
      quietened,
    );
    this.schemes = new Schemes();
    this.asks = new Latest();
    const { force, deformation, spectrum, ...others } = this.plots;
    this.beside = h("div", { class: "beside" }, ...[force, deformation, spectrum].map((plot) => plot.element));
    this.bar = h("div", { class: "blow-bar" }, this.slow.element, this.pins.element);
    this.views = [...Object.values(others).map((plot) => plot.element), this.schemes.element];
  }

  /**
   * Shows a sound and its newest blow; to be called within an animation frame.
   * @param {Sound} rendering @param {Scene} scene that was rendered
   * @param {number} after when its newest strike falls (s) @param {Scene} written the scene without what was played
   */
  show(rendering, scene, after, written) {
    this.written = new Set((written.body ?? []).map((body) => body.name));
    const blow = this.seen?.blow ?? null;
    this.seen = { rendering, blow, hammer: this.seen?.hammer ?? "" };
    this.scene = scene;
    this.stage.follow(rendering, scene);
    this.offer(Object.keys(CONTENTS).filter((name) => !OF_BLOW.includes(name)));
    this.ask(after);
    this.schemes.offer(scene, after, rendering.head.rate);
  }

  /**
   * Shows the force of a blow as it was played, until it is computed closely.
   * @param {import("../sound/live.js").Touch} touch
   */
  touched({ strike, force, rate }) {
    const lasts = force.filter((value) => value !== 0).length / rate;
    /** @type {Touch["head"]} */
    const head = {
      touched: true,
      contact: 0,
      contacts: [{ index: 0, name: "", between: [shownName(strike.hammer ?? "hammer", this.written), strike.target] }],
      begins: strike.time,
      lasts,
      bodies: [],
      exact: false,
    };
    const arrays = { time: force.map((_, i) => i / rate), force_0: force };
    requestAnimationFrame(() => this.plots.force.offer(() => blows.force({ head, arrays }, null)));
  }

  /** Asks for the first blow after some time. @param {number} after */
  ask(after) {
    const { scene } = this;
    if (!scene) return;
    this.asks.run(async () => {
      const blow = withApproach(await api.blow(scene, after, { finely: true }));
      if (this.scene !== scene || !this.seen) return;
      // After the last blow comes the first.
      if (!hasTouched(blow) && after > 0) this.ask(0);
      else this.showBlow(blow, scene);
    });
  }

  /** @param {Blow} blow @param {Scene} scene */
  showBlow(blow, scene) {
    if (!this.seen) return;
    const replay = hasTouched(blow) ? new Replay(blow, scene) : null;
    const hammer = replay ? shownName(replay.hammer, this.written) : "";
    this.seen = { ...this.seen, blow: hasTouched(blow) ? this.named(blow) : blow, hammer };
    this.slow.offer(replay, async () => {
      const begins = replay?.blow.head.begins ?? 0;
      const bent = withApproach(await api.blow(scene, begins - 1e-6, { finely: true, bent: true }));
      return hasTouched(bent) ? new Replay(bent, scene) : null;
    });
    requestAnimationFrame(() => this.offer(OF_BLOW));
  }

  /** A blow in which copies of hammers are called like the hammers. @param {Touch} blow @returns {Touch} */
  named(blow) {
    const shown = (/** @type {string} */ name) => shownName(name, this.written);
    const contacts = blow.head.contacts.map(({ index, name, between: [first, second] }) => {
      const label = (/** @type {string} */ text, /** @type {string} */ copy) =>
        text.replace(` (${copy})`, "").replaceAll(copy, shown(copy));
      const copies = [first, second].filter((one) => shown(one) !== one);
      /** @type {[string, string]} */
      const between = [shown(first), shown(second)];
      return { index, name: copies.reduce(label, name), between };
    });
    return { ...blow, head: { ...blow.head, contacts } };
  }

  nextBlow() {
    const head = this.seen?.blow?.head;
    if (head?.touched) this.ask(head.begins + (head.lasts ?? 0.2) + 1e-5);
  }

  /**
   * Draws plots one after the other: whoever strikes meanwhile waits for one of them at most.
   * @param {string[]} names
   */
  offer(names) {
    const isDrawing = this.outdated.size > 0;
    for (const name of names) this.outdated.add(name);
    if (!isDrawing) this.drawNext();
  }

  drawNext() {
    const { seen } = this;
    const [name] = this.outdated;
    this.outdated.delete(name);
    if (seen && name) this.plots[/** @type {keyof Sight["plots"]} */ (name)].offer(() => CONTENTS[name](seen));
    if (this.outdated.size) setTimeout(() => this.drawNext());
  }

  /** Shows what is pinned in every plot, or nothing more of it. */
  pin() {
    const seen = this.pins.pinned && this.seen;
    for (const [name, plot] of Object.entries(this.plots)) plot.pin(seen ? () => CONTENTS[name](seen) : null);
  }

  /** @param {number | undefined} time since the touch */
  playBlow(time) {
    for (const plot of [this.plots.force, this.plots.deformation, this.plots.blowEnergy]) plot.play(time);
  }
}
