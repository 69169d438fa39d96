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
 * Reads a query string by its schema: numbers are decimal, booleans `true` or `false`, lists comma-separated (or the
 * parameter repeated), everything else is text as it stands. Unknown, repeated, badly encoded and badly typed parameters are each an
 * issue. The value has the schema's defaults filled in.
 *
 * @param schema parameters of the endpoint; `undefined` when it takes none
 * @param query raw, without the question mark
 * @param ignore names that are not the endpoint's, such as the parameter that carries a credential
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
      issues.push({ path: [shown(name)], detail: `unknown parameter${hint}` });
    } else {
      const value = parameter.list ? readList(parameter.kind, texts) : readOne(parameter.kind, texts);
      if (value instanceof Unreadable) issues.push({ path: [name], detail: value.detail });
      else values.set(name, value);
    }
  }
  const checked: Validated<Record<string, unknown>> =
    plan === undefined ? { ok: true, value: {} } : plan.check(Object.fromEntries(values));
  if (issues.length === 0) return checked;
  const named = new Set(issues.map((issue) => issue.path[0]));
  const further = checked.ok ? [] : checked.issues.filter((issue) => !named.has(issue.path[0]));
  return { ok: false, issues: [...issues, ...further].slice(0, 50) };
}

const paramChecks = new WeakMap<z.ZodObject, Plan["check"]>();

/** Checks the parameters of a path, decoded; what is not a UUID where one belongs is an issue. */
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

/** How a parameter of this schema is written in a query string. */
export function parameterOf(schema: z.core.$ZodType): Parameter {
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
      throw new Error(`A query parameter cannot be of type ${def.type}`);
  }
}

/** Decoded texts by name, in the order of first appearance. */
function collect(query: string, ignore: ReadonlySet<string>, issues: Issue[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    if (name === undefined) {
      issues.push({ path: [shown(rawName)], detail: "is not valid percent-encoded UTF-8" });
      continue;
    }
    if (ignore.has(name)) continue;
    const text = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (text === undefined) {
      issues.push({ path: [shown(name)], detail: "is not valid percent-encoded UTF-8" });
      continue;
    }
    const texts = found.get(name);
    if (texts === undefined) found.set(name, [text]);
    else texts.push(text);
  }
  return found;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Long names are cut, so that a credential sent as a name is not repeated in an answer or a log. */
const shown = (name: string): string => (name.length > 32 ? `${name.slice(0, 12)}…` : name);

class Unreadable {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

const decimal = /^-?\d+(\.\d+)?$/;

function readText(kind: Kind, text: string): unknown {
  if (kind === "string") return text;
  if (kind === "number") return decimal.test(text) ? Number(text) : new Unreadable("must be a decimal number");
  return text === "true" || text === "false" ? text === "true" : new Unreadable("must be true or false");
}

function readOne(kind: Kind, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  return texts.length > 1 ? new Unreadable("must be given once") : readText(kind, text);
}

function readList(kind: Kind, texts: readonly string[]): unknown {
  const values = texts
    .flatMap((text) => text.split(","))
    .map((entry) => (entry === "" ? empty : readText(kind, entry)));
  return values.find((value) => value instanceof Unreadable) ?? values;
}
const empty = new Unreadable("must not have an empty entry");
