// What a page leaves on its window for tests, and what tests leave there.

import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { latency } from "../../assets/pages/latency.js";
import type { Studio } from "../../assets/pages/studio.js";
import type { FromSound } from "./messages.js";

/** What is there once a page is ready: a test that finds something missing fails. */
export type Ready<T> = T extends EventTarget | ArrayBufferView | Map<unknown, unknown> | Set<unknown>
  ? T
  : T extends Promise<infer Kept>
    ? Promise<Ready<NonNullable<Kept>>>
    : T extends (...given: infer Given) => infer Answer
      ? (...given: Given) => Ready<NonNullable<Answer>>
      : T extends object
        ? { [Key in keyof T]-?: Ready<NonNullable<T[Key]>> }
        : T;

declare global {
  interface Window {
    caromStudio: Ready<Studio>;
    caromLatency: typeof latency;
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
    /** What is counted of what a page does by itself. */
    done: { frames: number; timers: number };
    contexts: AudioContext[];
    hasSounded: boolean;
    /** Errors that nobody caught. */
    errors: string[];
    /** When a page was shown, ready and heard (ms). */
    first: { shown: number; ready: number; heard: number };
    pressed: { time: number; handled: number }[];
    /** What the sound was heard to do, and what it told. */
    ear: AnalyserNode;
    listener: AudioWorkletNode;
    said: FromSound[];
    loudest: number;
    from: number;
    listen: () => Promise<void>;
    /** Lets a message go that was held back. */
    letGo: () => void;
    midi: (bytes: number[]) => void;
    /** How many bytes were taken. */
    taken: number;
  }
}
