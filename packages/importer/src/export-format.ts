import { csvCell, guardFormula, joinList } from "./cells.ts";
import { fieldNames, fields, type Item, readOnly } from "./fields.ts";
import type { Format } from "./source.ts";

/** Serializes listings in one format. */
export interface Writer {
  /** Text before the first listing. */
  head: string;
  line: (listing: Item) => string;
}

/** Columns of a CSV export: the id, the writable fields, then the other read-only fields. */
export const exportColumns: readonly string[] = ["id", ...fieldNames, ...[...readOnly].filter((name) => name !== "id")];

export const writers: Readonly<Record<Format, Writer>> = {
  ndjson: { head: "", line: (listing) => `${JSON.stringify(listing)}\n` },
  csv: {
    head: `${exportColumns.join(",")}\r\n`,
    line: (listing) => `${exportColumns.map((column) => csvCell(cellOf(listing, column))).join(",")}\r\n`,
  },
};

function cellOf(listing: Item, column: string): string | null {
  let value: unknown = listing;
  for (const step of column.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Item)[step];
  }
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return listCell(column, value);
  return typeof value === "string" ? guardFormula(value) : JSON.stringify(value);
}

function listCell(column: string, list: readonly unknown[]): string | null {
  if (list.length === 0) return null;
  const isText = (entry: unknown): entry is string => typeof entry === "string";
  return fields.get(column)?.kind === "list" ? guardFormula(joinList(list.filter(isText))) : JSON.stringify(list);
}
