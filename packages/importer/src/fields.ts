import { property, propertyCreate } from "@plat/contracts";
import { z } from "zod";

/** Determines how a field is read from text. */
type Kind = "text" | "choice" | "number" | "integer" | "time" | "list" | "media";

/** A writable field of a listing. Only leaves are fields: `address.city` is, `address` is not. */
export interface Field {
  /** Path with dots, as in mappings and reports. */
  name: string;
  path: readonly string[];
  kind: Kind;
  /** Whether the API accepts `null`. */
  nullable: boolean;
  /** Whether an empty text is a valid value, different from no value. */
  allowsEmptyText: boolean;
  /** Whether the API requires the field on creation. */
  required: boolean;
  schema: z.ZodType;
}

interface Unwrapped {
  schema: z.ZodType;
  nullable: boolean;
}

function unwrap(schema: z.ZodType, nullable = false): Unwrapped {
  if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodType, true);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType, nullable);
  return { schema, nullable };
}

function kindOf(name: string, schema: z.ZodType): Kind {
  if (schema instanceof z.ZodString || schema instanceof z.ZodGUID) return "text";
  if (schema instanceof z.ZodEnum) return "choice";
  if (schema instanceof z.ZodNumber) return schema.isInt ? "integer" : "number";
  if (schema instanceof z.ZodUnion) return "time";
  if (schema instanceof z.ZodArray)
    return unwrap(schema.element as z.ZodType).schema instanceof z.ZodObject ? "media" : "list";
  throw new Error(`the contract's field ${name} has a type that the import does not support`);
}

/** Objects that are null if none of their members has a value, for example `location`. */
const nullableObjects = new Set<string>();

function* leaves(object: z.ZodObject, path: readonly string[]): Generator<Field> {
  for (const [key, member] of Object.entries(object.shape)) {
    const { schema, nullable } = unwrap(member as z.ZodType);
    const steps = [...path, key];
    if (schema instanceof z.ZodObject) {
      if (nullable) nullableObjects.add(steps.join("."));
      yield* leaves(schema, steps);
    } else {
      const name = steps.join(".");
      const allowsEmptyText = schema.safeParse("").success;
      const required = path.length === 0 && !(member as z.ZodType).safeParse(undefined).success;
      yield { name, path: steps, kind: kindOf(name, schema), nullable, allowsEmptyText, required, schema };
    }
  }
}

/** Every writable field by name, in the contract's order. */
export const fields: ReadonlyMap<string, Field> = new Map(
  [...leaves(propertyCreate, [])].map((field) => [field.name, field]),
);
export const fieldNames: readonly string[] = [...fields.keys()];

/** Read-only members of a listing: exported, and ignored by the import. */
export const readOnly: ReadonlySet<string> = new Set(
  Object.keys(property.shape).filter((name) => !Object.hasOwn(propertyCreate.shape, name)),
);

/** A value of a field: text, number, list … or `null`. */
export type Value = unknown;

/** A listing in a request or response. */
export type Item = Record<string, unknown>;

/** Builds the nested listing from values by field. Values that are `undefined` are omitted. */
export function assemble(values: Iterable<readonly [Field, Value]>): Item {
  const item: Item = {};
  for (const [field, value] of values) {
    const [first = "", second] = field.path;
    if (second === undefined) {
      if (value !== undefined) item[first] = value;
      continue;
    }
    const inner = (item[first] ?? {}) as Item;
    if (value !== undefined) inner[second] = value;
    item[first] = inner;
  }
  for (const name of nullableObjects) {
    const inner = item[name];
    if (typeof inner === "object" && inner !== null && Object.keys(inner).length === 0) item[name] = null;
  }
  return item;
}

/** The value that is sent for a field whose column is empty; `undefined` omits the field. */
export function emptyValue(field: Field): Value {
  if (field.nullable) return null;
  if (field.kind === "list" || field.kind === "media") return [];
  return field.allowsEmptyText ? "" : undefined;
}
