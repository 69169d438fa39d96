import { invalid, type FieldError, property } from "@plat/contracts";
import { z } from "zod";

type View = Record<string, unknown>;

/** Names that `fields` may hold: members of a property, and those of its address and location after a point. */
const known: ReadonlySet<string> = new Set(
  Object.entries(property.shape).flatMap(([name, member]) => [name, ...innerNames(member).map((i) => `${name}.${i}`)]),
);

function innerNames(member: z.ZodType): string[] {
  const inner = member instanceof z.ZodNullable ? member.unwrap() : member;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** Picks members of a property. @throws AppError `validation_failed` naming each field that does not exist. */
export function fieldPicker(
  fields: readonly string[] | undefined,
  where: "query" | "body" = "query",
): (property: object) => View {
  if (fields === undefined) return (value) => value as View;
  const unknown = fields.filter((field) => !known.has(field));
  if (unknown.length > 0) {
    const errors = unknown.map((field): FieldError => {
      const detail = `unknown field ${field}`;
      return where === "query" ? { in: "query", name: "fields", detail } : { in: "body", pointer: "/fields", detail };
    });
    throw invalid(errors);
  }
  const paths = fields.map((field) => field.split("."));
  return (value) => {
    const picked: View = {};
    for (const [name = "", inner] of paths) {
      const member = (value as View)[name];
      if (inner === undefined || member === null) picked[name] = member;
      else if (!paths.some((path) => path.length === 1 && path[0] === name))
        picked[name] = { ...(picked[name] as View | undefined), [inner]: (member as View)[inner] };
    }
    return picked;
  };
}
