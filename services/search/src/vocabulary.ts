import { buildVocabulary, fold, type Vocabulary, type VocabularyInput } from "./interpret/index.ts";
import { byCodePoint } from "./collate.ts";
import type { Audience, Clause, Listings } from "./query.ts";

/** A name that can be typed ahead. */
export interface Known {
  kind: "city" | "community" | "region" | "postalCode" | "propertyType";
  value: string;
  count: number;
  /** Folded, for finding it. */
  folded: string;
}

/** Names of the active listings, as plain language and type-ahead need them. Made anew, never changed. */
export interface Names {
  vocabulary: Vocabulary;
  known: readonly Known[];
}

const audience: Audience = { kind: "counts", statuses: ["active"] };
const placesMax = 60_000;
const page = 5_000;
const namesMax = 5_000;

interface TermBucket {
  key: string;
  doc_count: number;
}
interface Lists {
  types: { buckets: TermBucket[] };
  categories: { buckets: TermBucket[] };
  features: { buckets: TermBucket[] };
}
type Row = { key: Record<string, string | null>; doc_count: number };

/** Reads all names of the index. */
export async function readNames(listings: Listings): Promise<Names> {
  const terms = (field: string): Clause => ({ terms: { field, size: namesMax, shard_size: namesMax * 2 } });
  const aggs = { types: terms("propertyType"), categories: terms("propertyCategory"), features: terms("features") };
  const { aggregations } = await listings.search<Lists>({ audience, size: 0, aggs });
  const list = ({ buckets }: { buckets: TermBucket[] }): { name: string; count: number }[] =>
    buckets.map(({ key, doc_count }) => ({ name: key, count: doc_count }));
  const places = await readPlaces(listings);
  const input: VocabularyInput = {
    places,
    types: list(aggregations.types),
    categories: list(aggregations.categories),
    features: list(aggregations.features),
  };
  return { vocabulary: buildVocabulary(input), known: knownNames(input) };
}

type Place = VocabularyInput["places"][number];

/** Each place with each city and region it lies in. */
async function readPlaces(listings: Listings): Promise<Place[]> {
  const [cities, communities, regions, codes] = await Promise.all([
    rows(listings, ["city", "region"]),
    rows(listings, ["community", "city", "region"]),
    rows(listings, ["region"]),
    rows(listings, ["postalCode", "city", "region"]),
  ]);
  const read = (level: Place["level"], found: Row[], field: string): Place[] =>
    found.flatMap(({ key, doc_count }) => {
      const name = key[field] ?? "";
      const parents = {
        ...(field !== "city" && key["city"] ? { city: key["city"] } : {}),
        ...(field !== "region" && key["region"] ? { region: key["region"] } : {}),
      };
      return name === "" ? [] : [{ name, level, count: doc_count, parents }];
    });
  return [
    ...read("city", cities, "city"),
    ...read("community", communities, "community"),
    ...read("region", regions, "region"),
    ...read("postalCode", codes, "postalCode"),
  ];
}

async function rows(listings: Listings, fields: readonly [string, ...string[]]): Promise<Row[]> {
  const sources = fields.map((field, at) => ({ [field]: { terms: { field, missing_bucket: at > 0 } } }));
  const found: Row[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const composite = { sources, size: page, ...(after === undefined ? {} : { after }) };
    const { aggregations } = await listings.search<{
      rows: { after_key?: Record<string, unknown>; buckets: Row[] };
    }>({ audience, size: 0, aggs: { rows: { composite } } });
    found.push(...aggregations.rows.buckets);
    after = aggregations.rows.after_key;
  } while (after !== undefined && found.length < placesMax);
  return found;
}

function knownNames(input: VocabularyInput): Known[] {
  const counts = new Map<string, Known>();
  const add = (kind: Known["kind"], value: string, count: number): void => {
    const key = `${kind}\n${value}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { kind, value, count, folded: fold(value) });
    else known.count += count;
  };
  for (const { level, name, count } of input.places) add(level, name, count);
  for (const { name, count } of input.types) add("propertyType", name, count);
  return [...counts.values()].toSorted((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
}

/** Names that start like this, or have a word that does: those first that start so, then by the number of listings. */
export function typeAhead(known: readonly Known[], typed: string, limit: number): Known[] {
  const start = fold(typed).trim();
  if (start === "") return [];
  const first: Known[] = [];
  const later: Known[] = [];
  for (const name of known) {
    if (name.folded.startsWith(start)) first.push(name);
    else if (later.length < limit && wordStarts(name.folded, start)) later.push(name);
    if (first.length >= limit) break;
  }
  return [...first, ...later].slice(0, limit);
}

function wordStarts(name: string, start: string): boolean {
  for (let at = name.indexOf(start); at !== -1; at = name.indexOf(start, at + 1)) {
    if (at > 0 && !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return true;
  }
  return false;
}
