// What a recording tells: level, attack, and frequency and decay of every partial.

import { EngineError, api, errorText } from "../lib/api.js";
import { h, marks } from "../lib/dom.js";
import { duration, note, number, quantity } from "../lib/format.js";
import { remember } from "../lib/link.js";
import { onDrop } from "../lib/save.js";
import { table } from "../lib/table.js";
import { wav } from "../lib/wav.js";
import { curves } from "../plots/curves.js";
import { Plot } from "../plots/plot.js";
import { partials, spectrogram, waveform } from "../plots/views.js";
import { Player } from "../sound/player.js";
import { Bench, facts, opener } from "./bench.js";
import { sceneNamed } from "./strip.js";

/** @import { Partial, Piece, Recording } from "../../browser/types/engine.js" */

const ABOUT =
  "Measures the sound of something that was struck. The partials are those of the object once it rings " +
  "freely; of several strikes the loudest is measured. The recording stays on this machine.";

export class Listen {
  /** @param {Piece[]} gallery */
  constructor(gallery) {
    this.gallery = gallery;
    /** Shows an error at the file. @type {(message: string | null) => void} */
    this.mark = () => undefined;
    this.player = new Player();
    this.facts = h("dl", { class: "facts wide" });
    this.table = h("div", { class: "panel scroll", hidden: true });
    this.plots = {
      waveform: new Plot({ title: "Waveform", name: "waveform" }),
      level: new Plot({ title: "Level", name: "level" }),
      spectrogram: new Plot({ title: "Spectrogram", name: "spectrogram" }),
      partials: new Plot({ title: "Partials and their decay", name: "partials" }),
    };
    this.views = h("div", { class: "views", hidden: true }, ...Object.values(this.plots).map((plot) => plot.element));
    const listed = this.gallery.map(({ name, title }) => h("option", { value: name }, title));
    this.select = h(
      "select",
      { id: "piece", onchange: () => this.select.value && this.piece(this.select.value) },
      h("option", { value: "" }, "choose…"),
      ...listed,
    );
    this.name = h("b", null, "Nothing yet");
    const play = () => this.player.play();
    this.playing = h("button", { class: "quiet", disabled: true, onclick: play }, "Play");
    this.bench = new Bench({
      title: "Listen",
      about: ABOUT,
      panel: this.panel(),
      results: [this.facts, this.views, this.table],
    });
    this.element = this.bench.element;
    onDrop(([file]) => this.load(file));
  }

  panel() {
    const drop = h(
      "div",
      { class: "drop-box" },
      h("p", null, "Drop a WAV file anywhere on this page"),
      opener("Choose a WAV file", ".wav,audio/wav,audio/x-wav", (file) => this.load(file)),
    );
    this.mark = marks(drop, drop).mark;
    return h(
      "section",
      { class: "panel front", "aria-label": "Recording" },
      h("h2", null, "A recording"),
      drop,
      h("div", { class: "row" }, h("label", { for: "piece" }, "Or the gallery"), this.select),
      h("p", { class: "heard" }, this.name, this.playing),
    );
  }

  /** What the address asks for, or the first piece of the gallery. */
  begin() {
    const asked = new URLSearchParams(location.search).get("scene");
    const { name } = this.gallery.find((one) => one.name === asked) ?? this.gallery[0];
    this.piece(name);
  }

  /** @param {string} name */
  piece(name) {
    this.select.value = name;
    remember(`?scene=${encodeURIComponent(name)}`);
    const title = this.gallery.find((one) => one.name === name)?.title ?? name;
    this.hear(title, async () => {
      const { head, arrays } = await api.render({ scene: await sceneNamed(name) });
      return wav([arrays.left, arrays.right], head.rate, "float32");
    });
  }

  /** @param {File} file */
  load(file) {
    this.select.value = "";
    remember("");
    this.hear(file.name, () => file.arrayBuffer());
  }

  /** @param {string} title @param {() => Promise<ArrayBuffer>} sound */
  hear(title, sound) {
    this.player.stop();
    const mark = (/** @type {unknown} */ error) => this.mark(error instanceof EngineError ? errorText(error) : null);
    this.bench.ask(
      async () => api.listen(await sound()),
      (answer) => this.show(title, answer),
      mark,
    );
  }

  /** @param {string} title @param {Recording} heard */
  show(title, { head, arrays }) {
    const { cues } = head;
    this.name.textContent = title;
    this.player.load(arrays.left, arrays.right, head.rate);
    this.playing.disabled = false;
    const level = (/** @type {number} */ value) => (value > 0 ? `${number(20 * Math.log10(value), 3)} dB` : "silence");
    this.facts.replaceChildren(
      ...facts([
        ["length", quantity(head.duration, "s", 4)],
        ["rate", quantity(head.rate, "Hz", 4)],
        ["channels", String(head.channels)],
        ["mean level", level(cues.rms)],
        ["attack at", quantity(cues.onset_s, "s")],
        ["centroid of the attack", quantity(cues.centroid_hz, "Hz")],
        ["rings freely from", quantity(cues.ringing_s, "s")],
      ]),
    );
    const listed = cues.partials.map((one) => ({
      ...one,
      frequency: one.frequency_hz,
      t60_s: one.decay_s === null ? null : one.decay_s * Math.log(1000),
    }));
    const sound = { head: { ...head, partials: listed }, arrays };
    this.plots.waveform.offer(() => waveform(sound));
    const line = { name: "level", colour: "c0", time: arrays.level_time, values: arrays.level };
    this.plots.level.offer(() => curves([line], { x: "time", label: "level", unit: "dB" }));
    this.plots.spectrogram.offer(() => spectrogram(sound));
    this.plots.partials.offer(() => partials(sound));
    this.table.replaceChildren(partialTable(listed));
    this.views.hidden = this.table.hidden = false;
  }
}

/** @param {Partial[]} listed */
const partialTable = (listed) =>
  table(
    [listed.length ? "Partials" : "No partial was found: nothing rings freely, or the sound is silent"],
    [
      ["Frequency", "", (one) => quantity(one.frequency, "Hz", 5)],
      ["Note", "", (one) => note(one.frequency)],
      ["Level", "num", (one) => `${number(one.level_db, 3)} dB`],
      ["T60", "num", (one) => (one.t60_s === null ? "–" : duration(one.t60_s))],
      ["Q", "num", (one) => (one.q === null ? "–" : number(one.q, 4))],
    ],
    listed,
  );
