// Saves and opens: sound, one strike, scene, image, link.

import { EngineError, api, errorText } from "../lib/api.js";
import { contextOf, h } from "../lib/dom.js";
import { fragmentOf, heldIn, remember } from "../lib/link.js";
import { chooser, fileName, onDrop, save, saveImage } from "../lib/save.js";
import { say } from "../lib/say.js";
import { wav } from "../lib/wav.js";
import { hasSound, isTake } from "../scene/take.js";
import { token } from "../stage/theme.js";
import { isSound } from "./learning.js";

/**
 * @import { Scene } from "../../browser/types/scene.js"
 * @import { State } from "../lib/store.js"
 * @import { Studio } from "./studio.js"
 */

const LEARNS = "WAV or FLAC files of something that was struck become an object. They stay on this machine";

/** @param {Studio} studio */
export function shelf(studio) {
  const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ onclick) =>
    h("button", { title, onclick, "data-file": text.split(" ").pop() }, text);
  const opener = (/** @type {string} */ text, /** @type {string} */ title, /** @type {object} */ kind) => {
    const input = chooser(kind, (files) => read(studio, files));
    return [button(text, title, () => input.click()), input];
  };
  const link = button("Copy link", "A link that holds the object and what was played", async () => {
    if (!(await copyLink(studio))) return;
    link.textContent = "Copied";
    setTimeout(() => (link.textContent = "Copy link"), 1500);
  });
  return h(
    "div",
    { class: "shelf" },
    button("Save WAV", "The sound, as `carom run` writes it", () => saveSound(studio, studio.playing.played())),
    button("Save last strike", "The last strike alone, as a WAV file", () => saveSound(studio, lastStrike(studio))),
    button("Save TOML", "The scene, for `carom run`", () => saveScene(studio)),
    ...opener("Open TOML", "A scene file", { accept: ".toml" }),
    ...opener("Learn a recording", LEARNS, { accept: ".wav,.flac,audio/wav,audio/flac", multiple: true }),
    button("Save image", "The object as it is seen, as a PNG file", () => saveStage(studio)),
    link,
  );
}

/** The last strike of a take alone; all that sounds where nothing was played. @param {Studio} studio */
function lastStrike(studio) {
  const played = studio.playing.played();
  const note = played.take?.notes?.filter(({ velocity }) => velocity > 0).pop();
  if (note) return { ...played, take: { strikes: [], keys: played.take?.keys, notes: [{ ...note, time: 0 }] } };
  const last = played.take?.strikes[played.take.strikes.length - 1];
  return last ? { ...played, take: { strikes: [{ ...last, time: 0 }] } } : played;
}

/** @param {Studio} studio @param {import("../lib/api.js").Played} played */
async function saveSound(studio, played) {
  const { scene } = played;
  let rendering;
  try {
    rendering = await api.render(played);
  } catch (error) {
    studio.notes.fail(error);
    return;
  }
  const { head, arrays } = rendering;
  // One channel where every pickup is in the middle, as `carom run` writes it.
  const isStereo = (scene.pickup ?? []).some((pickup) => pickup.pan);
  const channels = isStereo ? [arrays.left, arrays.right] : [arrays.left];
  save(`${fileName(scene.title)}.wav`, wav(channels, head.rate, scene.format ?? "float32"), "audio/wav");
}

/** @param {Studio} studio */
async function saveScene(studio) {
  const { title } = studio.store.state.scene;
  try {
    save(`${fileName(title)}.toml`, await api.toml(studio.playing.played()), "text/plain");
  } catch (error) {
    studio.notes.fail(error);
  }
}

/** The object on the ground that it stands on. @param {Studio} studio */
function saveStage(studio) {
  const { canvas } = studio.stage;
  const { width, height } = canvas;
  const image = h("canvas", { width, height });
  const context = contextOf(image);
  const [x, y] = [0.5 * width, 0.3 * height];
  const ground = context.createRadialGradient(x, y, 0, x, y, Math.hypot(width, height));
  ground.addColorStop(0, token("stage-high"));
  ground.addColorStop(1, token("stage-low"));
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, 0, 0);
  saveImage(`${fileName(studio.store.state.scene.title)}.png`, image);
}

/** Puts a link into the address and the clipboard; whether the clipboard took it. @param {Studio} studio */
async function copyLink(studio) {
  const { scene, take } = studio.store.state;
  remember(await fragmentOf(hasSound(take) ? { scene, take } : scene));
  studio.library.linked();
  if (["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)) {
    say("This link opens on this machine alone: `carom studio --site` writes a page that can be hosted.");
  }
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    say("The browser does not let the page copy: the link is in the address line.");
    return false;
  }
}

/** Whether a file may be a scene by its name. @param {File} file */
const isScene = ({ name }) => /(\.toml|^[^.]*)$/i.test(name);

/** Learns from sounds, or else opens a scene. @param {Studio} studio @param {File[]} files */
async function read(studio, files) {
  const sounds = files.filter(isSound);
  if (sounds.length) {
    await studio.learning.learn(sounds);
    return;
  }
  const [file] = files;
  if (!file) return;
  if (!isScene(file)) {
    studio.notes.refuse(`${file.name} is neither a scene (TOML) nor a recording (WAV or FLAC)`);
    return;
  }
  try {
    const { scene } = await api.parse(await file.text());
    studio.open(scene, "pick");
  } catch (error) {
    // It is not on the page: no field of the page is wrong.
    studio.notes.refuse(reasonOf(file.name, error));
  }
}

/** Why a file is no scene, and in which line of it. @param {string} name @param {unknown} error */
function reasonOf(name, error) {
  const [reason, place = ""] = errorText(error)
    .replace(/^error: /, "")
    .split("\n");
  const [, line] = /:(\d+):\d+$/.exec(place) ?? [];
  const allowed = error instanceof EngineError && place && error.allowed;
  return `${name}${line ? `, line ${line}` : ""}: ${reason}${allowed ? ` (${allowed})` : ""}`;
}

/** Whether it may be a scene, or what was played on one; the engine looks closer. @param {object} held @returns {held is Scene | State} */
const isHeld = (held) => "version" in held || "take" in held;

/**
 * What the address holds: a scene, and what was played on it.
 * @returns {Promise<{ scene: Scene, state?: State } | null>}
 */
export async function linkedState() {
  const held = await heldIn(location.hash, "scene", isHeld);
  if (!held) return null;
  const { scene, take } = "take" in held ? held : { scene: held, take: null };
  if (take && !isTake(take)) throw new Error("the link is damaged: what was played cannot be read");
  // Whatever an address holds is looked at by the engine before the page takes it.
  await api.take({ scene, take });
  return { scene, state: take ? { scene, take } : undefined };
}

/** Files that are dropped, and links that are followed. @param {Studio} studio */
export function listenToFiles(studio) {
  onDrop((files) => studio.element.isConnected && read(studio, files));
  addEventListener("hashchange", async () => {
    try {
      const linked = await linkedState();
      if (linked) studio.open(linked.scene, "pick", `link:${location.hash}`, linked.state);
    } catch (error) {
      studio.notes.show(errorText(error));
    }
  });
}
