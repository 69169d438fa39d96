import { property, propertyCreate } from "@plat/contracts";
import { z } from "zod";

/** How a field is read from text. */
export type Kind = "text" | "choice" | "number" | "integer" | "time" | "list" | "media";

/** A field of a listing that an import may set; `address.city` is a field, `address` is not. */
export interface Field {
  /** Its name with dots, as mappings and reports write it. */
  name: string;
  path: readonly string[];
  kind: Kind;
  /** `null` may be sent for it. */
  nullable: boolean;
  /** An empty text is a value of its own here, apart from none. */
  keepsEmpty: boolean;
  /** No listing is made without it. */
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
  throw new Error(`the contract's field ${name} is of a kind that the import cannot read`);
}

/** Objects that are null as a whole when no member has a value, like `location`. */
export const nullableObjects = new Set<string>();

function* leaves(object: z.ZodObject, path: readonly string[]): Generator<Field> {
  for (const [key, member] of Object.entries(object.shape)) {
    const { schema, nullable } = unwrap(member as z.ZodType);
    const steps = [...path, key];
    if (schema instanceof z.ZodObject) {
      if (nullable) nullableObjects.add(steps.join("."));
      yield* leaves(schema, steps);
    } else {
      const name = steps.join(".");
      const keepsEmpty = schema.safeParse("").success;
      const required = path.length === 0 && !(member as z.ZodType).safeParse(undefined).success;
      yield { name, path: steps, kind: kindOf(name, schema), nullable, keepsEmpty, required, schema };
    }
  }
}

/** Every field that may be set, by name, in the contract's order. */
export const fields: ReadonlyMap<string, Field> = new Map(
  [...leaves(propertyCreate, [])].map((field) => [field.name, field]),
);
export const fieldNames: readonly string[] = [...fields.keys()];

/** Members that the service sets itself: an export carries them, an import leaves them out. */
export const readOnly: ReadonlySet<string> = new Set(
  Object.keys(property.shape).filter((name) => !Object.hasOwn(propertyCreate.shape, name)),
);

/** What may be sent: a text, a number, a list … or `null`. */
export type Value = unknown;

/** A listing as it is sent. */
export type Item = Record<string, unknown>;

/** Puts values by field into the nested shape that the API takes. Values that are `undefined` are left out. */
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

/** What is sent for a field whose column holds nothing. */
export function emptyValue(field: Field): Value {
  if (field.nullable) return null;
  if (field.kind === "list" || field.kind === "media") return [];
  return field.keepsEmpty ? "" : undefined;
}
