// The parameters of gestures on the front panel.

import { kinds, labelOf, resolved } from "../scene/schema.js";

/** Numbers of a gesture, and of its surface, that have a slider; pairs have one for the start and one for the end. */
const SHOWN = ["height", "speed", "force", "rate", "velocity", "duration", "asymmetry", "jitter", "spread"];
const SURFACE = ["height", "depth", "spacing", "roundness", "rms", "correlation"];

/** What gestures are called. @type {Record<string, string>} */
const NAMES = { bounce: "Bounce", roll: "Roll", scrape: "Scrape", "drum-roll": "Drum roll", press: "Press" };

/**
 * A section for each gesture of the scene.
 * @param {import("./macros.js").Macros} macros @returns {HTMLElement[]}
 */
export function gestureSections(macros) {
  const all = /** @type {any[]} */ (macros.scene.gesture ?? []);
  const { gesture } = macros.schema.properties;
  return all.flatMap((one, i) => {
    const dials = [
      ...numbers(macros, ["gesture", i], one, fieldsOf(macros.schema, gesture.items, one.kind), SHOWN),
      ...(one.surface ? surface(macros, i, one) : []),
    ];
    return dials.length ? [macros.section(NAMES[one.kind] ?? one.kind, ...dials)] : [];
  });
}

/** The fields of a kind. @param {any} schema @param {any} of @param {string} kind */
function fieldsOf(schema, of, kind) {
  return kinds(schema, resolved(schema, of)).find(([name]) => name === kind)?.[1].properties ?? {};
}

/** @param {import("./macros.js").Macros} macros @param {number} i @param {any} gesture */
function surface(macros, i, gesture) {
  const fields = fieldsOf(macros.schema, macros.schema.properties.gesture.items, gesture.kind);
  const own = fieldsOf(macros.schema, fields.surface ?? {}, gesture.surface.kind);
  return numbers(macros, ["gesture", i, "surface"], gesture.surface, own, SURFACE);
}

/**
 * @param {import("./macros.js").Macros} macros @param {(string | number)[]} path @param {any} values
 * @param {Record<string, any>} fields @param {string[]} shown
 */
function numbers(macros, path, values, fields, shown) {
  return shown
    .filter((name) => fields[name] && values[name] !== undefined)
    .flatMap((name) => {
      const label = labelOf(name[0].toUpperCase() + name.slice(1));
      const key = [...path, name].join("-");
      const schema = fields[name];
      if (!Array.isArray(values[name])) return [macros.dial(label, [...path, name], { schema, key })];
      return values[name].map((/** @type {number} */ _, /** @type {number} */ k) =>
        macros.dial(`${label} at the ${k ? "end" : "start"}`, [...path, name, k], { schema, key: `${key}-${k}` }),
      );
    });
}
