// Play and stop, the level, undo and redo.

import { h } from "../lib/dom.js";
import { quantity } from "../lib/format.js";
import { say } from "../lib/say.js";
import { Midi } from "../sound/midi.js";
import { Timeline } from "./timeline.js";

export class Transport {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.strikesWhileTurning = true;
    this.playButton = h(
      "button",
      { class: "play", "aria-label": "Play", title: "Play from the beginning (Space)", onclick: () => this.toggle() },
      icon("play"),
    );
    this.recordButton = h(
      "button",
      {
        class: "quiet record",
        "aria-pressed": "false",
        title: "Record what is played (R)",
        onclick: () => studio.playing.record(),
      },
      "Record",
    );
    this.clock = h("output", { class: "clock" }, "0.00 s");
    this.meter = h(
      "div",
      {
        class: "meter",
        role: "meter",
        "aria-label": "Level",
        "aria-valuemin": -60,
        "aria-valuemax": 6,
        "aria-valuenow": -60,
      },
      h("i"),
      h("b"),
    );
    this.strikes = h("span", { class: "strikes" });
    this.clear = h(
      "button",
      { class: "quiet", hidden: true, title: "Remove the strikes by hand", onclick: () => studio.playing.clearTake() },
      "Clear",
    );
    const setVolume = () => {
      studio.player.setVolume(Number(volume.value) ** 2);
      volume.style.setProperty("--share", `${(Number(volume.value) / 1.5) * 100}%`);
    };
    const volume = h("input", {
      type: "range",
      min: 0,
      max: 1.5,
      step: 0.01,
      value: 1,
      "aria-label": "Volume",
      oninput: setVolume,
    });
    setVolume();
    const turning = h("input", {
      type: "checkbox",
      checked: true,
      onchange: () => (this.strikesWhileTurning = turning.checked),
    });
    this.midi = new Midi((stroke) => {
      const { along, strength, velocity, time } = stroke;
      if (!studio.keyboard.midi(stroke) && velocity > 0) studio.stage.hand.strikeAlong(along, strength, time);
    });
    this.midiSwitch = h("input", { type: "checkbox", onchange: () => this.switchMidi() });
    this.element = h(
      "div",
      { class: "transport" },
      this.playButton,
      this.recordButton,
      this.clock,
      this.meter,
      h("label", { class: "volume" }, icon("volume"), volume),
      h("label", { class: "flag", title: "Strike again with every change" }, turning, "Strike while turning"),
      h(
        "span",
        { class: "ways" },
        studio.keyboard.element,
        h("label", { class: "flag", title: "Listen to a MIDI keyboard" }, this.midiSwitch, "MIDI"),
      ),
    );
    this.timeline = new Timeline(studio);
    this.timeline.element.append(h("span", { class: "taken" }, this.strikes, this.clear));
    this.undo = button("Undo (Ctrl Z)", "undo", () => studio.store.undo());
    this.redo = button("Redo (Ctrl Shift Z)", "redo", () => studio.store.redo());
    this.reset = button("Back to the scene as it was opened", "reset", () => studio.store.reset());
    this.history = h("div", { class: "history" }, this.undo, this.redo, this.reset);
    this.running = false;
    this.state = "play";
    this.shownLevel = -60;
  }

  /** Listens to MIDI keyboards, or no longer. */
  async switchMidi() {
    this.studio.player.wake();
    this.midi.stop();
    if (!this.midiSwitch.checked) return;
    try {
      say(await this.midi.listen());
    } catch (error) {
      this.midiSwitch.checked = false;
      say(/** @type {Error} */ (error).message);
    }
  }

  toggle() {
    const { player } = this.studio;
    if (player.playing) this.studio.playing.stop();
    else this.studio.playing.replay();
  }

  show() {
    const { store } = this.studio;
    this.undo.disabled = store.past.length === 0;
    this.redo.disabled = store.future.length === 0;
    this.reset.disabled = store.state === store.opened;
    this.recordButton.setAttribute("aria-pressed", String(this.studio.playing.isRecording));
    const { take } = store.state;
    const count = take?.strikes.length ?? 0;
    const scrapes = take?.scrapes?.length ?? 0;
    const counted = (/** @type {number} */ n, /** @type {string} */ what) =>
      n ? [`${n} ${what}${n === 1 ? "" : "s"}`] : [];
    const notes = take?.notes?.filter(({ velocity }) => velocity > 0).length ?? 0;
    const all = [...counted(count, "strike"), ...counted(scrapes, "scrape"), ...counted(notes, "note")];
    this.strikes.textContent = all.join(", ");
    this.clear.hidden = !all.length;
    this.timeline.show();
  }

  /** Follows the sound while there is one. */
  run() {
    if (this.running) return;
    this.running = true;
    const frame = () => {
      const { player, plots } = this.studio;
      player.clock?.look();
      this.follow();
      const time = player.playing ? player.position : undefined;
      this.timeline.play(time);
      plots.waveform.play(time);
      plots.spectrogram.play(time);
      this.running = player.playing || this.shownLevel > -59;
      if (this.running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  follow() {
    const { player } = this.studio;
    const state = player.playing ? "stop" : "play";
    if (this.state !== state) {
      this.state = state;
      this.playButton.replaceChildren(icon(state));
      this.playButton.setAttribute("aria-label", state === "stop" ? "Stop" : "Play");
    }
    const clock = `${player.position.toFixed(2)} s`;
    if (this.clock.textContent !== clock) this.clock.textContent = clock;
    const level = 20 * Math.log10(Math.max(1e-3, player.peak()));
    this.shownLevel = Math.max(level, this.shownLevel - 1.2);
    this.meter.style.setProperty("--level", String(Math.min(1, Math.max(0, (this.shownLevel + 60) / 66))));
    this.meter.classList.toggle("over", this.shownLevel > 0);
    this.meter.setAttribute("aria-valuenow", String(Math.round(this.shownLevel)));
    this.meter.setAttribute("aria-valuetext", quantity(this.shownLevel, "dB", 2));
  }
}

/** @type {Record<string, string>} */
const ICONS = {
  play: "M7 4.5v15l12.5-7.5z",
  stop: "M6 6h12v12H6z",
  volume: "M4 9v6h4l5 4V5L8 9zm12.5-1.5a6 6 0 0 1 0 9M15 10a2.8 2.8 0 0 1 0 4",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3",
  reset: "M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5",
};

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** @param {string} title @param {string} name @param {() => void} onclick */
function button(title, name, onclick) {
  return h("button", { class: "round", title, "aria-label": title, onclick }, icon(name));
}
