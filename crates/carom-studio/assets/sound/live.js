// A scene that is played by hand: strikes go to the audio worklet, which tells in which sample each of them fell.

import { Refused, engineModule } from "../engine/desk.js";
import { api } from "../lib/api.js";
import { Clock } from "./clock.js";
import { Output } from "./output.js";
import { Rest } from "./rest.js";
import { Spacing } from "./spacing.js";

/**
 * @import { Fallen, FromSound, Hears, ToSound } from "../../browser/types/messages.js"
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Place } from "../scene/places.js"
 * @import { Hold, Scrape, Strike, Take } from "../scene/take.js"
 * @typedef {import("../../browser/types/engine.js").StageAbout} About
 * @typedef {{ strike: Strike, force: Float32Array<ArrayBuffer>, rate: number }} Touch the force in the contact of a blow, sample by
 *   sample (N)
 */

const WORKLET = new URL("worklet.js", import.meta.url);
/** What was sent is heard after so long (ms) at the latest. */
const HEARD = 300;
/** Below this share of full scale a sound counts as over. */
const SILENCE = 1e-3;
/** Buffers (s) of the output. A scene whose blows take longer to compute than they last needs a longer one. */
const BUFFERS = [0.005, 0.02, 0.04, 0.08];
/** Buffers are so much longer than a blow keeps the sound waiting. */
const SPARE = 1.5;

/** Does what is done about a message. @template {FromSound["kind"]} Kind @param {Hears<Kind>} hears @param {FromSound<Kind>} message */
export const hear = (hears, message) => hears[message.kind]?.(message);

/** @param {AudioWorkletNode} node @param {ToSound} message @param {Transferable[]} [handed] */
export const tell = (node, message, handed = []) => node.port.postMessage(message, handed);

export class Live {
  /**
   * @param {{
   *   struck: (strike: Strike, isFirst: boolean) => void, settled: () => void, touched: (touch: Touch) => void,
   *   begun: () => void,
   *   held: (hold: Hold) => void,
   *   scraped: (scrape: Scrape) => void,
   *   broke: (error: Error, isLost: boolean) => void, muted: () => void,
   * }} tells
   */
  constructor(tells) {
    this.tells = tells;
    /** What is done about what the worklet says. @type {Hears} */
    this.hears = {
      struck: (told) => this.struck(told),
      held: (told) => this.held(told),
      scraped: (told) => this.scraped(told),
      drawn: (told) => this.drawn(told),
      touched: ({ rows }) => this.last && tells.touched(this.touchOf(rows, this.last)),
      began: (told) => this.begin(told),
      settled: () => this.settled(),
      broke: (told) => this.broke(told),
      failed: (told) => this.broke(told),
    };
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {About | null} */
    this.about = null;
    /** The memory of the stage, until there is an audio worklet to hand it to. @type {ArrayBuffer | null} */
    this.memory = null;
    /** What is to be told to the worklet once it has a stage. @type {ToSound[]} */
    this.early = [];
    this.volume = 1;
    this.rate = 44_100;
    /** Which buffer the output has. */
    this.buffer = BUFFERS[0];
    this.keeps = false;
    this.goesOn = false;
    /** Whether the output was lost, and the stage with it. */
    this.isMuted = false;
    /**
     * Blows that the worklet has not yet confirmed, and when hands made them (ms).
     * @type {Map<number, { strike: Strike, pressed?: number }>}
     */
    this.unconfirmed = new Map();
    this.spacing = new Spacing();
    this.nextId = 0;
    /** How many scenes were asked for, and which of them the worklet has. */
    this.making = 0;
    this.handed = 0;
    /** When the present take began (frame of the context); nothing while nothing plays. @type {number | null} */
    this.began = null;
    /** @type {Strike | null} */
    this.last = null;
    this.rest = new Rest(
      () => this.context,
      () => this.playing || this.peak() > SILENCE,
    );
    this.lastSent = -1e9;
    /** Whether the output is to wake and has not yet. Some browsers allow that only when a finger is lifted. */
    this.isAsked = false;
    /** Whether anybody did anything that is heard. */
    this.isWoken = false;
    addEventListener("touchend", () => this.isAsked && this.resume());
  }

