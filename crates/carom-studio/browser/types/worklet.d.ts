// What a script of an audio worklet finds around it.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: AudioWorkletNodeOptions) => unknown): void;
/** The sample of the output that comes next. */
declare const currentFrame: number;
/** The time of that sample (s). */
declare const currentTime: number;
/** Samples per second. */
declare const sampleRate: number;
