// The parameters of gestures on the front panel.

import { get } from "../lib/path.js";
import { elementOf, kinds, labelOf, resolved } from "../scene/schema.js";

/** @import { Root, Schema } from "../../browser/types/schema.js" */

/** Numbers of a gesture, and of its surface, that have a slider; pairs have one for the start and one for the end. */
const SHOWN = ["height", "speed", "force", "rate", "velocity", "duration", "asymmetry", "jitter", "spread"];
const SURFACE = ["height", "depth", "spacing", "roundness", "rms", "correlation"];

/** What gestures are called. @type {Record<string, string>} */
const NAMES = { bounce: "Bounce", roll: "Roll", scrape: "Scrape", "drum-roll": "Drum roll", press: "Press" };

/** A section for each gesture of the scene. @param {import("./macros.js").Macros} macros @returns {HTMLElement[]} */
export function gestureSections(macros) {
  const { schema } = macros;
  return (macros.scene.gesture ?? []).flatMap((one, i) => {
    const fields = fieldsOfKind(schema, elementOf(schema, schema.properties.gesture), one.kind);
    const surface = "surface" in one && one.surface;
    const own = surface ? fieldsOfKind(schema, resolved(schema, fields.surface ?? {}), surface.kind) : {};
    const dials = [
      ...numbers(macros, ["gesture", i], fields, SHOWN),
      ...numbers(macros, ["gesture", i, "surface"], own, SURFACE),
    ];
    return dials.length ? [macros.section(NAMES[one.kind] ?? one.kind, ...dials)] : [];
  });
}

/** The fields of a kind. @param {Root} root @param {Schema} schema @param {string} kind */
const fieldsOfKind = (root, schema, kind) => kinds(root, schema).find(([name]) => name === kind)?.[1].properties ?? {};

/**
 * @param {import("./macros.js").Macros} macros @param {(string | number)[]} path
 * @param {Record<string, Schema>} fields @param {string[]} shown
 */
function numbers(macros, path, fields, shown) {
  return shown
    .filter((name) => fields[name] && get(macros.scene, [...path, name]) !== undefined)
    .flatMap((name) => {
      const label = labelOf(name[0].toUpperCase() + name.slice(1));
      const key = [...path, name].join("-");
      const [schema, value] = [fields[name], get(macros.scene, [...path, name])];
      if (!Array.isArray(value)) return [macros.dial(label, [...path, name], { schema, key })];
      return value.map((_, k) =>
        macros.dial(`${label} at the ${k ? "end" : "start"}`, [...path, name, k], { schema, key: `${key}-${k}` }),
      );
    });
}