  /**
   * Makes a scene ready to be played. What rings goes on with its new numbers, if it is the same scene.
   * @param {Scene} scene @param {boolean} goesOn @param {() => Take} plays what plays now, if it goes on
   */
  async open(scene, goesOn, plays) {
    this.making += 1;
    const making = this.making;
    const wanted = scene.sample_rate ?? 44_100;
    const make = () => api.stage(scene, wanted === this.wanted && this.rate !== wanted ? this.rate : undefined);
    let made = await make();
    // A newer scene was asked for meanwhile.
    if (making !== this.making) return false;
    // Only now: what sounds stays as it is if the engine refuses the scene.
    if (wanted !== this.wanted) {
      this.setRate(wanted);
      if (this.rate !== wanted) made = await make();
      if (making !== this.making) return false;
    }
    const { about, memory, behind } = made;
    if (!goesOn) this.setBuffer(behind);
    this.about = about;
    this.memory = memory;
    this.goesOn = goesOn;
    this.hand(goesOn && this.began !== null ? this.deeds(plays(), this.spacing.shift) : undefined);
    this.prepare();
    return true;
  }

  /** Hands the stage to the worklet, if both are there. @param {ReturnType<Live["deeds"]>} [deeds] */
  hand(deeds) {
    if (!this.node || !this.memory) return;
    const { memory, goesOn, keeps, making } = this;
    this.handed = making;
    this.isMuted = false;
    tell(this.node, { kind: "take", memory, goesOn, keeps, deeds, made: making }, [memory]);
    this.memory = null;
    if (!goesOn) this.began = null;
    for (const message of this.early.splice(0)) tell(this.node, message);
  }

  /** Samples of the page are samples of the scene, where the browser allows it. @param {number} wanted */
  setRate(wanted) {
    this.wanted = wanted;
    this.rate = wanted;
    if (this.context && this.context.sampleRate !== wanted) this.rebuild();
  }

  /** Nothing is late though a blow keeps the sound waiting for so long (s). @param {number} behind */
  setBuffer(behind) {
    const buffer = BUFFERS.find((one) => one >= SPARE * behind) ?? BUFFERS[BUFFERS.length - 1];
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    if (this.context) this.rebuild();
  }

  /** Another output, which sleeps if the one before did. */
  rebuild() {
    const isAwake = this.isWoken && (this.isAsked || this.context?.state === "running");
    this.context?.close();
    this.context = null;
    this.node = null;
    this.build();
    if (isAwake) this.rest.stir();
    else this.sleep();
  }

  sleep() {
    // A context that is closed meanwhile does neither sleep nor wake.
    this.context?.suspend().catch(() => null);
  }

  /** Starts the audio; browsers allow this only from an input of the user. */
  wake() {
    if (!this.context) this.build();
    this.isWoken = true;
    if (this.isMuted) this.tells.muted();
    this.resume();
    this.rest.stir();
  }

  /** Also if it is about to sleep. */
  resume() {
    this.isAsked = true;
    this.context?.resume().then(
      () => (this.isAsked = false),
      () => null,
    );
  }

  /** Has the output ready for the first strike, asleep. */
  prepare() {
    if (this.context) return;
    this.build();
    this.sleep();
  }

  /** A loudspeaker was unplugged or failed: the next touch of the page tries again. @param {AudioContext} context */
  lose(context) {
    if (context !== this.context) return;
    context.close();
    this.context = null;
    this.node = null;
    this.began = null;
    this.isMuted = true;
  }

  build() {
    /** The module of the engine, once there is a node. */
    this.ready = this.connect();
  }

  async connect() {
    const context = this.newContext();
    this.context = context;
    context.addEventListener("error", () => this.lose(context));
    this.output = new Output(context, this.volume);
    this.clock = new Clock(context);
    // A context that was closed meanwhile refuses it.
    const added = context.audioWorklet.addModule(WORKLET).catch((error) => {
      if (context === this.context) throw error;
    });
    const [module] = await Promise.all([engineModule(), added]);
    if (context !== this.context) return null;
    this.node = this.newNode(module, (data) => this.told(data));
    this.hand();
    return module;
  }

  /** A node that something is played in. @param {WebAssembly.Module} module @param {(message: FromSound) => void} told */
  newNode(module, told) {
    const options = { numberOfInputs: 0, outputChannelCount: [2], processorOptions: { module } };
    const node = new AudioWorkletNode(/** @type {AudioContext} */ (this.context), "played", options);
    node.port.onmessage = ({ data }) => told(data);
    node.onprocessorerror = () => this.tells.broke(new Error("the sound broke off"), true);
    node.connect(/** @type {Output} */ (this.output).input);
    return node;
  }

  newContext() {
    const latencyHint = this.buffer === BUFFERS[0] ? "interactive" : this.buffer;
    try {
      return new AudioContext({ latencyHint, sampleRate: this.rate });
    } catch {
      // The browser does not have such a rate: the scene is played at its own.
      const context = new AudioContext({ latencyHint });
      this.rate = context.sampleRate;
      return context;
    }
  }

