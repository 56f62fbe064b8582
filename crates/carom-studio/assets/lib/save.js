// Saves files, and opens them.

import { h } from "./dom.js";

/** Chromium silently drops the eleventh download of a second: downloads are at least this far apart (ms). */
const APART = 120;
/** How long the content of a file is kept for the browser (ms). */
const KEPT = 10_000;
let next = 0;

/** @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  const now = performance.now();
  const start = Math.max(now, next);
  next = start + APART;
  setTimeout(() => link.click(), start - now);
  setTimeout(() => URL.revokeObjectURL(address), start - now + KEPT);
}

/** What is drawn on a canvas, as a PNG file. @param {string} name @param {HTMLCanvasElement} canvas */
export const saveImage = (name, canvas) => canvas.toBlob((blob) => blob && save(name, blob, "image/png"));

/** A title as the name of a file. @param {string | undefined} title */
export function fileName(title) {
  const plain = (title ?? "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return plain || "scene";
}

/** Columns of numbers as CSV; shorter ones end earlier. @param {[string, ArrayLike<number>][]} columns */
export function csv(columns) {
  const rows = Math.max(0, ...columns.map(([, values]) => values.length));
  const lines = [columns.map(([name]) => name).join(",")];
  for (let i = 0; i < rows; i += 1) {
    lines.push(columns.map(([, values]) => (i < values.length ? String(values[i]) : "")).join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** What lets files be chosen. @param {object} kind of the files @param {(files: File[]) => unknown} open */
export function chooser(kind, open) {
  const onchange = async () => {
    await open([...(input.files ?? [])]);
    input.value = "";
  };
  const input = h("input", { type: "file", hidden: true, ...kind, onchange });
  return input;
}

/** Files that are dropped anywhere on the page. @param {(files: File[]) => unknown} open */
export function onDrop(open) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) open(files);
  });
}
