// What the engine's module offers, and what it answers.

import type { Strike as PlayedStrike } from "../../assets/scene/take.js";
import type { At, Scene } from "./scene.js";

/** The functions of the module: see `carom-web/src/exports.rs`. */
export interface Exports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  output(): number;
  output_bytes(): number;
  ask(nameBytes: number): number;
  open_stage(): number;
  open_pitches(): number;
  close_stage(): void;
  render(frames: number): number;
  channel(which: number): number;
  strike(stroke: number, first: number, second: number, speed: number, later: number): number;
  hold(stroke: number, holds: number): void;
  draw(stroke: number, first: number, second: number, lifts: number): number;
  scraped(): number;
  schedule_scrape(stroke: number, time: number): void;
  schedule(frame: number, stroke: number, finger: number, first: number, second: number, speed: number): void;
  schedule_hold(frame: number, stroke: number, holds: number): void;
  note(key: number, velocity: number, later: number): number;
  schedule_note(frame: number, key: number, velocity: number): void;
  begin(runs: number): void;
  keep_running(keeps: number): void;
  frame(): number;
  broke(): number;
  coarsened(): number;
  touch_samples(): number;
  touch(): number;
  carry(): number;
  numbers(count: number): number;
  go_on(): void;
}

/** A head, and lists of numbers by name. */
export interface Answer<Head> {
  head: Head;
  arrays: Record<string, Float32Array<ArrayBuffer>>;
}

/** How large a body with a shape is, in metres. */
export interface Outline {
  kind: string;
  length: number;
  width: number;
  height: number;
}

/** The grid on which a body is given as it is bent. */
export interface Grid {
  kind: string;
  rows: number;
  columns: number;
}

export interface Partial {
  frequency: number;
  level_db: number;
  t60_s: number | null;
  q: number | null;
}

/** The axes of a spectrogram. */
export interface Picture {
  rows: number;
  columns: number;
  t0: number;
  t1: number;
  f0: number;
  f1: number;
  scale: string;
  low_db: number;
  high_db: number;
}

/** What a rendered scene is. */
export interface SoundHead {
  scene: Scene;
  outlines: Record<string, Outline>;
  rate: number;
  full_scale: number;
  unit: string;
  distance: number | null;
  heard: Record<string, number>;
  warnings?: string[];
  summary: { audio: { peak: number; centroid_hz: number; loudness_lufs: number } };
  partials: Partial[];
  spectrogram: Picture;
  contacts: { name: string; contact_time: number | null; hardest: number; count: number }[];
  strikes: { time: number; body: string }[];
}

export type Sound = Answer<SoundHead>;

/** Two bodies that touch in a blow, by the index of their contact. */
export interface Touching {
  index: number;
  name: string;
  between: [string, string];
}

/** One blow; `lasts` is null while its contact goes on. */
export interface TouchHead {
  touched: true;
  contact: number;
  contacts: Touching[];
  begins: number;
  lasts: number | null;
  bodies: { index: number; name: string; grid: Grid | null }[];
  exact: boolean;
}

export type Touch = Answer<TouchHead>;

/** What is asked of a blow: it may be that nothing touched. */
export type Blow = Answer<TouchHead | { touched: false }>;

/** A mode of a body just after a strike. */
export interface RingingMode {
  frequency: number;
  decay: number;
  displacement: number;
  velocity: number;
  shape: number[];
}

/** A body that rings. */
export interface Ringing {
  name: string;
  grid: Grid | null;
  modes: RingingMode[];
}

/** What a recording tells of a partial. */
export interface HeardPartial {
  frequency_hz: number;
  decay_s: number | null;
  level_db: number;
  q: number | null;
}

/** What a recording tells. */
export interface RecordingHead {
  rate: number;
  channels: number;
  duration: number;
  cues: { rms: number; onset_s: number; centroid_hz: number; ringing_s: number; partials: HeardPartial[] };
  spectrogram: Picture;
}

export type Recording = Answer<RecordingHead>;

/** What can be struck on a stage, and by which copies of which hammer. */
export interface Stroke {
  hammer: string | null;
  target: string;
  speed: number;
  place?: At;
  fingers: string[];
  points: string[];
}

/** A scene that is ready to be played. */
export interface StageAbout {
  rate: number;
  full_scale: number;
  strokes: Stroke[];
  own: PlayedStrike[];
  plays_by_itself: boolean;
}

/** The object of a scene at the pitches of keys: that of the object as it is written, the lowest and the highest. */
export interface PitchesAbout {
  rate: number;
  own: number;
  keys: [number, number];
}

/** A collision as a file describes it; the page shows whatever else it has by its schema. */
export interface Collision {
  version: number;
  title?: string;
  description?: string;
  body?: { name: string }[];
}

/** A collision by one method. */
export interface CollisionAnswer {
  method: string;
  bodies: { name: string; velocity: number[]; spin: number[] }[];
  contact_time: number;
  peak_force: number | null;
  energy: { before: number; after: number };
  curve: { time: number[]; normal: number[]; along: number[] };
}

/** A method that cannot compute it, and why. */
export interface CollisionRefused {
  method: string;
  message: string;
}

/** A collision by all methods, of which one is the chosen one. */
export interface CollisionAnswers {
  method: string;
  toml: string;
  collisions: CollisionAnswer[];
  refused: CollisionRefused[];
}

/** What a mass does at a wall, instant by instant. */
export interface Course {
  time: number[];
  compression: number[];
  velocity: number[];
  energy: number[];
}

/** An impact by one scheme. */
export interface ImpactRun {
  scheme: string;
  rate: number;
  status: string;
  message: string | null;
  v_out: number | null;
  contact_time: number | null;
  err_v_out?: number | null;
  dev_x?: number | null;
  dev_h?: number | null;
  energy_residual?: number | null;
  trajectory: Course | null;
}

export interface ImpactAnswer {
  exact: { v_out: number; contact_time: number; x_max: number; curve: Course };
  runs: ImpactRun[];
}

/** A motion of a disc, or errors of one. */
export interface Components {
  vx: number;
  vz: number;
  spin: number;
}

export interface Estimate {
  value: number;
  unit: string;
  sd: number | null;
  meaning: string;
  identified: boolean;
}

/** A model that was fitted to trials. */
export interface Fitted {
  name: string;
  parameters: Record<string, Estimate>;
  rms: Components;
  leave_one_out: Components;
  left_out: number[][];
}

export interface Calibration {
  found: { trials: number; best: string; restitution_alone: number; models: Fitted[] };
  trials: [number[], number[]][];
  undecided: string[];
  units: string[];
  ignored: string[];
}

/** An example of a table of trials, and the models that can be fitted. */
export interface Trials {
  table: string;
  models: { name: string; about: string }[];
}

/** A scene of the gallery. */
export interface Piece {
  name: string;
  title: string;
  description?: string;
}
