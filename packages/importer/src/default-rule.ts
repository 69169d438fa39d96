import { splitList, unguardFormula } from "./cells.ts";
import type { ColumnOf, CompiledRule } from "./column-rule.ts";
import { emptyValue, type Field, type Value } from "./fields.ts";
import { Unreadable } from "./transforms.ts";

/** Numbers in JSON syntax, as in an export. */
const jsonNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function readMedia(cell: string): Value {
  try {
    return JSON.parse(cell);
  } catch {
    throw new Unreadable('is not a JSON list such as [{"url": "https://…"}]');
  }
}

function readNumber(cell: string): Value {
  if (!jsonNumber.test(cell.trim())) throw new Unreadable("is not a number");
  return Number(cell);
}

const readers: Readonly<Record<Field["kind"], (cell: string) => Value>> = {
  number: readNumber,
  integer: readNumber,
  list: (cell) => splitList(unguardFormula(cell)),
  media: (cell) => readMedia(unguardFormula(cell)),
  text: unguardFormula,
  time: (cell) => cell,
  choice: (cell) => cell,
};

/** The rule for a column that is named like a field: reads the format of the CSV export. */
export function defaultRule(field: Field, column: string): CompiledRule {
  return {
    columns: [column],
    read(columnOf: ColumnOf) {
      const cell = columnOf(column);
      if (typeof cell !== "string" || (cell === "" && !field.allowsEmptyText)) return emptyValue(field);
      return readers[field.kind](cell);
    },
  };
}
