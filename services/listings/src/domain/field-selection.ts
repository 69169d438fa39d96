import { invalid, type FieldError, property } from "@plat/contracts";
import { z } from "zod";

type JsonObject = Record<string, unknown>;

/** Valid values of `fields`: the fields of a property, and those of its address and location as `address.city`. */
const selectable: ReadonlySet<string> = new Set(
  Object.entries(property.shape).flatMap(([name, schema]) => [
    name,
    ...nestedFields(schema).map((nested) => `${name}.${nested}`),
  ]),
);

function nestedFields(schema: z.ZodType): string[] {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/**
 * Returns a function that selects the given fields of a property.
 * @param fields undefined selects all
 * @param where part of the request that contains `fields`; named in the errors
 * @throws AppError `validation_failed` with one error per unknown field
 */
export function fieldPicker(
  fields: readonly string[] | undefined,
  where: "query" | "body" = "query",
): (property: object) => JsonObject {
  if (fields === undefined) return (value) => value as JsonObject;
  const unknown = fields.filter((field) => !selectable.has(field));
  if (unknown.length > 0) {
    const errors = unknown.map((field): FieldError => {
      const detail = `contains an unknown field, \`${field}\``;
      return where === "query" ? { in: "query", name: "fields", detail } : { in: "body", pointer: "/fields", detail };
    });
    throw invalid(errors);
  }
  const paths = fields.map((field) => field.split("."));
  return (value) => {
    const picked: JsonObject = {};
    for (const [name = "", nested] of paths) {
      const member = (value as JsonObject)[name];
      if (nested === undefined || member === null) picked[name] = member;
      else if (!paths.some((path) => path.length === 1 && path[0] === name))
        picked[name] = { ...(picked[name] as JsonObject | undefined), [nested]: (member as JsonObject)[nested] };
    }
    return picked;
  };
}
