// Reading a JSON Schema: which fields a value may have, and what kind of control each wants.

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {"number" | "flag" | "choice" | "text" | "numbers" | "table" | "map" | "list" | "kinds" | "either"} Sort
 */

/** The schema that a reference means, with what stands beside it. @param {Schema} root @param {Schema} schema @returns {Schema} */
export function resolved(root, schema) {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  const name = $ref.split("/").pop();
  return { ...resolved(root, root.$defs[name]), ...beside };
}

/** @param {Schema} root @param {Schema} schema */
const branches = (root, schema) =>
  /** @type {Schema[]} */ (schema.oneOf ?? schema.anyOf ?? []).map((branch) => resolved(root, branch));

/** What kind of control it wants. @param {Schema} root @param {Schema} schema @returns {Sort} */
export function sortOf(root, schema) {
  const all = schema.properties ? [] : branches(root, schema);
  if (all.length) {
    if (all.every((branch) => typeof branch.const === "string")) return "choice";
    return all.every((branch) => branch.properties?.kind?.const) ? "kinds" : "either";
  }
  if (schema.enum || schema.examples) return "choice";
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "flag";
  if (type === "array") {
    const item = resolved(root, schema.items ?? {});
    return item.type === "number" || item.type === "string" ? "numbers" : "list";
  }
  if (type === "object") return schema.properties ? "table" : "map";
  return "text";
}

/** The words of a choice, each with what it means. @param {Schema} root @param {Schema} schema @returns {[string, string][]} */
export function words(root, schema) {
  const listed = schema.enum ?? schema.examples;
  if (listed) return listed.map((/** @type {string} */ word) => [word, ""]);
  return branches(root, schema).map((branch) => [branch.const, branch.description ?? ""]);
}

/** The branches of something that is told apart by its `kind`. @param {Schema} root @param {Schema} schema @returns {[string, Schema][]} */
export function kinds(root, schema) {
  return branches(root, schema).map((branch) => [branch.properties.kind.const, branch]);
}

/** The branches of something that may be this or that, each with a name. @param {Schema} root @param {Schema} schema @returns {[string, Schema][]} */
export function alternatives(root, schema) {
  return branches(root, schema).map((branch) => [alternativeName(root, branch), branch]);
}

/** @param {Schema} root @param {Schema} branch */
function alternativeName(root, branch) {
  if (branch.const !== undefined) return String(branch.const);
  if (branch.maxItems === 2) return "two numbers";
  const names = { number: "a number", flag: "yes or no", numbers: "a list", text: "a name", choice: "a word" };
  const single = Object.keys(branch.properties ?? {});
  return /** @type {Record<string, string>} */ (names)[sortOf(root, branch)] ?? single.join(", ").replaceAll("_", " ");
}

/** Which branch a value belongs to. @param {Schema} root @param {Schema} schema @param {any} value */
export function branchOf(root, schema, value) {
  const fits = (/** @type {Schema} */ branch) => {
    if (branch.const !== undefined) return value === branch.const;
    if (branch.type === "array") {
      const many = branch.minItems === undefined || value?.length === branch.minItems;
      return Array.isArray(value) && many;
    }
    if (branch.type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
    return branch.type === "integer" ? typeof value === "number" : typeof value === branch.type;
  };
  return Math.max(0, branches(root, schema).findIndex(fits));
}

/** The unit that a description gives in brackets. @param {string | undefined} description */
export function unitOf(description) {
  return /\(((?:kg|Hz|Pa|m|s|N|J)(?:[·/^]\S*)?)\)/.exec(description ?? "")?.[1] ?? "";
}

/** A name for people: `full_scale` is full scale. @param {string} name */
export const labelOf = (name) => name.replaceAll("_", " ");