  /** @param {ToSound} message */
  send(message) {
    if (this.node && !this.memory && !this.isMuted) tell(this.node, message);
    else this.early.push(message);
  }

  /** @param {FromSound} message */
  told(message) {
    hear(this.hears, message);
    this.rest.stir();
  }

  settled() {
    this.began = null;
    this.tells.settled();
  }

  /** @param {FromSound<"held">} told */
  held({ stroke, holds, frame }) {
    const target = this.targetOf(stroke);
    if (target) this.tells.held({ time: this.afterStroke(frame / this.rate), target, holds });
  }

  /** @param {FromSound<"struck">} told */
  struck(told) {
    const blow = this.unconfirmed.get(told.id);
    this.unconfirmed.delete(told.id);
    const time = this.timeOf(told, blow?.pressed);
    if (!blow) return;
    this.last = { ...blow.strike, time, finger: told.finger };
    this.tells.struck(this.last, told.isFirst);
  }

  /**
   * The sound broke off: by a blow that the scheme cannot follow, or for good. What an older scene did is of no
   * interest.
   * @param {FromSound<"broke"> | FromSound<"failed">} told
   */
  broke(told) {
    if (told.made !== this.handed) return;
    const isLost = told.kind === "failed";
    if (isLost || !told.runs) this.began = null;
    const error = isLost
      ? new Error(`the sound broke off: ${told.reason}`)
      : new Refused(JSON.parse(new TextDecoder().decode(told.reason)));
    this.tells.broke(error, isLost);
  }

  /** A hand was drawn on: where nothing sounded any more, a take begins. @param {FromSound<"drawn">} told */
  drawn({ isFirst, frame, at }) {
    if (isFirst) {
      this.begin({ at: at - frame, runs: true });
      this.tells.begun();
    } else this.began ??= at - frame;
  }

  /** Something plays from its beginning, or nothing any more. @param {{ at: number, runs: boolean }} data */
  begin({ at, runs }) {
    this.began = runs ? at : null;
    this.spacing.reset();
  }

  /**
   * When a stroke fell in the take (s): where it was heard, or rather as far from the others as the hands were.
   * @param {Fallen} heard @param {number} [pressed] (ms)
   */
  timeOf({ frame, at, isFirst }, pressed) {
    if (isFirst) this.begin({ at: at - frame, runs: true });
    // A saved take has whole samples.
    const buffer = Math.max(0, (this.context?.baseLatency ?? 0) - 1 / this.rate);
    return this.spacing.recorded(frame / this.rate, pressed, buffer);
  }

  /** What hands do besides striking stays with the stroke before it. @param {number} heard in the take (s) */
  afterStroke(heard) {
    return this.spacing.recorded(heard, undefined, 0);
  }

  /** @param {Float32Array} rows @param {Strike} strike @returns {Touch} */
  touchOf(rows, strike) {
    const force = Float32Array.from({ length: rows.length / 3 }, (_, i) => rows[3 * i + 2]);
    return { strike, force, rate: this.rate };
  }

  /**
   * The stroke of a hammer on a target, or of any hammer on it.
   * @param {string | null | undefined} hammer @param {string} target
   */
  strokeOf(hammer, target) {
    const strokes = this.about?.strokes ?? [];
    const own = strokes.findIndex((one) => one.target === target && one.hammer === (hammer ?? null));
    return own >= 0 ? own : strokes.findIndex((one) => one.target === target);
  }

  /** What a stroke strikes. @param {number} stroke */
  targetOf(stroke) {
    return this.about?.strokes[stroke]?.target;
  }

  /** The hammer with which a target is struck. @param {string} hammer @param {string} target */
  strikerOf(hammer, target) {
    return this.about?.strokes[this.strokeOf(hammer, target)] ?? null;
  }

  /**
   * Strikes at once; the worklet tells when that was.
   * @param {string | null} hammer @param {string} target @param {Place | undefined} place @param {number} strength
   * @param {number} [pressed] the time of the page at which the hand did it (ms)
   */
  strike(hammer, target, place, strength, pressed) {
    this.wake();
    const stroke = this.strokeOf(hammer, target);
    if (stroke < 0 || !this.about) return;
    const { speed: usual, hammer: used } = this.about.strokes[stroke];
    const speed = usual * strength;
    const id = this.nextId;
    this.nextId += 1;
    const due = pressed === undefined ? undefined : this.clock?.due(pressed);
    this.unconfirmed.set(id, { strike: { time: 0, hammer: used, target, place, finger: 0, strength }, pressed });
    // What can no longer be heard is over: a strike begins something new.
    const now = performance.now();
    const isNew = !this.keeps && !this.ringing && now - this.lastSent > HEARD;
    this.lastSent = now;
    this.send({ kind: "strike", id, stroke, place: this.numbersOf(stroke, place), speed, isNew, due });
  }

