import { z } from "zod";
import { definition } from "./strict-schema.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { [member: string]: unknown };
export type Direction = "input" | "output";

/** Formats whose pattern would only repeat them, at length. */
const plainFormats = new Set(["uuid", "date", "date-time"]);

/**
 * Draws the schemas as the API means them: objects that come in take no other member, objects that go out may
 * grow.
 */
function tidy(zodSchema: z.core.$ZodType, json: JsonSchema, io: Direction): void {
  const def = definition(zodSchema);
  if (def.type === "object" && def.catchall === undefined) {
    if (io === "input") json.additionalProperties = false;
    else delete json.additionalProperties;
  }
  if (typeof json.format === "string" && plainFormats.has(json.format)) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minLength === 0) delete json.minLength;
}

const common = (io: Direction) =>
  ({
    io,
    unrepresentable: "any",
    override: (ctx: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) => tidy(ctx.zodSchema, ctx.jsonSchema, io),
  }) as const;

/** One schema with everything in place, without references. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: Direction): JsonSchema {
  const { $schema: _, ...rest } = plain(z.toJSONSchema(schema, common(io)));
  return rest;
}

/**
 * Named schemas that refer to each other as components of an OpenAPI document.
 * Throws when two of them share a name.
 */
export function componentsOf(named: ReadonlyMap<z.core.$ZodType, string>, io: Direction): Map<string, JsonSchema> {
  const registry = z.registry<{ id?: string | undefined }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...common(io), uri: (id) => `#/components/schemas/${id}` });
  const components = new Map<string, JsonSchema>();
  for (const [id, schema] of Object.entries(schemas)) {
    const { $schema: _schema, $id: _id, ...rest } = plain(schema);
    components.set(id, rest);
  }
  if (components.size !== named.size) throw new Error("Two schemas share the name of a component");
  return components;
}

/** Data alone, without the functions that zod hangs on it. */
const plain = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;
