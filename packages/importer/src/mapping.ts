import { readFile } from "node:fs/promises";
import { type Issue, unknownField, validator } from "@plat/contracts";
import { z } from "zod";
import { usageError } from "./cli-error.ts";
import { didYouMean } from "./nearest.ts";
import type { CsvOptions } from "./rows.ts";

const text = z.string();
/** How one field is read from a row. docs/guide/import.md describes the members and their order. */
const columnRule = z.object({
  column: text.optional(),
  template: z.union([text, z.array(text).min(1)]).optional(),
  flags: z.record(text, text).optional(),
  trim: z.boolean().optional(),
  nulls: z.array(text).optional(),
  strip: text.min(1).optional(),
  stripEnd: text.min(1).optional(),
  case: z.enum(["upper", "lower", "title"]).optional(),
  values: z.record(text, z.union([text, z.number(), z.null()])).optional(),
  prefix: text.optional(),
  suffix: text.optional(),
  split: text.min(1).optional(),
  as: z.enum(["text", "number", "integer", "date", "list"]).optional(),
  decimal: z.enum([".", ","]).optional(),
  format: text.optional(),
  default: z.unknown().optional(),
});
export type ColumnRule = z.output<typeof columnRule>;

const asciiCharacter = text.regex(/^[\t\x20-\x7e]$/, {
  message: 'must be one ASCII character, for example ";" or "\\t"',
});
const rule = z.union([text, columnRule]);
const mapping = z.object({
  columns: z.record(text, rule).optional(),
  constants: z.record(text, z.unknown()).default({}),
  externalId: rule.optional(),
  ignore: z.array(text).default([]),
  nulls: z.array(text).default([""]),
  trim: z.boolean().default(false),
  csv: z
    .object({
      delimiter: asciiCharacter.optional(),
      quote: asciiCharacter.nullable().optional(),
      encoding: text
        .refine((label) => isEncoding(label), { message: "must be an encoding, for example utf-8 or windows-1252" })
        .optional(),
      header: z.array(text.min(1)).min(1).optional(),
    })
    .default({}),
});
export type Mapping = z.output<typeof mapping>;

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

const check = validator(mapping, { unknownKeys: "reject" });
/** The mapping that is used without a mapping file: columns are named like fields. */
export const defaultMapping: Mapping = { constants: {}, ignore: [], nulls: [""], trim: false, csv: {} };

/** Validates a mapping. @throws CliError with all invalid members */
export function parseMapping(json: unknown, name: string): Mapping {
  const result = check(json);
  if (result.ok) return result.value;
  throw usageError(
    `The mapping ${name} is invalid:\n${result.issues.map((issue) => `  ${describe(issue)}`).join("\n")}`,
  );
}

function describe({ path, detail }: Issue): string {
  const last = String(path.at(-1) ?? "");
  const known =
    path.length === 1 ? mapping.shape : path[0] === "csv" ? mapping.shape.csv.unwrap().shape : columnRule.shape;
  const hint = detail === unknownField ? didYouMean(last, Object.keys(known)) : "";
  return `${path.join(" › ") || "the mapping"}: ${detail}.${hint}`;
}

/** Reads and validates a mapping file. @throws CliError */
export async function loadMapping(path: string): Promise<Mapping> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === "ENOENT"
        ? `The mapping file ${path} does not exist.`
        : `${path} cannot be read: ${error.message}.`,
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw usageError(`The mapping ${path} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return parseMapping(json, path);
}

/** The CSV options of the mapping. Defaults: delimiter by the file's name, double quotes, UTF-8. */
export function csvOptions({ csv }: Mapping, path: string): CsvOptions {
  return {
    delimiter: csv.delimiter ?? (path.toLowerCase().endsWith(".tsv") ? "\t" : ","),
    quote: csv.quote === undefined ? '"' : csv.quote,
    encoding: csv.encoding ?? "utf-8",
    header: csv.header,
  };
}
