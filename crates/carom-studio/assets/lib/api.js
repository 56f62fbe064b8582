// Questions to the engine.

import { Desk, Refused } from "../engine/desk.js";
import { hasSound } from "../scene/take.js";

/**
 * @import { Blow, Calibration, Collision, CollisionAnswers, ImpactAnswer, Piece, PitchesAbout, Recording, Ringing, Sound, StageAbout, Touch, Trials } from "../../browser/types/engine.js"
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { Take } from "../scene/take.js"
 * @typedef {{ scene: Scene, take?: Take | null, rate?: number }} Played a scene, what was played on it, and the
 *   sample rate of the output, if that is another
 */

/** An error that the engine reports, with the value that it is about and what is allowed. */
export const EngineError = Refused;

/** The text of any error, with what is allowed. @param {unknown} error */
export function errorText(error) {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof EngineError && error.allowed ? `${message} (${error.allowed})` : message;
}

/**
 * One worker for pictures and files, one for what is played, one for blows that are watched closely and for what was
 * played on keys, one for keys, one that learns: nobody who strikes waits for a picture, and no picture of a scene waits
 * for a close look at another.
 */
const desk = new Desk();
const workshop = new Desk();
const glass = new Desk();
const foundry = new Desk();
/** To learn may take minutes (ms) on a small machine. */
const school = new Desk("learning.wasm", 600_000);

/** Who answers about what was played. @param {Played} played */
const deskOf = ({ take }) => (take?.notes?.length ? glass : desk);

/** @param {string} question @param {string | object} body */
const json = async (question, body) => JSON.parse((await desk.ask(question, body)).text());

/** What takes no time is answered by who is not busy with plots. @param {string} question @param {string} body */
const brief = async (question, body) =>
  JSON.parse((await (workshop.worker ? workshop : desk).ask(question, body)).text());

/** A take is left out where there is none. @param {Played} played */
const asked = ({ scene, take, rate }) => ({ scene, ...(hasSound(take) ? { take, rate } : {}) });

/** @typedef {{ about: StageAbout, memory: ArrayBuffer, behind: number }} Staged */

/** The stage that was asked for before the page was there. @type {{ of: string, answer: Promise<Staged> } | null} */
let prepared = null;

/** @param {Scene} scene @param {number} [rate] @returns {Promise<Staged>} */
async function stage(scene, rate) {
  const answer = await workshop.ask("stage", { scene, rate });
  return { about: JSON.parse(answer.text()), memory: handed(answer), behind: answer.behind ?? 0 };
}

/** The memory that comes with a stage. @param {import("../engine/desk.js").Answer} answer */
function handed({ memory }) {
  if (!memory) throw new Error("the engine handed over no memory");
  return memory;
}

/** @type {Promise<{ scene: Scene }> | null} */
let started = null;

