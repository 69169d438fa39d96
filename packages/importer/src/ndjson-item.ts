import type { Field, Item, Value } from "./fields.ts";
import type { Row } from "./rows.ts";

/**
 * Copies the object of an NDJSON row.
 * @param without - members (paths with dots) to omit
 * @param values - fields to set
 */
export function itemFromRow(row: Row, without: readonly string[], values: Iterable<readonly [Field, Value]>): Item {
  const item = structuredClone(Object.fromEntries(row.cells));
  for (const name of without) remove(item, name.split("."));
  for (const [field, value] of values) place(item, field.path, value);
  return item;
}

function remove(item: Item, [first = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) delete item[first];
  else if (isObject(item[first])) remove(item[first], rest);
}

function place(item: Item, [first = "", ...rest]: readonly string[], value: Value): void {
  if (rest.length === 0) item[first] = value;
  else {
    if (!isObject(item[first])) item[first] = {};
    place(item[first] as Item, rest, value);
  }
}

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);
