// A JSON Schema, with the keys that the engine adds for pages.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  const?: Json;
  default?: Json;
  enum?: Json[];
  examples?: Json[];
  properties?: Record<string, Schema>;
  additionalProperties?: false | Schema;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  /** The unit of a number. */
  unit?: string;
  /** How the outline of a shape is computed. */
  outline?: string;
  /** How places on a shape are written. */
  places?: "line" | "rectangle" | "round";
  /** Whether nobody hears a shape in a room. */
  silent?: boolean;
}

/** The schema of a table. */
export interface TableSchema extends Schema {
  properties: Record<string, Schema>;
}

/** The schema of a document. */
export interface Root extends TableSchema {
  $defs: Record<string, Schema>;
}
