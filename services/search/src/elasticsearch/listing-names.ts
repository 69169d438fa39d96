import { type Vocabulary, type VocabularyInput, vocabularySteps } from "@plat/interpreter";
import { runYielding } from "@plat/kit";
import { type Audience, type Clause, everyStatus, type ListingIndex } from "../domain/query.ts";
import { byCount, type NameEntry, nameEntrySteps } from "../domain/type-ahead.ts";
import { type Combination, readCombinations } from "./combinations.ts";

/** Names of places, property types, categories and features of the active listings. Immutable. */
export interface ListingNames {
  /** For the interpretation of plain language. */
  vocabulary: Vocabulary;
  /** The names that the vocabulary was built from. */
  input: VocabularyInput;
  /** For type-ahead, most listings first. */
  entries: readonly NameEntry[];
}

/** Names per kind that are retained while reading: those with the most listings. */
const placesMax = 40_000;
const namesMax = 5_000;

interface TermBucket {
  key: string;
  doc_count: number;
}
interface NameAggregations {
  types: { buckets: TermBucket[] };
  categories: { buckets: TermBucket[] };
  features: { buckets: TermBucket[] };
}

/** Reads the names of all active listings from the index. @throws AppError `unavailable` or `timeout` */
export async function readListingNames(listings: ListingIndex): Promise<ListingNames> {
  const input = await readNames(listings, { kind: "counts", statuses: ["active"] });
  // Tenants control the number of names: yield regularly, so that processing them does not block other requests.
  const vocabulary = await runYielding(vocabularySteps(input));
  return { vocabulary, input, entries: await runYielding(nameEntrySteps(input)) };
}

/** Reads the names of an organization's listings in any status, which no other organization may see. */
export const readOwnNames = (listings: ListingIndex, organizationId: string): Promise<VocabularyInput> =>
  readNames(listings, { kind: "counts", organizationId, statuses: everyStatus });

async function readNames(listings: ListingIndex, audience: Audience): Promise<VocabularyInput> {
  const terms = (field: string): Clause => ({ terms: { field, size: namesMax, shard_size: namesMax * 2 } });
  const aggs = { types: terms("propertyType"), categories: terms("propertyCategory"), features: terms("features") };
  const { aggregations } = await listings.search<NameAggregations>({ audience, size: 0, aggs });
  const list = ({ buckets }: { buckets: TermBucket[] }): { name: string; count: number }[] =>
    buckets.map(({ key, doc_count }) => ({ name: key, count: doc_count }));
  return {
    places: await readPlaces(listings, audience),
    types: list(aggregations.types),
    categories: list(aggregations.categories),
    features: list(aggregations.features),
  };
}

type Place = VocabularyInput["places"][number];

/** Each place once per city and region that contains it. */
async function readPlaces(listings: ListingIndex, audience: Audience): Promise<Place[]> {
  const readRows = (fields: readonly [string, ...string[]]): Promise<Combination[]> =>
    readMostFrequent(listings, audience, fields);
  const [cities, communities, regions, codes] = await Promise.all([
    readRows(["city", "region"]),
    readRows(["community", "city", "region"]),
    readRows(["region"]),
    readRows(["postalCode", "city", "region"]),
  ]);
  const read = (level: Place["level"], found: readonly Combination[], ...parents: ("city" | "region")[]): Place[] =>
    found.flatMap(({ values: [name, ...above], count }) => {
      const known = parents.flatMap((parent, at) => (above[at] ? [[parent, above[at]] as const] : []));
      return name ? [{ name, level, count, parents: Object.fromEntries(known) }] : [];
    });
  return byCount([
    ...read("city", cities, "region"),
    ...read("community", communities, "city", "region"),
    ...read("region", regions),
    ...read("postalCode", codes, "city", "region"),
  ]);
}

const topByCount = (found: readonly Combination[]): Combination[] => byCount(found).slice(0, placesMax);

/** The combinations of field values with the most listings. */
async function readMostFrequent(
  listings: ListingIndex,
  audience: Audience,
  fields: readonly [string, ...string[]],
): Promise<Combination[]> {
  let found: Combination[] = [];
  for await (const page of readCombinations(listings, audience, fields, { includeMissing: true })) {
    found.push(...page);
    if (found.length > 2 * placesMax) found = topByCount(found);
  }
  return found.length > placesMax ? topByCount(found) : found;
}
