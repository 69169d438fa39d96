import { type Issue, propertyCreate, validator } from "@plat/contracts";
import { type ColumnOf, type CompiledRule, compileRule } from "./column-rule.ts";
import { usageError } from "./cli-error.ts";
import { assemble, type Field, fieldNames, fields, type Item, readOnly, type Value } from "./fields.ts";
import type { Mapping } from "./mapping.ts";
import { member } from "./ndjson.ts";
import { didYouMean } from "./nearest.ts";
import { itemFromRow } from "./ndjson-item.ts";
import type { Reason } from "./report.ts";
import type { Row } from "./rows.ts";
import { defaultRule } from "./default-rule.ts";
import type { Source } from "./source.ts";
import { Unreadable } from "./transforms.ts";

/** The listing of a row, or the reasons why the row is rejected, with its externalId if that is valid. */
type Mapped = { item: Item } | { externalId?: string; reasons: Reason[] };
/** Converts a row to a listing. */
export type Mapper = (row: Row) => Mapped;

type Columns = Pick<Source, "columns" | "format">;
type Rules = Map<Field, CompiledRule>;

const check = validator(propertyCreate, { unknownKeys: "reject" });

/**
 * Compiles a mapping for a file.
 * @throws CliError with all fields, columns and rules of the mapping that are invalid for the file
 */
export function createMapper(mapping: Mapping, source: Columns): Mapper {
  const problems: string[] = [];
  const constants = constantsOf(mapping, problems);
  const objects = source.format === "ndjson" && mapping.columns === undefined;
  const rules: Rules = mapping.columns === undefined && !objects ? defaultRules(mapping, source, problems) : new Map();
  addRules(rules, mapping, source, problems);
  if (objects) {
    throwIfInvalid(problems);
    const left = [...readOnly, ...mapping.ignore];
    return (row) => mapRow(row, rules, (values) => itemFromRow(row, left, [...constants, ...values]));
  }
  for (const field of constants.keys())
    if (rules.has(field)) problems.push(`${field.name} is set by a column and by a constant.`);
  for (const field of fields.values())
    if (field.required && !rules.has(field) && !constants.has(field))
      problems.push(`'${field.name}' is required: map it to a column or a constant.`);
  throwIfInvalid(problems);
  return (row) => mapRow(row, rules, (values) => assemble([...constants, ...values]));
}

function throwIfInvalid(problems: readonly string[]): void {
  if (problems.length > 0)
    throw usageError(`The file does not match its mapping:\n${problems.map((each) => `  ${each}`).join("\n")}`);
}

function fieldOf(name: string, problems: string[]): Field | undefined {
  const field = fields.get(name);
  if (field === undefined) problems.push(`'${name}' is not a field of a listing.${didYouMean(name, fieldNames)}`);
  return field;
}

function constantsOf(mapping: Mapping, problems: string[]): Map<Field, Value> {
  const constants = new Map<Field, Value>();
  for (const [name, value] of Object.entries(mapping.constants)) {
    const field = fieldOf(name, problems);
    if (field === undefined) continue;
    const fits = (value === null && field.nullable) || field.schema.safeParse(value).success;
    if (!fits) problems.push(`The constant ${JSON.stringify(value)} is not a valid value of '${name}'.`);
    constants.set(field, value);
  }
  return constants;
}

/** Rules for a CSV file whose columns are named like fields. Read-only fields are ignored. */
function defaultRules(mapping: Mapping, source: Columns, problems: string[]): Rules {
  const rules: Rules = new Map();
  for (const column of source.columns) {
    if (mapping.ignore.includes(column) || readOnly.has(column)) continue;
    const field = fields.get(column);
    if (field !== undefined) {
      if (Object.hasOwn(mapping.constants, column)) continue;
      if (rules.has(field)) problems.push(`There are two columns '${column}'.`);
      rules.set(field, defaultRule(field, column));
      continue;
    }
    const hint = didYouMean(column, fieldNames);
    problems.push(`The column '${column}' is not a field of a listing: map it, or add it to "ignore".${hint}`);
  }
  return rules;
}

function addRules(rules: Rules, mapping: Mapping, source: Columns, problems: string[]): void {
  const given = Object.entries(mapping.columns ?? {});
  if (mapping.columns !== undefined && mapping.ignore.length > 0)
    problems.push('"ignore" has no effect together with "columns": columns that are not listed there are not read.');
  if (mapping.externalId !== undefined) {
    if (mapping.columns?.["externalId"] !== undefined) problems.push("externalId is mapped twice.");
    given.push(["externalId", mapping.externalId]);
  }
  for (const [name, rule] of given) {
    const field = fieldOf(name, problems);
    if (field === undefined) continue;
    try {
      const compiled = compileRule(field, typeof rule === "string" ? { column: rule } : rule, mapping);
      checkColumns(compiled.columns, name, source, problems);
      rules.set(field, compiled);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

function checkColumns(columns: readonly string[], name: string, source: Columns, problems: string[]): void {
  for (const column of columns) {
    const found = source.columns.filter((each) => each === column).length;
    if (found === 1) continue;
    const [only = ""] = source.columns;
    const single = source.columns.length === 1 && /[;\t|]/.exec(only);
    const meant = single
      ? ` The header is one column, ${JSON.stringify(only)}: is the delimiter ${JSON.stringify(single[0])}?`
      : didYouMean(column, source.columns);
    problems.push(
      found > 1
        ? `${name}: there are ${found} columns '${column}'.`
        : `${name}: there is no column '${column}'.${meant}`,
    );
  }
}

function mapRow(row: Row, rules: Rules, toItem: (values: [Field, Value][]) => Item): Mapped {
  const values: [Field, Value][] = [];
  const reasons: Reason[] = [];
  const columnOf: ColumnOf = (column) => member(row.cells, column);
  for (const [field, rule] of rules) {
    try {
      values.push([field, rule.read(columnOf)]);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      reasons.push(reason(field.name, error.message, row, rules));
    }
  }
  return validated(toItem(values), rules, row, reasons);
}

/** Validates the listing against the contract. Returns the listing or all reasons for its rejection. */
function validated(item: Item, rules: Rules, row: Row, unreadable: Reason[]): Mapped {
  const result = check(item);
  if (result.ok && unreadable.length === 0) return { item };
  const known = new Set(unreadable.map(({ field }) => field));
  const rejected = (result.ok ? [] : result.issues)
    .map((issue: Issue) => reason(issue.path.join("."), issue.detail, row, rules))
    .filter(({ field }) => !known.has(field));
  const reasons = [...unreadable, ...rejected];
  const given = item["externalId"];
  const isGood = typeof given === "string" && !reasons.some(({ field }) => field === "externalId");
  return isGood ? { externalId: given, reasons } : { reasons };
}

const shownMax = 100;

/** Creates a reason. It includes column and value if the field was read from exactly one column. */
function reason(field: string, detail: string, row: Row, rules: Rules): Reason {
  const owner = [...rules].find(([{ name }]) => field === name || field.startsWith(`${name}.`));
  const [column, ...others] = owner?.[1].columns ?? [];
  if (column === undefined || others.length > 0) return { field, detail };
  const value = member(row.cells, column);
  if (value === undefined || value === null) return { field, detail, column };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { field, detail, column, value: text.length > shownMax ? `${text.slice(0, shownMax)}…` : text };
}
