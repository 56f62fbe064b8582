// Files that leave the page.

/** @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A title as the name of a file. @param {string | undefined} title */
export function fileName(title) {
  const plain = (title ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return plain || "scene";
}

/**
 * Columns of numbers as CSV; shorter ones end earlier.
 * @param {[string, ArrayLike<number>][]} columns
 */
export function csv(columns) {
  const rows = Math.max(0, ...columns.map(([, values]) => values.length));
  const lines = [columns.map(([name]) => name).join(",")];
  for (let i = 0; i < rows; i += 1) {
    lines.push(columns.map(([, values]) => (i < values.length ? String(values[i]) : "")).join(","));
  }
  return `${lines.join("\n")}\n`;
}
