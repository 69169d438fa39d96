import { is, type Filters, type Status } from "../model.ts";
import type { Contribution, Reducer } from "./reducer.ts";

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Property types, categories and features: wanted ones are combined per filter, unwanted ones exclude. */
export const reduceNames: Reducer = (_, mentions) => {
  const types = mentions.filter((one) => is(one, "propertyType"));
  const named = (polarity: "wanted" | "unwanted"): string[] =>
    unique(types.flatMap((one) => (one.polarity === polarity ? one.value.name : [])));
  const categories = unique(mentions.flatMap((one) => (is(one, "propertyCategory") ? one.value.name : [])));
  return {
    filters: {
      ...list("propertyTypes", named("wanted")),
      ...list("excludePropertyTypes", named("unwanted")),
      ...list("propertyCategories", categories),
    },
  };
};

function list<F extends keyof Filters>(field: F, names: readonly string[]): Partial<Record<F, string[]>> {
  return names.length === 0 ? {} : ({ [field]: [...names] } as Partial<Record<F, string[]>>);
}

/** Features: all are required, except those joined by "or", of which one is. */
export const reduceFeatures: Reducer = (_, mentions) => {
  const groups: string[][] = [];
  const excluded: string[] = [];
  for (const one of mentions) {
    if (!is(one, "feature")) continue;
    if (one.polarity === "unwanted") excluded.push(one.value.name);
    if (one.polarity !== "wanted") continue;
    if (one.alternative) groups.at(-1)?.push(one.value.name);
    else groups.push([one.value.name]);
  }
  const sets = groups.map((names) => unique(names));
  const required = unique(sets.flatMap((names) => (names.length === 1 ? names : [])));
  const alternatives = sets.filter((names) => names.length > 1);
  return {
    filters: {
      ...list("features", required),
      ...(alternatives.length > 0 ? { anyFeatures: alternatives } : {}),
      ...list("excludeFeatures", unique(excluded)),
    },
  };
};

/** "for sale or to rent" is both; a contradiction retains the first. */
export const reduceListingType: Reducer = (query, mentions) => {
  const all = mentions.filter((one) => is(one, "listingType"));
  const [first] = all;
  if (!first) return {};
  const other = all.find((one) => one.value !== first.value);
  if (other?.alternative) return {};
  const dropped = other && query.slice(other.from, other.to);
  return {
    filters: { listingType: first.value },
    ...(dropped === undefined
      ? {}
      : {
          conflicts: [{ field: "listingType", detail: `for sale and to rent; kept ${first.value}, not "${dropped}"` }],
        }),
  };
};

export const reduceStatus: Reducer = (_, mentions) => {
  const statuses = mentions.filter((one) => is(one, "status"));
  const asked: Status[] = [...new Set(statuses.map(({ value }) => value))];
  const unwanted = statuses.some(({ polarity }) => polarity === "unwanted");
  if (unwanted) return { filters: { status: ["active"] } };
  return asked.length === 0 ? {} : { filters: { status: asked } };
};

export const reduceText: Reducer = (_, mentions): Contribution => {
  const texts = mentions.flatMap((one) => (is(one, "text") && one.polarity === "wanted" ? one.value : []));
  return texts.length === 0 ? {} : { text: texts.join(" ") };
};

const PAIRS = [
  ["propertyTypes", "excludePropertyTypes"],
  ["features", "excludeFeatures"],
  ["cities", "excludeCities"],
  ["communities", "excludeCommunities"],
  ["regions", "excludeRegions"],
] as const;

/**
 * If a name is both wanted and unwanted, what is first in the query applies.
 * @param fields filter fields of the spans, in the order of the query
 */
export function withoutContradictions(filters: Filters, fields: readonly string[]): Contribution {
  let kept: Filters = filters;
  const conflicts: Contribution["conflicts"] = PAIRS.flatMap(([wanted, unwanted]) => {
    const both = (filters[wanted] ?? []).filter((name) => filters[unwanted]?.includes(name));
    if (both.length === 0) return [];
    const first = fields.find((field) => field === wanted || field === unwanted) === unwanted ? unwanted : wanted;
    const second = first === wanted ? unwanted : wanted;
    const { [second]: names = [], ...rest } = kept;
    const others = names.filter((name) => !both.includes(name));
    kept = others.length > 0 ? { ...rest, [second]: others } : rest;
    return both.map((name) => ({
      field: second,
      detail: `${name} is both wanted and unwanted; kept what came first: ${first}`,
    }));
  });
  return { filters: kept, conflicts };
}
