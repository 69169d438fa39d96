import type { z } from "zod";
import { didYouMean } from "./did-you-mean.ts";
import { definition } from "./strict-schema.ts";
import { type Issue, type Validated, validator } from "./validate.ts";

type Kind = "string" | "number" | "boolean";
interface Parameter {
  kind: Kind;
  list: boolean;
}
interface Plan {
  parameters: ReadonlyMap<string, Parameter>;
  check: (value: unknown) => Validated<Record<string, unknown>>;
}

const plans = new WeakMap<z.ZodObject, Plan>();

/**
 * Parses and validates a query string. Numbers are decimal, booleans are `true` or `false`, lists are comma-separated or
 * repeated parameters, and everything else is text. Each unknown, repeated, incorrectly encoded or mistyped parameter is
 * an issue.
 *
 * @param schema parameters of the endpoint; `undefined` if it has none
 * @param query the raw query string, without the question mark
 * @param ignore names of parameters to skip, such as the one that contains a credential
 * @returns the values with the schema's defaults, or at most 50 issues
 */
export function parseQuery(
  schema: z.ZodObject | undefined,
  query: string,
  ignore: ReadonlySet<string>,
): Validated<Record<string, unknown>> {
  const plan = schema === undefined ? undefined : planOf(schema);
  const issues: Issue[] = [];
  const values = new Map<string, unknown>();
  for (const [name, texts] of collect(query, ignore, issues)) {
    const parameter = plan?.parameters.get(name);
    if (parameter === undefined) {
      const hint = didYouMean(name, [...(plan?.parameters.keys() ?? [])]);
      issues.push({ path: [shortened(name)], detail: `is not a known parameter${hint}` });
    } else {
      const value = parameter.list ? readList(parameter.kind, texts) : readOne(parameter.kind, texts);
      if (value instanceof InvalidText) issues.push({ path: [name], detail: value.detail });
      else values.set(name, value);
    }
  }
  const checked: Validated<Record<string, unknown>> =
    plan === undefined ? { ok: true, value: {} } : plan.check(Object.fromEntries(values));
  if (issues.length === 0) return checked;
  const reported = new Set(issues.map((issue) => issue.path[0]));
  const further = checked.ok ? [] : checked.issues.filter((issue) => !reported.has(issue.path[0]));
  return { ok: false, issues: [...issues, ...further].slice(0, 50) };
}

const paramChecks = new WeakMap<z.ZodObject, Plan["check"]>();

/** Validates the decoded parameters of a path. */
export function parseParams(
  schema: z.ZodObject | undefined,
  params: Readonly<Record<string, string>>,
): Validated<Record<string, unknown>> {
  if (schema === undefined) return { ok: true, value: {} };
  const check = paramChecks.get(schema) ?? validator(schema);
  paramChecks.set(schema, check);
  return check(params);
}

function planOf(schema: z.ZodObject): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const parameters = new Map(Object.entries(schema.shape).map(([name, member]) => [name, parameterOf(member)]));
  const plan = { parameters, check: validator(schema) };
  plans.set(schema, plan);
  return plan;
}

/**
 * Derives from a schema how its parameter is written in a query string.
 * @throws Error if the type cannot be a query parameter
 */
function parameterOf(schema: z.core.$ZodType): Parameter {
  const def = definition(schema);
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return parameterOf(def.innerType);
    case "array":
      return { kind: parameterOf(def.element).kind, list: true };
    case "number":
    case "boolean":
      return { kind: def.type, list: false };
    case "string":
    case "enum":
    case "literal":
    case "union":
      return { kind: "string", list: false };
    default:
      throw new Error(`a query parameter cannot have the type ${def.type}`);
  }
}

/** Decoded values per name, in the order of first appearance. Adds an issue for each that cannot be decoded. */
function collect(query: string, ignore: ReadonlySet<string>, issues: Issue[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    if (name === undefined) {
      issues.push({ path: [shortened(rawName)], detail: "must be percent-encoded UTF-8" });
      continue;
    }
    if (ignore.has(name)) continue;
    const text = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (text === undefined) {
      issues.push({ path: [shortened(name)], detail: "must be percent-encoded UTF-8" });
      continue;
    }
    const texts = values.get(name);
    if (texts === undefined) values.set(name, [text]);
    else texts.push(text);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Truncates long names, so that a credential sent as a name does not appear in a response or a log. */
const shortened = (name: string): string => (name.length > 32 ? `${name.slice(0, 12)}…` : name);

/** A value that cannot be parsed. */
class InvalidText {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

const decimal = /^-?\d+(\.\d+)?$/;

function readText(kind: Kind, text: string): unknown {
  if (kind === "string") return text;
  if (kind === "number") return decimal.test(text) ? Number(text) : new InvalidText("must be a decimal number");
  return text === "true" || text === "false" ? text === "true" : new InvalidText("must be `true` or `false`");
}

function readOne(kind: Kind, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  return texts.length > 1 ? new InvalidText("must be specified only once") : readText(kind, text);
}

function readList(kind: Kind, texts: readonly string[]): unknown {
  const values = texts
    .flatMap((text) => text.split(","))
    .map((entry) => (entry === "" ? empty : readText(kind, entry)));
  return values.find((value) => value instanceof InvalidText) ?? values;
}
const empty = new InvalidText("must not contain empty entries");
