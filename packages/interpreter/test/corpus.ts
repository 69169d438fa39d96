import { existsSync, readFileSync } from "node:fs";
import { interpret, type Vocabulary, type VocabularyInput } from "../src/index.ts";

/** The expected interpretation of a query. Omitted members must be absent; conflicts are given by their fields. */
export interface Case {
  q: string;
  expect: Record<string, unknown>;
}

export const NOW = new Date("2026-11-21T12:00:00.000Z");

const urlOf = (path: string): URL => new URL(path, import.meta.url);

function load(path: string): unknown {
  return JSON.parse(readFileSync(urlOf(path), "utf8"));
}

/** The corpus of a language. Throws if the language has none. */
export function loadCases(code: string): Case[] {
  return load(`../src/languages/${code}/corpus.json`) as Case[];
}

/** Queries as users of property portals type them; undefined if the language has none. */
export function loadPortalQueries(code: string): Case[] | undefined {
  const path = `../src/languages/${code}/portal-queries.json`;
  return existsSync(urlOf(path)) ? (load(path) as Case[]) : undefined;
}

/** The vocabulary that the corpus assumes. */
export function loadVocabulary(): VocabularyInput {
  return load("corpus/vocabulary.json") as VocabularyInput;
}

/** Converts an interpretation to the flat form of a corpus case. */
export function observed(query: string, vocabulary: Vocabulary): Record<string, unknown> {
  const result = interpret(query, vocabulary, NOW);
  if ("notAPropertyQuery" in result) return { intent: "not_property" };
  const { filters, geo, near, text, sort, limit, unresolved, corrections, conflicts } = result;
  return {
    ...filters,
    ...(geo ? { geo } : {}),
    ...(near ? { near: { place: near.place.name, distance: near.distance, unit: near.unit } } : {}),
    ...(text === undefined ? {} : { text }),
    ...(sort ? { sort } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(unresolved.length > 0 ? { unresolved } : {}),
    ...(corrections.length > 0 ? { corrections } : {}),
    ...(conflicts.length > 0 ? { conflicts: conflicts.map((c) => c.field) } : {}),
  };
}

const UNORDERED = new Set([
  "propertyTypes",
  "excludePropertyTypes",
  "features",
  "excludeFeatures",
  "cities",
  "communities",
  "regions",
  "status",
  "excludeCities",
]);

/** Canonical JSON: equal values have equal texts. */
function canonical(key: string, value: unknown): string {
  if (Array.isArray(value) && UNORDERED.has(key)) return JSON.stringify(value.map((v) => JSON.stringify(v)).toSorted());
  return JSON.stringify(value, (_, v: unknown) =>
    typeof v === "object" && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}

export interface Report {
  cases: number;
  exact: number;
  fields: Map<string, { right: number; all: number }>;
  failures: string[];
}

/** Compares all cases. Returns the number of exact matches and the accuracy per field. */
export function evaluate(cases: readonly Case[], vocabulary: Vocabulary): Report {
  const report: Report = { cases: cases.length, exact: 0, fields: new Map(), failures: [] };
  for (const { q, expect } of cases) {
    const got = observed(q, vocabulary);
    const wrong: string[] = [];
    for (const key of new Set([...Object.keys(expect), ...Object.keys(got)])) {
      const field = report.fields.get(key) ?? { right: 0, all: 0 };
      report.fields.set(key, field);
      field.all++;
      const want = canonical(key, expect[key]);
      const have = canonical(key, got[key]);
      if (want === have) field.right++;
      else wrong.push(`${key}: expected ${want}, got ${have}`);
    }
    if (wrong.length === 0) report.exact++;
    else report.failures.push(`${q}\n      ${wrong.join("\n      ")}`);
  }
  return report;
}

export function describeReport(report: Report): string {
  const fields = [...report.fields]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { right, all }]) => `${name} ${right}/${all}`);
  return [
    `exact ${report.exact} of ${report.cases} (${((100 * report.exact) / report.cases).toFixed(1)} %)`,
    fields.join(", "),
    ...report.failures,
  ].join("\n    ");
}
