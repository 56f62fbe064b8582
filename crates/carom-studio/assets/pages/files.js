// Saves and opens: sound, scene, link.

import { api, errorText } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { fragmentOf, heldIn } from "../lib/link.js";
import { fileName, save } from "../lib/save.js";
import { wav } from "../lib/wav.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** @param {Studio} studio */
export function shelf(studio) {
  const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", title, onclick, "data-file": text.split(" ").pop() }, text);
  const chooser = h("input", { type: "file", accept: ".toml,text/plain", hidden: true, onchange: async () => {
    const [file] = chooser.files;
    if (file) await read(studio, file);
    chooser.value = "";
  } });
  const link = button("Copy link", "A link that holds the whole scene", async () => {
    await copyLink(studio);
    link.textContent = "Copied";
    setTimeout(() => (link.textContent = "Copy link"), 1500);
  });
  return h(
    "div", { class: "shelf" },
    button("Save WAV", "The sound, as `carom run` writes it", () => saveSound(studio)),
    button("Save TOML", "The scene, for `carom run`", () => saveScene(studio)),
    link,
    button("Open TOML", "A scene file", () => chooser.click()), chooser,
  );
}

/** @param {Studio} studio */
async function saveSound(studio) {
  const { scene } = studio.store.state;
  let rendering;
  try {
    rendering = await api.render(studio.played());
  } catch (error) {
    studio.notes.fail(error);
    return;
  }
  const { head, arrays } = rendering;
  // One channel where every pickup is in the middle, as `carom run` writes it.
  const isStereo = (scene.pickup ?? []).some((/** @type {any} */ pickup) => pickup.pan);
  const channels = isStereo ? [arrays.left, arrays.right] : [arrays.left];
  save(`${fileName(scene.title)}.wav`, wav(channels, head.rate, scene.format ?? "float32"), "audio/wav");
}

/** @param {Studio} studio */
async function saveScene(studio) {
  const { title } = studio.store.state.scene;
  try {
    save(`${fileName(title)}.toml`, await api.toml(studio.played()), "text/plain");
  } catch (error) {
    studio.notes.fail(error);
  }
}

/** @param {Studio} studio */
async function copyLink(studio) {
  history.replaceState(null, "", location.pathname + (await fragmentOf(await studio.scene())));
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    // The link is in the address line.
  }
}

/** @param {Studio} studio @param {File} file */
async function read(studio, file) {
  try {
    const { scene } = await api.parse(await file.text());
    studio.open(scene, "pick");
  } catch (error) {
    studio.notes.fail(error);
  }
}

/** Files that are dropped, and links that are followed. @param {Studio} studio */
export function listenToFiles(studio) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && studio.element.isConnected) read(studio, file);
  });
  addEventListener("hashchange", async () => {
    try {
      const scene = await heldIn(location.hash);
      if (scene) studio.open(scene, "pick", `link:${location.hash}`);
    } catch (error) {
      studio.notes.show(errorText(error));
    }
  });
}
