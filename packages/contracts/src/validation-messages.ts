import type { z } from "zod";

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "`true` or `false`",
  array: "an array",
  tuple: "an array",
  object: "an object",
  record: "an object",
  null: "`null`",
};

const formats: Readonly<Record<string, string>> = {
  guid: "must be a UUID",
  uuid: "must be a UUID",
  date: "must be a date, for example `2026-05-01`",
  datetime: "must be a date and time, for example `2026-05-01T12:00:00Z`",
};

const plural = (count: number | bigint, unit: string): string => `${count} ${unit}${Number(count) === 1 ? "" : "s"}`;

function unitOf(origin: string): string | undefined {
  if (origin === "string") return "character";
  return origin === "array" || origin === "set" ? "item" : undefined;
}

function bound(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): string {
  const big = issue.code === "too_big";
  const limit = big ? issue.maximum : issue.minimum;
  const unit = unitOf(issue.origin);
  if (unit === undefined) {
    if (issue.inclusive === false) return `must be ${big ? "less than" : "greater than"} ${limit}`;
    return `must be at ${big ? "most" : "least"} ${limit}`;
  }
  if (issue.exact) return `must have exactly ${plural(limit, unit)}`;
  if (!big && limit === 1) return "must not be empty";
  return `must have at ${big ? "most" : "least"} ${plural(limit, unit)}`;
}

/** Message for a member that a strict schema does not define. */
export const unknownField = "is not a known field";

/** Placeholder for a union without a message of its own. The validator replaces it by the issues of the closest branch. */
export const noUnionMatch = "does not match any of the accepted types";

/**
 * The message of an issue, as shown to API clients. It continues a sentence that begins with the name of the field.
 * Messages defined in a schema take precedence.
 */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  const missing = issue.input === undefined;
  switch (issue.code) {
    case "invalid_type":
      if (missing) return "is required";
      if (typeof issue.input === "number" && issue.expected === "number") return "must be a finite number";
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      if (missing) return "is required";
      return issue.values.length === 1
        ? `must be \`${JSON.stringify(issue.values[0])}\``
        : `must be one of ${issue.values.map((value) => `\`${String(value)}\``).join(", ")}`;
    case "too_big":
    case "too_small":
      return bound(issue);
    case "invalid_format":
      return formats[issue.format] ?? "has an invalid format";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return unknownField;
    case "invalid_union":
      return missing ? "is required" : noUnionMatch;
    default:
      return missing ? "is required" : "is not valid";
  }
};
