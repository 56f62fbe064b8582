// Asks the engine in a worker, one question after the other.

import { quoted } from "../lib/format.js";

/** A question to the engine that takes longer than this has no answer (ms). */
const LONGEST = 60_000;

const WORKER = new URL("worker.js", import.meta.url);
const ENGINE = "engine.wasm";

/** Modules, compiled once for the page, its workers and its sound. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();
/** What was fetched before it is wanted. @type {Map<string, Promise<Response>>} */
const fetched = new Map();

/** The engine. @returns {Promise<WebAssembly.Module>} */
export const engineModule = () => moduleOf(ENGINE);

/** @param {string} file @returns {Promise<WebAssembly.Module>} */
function moduleOf(file) {
  const module = compiled.get(file) ?? compile(file);
  compiled.set(file, module);
  // Who wants it next may find the network in better health.
  module.catch(() => compiled.delete(file));
  return module;
}

/** @param {string} file */
const get = (file) => fetch(new URL(`../${file}`, import.meta.url));

/** @param {string} file */
function fetchAhead(file) {
  if (fetched.has(file) || compiled.has(file)) return;
  const whole = get(file).then(async (response) => new Response(await response.arrayBuffer(), response));
  fetched.set(file, whole);
  whole.catch(() => fetched.delete(file));
}

/** @param {string} file */
async function compile(file) {
  const response = await (fetched.get(file) ?? get(file));
  fetched.delete(file);
  if (!response.ok) throw new Error(`${file} of this page is missing (${response.status} ${response.statusText})`);
  // Some web servers do not know the type, and then it cannot be compiled while it arrives.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @typedef {{ text: () => string, bytes: ArrayBuffer, memory?: ArrayBuffer, behind?: number }} Answer */

export class Desk {
  /** @param {string} [file] of the module that answers @param {number} [longest] that an answer may take (ms) */
  constructor(file = ENGINE, longest = LONGEST) {
    this.file = file;
    this.longest = longest;
    /** @type {Map<number, { done: (answer: Answer) => void, failed: (error: Error) => void, timer: number }>} */
    this.open = new Map();
    this.next = 0;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /** A worker that has its script and no module. @type {Worker | null} */
    this.hired = null;
  }

  /** Has script and module here before they are wanted: the network may be gone by then. */
  ahead() {
    if (!this.worker) this.hired ??= this.hire();
    fetchAhead(this.file);
  }

  /** Has a worker ready for the first question. */
  wake() {
    if (this.worker) return this.worker;
    const worker = this.start();
    this.worker = worker;
    // Who asks after a failure tries again.
    worker.catch(() => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }

  async start() {
    const worker = this.hired ?? this.hire();
    this.hired = worker;
    const module = await moduleOf(this.file);
    if (this.hired !== worker) throw new Error("It was stopped.");
    this.hired = null;
    tell(worker, { kind: "module", module });
    return worker;
  }

  hire() {
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => this.answered(data);
    worker.onerror = ({ message = "its script cannot be loaded" }) =>
      this.restart(new Error(`the engine broke off: ${message}`));
    return worker;
  }

  /**
   * @param {string} question @param {string | object} body @returns {Promise<Answer>} rejected with a `Refused` if it has no answer
   */
  async ask(question, body) {
    const worker = await this.wake();
    const id = this.next;
    this.next += 1;
    return new Promise((done, failed) => {
      const timer = window.setTimeout(() => this.restart(new Error("this takes too long")), this.longest);
      this.open.set(id, { done, failed, timer });
      tell(worker, { kind: "question", id, question, body });
    });
  }

  /** @param {import("../../browser/types/messages.js").FromWorker} message */
  answered(message) {
    const one = this.open.get(message.id);
    if (!one) return;
    this.open.delete(message.id);
    clearTimeout(one.timer);
    if (message.kind === "refused") one.failed(new Refused(JSON.parse(message.answer)));
    else if (message.kind === "broke") one.failed(new Error(`the engine broke off: ${message.reason}`));
    else one.done({ ...message, text: () => new TextDecoder().decode(message.bytes) });
  }

  /** Ends what is under way; the next question gets a new worker. @param {Error} error */
  restart(error) {
    this.hired?.terminate();
    this.worker?.then(
      (worker) => worker.terminate(),
      () => null,
    );
    this.hired = this.worker = null;
    for (const { failed, timer } of this.open.values()) {
      clearTimeout(timer);
      failed(error);
    }
    this.open.clear();
  }
}

/** @param {Worker} worker @param {import("../../browser/types/messages.js").ToWorker} message */
const tell = (worker, message) => worker.postMessage(message);

/** What the engine says is wrong. */
export class Refused extends Error {
  /** @param {{ error: { message: string, path: string | null, allowed: string | null } }} answer */
  constructor({ error }) {
    super(quoted(error.message));
    this.path = error.path;
    this.allowed = error.allowed && quoted(error.allowed);
  }
}
