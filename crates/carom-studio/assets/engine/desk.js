// Asks the engine in a worker, one question after the other.

/** A question that takes longer than this has no answer (ms). */
const LONGEST = 60_000;

const WORKER = new URL("worker.js", import.meta.url);

/** The engine, compiled once for the page, its workers and its sound. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<WebAssembly.Module>} */
export function engineModule() {
  compiled ??= compile();
  return compiled;
}

async function compile() {
  const response = await fetch(new URL("../engine.wasm", import.meta.url));
  if (!response.ok) throw new Error(`the engine of this page is missing (${response.status} ${response.statusText})`);
  // Some web servers do not know the type, and then it cannot be compiled while it arrives.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @typedef {{ text: () => string, bytes: ArrayBuffer, memory?: ArrayBuffer, behind?: number }} Answer */

export class Desk {
  constructor() {
    /** @type {Map<number, { done: (answer: Answer) => void, failed: (error: any) => void, timer: any }>} */
    this.open = new Map();
    this.next = 0;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
  }

  /** Has a worker ready for the first question. */
  wake() {
    this.worker ??= this.start();
    return this.worker;
  }

  async start() {
    const module = await engineModule();
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => this.answered(data);
    worker.onerror = (event) => this.restart(new Error(`the engine broke off: ${event.message}`));
    worker.postMessage({ module });
    return worker;
  }

  /**
   * @param {string} question @param {any} body @returns {Promise<Answer>} rejected with a `Refused` if it has no answer
   */
  async ask(question, body) {
    const worker = await this.wake();
    const id = this.next;
    this.next += 1;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.restart(new Error("this takes too long")), LONGEST);
      this.open.set(id, { done, failed, timer });
      worker.postMessage({ id, question, body });
    });
  }

  /** @param {any} data */
  answered({ id, bytes, memory, behind, refused, broken }) {
    const one = this.open.get(id);
    if (!one) return;
    this.open.delete(id);
    clearTimeout(one.timer);
    if (refused) one.failed(new Refused(JSON.parse(refused)));
    else if (broken) one.failed(new Error(`the engine broke off: ${broken}`));
    else one.done({ bytes, memory, behind, text: () => new TextDecoder().decode(bytes) });
  }

  /** Ends what is under way; the next question gets a new worker. @param {Error} error */
  restart(error) {
    this.worker?.then((worker) => worker.terminate());
    this.worker = null;
    for (const { failed, timer } of this.open.values()) {
      clearTimeout(timer);
      failed(error);
    }
    this.open.clear();
  }
}

/** What the engine says is wrong. */
export class Refused extends Error {
  /** @param {{ error: { message: string, path: string | null, allowed: string | null } }} answer */
  constructor({ error }) {
    super(error.message);
    this.path = error.path;
    this.allowed = error.allowed;
  }
}
