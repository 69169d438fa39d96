import type { PropertyCreate } from "@plat/contracts";
import type { ExplainedMention, Explanation, VocabularyInput } from "@plat/interpreter";
import { stripVTControlCharacters } from "node:util";

/** The names of listings, as the search service reads them from its index. */
export function namesOf(listings: readonly PropertyCreate[]): VocabularyInput {
  const places = new Map<string, VocabularyInput["places"][number]>();
  for (const { address } of listings) {
    if (!address) continue;
    const { community, city, region, postalCode } = address;
    const parents = { ...(city ? { city } : {}), ...(region ? { region } : {}) };
    for (const [level, name] of Object.entries({ city, community, region, postalCode })) {
      if (!name) continue;
      const place = { name, level: level as "city", count: 0, parents: level === "region" ? {} : parents };
      const key = JSON.stringify([level, name, place.parents]);
      places.set(key, { ...place, count: (places.get(key)?.count ?? 0) + 1 });
    }
  }
  return {
    places: [...places.values()].toSorted((a, b) => b.count - a.count),
    types: counted(listings.flatMap(({ propertyType }) => propertyType ?? [])),
    features: counted(listings.flatMap(({ features }) => features ?? [])),
    categories: counted(listings.flatMap(({ propertyCategory }) => propertyCategory ?? [])),
  };
}

function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** An explanation as text: a table of the mentions, then the result. */
export function formatExplanation({ languages, scoped, interpretation }: Explanation): string {
  const lines = [...formatTable(scoped.map(rowOf)), "", `languages    ${languages.join(", ")}`];
  if ("notAPropertyQuery" in interpretation) return [...lines, "not a property query", ""].join("\n");
  const { unresolved, corrections, conflicts, filters, geo, near, text, sort, limit, summary } = interpretation;
  const list = [
    ["corrections", corrections.map(({ from, to }) => `${from} → ${to}`).join(", ")],
    ["unresolved", unresolved.join(", ")],
    ["conflicts", conflicts.map(({ field, detail }) => `${field}: ${detail}`).join("; ")],
    ["filters", JSON.stringify(filters)],
    ["geo", geo && JSON.stringify(geo)],
    ["near", near && JSON.stringify(near)],
    ["text", text],
    ["sort", sort && JSON.stringify(sort)],
    ["limit", limit?.toString()],
    ["summary", summary],
  ];
  const shown = list.filter(([, value]) => value !== undefined && value !== "");
  return [...lines, ...shown.map(([name = "", value = ""]) => `${name.padEnd(12)} ${value}`), ""]
    .map((line) => stripVTControlCharacters(line).trimEnd())
    .join("\n");
}

const COLUMNS = ["words", "rule", "dimension", "polarity", "value"] as const;

const rowOf = ({ words, rule, dimension, polarity, value }: ExplainedMention): string[] => [
  words,
  rule,
  dimension,
  polarity,
  value === null ? "" : JSON.stringify(value),
];

function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((name, i) => Math.max(name.length, ...rows.map((row) => (row[i] ?? "").length)));
  return [COLUMNS, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
