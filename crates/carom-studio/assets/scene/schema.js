// Reads a JSON Schema: which fields a value may have, and which control each of them needs.

/**
 * @import { Root, Schema, TableSchema } from "../../browser/types/schema.js"
 * @typedef {"number" | "flag" | "choice" | "text" | "numbers" | "table" | "map" | "list" | "kinds" | "either"} Sort
 */

/**
 * The schema that a reference stands for, with the keys beside the reference.
 * @param {Root} root @param {Schema} schema @returns {Schema}
 */
export function resolved(root, schema) {
  const { $ref, ...beside } = schema;
  return $ref ? { ...resolved(root, root.$defs[$ref.slice("#/$defs/".length)]), ...beside } : schema;
}

/** The fields of a table. @param {Root} root @param {Schema} schema */
export const fieldsOf = (root, schema) => resolved(root, schema).properties ?? {};

/** What an element of a list is. @param {Root} root @param {Schema} list */
export const elementOf = (root, list) => resolved(root, resolved(root, list).items ?? {});

/** @param {Root} root @param {Schema} schema */
const branches = (root, schema) => (schema.oneOf ?? schema.anyOf ?? []).map((branch) => resolved(root, branch));

/** Which control it needs. @param {Root} root @param {Schema} schema @returns {Sort} */
export function sortOf(root, schema) {
  const all = schema.properties ? [] : branches(root, schema);
  if (all.length) {
    if (all.every((branch) => typeof branch.const === "string")) return "choice";
    return all.every((branch) => branch.properties?.kind?.const) ? "kinds" : "either";
  }
  const { type } = schema;
  if (schema.enum || (type === "string" && schema.examples)) return "choice";
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "flag";
  if (type === "array") {
    const item = elementOf(root, schema).type;
    return item === "number" || item === "string" ? "numbers" : "list";
  }
  if (type === "object") return schema.properties ? "table" : "map";
  return "text";
}

/**
 * The options of a choice, each with its description.
 * @param {Root} root @param {Schema} schema @returns {[string, string][]}
 */
export function options(root, schema) {
  const listed = schema.enum ?? schema.examples;
  if (listed) return listed.map((option) => [String(option), ""]);
  return branches(root, schema).map((branch) => [String(branch.const), branch.description ?? ""]);
}

/**
 * The branches of a table with a `kind`, by that kind.
 * @param {Root} root @param {Schema} schema @returns {[string, TableSchema][]}
 */
export function kinds(root, schema) {
  return branches(root, schema).flatMap(({ properties, ...rest }) =>
    properties ? [[String(properties.kind.const), { ...rest, properties }]] : [],
  );
}

/**
 * The branches of a value of several types, each with a name.
 * @param {Root} root @param {Schema} schema @returns {[string, Schema][]}
 */
export function alternatives(root, schema) {
  return branches(root, schema).map((branch) => [alternativeName(root, branch), branch]);
}

/** @param {Root} root @param {Schema} branch */
function alternativeName(root, branch) {
  if (branch.const !== undefined) return String(branch.const);
  if (branch.maxItems === 2) return "two numbers";
  /** @type {Record<string, string>} */
  const names = { number: "a number", flag: "yes or no", numbers: "a list", text: "a name", choice: "an option" };
  const fields = Object.keys(branch.properties ?? {});
  return names[sortOf(root, branch)] ?? (fields.length > 4 ? "a table" : labelOf(fields.join(", ")));
}

/** The index of the branch that a value belongs to. @param {Root} root @param {Schema} schema @param {unknown} value */
export function branchOf(root, schema, value) {
  const fits = (/** @type {Schema} */ branch) => {
    if (branch.const !== undefined) return value === branch.const;
    if (branch.type === "array") {
      return Array.isArray(value) && (branch.minItems === undefined || value.length === branch.minItems);
    }
    if (branch.type === "object") {
      const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
      return isTable && (branch.required ?? []).every((key) => key in value);
    }
    return branch.type === "integer" ? typeof value === "number" : typeof value === branch.type;
  };
  return Math.max(0, branches(root, schema).findIndex(fits));
}

/** A name as a label: `full_scale` becomes "full scale". @param {string} name */
export const labelOf = (name) => name.replaceAll("_", " ");
