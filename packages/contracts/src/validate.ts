import { z } from "zod";
import type { FieldError } from "./errors.ts";
import { strictSchema } from "./strict-schema.ts";
import { noUnionMatch, validationMessage } from "./validation-messages.ts";

export { unknownField } from "./validation-messages.ts";

/** One violation of a schema, at a path from the root of the value. */
export interface Issue {
  path: (string | number)[];
  detail: string;
}
export type Validated<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/** Maximum number of reported issues. */
const maxIssues = 50;

/**
 * Compiles a schema to a validation function. Reuse the function: compiling takes milliseconds, validating microseconds.
 *
 * @param options.unknownKeys what to do with members that the schema does not define. `strip` (default) removes them: in
 *   services, so that additive changes are safe, and in responses, so that internal fields do not leak. `reject` reports
 *   each of them as an issue, at any depth: in the gateway. A member `__proto__` is treated like any other, unless the
 *   schema is loose at that point.
 * @returns a function that returns the parsed value or at most 50 issues, and never throws
 */
export function validator<S extends z.ZodType>(
  schema: S,
  options: { unknownKeys: "reject" | "strip" } = { unknownKeys: "strip" },
): (value: unknown) => Validated<z.output<S>> {
  const compiled = z.compile(options.unknownKeys === "reject" ? strictSchema(schema) : schema);
  return (value) => {
    const result = compiled.safeParse(value, { error: validationMessage });
    return result.success ? { ok: true, value: result.data } : { ok: false, issues: issuesOf(result.error) };
  };
}

function issuesOf(error: z.core.$ZodError): Issue[] {
  const found = new Map<string, Issue>();
  for (const issue of flatten(error.issues, [])) {
    if (found.size >= maxIssues) break;
    const key = JSON.stringify([issue.path, issue.detail]);
    if (!found.has(key)) found.set(key, issue);
  }
  return [...found.values()];
}

function* flatten(issues: readonly z.core.$ZodIssue[], prefix: readonly (string | number)[]): Generator<Issue> {
  for (const [at, issue] of issues.entries()) {
    if (isSupersededBy(issue, issues[at + 1])) continue;
    const path = [...prefix, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) yield { path: [...path, key], detail: issue.message };
    } else if (issue.code === "invalid_union" && issue.message === noUnionMatch && issue.errors.length > 0) {
      yield* flattenUnion(issue.errors, path);
    } else {
      yield { path, detail: issue.message };
    }
  }
}

/** An integer outside the safe range also violates the bound of its schema. That issue comes next and is more specific. */
function isSupersededBy(issue: z.core.$ZodIssue, next: z.core.$ZodIssue | undefined): boolean {
  if ((issue.code !== "too_big" && issue.code !== "too_small") || issue.code !== next?.code) return false;
  return issue.path.length === next.path.length && issue.path.every((step, at) => step === next.path[at]);
}

const rejectsWholeValue = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length === 0 && issue.code !== "unrecognized_keys";

function* flattenUnion(branches: readonly z.core.$ZodIssue[][], path: (string | number)[]): Generator<Issue> {
  const inner = branches.filter((branch) => !branch.some(rejectsWholeValue));
  const [best] = inner.toSorted((left, right) => distance(left) - distance(right));
  if (best !== undefined) {
    yield* flatten(best, path);
    return;
  }
  const details = new Set(branches.flatMap((branch) => [...flatten(branch, [])]).map((issue) => issue.detail));
  const alternatives = [...details].map((detail) => detail.replace(/^must be /, ""));
  yield { path, detail: `must be ${alternatives.join(" or ")}` };
}

/** How far a value is from a branch of a union. Unknown members weigh most, then missing ones. */
function distance(branch: readonly z.core.$ZodIssue[]): number {
  let sum = 0;
  for (const issue of branch) {
    if (issue.code === "unrecognized_keys") sum += 100 * issue.keys.length;
    else if (issue.message === "is required") sum += 10;
    else sum += 1;
  }
  return sum;
}

/** Maximum length of a name in a pointer. Names in contracts are shorter; unknown names are truncated to limit the size of the response. */
const maxNameLength = 64;
const truncated = (name: string): string =>
  name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`;

/** JSON Pointer (RFC 6901). The root is the empty string. */
const pointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${truncated(String(step)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Converts issues to the format of problem documents: a pointer into a body, or the name of a parameter. */
export function toFieldErrors(issues: readonly Issue[], where: "body" | "query" | "path"): FieldError[] {
  return issues.map(({ path, detail }) =>
    where === "body"
      ? { in: where, pointer: pointer(path), detail }
      : { in: where, name: String(path[0] ?? ""), detail },
  );
}
