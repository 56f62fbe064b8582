// The engine beside the page: answers questions, and makes stages for the audio worklet.

import { copied, instance, output, put } from "./instance.js";

/** @import { Exports } from "../../browser/types/engine.js" */

/** Quanta that a stage is played before the first is handed over, so that its code is compiled by then. */
const WARM = 200;
const QUANTUM = 128;
/** Quanta after a blow in which it may take longer than it lasts, and how many blows are tried. */
const BLOW = 24;
const BLOWS = 2;
/** Keys on each side of the object's own, at least and at most: as many as this time (ms) and memory (bytes) allow. */
const FEWEST = 3;
const MOST = 12;
const MAKING = 8000;
const MEMORY = 256e6;
/** An engine whose memory has become larger than this (bytes) makes room: memory never shrinks. */
const LARGE = 64e6;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {WebAssembly.Module} */
let module;
/** What answers; where it made room, the next question gets another. @type {Exports | null} */
let engine = null;
/** The copy of a stage that is tried before the stage is handed over. @type {Exports | null} */
let trial = null;
let isWarm = false;

/** @param {string | object} body text, bytes, or a value that becomes JSON */
const bytesOf = (body) =>
  body instanceof ArrayBuffer
    ? new Uint8Array(body)
    : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));

/** @typedef {{ isRefused: boolean, bytes: Uint8Array<ArrayBuffer>, memory?: ArrayBuffer, behind?: number }} Made */

/** @param {Exports} engine @param {string} question @param {string | object} body @returns {Made} */
function ask(engine, question, body) {
  const name = encoder.encode(question);
  const rest = bytesOf(body);
  const all = new Uint8Array(name.length + rest.length);
  all.set(name);
  all.set(rest, name.length);
  put(engine, all);
  const isRefused = engine.ask(name.length) !== 0;
  const bytes = output(engine);
  return { isRefused, bytes };
}

/** A stage is a copy of the whole memory in which it was made. @param {Exports} engine @param {string | object} body @returns {Made} */
function makeStage(engine, body) {
  put(engine, bytesOf(body));
  const isRefused = engine.open_stage() !== 0;
  const bytes = output(engine);
  if (isRefused) return { isRefused, bytes };
  const memory = engine.memory.buffer.slice(0);
  engine.close_stage();
  const strike = (/** @type {Exports} */ of, /** @type {number} */ n) => {
    if (n === 0) of.begin(1);
    of.strike(0, Number.NaN, Number.NaN, 1, 0);
  };
  if (!isWarm) warm(memory, strike);
  isWarm = true;
  const { rate, strokes } = JSON.parse(decoder.decode(bytes));
  if (!strokes.length) return { isRefused, bytes, memory, behind: 0 };
  const { broke, late } = tried(memory, rate, strokes[0].speed);
  return broke ? { isRefused: true, bytes: broke } : { isRefused, bytes, memory, behind: late };
}

/** The object at the pitches of keys is a copy of the memory, too. @param {Exports} engine @param {string | object} body @returns {Made} */
function makePitches(engine, body) {
  const open = (/** @type {number} */ span) => {
    put(engine, bytesOf({ .../** @type {object} */ (body), span }));
    const isRefused = engine.open_pitches() !== 0;
    return { isRefused, bytes: output(engine) };
  };
  const began = performance.now();
  const room = engine.memory.buffer.byteLength;
  let made = open(FEWEST);
  const more = Math.min(MAKING / (performance.now() - began), MEMORY / (engine.memory.buffer.byteLength - room + 1));
  const span = Math.min(MOST, Math.floor(FEWEST * more));
  if (!made.isRefused && span > FEWEST) made = open(span);
  if (made.isRefused) return made;
  const memory = engine.memory.buffer.slice(0);
  engine.close_stage();
  const { own } = JSON.parse(decoder.decode(made.bytes));
  warm(memory, (of, n) => of.note(own, n % 100 === 0 ? 0.5 : 0, 0));
  return { ...made, memory };
}

/** A copy of a stage, to try it. @param {ArrayBuffer} memory */
function tryable(memory) {
  trial = copied(module, memory, trial);
  return trial;
}

/** What takes another way than questions do. @type {Record<string, (engine: Exports, body: string | object) => Made>} */
const MAKERS = { stage: makeStage, pitches: makePitches };

/**
 * Strikes a stage before anybody hears it: by how much (s) the sound falls behind while a blow is computed, and why it
 * breaks off if it does.
 * @param {ArrayBuffer} memory @param {number} rate @param {number} speed
 */
function tried(memory, rate, speed) {
  const stage = tryable(memory);
  stage.begin(1);
  const late = Array.from({ length: BLOWS }, () => {
    const began = performance.now();
    stage.strike(0, Number.NaN, Number.NaN, speed, 0);
    let most = 0;
    for (let n = 0; n < BLOW; n += 1) {
      stage.render(QUANTUM);
      most = Math.max(most, (performance.now() - began) / 1000 - (n * QUANTUM) / rate);
    }
    return most;
  });
  // Whatever else the machine does makes it longer, never shorter.
  return { late: Math.min(...late), broke: stage.broke() === 1 ? output(stage) : null };
}

/**
 * Plays a stage so that the browser compiles what it runs.
 * @param {ArrayBuffer} memory @param {(stage: Exports, n: number) => unknown} act what is done now and then
 */
function warm(memory, act) {
  const stage = tryable(memory);
  for (let n = 0; n < WARM; n += 1) {
    if (n % 50 === 0) act(stage, n);
    stage.render(QUANTUM);
  }
}

/** @param {import("../../browser/types/messages.js").FromWorker} message @param {Transferable[]} [transfer] */
const tell = (message, transfer = []) => postMessage(message, { transfer });

self.onmessage = (/** @type {MessageEvent<import("../../browser/types/messages.js").ToWorker>} */ { data }) => {
  if (data.kind === "module") {
    module = data.module;
    engine = instance(module);
    return;
  }
  const { id, question, body } = data;
  try {
    engine ??= instance(module);
    const make = MAKERS[question];
    const { isRefused, bytes, memory, behind } = make ? make(engine, body) : ask(engine, question, body);
    const parts = memory ? [bytes.buffer, memory] : [bytes.buffer];
    if (isRefused) tell({ kind: "refused", id, answer: decoder.decode(bytes) });
    else tell({ kind: "answered", id, bytes: bytes.buffer, memory, behind }, parts);
  } catch (error) {
    // The engine is no longer to be trusted: the next question has a new one.
    engine = null;
    trial = null;
    tell({ kind: "broke", id, reason: String(error) });
  }
  if (engine && engine.memory.buffer.byteLength > LARGE) engine = null;
};
