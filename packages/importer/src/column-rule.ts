import { dateReader } from "./dates.ts";
import { emptyValue, type Field, type Value } from "./fields.ts";
import type { ColumnRule, Mapping } from "./mapping.ts";
import { readTemplate } from "./template.ts";
import { toBoolean, toCase, toInteger, toList, toNumber, Unreadable } from "./transforms.ts";

/** Returns the value of a column in a row; `undefined` or `null` if it has none. */
export type ColumnOf = (column: string) => unknown;

/** A rule that was validated and prepared for many rows. */
export interface CompiledRule {
  /** Columns that the rule reads. */
  columns: readonly string[];
  /** Reads the field's value. @throws Unreadable */
  read(columnOf: ColumnOf): Value;
}

type Defaults = Pick<Mapping, "nulls" | "trim">;

/** Types that a rule may specify for each kind of field. The first is the default. */
const readings = {
  text: ["text"],
  choice: ["text"],
  number: ["number", "integer"],
  integer: ["integer", "number"],
  time: ["date"],
  list: ["list"],
  media: ["list"],
} as const satisfies Record<Field["kind"], readonly NonNullable<ColumnRule["as"]>[]>;

/** Members of a rule that only apply to some types. */
const only = { split: ["list"], format: ["date"], decimal: ["number", "integer"] } as const;

/** Validates and compiles a rule. @throws Error with the problem, without the name of the field */
export function compileRule(field: Field, rule: ColumnRule, defaults: Defaults): CompiledRule {
  const sources = [rule.column, rule.template, rule.flags].filter((source) => source !== undefined);
  if (sources.length !== 1) throw new Error("must have exactly one of column, template and flags");
  const allowed: readonly string[] = readings[field.kind];
  const as = rule.as ?? readings[field.kind][0];
  if (!allowed.includes(as)) throw new Error(`cannot be read as ${as}: expected ${allowed.join(" or ")}`);
  for (const [member, users] of Object.entries(only))
    if (rule[member as keyof typeof only] !== undefined && !users.some((user) => user === as))
      throw new Error(`is read as ${as}, for which "${member}" has no effect`);
  if (rule.default !== undefined && !accepts(field, rule.default))
    throw new Error("has a default that is not valid for the field");
  if (rule.flags !== undefined) return compileFlags(field, rule.flags, rule.default);
  const isNull = nullTest(rule, defaults);
  const raw = rawReader(rule, isNull);
  const convert = converter(field, rule, as, textRule(rule, defaults));
  const fallback = rule.default === undefined ? emptyValue(field) : rule.default;
  return {
    columns: raw.columns,
    read(columnOf) {
      const value = raw.read(columnOf);
      return (isNull(value) ? null : convert(value)) ?? fallback;
    },
  };
}

const accepts = (field: Field, value: unknown): boolean =>
  (value === null && field.nullable) || field.schema.safeParse(value).success;

type NullTest = (value: unknown) => boolean;
function nullTest(rule: ColumnRule, defaults: Defaults): NullTest {
  const nulls = new Set(rule.nulls ?? defaults.nulls);
  return (value) => value === null || value === undefined || (typeof value === "string" && nulls.has(value.trim()));
}

type RawReader = { columns: readonly string[]; read: (columnOf: ColumnOf) => unknown };

/** Reads the column, or the first template whose columns all have values. */
function rawReader(rule: ColumnRule, isNull: NullTest): RawReader {
  const { column } = rule;
  if (column !== undefined) return { columns: [column], read: (columnOf) => columnOf(column) };
  const templates = [rule.template ?? []].flat().map((template) => readTemplate(template));
  return {
    columns: templates.flatMap(({ columns }) => columns),
    read(columnOf) {
      const valueOf = (name: string): string | null => (isNull(columnOf(name)) ? null : asText(columnOf(name)));
      for (const { render } of templates) {
        const rendered = render(valueOf);
        if (rendered !== null) return rendered;
      }
      return null;
    },
  };
}

/** The rule's transformation of a text. Returns a text, a value of its table, or `null` if the result is empty. */
function textRule(rule: ColumnRule, defaults: Defaults): (text: string) => string | number | null {
  const trims = rule.trim ?? defaults.trim;
  const values = new Map(Object.entries(rule.values ?? {}));
  const { strip = "", stripEnd = "", case: letters, prefix = "", suffix = "" } = rule;
  return (given) => {
    let text = trims ? given.trim() : given;
    if (strip !== "" && text.startsWith(strip)) text = text.slice(strip.length);
    if (stripEnd !== "" && text.endsWith(stripEnd)) text = text.slice(0, -stripEnd.length);
    if (letters !== undefined) text = toCase(text, letters);
    const replaced = values.get(text);
    if (replaced !== undefined) return replaced;
    return text === "" ? null : prefix + text + suffix;
  };
}

/** Text as it is, any other value as JSON. */
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

type Reading = NonNullable<ColumnRule["as"]>;
type TextRule = ReturnType<typeof textRule>;

function converter(field: Field, rule: ColumnRule, as: Reading, transform: TextRule): (value: unknown) => Value {
  if (as === "list") return listConverter(field, rule, transform);
  const read = scalarReader(rule, as);
  return (value) => {
    const isText = typeof value === "string" || as === "text" || as === "date" || rule.values !== undefined;
    if (!isText || typeof value === "object") return value;
    const transformed = transform(asText(value));
    return typeof transformed === "string" ? read(transformed) : transformed;
  };
}

function scalarReader(rule: ColumnRule, as: Exclude<Reading, "list">): (text: string) => Value {
  const readers = {
    text: (text: string): Value => text,
    number: (text: string): Value => toNumber(text, rule.decimal),
    integer: (text: string): Value => toInteger(text, rule.decimal),
    date: dateReader(rule.format ?? "iso"),
  };
  return readers[as];
}

/** Converts a list. Each entry is transformed separately, and empty entries are removed. */
function listConverter(field: Field, rule: ColumnRule, transform: TextRule): (value: unknown) => Value {
  const separator = rule.split ?? "|";
  const entry = (text: unknown): unknown => {
    const transformed = typeof text === "string" ? transform(text) : text;
    return field.kind === "media" && typeof transformed === "string" ? { url: transformed } : transformed;
  };
  return (value) => {
    const entries: unknown = typeof value === "string" ? toList(value, separator) : value;
    if (!Array.isArray(entries)) throw new Unreadable("is not a list");
    return entries.map(entry).filter((each) => each !== null);
  };
}

/** Compiles a list of the names whose boolean columns are true. */
function compileFlags(field: Field, flags: Readonly<Record<string, string>>, fallback: unknown): CompiledRule {
  if (field.kind !== "list") throw new Error("cannot use flags: the field is not a list");
  const entries = Object.entries(flags);
  return {
    columns: entries.map(([column]) => column),
    read(columnOf) {
      const set = entries.filter(([column]) => toBoolean(asText(columnOf(column) ?? ""))).map(([, name]) => name);
      return set.length === 0 && fallback !== undefined ? fallback : set;
    },
  };
}
