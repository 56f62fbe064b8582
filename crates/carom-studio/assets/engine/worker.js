// The engine beside the page: answers questions, and makes stages for the audio worklet.

import { copied, instance, output, put } from "./instance.js";

/** Quanta that a stage is played before the first is handed over, so that its code is compiled by then. */
const WARM = 200;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** @type {WebAssembly.Module} */
let module;
/** @type {import("./instance.js").Exports} */
let engine;
let isWarm = false;

/** @param {string | object} body text, bytes, or a value that becomes JSON */
const bytesOf = (body) => (body instanceof ArrayBuffer
  ? new Uint8Array(body) : encoder.encode(typeof body === "string" ? body : JSON.stringify(body)));

/** @typedef {{ isRefused: boolean, bytes: Uint8Array<ArrayBuffer>, memory?: ArrayBuffer }} Made */

/** @param {string} question @param {string | object} body @returns {Made} */
function ask(question, body) {
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

/** A stage is a copy of the whole memory in which it was made. @param {object} body @returns {Made} */
function makeStage(body) {
  put(engine, bytesOf(body));
  const isRefused = engine.open_stage() !== 0;
  const bytes = output(engine);
  if (isRefused) return { isRefused, bytes };
  const memory = engine.memory.buffer.slice(0);
  engine.close_stage();
  if (!isWarm) warm(memory);
  isWarm = true;
  return { isRefused, bytes, memory };
}

/** Plays a stage so that the browser compiles what it runs. @param {ArrayBuffer} memory */
function warm(memory) {
  const trial = copied(module, memory);
  trial.begin(1);
  for (let n = 0; n < WARM; n += 1) {
    if (n % 50 === 0) trial.strike(0, Number.NaN, Number.NaN, 1);
    trial.render(128);
  }
}

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    engine = instance(module);
    return;
  }
  const { id, question, body } = data;
  try {
    const { isRefused, bytes, memory } = question === "stage" ? makeStage(body) : ask(question, body);
    const parts = memory ? [bytes.buffer, memory] : [bytes.buffer];
    if (isRefused) postMessage({ id, refused: decoder.decode(bytes) });
    else postMessage({ id, bytes: bytes.buffer, memory }, { transfer: parts });
  } catch (error) {
    // The engine is no longer to be trusted: the next question has a new one.
    engine = instance(module);
    postMessage({ id, broken: String(error) });
  }
};
