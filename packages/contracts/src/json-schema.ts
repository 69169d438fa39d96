import { z } from "zod";
import { definition } from "./strict-schema.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { [member: string]: unknown };
export type Direction = "input" | "output";

/** Formats whose regular expression is long and adds no information. */
const selfExplanatoryFormats = new Set(["uuid", "date", "date-time"]);

/**
 * Adapts a generated JSON Schema to the API: objects in requests reject unknown members, objects in responses may gain
 * members. Removes keywords that carry no information.
 */
function tidy(zodSchema: z.core.$ZodType, json: JsonSchema, io: Direction): void {
  const def = definition(zodSchema);
  if (def.type === "object" && def.catchall === undefined) {
    if (io === "input") json.additionalProperties = false;
    else delete json.additionalProperties;
  }
  if (typeof json.format === "string" && selfExplanatoryFormats.has(json.format)) delete json.pattern;
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

/** The JSON Schema of one zod schema, with everything inlined. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: Direction): JsonSchema {
  const { $schema: _, ...rest } = plainData(z.toJSONSchema(schema, common(io)));
  return rest;
}

/**
 * Converts named schemas to components of an OpenAPI document that refer to each other.
 * @throws Error if two schemas have the same name
 */
export function componentsOf(named: ReadonlyMap<z.core.$ZodType, string>, io: Direction): Map<string, JsonSchema> {
  const registry = z.registry<{ id?: string | undefined }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...common(io), uri: (id) => `#/components/schemas/${id}` });
  const components = new Map<string, JsonSchema>();
  for (const [id, schema] of Object.entries(schemas)) {
    const { $schema: _schema, $id: _id, ...rest } = plainData(schema);
    components.set(id, rest);
  }
  if (components.size !== named.size) throw new Error("two schemas have the same component name");
  return components;
}

/** Plain data, without the functions that zod attaches. */
const plainData = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;
