import type { z } from "zod";

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  guid: "must be a UUID",
  uuid: "must be a UUID",
  date: "must be a calendar date like 2026-05-01",
  datetime: "must be a date and time like 2026-05-01T12:00:00Z",
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
    if (issue.inclusive === false) return `must be ${big ? "below" : "above"} ${limit}`;
    return `must be at ${big ? "most" : "least"} ${limit}`;
  }
  if (issue.exact) return `must have exactly ${plural(limit, unit)}`;
  if (!big && limit === 1) return "must not be empty";
  return `must have at ${big ? "most" : "least"} ${plural(limit, unit)}`;
}

/** What a union's issue says when the union has no message of its own; replaced by its most useful branch. */
export const noUnionMatch = "matches none of the forms allowed";

/**
 * One sentence an issue, for the people who call the API. Messages written at a schema itself come before these.
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
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_big":
    case "too_small":
      return bound(issue);
    case "invalid_format":
      return formats[issue.format] ?? "does not have the form asked for";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "unknown field";
    case "invalid_union":
      return missing ? "is required" : noUnionMatch;
    default:
      return missing ? "is required" : "is not valid";
  }
};