  /** Damps what rings, or lets go of it. @param {string} target @param {boolean} holds */
  hold(target, holds) {
    const stroke = this.strokeOf(null, target);
    if (stroke >= 0) this.send({ kind: "hold", stroke, holds });
  }

  /**
   * Draws a hand over what it struck to a place, or lifts it.
   * @param {string} target @param {Place | undefined} place @param {boolean} lifts
   */
  draw(target, place, lifts) {
    const stroke = this.strokeOf(null, target);
    if (stroke >= 0) this.send({ kind: "draw", stroke, place: this.numbersOf(stroke, place), lifts });
  }

  /** A hand was lifted: when it was put on, and where it was, by two numbers for each place. @param {FromSound<"scraped">} told */
  scraped({ stroke, time, places }) {
    const target = this.targetOf(stroke);
    if (!target) return;
    const pair = (/** @type {number} */ i) => /** @type {[number, number]} */ ([places[2 * i], places[2 * i + 1]]);
    const path = Array.from({ length: places.length / 2 }, (_, i) => pair(i));
    this.tells.scraped({ time: this.afterStroke(time), target, path });
  }

  /** A place as two numbers. @param {number} stroke @param {Place | undefined} place @returns {[number, number]} */
  numbersOf(stroke, place) {
    if (Array.isArray(place)) return place;
    if (typeof place === "number") return [place, Number.NaN];
    const point = place ? (this.about?.strokes[stroke]?.points.indexOf(place) ?? -1) : -1;
    return [point < 0 ? Number.NaN : point, Number.NaN];
  }

  /**
   * What hands do, as the worklet takes it.
   * @param {Take} take @param {number} [shift] how much later than it is heard it is recorded (s)
   */
  deeds({ strikes, holds = [], scrapes = [] }, shift = 0) {
    const frame = (/** @type {number} */ time) => Math.max(0, Math.round((time - shift) * this.rate));
    const blows = strikes.flatMap((strike) => {
      const stroke = this.strokeOf(strike.hammer, strike.target);
      if (stroke < 0) return [];
      const speed = strike.strength * (this.about?.strokes[stroke].speed ?? 1);
      return [frame(strike.time), stroke, strike.finger ?? 0, ...this.numbersOf(stroke, strike.place), speed];
    });
    const hands = holds.flatMap(({ time, target, holds: isOn }) => {
      const stroke = this.strokeOf(null, target);
      return stroke < 0 ? [] : [frame(time), stroke, Number(isOn)];
    });
    const ways = scrapes.flatMap(({ time, target, path }) => {
      const stroke = this.strokeOf(null, target);
      const places = Float64Array.from(path.flatMap((place) => this.numbersOf(stroke, place)));
      return stroke < 0 ? [] : [{ stroke, time: Math.max(0, time - shift), places }];
    });
    return { strikes: Float64Array.from(blows), holds: Float64Array.from(hands), scrapes: ways };
  }

  /** Plays a take from the beginning. @param {Take} take */
  play(take) {
    this.wake();
    this.lastSent = performance.now();
    this.send({ kind: "play", deeds: this.deeds(take) });
    this.began ??= (this.context?.currentTime ?? 0) * this.rate;
  }

  stop() {
    this.early = [];
    this.unconfirmed.clear();
    this.began = null;
    if (this.node) this.send({ kind: "stop" });
  }

  /** Whether silence does not end what is played. @param {boolean} keeps */
  keep(keeps) {
    this.keeps = keeps;
    this.send({ kind: "keep", keeps });
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.volume = volume;
    this.output?.setVolume(volume);
  }

  get playing() {
    return this.began !== null;
  }

  /** Whether something can be heard. */
  get ringing() {
    return this.playing && this.peak() > SILENCE;
  }

  /** How far what is played has come (s). */
  get position() {
    if (this.began === null || !this.context) return 0;
    return Math.max(0, this.context.currentTime - this.began / this.rate);
  }

  /** The peak of the last samples; 1 is full scale. */
  peak() {
    return this.output?.peak() ?? 0;
  }
}
