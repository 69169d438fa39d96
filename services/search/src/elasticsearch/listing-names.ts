import { type Vocabulary, type VocabularyInput, vocabularySteps } from "@plat/interpreter";
import { runYielding } from "@plat/kit";
import type { Audience, Clause, ListingIndex } from "../domain/query.ts";
import { byCount, type NameEntry, nameEntrySteps } from "../domain/type-ahead.ts";
import { type Combination, readCombinations } from "./combinations.ts";

/** Names of places, property types, categories and features of the active listings. Immutable. */
export interface ListingNames {
  /** For the interpretation of plain language. */
  vocabulary: Vocabulary;
  /** For type-ahead, most listings first. */
  entries: readonly NameEntry[];
}

const audience: Audience = { kind: "counts", statuses: ["active"] };
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

/** Reads all names from the index. @throws AppError `unavailable` or `timeout` */
export async function readListingNames(listings: ListingIndex): Promise<ListingNames> {
  const terms = (field: string): Clause => ({ terms: { field, size: namesMax, shard_size: namesMax * 2 } });
  const aggs = { types: terms("propertyType"), categories: terms("propertyCategory"), features: terms("features") };
  const { aggregations } = await listings.search<NameAggregations>({ audience, size: 0, aggs });
  const list = ({ buckets }: { buckets: TermBucket[] }): { name: string; count: number }[] =>
    buckets.map(({ key, doc_count }) => ({ name: key, count: doc_count }));
  const places = await readPlaces(listings);
  const input: VocabularyInput = {
    places,
    types: list(aggregations.types),
    categories: list(aggregations.categories),
    features: list(aggregations.features),
  };
  // Tenants control the number of names: yield regularly, so that processing them does not block other requests.
  return { vocabulary: await runYielding(vocabularySteps(input)), entries: await runYielding(nameEntrySteps(input)) };
}

type Place = VocabularyInput["places"][number];

/** Each place once per city and region that contains it. */
async function readPlaces(listings: ListingIndex): Promise<Place[]> {
  const [cities, communities, regions, codes] = await Promise.all([
    readRows(listings, ["city", "region"]),
    readRows(listings, ["community", "city", "region"]),
    readRows(listings, ["region"]),
    readRows(listings, ["postalCode", "city", "region"]),
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

async function readRows(listings: ListingIndex, fields: readonly [string, ...string[]]): Promise<Combination[]> {
  let found: Combination[] = [];
  for await (const page of readCombinations(listings, audience, fields, { includeMissing: true })) {
    found.push(...page);
    if (found.length > 2 * placesMax) found = topByCount(found);
  }
  return found.length > placesMax ? topByCount(found) : found;
}
