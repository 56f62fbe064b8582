// The types of scenes are those of the command's schema.

import assert from "node:assert/strict";
import { test } from "node:test";
import { typesOf, written } from "../schema.js";
import { SCHEMA } from "./schema.js";

test("the types of scenes are up to date", () => {
  assert.equal(written(), typesOf(SCHEMA), "run `npm run schema`");
});

test("tables have a type each, those that are told apart by their kind too, with what the schema says of them", () => {
  const types = typesOf({
    properties: { body: { type: "array", items: { $ref: "#/$defs/Body" }, description: "The bodies." } },
    required: ["body"],
    description: "A scene.",
    $defs: {
      Body: {
        oneOf: [
          { type: "object", properties: { kind: { const: "round-bar" }, at: { anyOf: [{ $ref: "#/$defs/At" }] } } },
          { type: "object", properties: { kind: { const: "bell" } }, required: ["kind"], description: "It\nrings." },
        ],
      },
      At: { anyOf: [{ type: "number" }, { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 }] },
    },
  });
  assert.ok(
    types.includes("/** A scene. */\nexport interface Scene {\n  /** The bodies. */\n  body: Body[];\n}\n"),
    types,
  );
  assert.ok(types.includes("export type Body =\n  | RoundBarBody\n  | BellBody;\n"), types);
  assert.ok(types.includes('export interface RoundBarBody {\n  kind?: "round-bar";\n  at?: At;\n}\n'), types);
  assert.ok(types.includes('/**\n * It\n * rings.\n */\nexport interface BellBody {\n  kind: "bell";\n}\n'), types);
  assert.ok(types.includes("export type At = number | [number, number];\n"), types);
});
