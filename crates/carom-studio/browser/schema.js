// Writes the types of scenes from their schema: `npm run schema`.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { carom } from "./studio.js";

/** @import { Root, Schema } from "./types/schema.js" */

const FILE = new URL("types/scene.d.ts", import.meta.url);

/** The schema of scenes, as the command prints it. @returns {Root} */
export const readSchema = () => JSON.parse(execFileSync(carom(), ["schema"], { encoding: "utf8", maxBuffer: 1 << 26 }));

/** The types as they are written. */
export const written = () => readFileSync(FILE, "utf8");

/** `string-on-board` as the beginning of the name of a type. @param {string} kind */
const named = (kind) => kind.replace(/(^|-)(.)/g, (_, _mark, letter) => letter.toUpperCase());

/** @param {string | undefined} text @param {string} indent */
function comment(text, indent = "") {
  if (!text) return "";
  const lines = text.split("\n");
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** What stands for a value. @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return /** @type {string} */ (schema.$ref.split("/").pop());
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const branches = schema.properties ? undefined : (schema.oneOf ?? schema.anyOf);
  if (branches) return branches.map(typeOf).join(" | ");
  if (schema.type === "array") {
    const item = typeOf(schema.items ?? {});
    const isTuple = schema.minItems === schema.maxItems && schema.maxItems !== undefined;
    if (isTuple) return `[${Array(schema.maxItems).fill(item).join(", ")}]`;
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties)
    return `{ ${fieldsOf(schema)
      .map(([name, type]) => `${name}: ${type}`)
      .join("; ")} }`;
  if (schema.type === "object" && schema.additionalProperties)
    return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  const simple = { integer: "number", number: "number", string: "string", boolean: "boolean" }[schema.type ?? ""];
  if (!simple) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return simple;
}

/** Names, with a mark where they may be left out, types and schemas. @param {Schema} schema */
function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(
    ([name, field]) =>
      /** @type {[string, string, Schema]} */ ([required.includes(name) ? name : `${name}?`, typeOf(field), field]),
  );
}

/** @param {string} name @param {Schema} schema */
function interfaceOf(name, schema) {
  const fields = fieldsOf(schema).map(
    ([key, type, field]) => `${comment(field.description, "  ")}  ${key}: ${type};\n`,
  );
  return `${comment(schema.description)}export interface ${name} {\n${fields.join("")}}\n`;
}

/** A definition; tables that are told apart by their `kind` have a type each. @param {string} name @param {Schema} schema */
function* definition(name, schema) {
  const kinds = schema.properties ? [] : (schema.oneOf ?? []);
  const isOfKinds = kinds.length > 0 && kinds.every((one) => one.properties?.kind);
  if (schema.properties) yield interfaceOf(name, schema);
  else if (isOfKinds) {
    const names = kinds.map((one) => named(String(one.properties?.kind.const)) + name);
    yield `${comment(schema.description)}export type ${name} =\n${names.map((one) => `  | ${one}`).join("\n")};\n`;
    for (const [i, one] of kinds.entries()) yield interfaceOf(names[i], one);
  } else yield `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
}

/** The types of all that a schema describes. @param {Root} root */
export function typesOf(root) {
  const all = Object.entries({ Scene: root, ...root.$defs }).flatMap(([name, schema]) => [...definition(name, schema)]);
  return ["// The types of scenes, written by `npm run schema` from `carom schema`.\n", ...all].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, typesOf(readSchema()));
