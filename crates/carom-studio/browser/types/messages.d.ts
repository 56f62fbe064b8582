// What the page, the audio worklet and the workers tell each other. Each message says what it is by its `kind`.

/** What hands are to do: numbers in rows, and ways over bodies. */
export interface Deeds {
  strikes: Float64Array;
  holds: Float64Array;
  scrapes: { stroke: number; time: number; places: Float64Array }[];
  notes?: Float64Array;
}

/** To the audio worklet. `due` is the sample of the output, `pressed` the time of the page (ms). */
export type ToSound =
  | { kind: "take"; memory: ArrayBuffer; goesOn: boolean; keeps: boolean; deeds?: Deeds; made: number }
  | {
      kind: "strike";
      id: number;
      stroke: number;
      place: [number, number];
      speed: number;
      isNew: boolean;
      due: number | undefined;
    }
  | { kind: "note"; key: number; velocity: number; due: number | undefined; pressed: number }
  | { kind: "hold"; stroke: number; holds: boolean }
  | { kind: "draw"; stroke: number; place: [number, number]; lifts: boolean }
  | { kind: "play"; deeds: Deeds }
  | { kind: "stop" }
  | { kind: "keep"; keeps: boolean };

/** When something fell: in the sample `frame` of the take, and in the sample `at` of the output. */
export interface Fallen {
  isFirst: boolean;
  frame: number;
  at: number;
}

/** What the audio worklet tells, by the kind of the message. */
interface Told {
  struck: { id: number; finger: number } & Fallen;
  noted: { key: number; velocity: number; pressed: number } & Fallen;
  drawn: { stroke: number } & Fallen;
  held: { stroke: number; holds: boolean; frame: number };
  scraped: { stroke: number; time: number; places: Float64Array };
  touched: { rows: Float32Array; coarsened: number };
  began: { at: number; runs: boolean };
  settled: object;
  broke: { reason: Uint8Array; made: number; runs: boolean };
  failed: { reason: string; made: number };
}

/** From the audio worklet. */
export type FromSound<Kind extends keyof Told = keyof Told> = {
  [Each in Kind]: { kind: Each } & Told[Each];
}[Kind];

/** What is done about what the audio worklet tells; of other messages no notice is taken. */
export type Hears<Kind extends keyof Told = keyof Told> = { [Each in Kind]?: (told: FromSound<Each>) => void };

/** One kind of message of a union. */
export type Of<Message, Kind> = Extract<Message, { kind: Kind }>;

/** To a worker: its module, once, then questions. A body that is no text and no bytes becomes JSON. */
export type ToWorker =
  | { kind: "module"; module: WebAssembly.Module }
  | { kind: "question"; id: number; question: string; body: string | object };

/** From a worker; with a stage come its memory and by how much (s) the sound falls behind. */
export type FromWorker =
  | { kind: "answered"; id: number; bytes: ArrayBuffer; memory?: ArrayBuffer; behind?: number }
  | { kind: "refused"; id: number; answer: string }
  | { kind: "broke"; id: number; reason: string };
