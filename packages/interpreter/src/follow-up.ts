import type { Interpretation } from "@plat/contracts";
import { isAboutProperty, mentionsOf, NOT_A_PROPERTY_QUERY, tag } from "./interpret.ts";
import type { Vocabulary } from "./lexicon/vocabulary.ts";
import type { WordClass } from "./lexicon/word-classes.ts";
import { type Filters, functionWords, type InterpretedQuery, is, isContent, mention, type Mention } from "./model.ts";
import { describe } from "./resolve/describe.ts";
import { resolve } from "./resolve/index.ts";
import type { TaggedQuery } from "./text/tagged-query.ts";

/** What a follow-up query does with its values: `replace` ("only houses", "a garden instead"), `add` ("also in Bath"), `remove`. */
type Edit = "replace" | "add" | "remove";

/** Filters of which each value excludes the others, so that new ones replace those of the previous query. */
const REPLACED: ReadonlySet<string> = new Set(["propertyTypes", "propertyCategories", "status"]);
const PLACES = ["cities", "communities", "regions", "postalCodes"] as const;
const OPPOSITES = [
  ["propertyTypes", "excludePropertyTypes"],
  ["features", "excludeFeatures"],
  ["cities", "excludeCities"],
  ["communities", "excludeCommunities"],
  ["regions", "excludeRegions"],
] as const;

/** Words for a filter as a whole: "remove the price". */
const LABELS: readonly (readonly [WordClass, keyof Filters])[] = [
  ["price", "price"],
  ["areaWord", "area"],
  ["lot", "lotArea"],
  ["bed", "bedrooms"],
  ["bath", "bathrooms"],
  ["yearWord", "yearBuilt"],
  ["floorWord", "floor"],
];

/**
 * Interprets a query that continues another one: "cheaper", "with a garden instead", "only houses", "also in Bath", "remove
 * the price". Pure, like `interpret`.
 * @param previous interpretation of the query that `text` continues
 * @returns the previous interpretation with the changes; spans, corrections and unresolved phrases are those of `text`
 */
export function interpretFollowUp(
  text: string,
  previous: Interpretation,
  vocabulary: Vocabulary,
  now: Date,
): InterpretedQuery | { notAPropertyQuery: true } {
  const query = tag(text, vocabulary, now);
  const mentions = withEdits(query, mentionsOf(query));
  const edit = editOf(query);
  const labels = edit === "remove" ? labelsIn(query) : [];
  if (labels.length === 0 && !isAboutProperty(query, mentions) && !mentions.some((one) => is(one, "sort")))
    return NOT_A_PROPERTY_QUERY;
  const changes = resolve(query, mentions);
  const { near, geo, text: words, sort, limit, spans, corrections, unresolved, conflicts, boostTerms } = changes;
  const located = near ?? geo ?? PLACES.find((field) => changes.filters[field] && edit === undefined);
  const kept = located ? undefined : previous.geo;
  const result = {
    filters: editFilters(previous.filters, changes.filters, edit, labels),
    ...optional("geo", geo ?? kept),
    ...(near ? { near } : {}),
    ...optional("text", words ?? previous.text),
    ...optional("sort", sort ?? previous.sort),
    ...optional("limit", limit ?? previous.limit),
    spans,
    corrections,
    unresolved,
    conflicts,
  };
  return { ...result, boostTerms, summary: describe(result, []) };
}

const optional = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>);

function editOf(query: TaggedQuery): Edit | undefined {
  for (let i = 0; i < query.length; i++) {
    const value = query.tag(i, "edit")?.value;
    if (value === "replace" || value === "add" || value === "remove") return value;
  }
  return undefined;
}

const labelsIn = (query: TaggedQuery): (keyof Filters)[] =>
  LABELS.flatMap(([cls, field]) => (query.contains(cls) ? [field] : []));

/** "cheaper" is a sort order; the words of an edit have no other meaning in a follow-up query. */
function withEdits(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  return mentions.map((one) => {
    const order = query.tag(one.from, "comparative")?.value.split(":");
    if (order && !is(one, "sort"))
      return mention("sort", one.from, one.to, {
        field: order[0] as "price",
        order: order[1] as "asc",
        explicit: true,
      });
    const edit = !isContent(one) && query.has(one.from, "edit");
    const label =
      editOf(query) === "remove" && is(one, "unresolved") && LABELS.some(([cls]) => query.has(one.from, cls));
    return edit || label ? functionWords(one.from, one.to) : one;
  });
}

function editFilters(
  previous: Filters,
  changes: Filters,
  edit: Edit | undefined,
  labels: readonly (keyof Filters)[],
): Filters {
  const result: Record<string, unknown> = { ...previous };
  for (const label of labels) delete result[label];
  const places = PLACES.some((field) => changes[field] !== undefined);
  if (places && edit !== "add" && edit !== "remove") for (const field of PLACES) delete result[field];
  for (const [field, value] of Object.entries(changes)) {
    const held = result[field];
    if (!Array.isArray(value) || !Array.isArray(held)) {
      if (edit === "remove") delete result[field];
      else result[field] = value;
    } else if (edit === "remove") result[field] = held.filter((name) => !value.includes(name));
    else if (edit === "replace" || (edit === undefined && REPLACED.has(field))) result[field] = value;
    else result[field] = [...new Set([...held, ...value])];
    if (Array.isArray(result[field]) && result[field].length === 0) delete result[field];
  }
  return withoutOpposites(result, changes);
}

/** What the follow-up query wants is no longer excluded, and the other way round. */
function withoutOpposites(filters: Filters, changes: Filters): Filters {
  const result: Filters = { ...filters };
  for (const pair of OPPOSITES)
    for (const [changed, other] of [pair, pair.toReversed() as [(typeof pair)[1], (typeof pair)[0]]]) {
      const names = changes[changed];
      const rest = result[other]?.filter((name) => !names?.includes(name));
      if (names === undefined || rest === undefined) continue;
      if (rest.length > 0) result[other] = rest;
      else delete result[other];
    }
  return result;
}