export const api = {
  /** @returns {Promise<import("../../browser/types/schema.js").Root>} */
  schema: () => json("schema", ""),
  /** The scene that the page begins with. @returns {Promise<{ scene: Scene }>} */
  start: () => {
    started ??= fetch(new URL("../start.json", import.meta.url)).then((response) => response.json());
    return started;
  },
  /** Has those who make sound ready; what is known to be asked for is made beforehand. @param {Scene} [scene] */
  prepare: (scene) => {
    if (!scene) {
      workshop.wake().catch(() => null);
      return;
    }
    prepared = { of: JSON.stringify(scene), answer: stage(scene) };
    // Whoever asks for it is told.
    prepared.answer.catch(() => null);
  },
  /** @returns {Promise<Piece[]>} */
  gallery: () => brief("gallery", ""),
  /** @param {string} name @returns {Promise<{ scene: Scene }>} */
  galleryScene: (name) => brief("piece", name),
  /** A scene with what was played on it, as a scene. @param {Played} played @returns {Promise<Scene>} */
  take: async (played) => JSON.parse((await deskOf(played).ask("take", asked(played))).text()).scene,
  /** @param {Played} played @returns {Promise<string>} */
  toml: async (played) => (await deskOf(played).ask("toml", asked(played))).text(),
  /** @param {string} text @returns {Promise<{ scene: Scene }>} */
  parse: (text) => json("parse", text),
  /** @param {Played} played @returns {Promise<{ bodies: Ringing[] }>} */
  object: (played) => json("object", asked(played)),
  /**
   * One blow: the first touch after some time (s), at the samples of the scene or more finely, and how bodies are bent.
   * @param {Scene} scene @param {number} after @param {{ finely?: boolean, bent?: boolean }} [how]
   * @returns {Promise<Blow>}
   */
  blow: async (scene, after, how = {}) =>
    unpacked((await glass.ask("blow", { scene, look: { after: Math.max(0, after), ...how } })).bytes),
  /** The schema of collisions. @returns {Promise<import("../../browser/types/schema.js").Root>} */
  collisionSchema: () => json("collision-schema", ""),
  /** Examples of collisions. @returns {Promise<{ name: string, collision: Collision }[]>} */
  collisions: () => json("collisions", ""),
  /** The collision of a file. @param {string} text @returns {Promise<{ collision: Collision }>} */
  collision: (text) => json("collision", text),
  /** A collision by all methods. @param {Collision} collision @returns {Promise<CollisionAnswers>} */
  collide: (collision) => json("collide", collision),
  /** @returns {Promise<Trials>} */
  trials: () => json("trials", ""),
  /**
   * Models fitted to trials.
   * @param {{ table: string, mass: number, radius: number, models: string[] }} asked
   * @returns {Promise<Calibration>}
   */
  calibrate: (asked) => json("calibrate", asked),
  /** What a WAV file tells. @param {ArrayBuffer} file @returns {Promise<Recording>} */
  listen: async (file) => unpacked((await desk.ask("listen", file)).bytes),
  /** Has all here that may be wanted when the network is gone. */
  fetchAll: () => [foundry, school].forEach((one) => one.ahead()),
  /**
   * What recordings of one struck object tell: a scene as TOML, and what should be known about them.
   * @param {File[]} files @returns {Promise<{ scene: string, modes: number, warnings: string[] }>}
   */
  learn: async (files) => {
    const head = JSON.stringify(files.map(({ name, size }) => [name, size]));
    const body = await new Blob([head, "\n", ...files]).arrayBuffer();
    return JSON.parse((await school.ask("learn", body)).text());
  },
  /** Ends that. */
  stopLearning: () => school.restart(new Error("It was stopped.")),
  /** Ends what is being computed. */
  stop: () => desk.restart(new Error("It was stopped.")),
  /** @param {object} impact @returns {Promise<ImpactAnswer>} */
  impact: (impact) => json("impact", impact),
  /** @param {Played} played @returns {Promise<Sound>} */
  render: async (played) => unpacked((await deskOf(played).ask("render", asked(played))).bytes),
  /**
   * A scene to be played by hand: what it can do, the memory of an engine that holds it, and by how much (s) the sound
   * falls behind while a blow is computed.
   * @param {Scene} scene @param {number} [rate] @returns {Promise<Staged>}
   */
  stage: (scene, rate) => {
    const made = prepared;
    prepared = null;
    return made && rate === undefined && made.of === JSON.stringify(scene) ? made.answer : stage(scene, rate);
  },
  /**
   * The object of a scene at the pitches of keys: which they are, and the memory of an engine that holds them. Only the
   * newest question is answered.
   * @param {Scene} scene @param {number} [rate]
   * @returns {Promise<{ about: PitchesAbout, memory: ArrayBuffer }>}
   */
  pitches: async (scene, rate) => {
    if (foundry.open.size) foundry.restart(new Error("Other keys are being made."));
    const answer = await foundry.ask("pitches", { scene, rate });
    return { about: JSON.parse(answer.text()), memory: handed(answer) };
  },
};

/**
 * A head in JSON, then numbers.
 * @template Head @param {ArrayBuffer} bytes @returns {import("../../browser/types/engine.js").Answer<Head>}
 */
export function unpacked(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const start = Math.ceil((4 + length) / 4) * 4;
  const parts = Object.entries(/** @type {Record<string, [number, number]>} */ (head.arrays));
  const list = parts.map(([name, [offset, count]]) => [name, new Float32Array(bytes, start + 4 * offset, count)]);
  return { head, arrays: Object.fromEntries(list) };
}

/** Whether anything touches in a blow. @param {Blow | null | undefined} blow @returns {blow is Touch} */
export const hasTouched = (blow) => blow?.head.touched === true;
