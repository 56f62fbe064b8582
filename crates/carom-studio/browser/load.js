// How much of real time a scene takes while it is struck eight times a second, in the engine of the page:
// `node load.js [scene …]`; without names all scenes of the gallery.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { copied, instance, output, put } from "../assets/engine/instance.js";
import { TARGET } from "./studio.js";

const QUANTUM = 128;
const STRIKES = 8;
/** How long each scene is played (s). */
const SECONDS = 4;

const file = process.env.CAROM_ENGINE ?? path.join(TARGET, "web/wasm32-unknown-unknown/web/carom_web.wasm");
if (!existsSync(file)) throw new Error(`no engine at ${file}: run \`carom studio\` once, or set CAROM_ENGINE`);
const module = new WebAssembly.Module(readFileSync(file));
const engine = instance(module);
/** Time that this process was given (ms): other work on the machine does not count. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** @param {string} question @param {string} body */
function ask(question, body) {
  put(engine, bytes(question + body));
  if (engine.ask(bytes(question).length) !== 0) throw new Error(new TextDecoder().decode(output(engine)));
  return JSON.parse(new TextDecoder().decode(output(engine)));
}

/**
 * The share of real time that a scene takes, and by how much the sound falls behind at worst (ms).
 * @param {string} name
 */
function load(name) {
  const { scene } = ask("piece", name);
  put(engine, bytes(JSON.stringify({ scene })));
  if (engine.open_stage() !== 0) throw new Error(new TextDecoder().decode(output(engine)));
  const { rate, strokes } = JSON.parse(new TextDecoder().decode(output(engine)));
  const stage = copied(module, engine.memory.buffer.slice(0));
  engine.close_stage();
  stage.keep_running(1);
  stage.begin(1);
  const quanta = Math.round((SECONDS * rate) / QUANTUM);
  const between = rate / QUANTUM / STRIKES;
  const times = [];
  for (let n = 0, struck = 0; n < quanta; n += 1) {
    const begin = now();
    while (struck * between <= n) {
      const stroke = struck % strokes.length;
      if (strokes.length) stage.strike(stroke, Number.NaN, Number.NaN, strokes[stroke].speed, 0);
      struck += 1;
    }
    stage.render(QUANTUM);
    times.push(now() - begin);
  }
  const own = (1000 * QUANTUM) / rate;
  let [late, behind] = [0, 0];
  for (const time of times) {
    behind = Math.max(behind, late + time);
    late = Math.max(0, late + time - own);
  }
  const mean = times.reduce((sum, one) => sum + one, 0) / (own * times.length);
  return { mean, behind, coarsened: stage.coarsened() };
}

const names = process.argv.slice(2);
const all = ask("gallery", "").map((/** @type {{ name: string }} */ { name }) => name);
// Code that ran before is compiled.
load("marimba-bar");
console.log("scene                          share    behind   coarser samples");
for (const name of names.length ? names : all) {
  const { mean, behind, coarsened } = load(name);
  const share = `${(100 * mean).toFixed(0)} %`.padStart(6);
  console.log(name.padEnd(30) + share + `${behind.toFixed(1)} ms`.padStart(10) + String(coarsened).padStart(18));
}
