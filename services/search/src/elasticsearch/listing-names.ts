import { runYielding } from "@plat/kit";
import { fold, type Vocabulary, type VocabularyInput, vocabularySteps } from "@plat/interpreter";
import { type Combination, combinations } from "./combinations.ts";
import type { Audience, Clause, Listings } from "./listing-index.ts";

/** A name that can be typed ahead. */
export interface Known {
  kind: "city" | "community" | "region" | "postalCode" | "propertyType";
  value: string;
  count: number;
  /** Folded, for finding it. */
  folded: string;
  /** The same with a line break for each character between words, so that what begins a word follows one. */
  broken: string;
}

/** Names of the active listings, as plain language and type-ahead need them. Made anew, never changed. */
export interface Names {
  vocabulary: Vocabulary;
  known: readonly Known[];
}

const audience: Audience = { kind: "counts", statuses: ["active"] };
/** Names of a kind that are held while they are read: those with most listings, however many there are. */
const placesMax = 40_000;
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
  // Anybody may fill the index with names, and all who search wait for whoever holds this process up.
  return { vocabulary: await runYielding(vocabularySteps(input)), known: await runYielding(knownSteps(input)) };
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

/** Most listings first, of equals what came first. */
const byCount = <T extends { count: number }>(names: readonly T[]): T[] => names.toSorted((a, b) => b.count - a.count);
const mostListed = (found: readonly Combination[]): Combination[] => byCount(found).slice(0, placesMax);

async function rows(listings: Listings, fields: readonly [string, ...string[]]): Promise<Combination[]> {
  let found: Combination[] = [];
  for await (const page of combinations(listings, audience, fields, { lacking: true })) {
    found.push(...page);
    if (found.length > 2 * placesMax) found = mostListed(found);
  }
  return found.length > placesMax ? mostListed(found) : found;
}

function* knownSteps(input: VocabularyInput): Generator<void, Known[]> {
  const counts = new Map<string, Known>();
  const add = (kind: Known["kind"], value: string, count: number): void => {
    const key = `${kind}\n${value}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, knownOf(kind, value, count));
    else known.count += count;
  };
  for (const { level, name, count } of input.places) {
    yield;
    add(level, name, count);
  }
  for (const { name, count } of input.types) {
    yield;
    add("propertyType", name, count);
  }
  return byCount([...counts.values()]);
}

export function knownOf(kind: Known["kind"], value: string, count: number): Known {
  const folded = fold(value);
  return { kind, value, count, folded, broken: broken(folded) };
}
const broken = (folded: string): string => folded.replaceAll(/[^\p{L}\p{N}]/gu, (one) => "\n".repeat(one.length));

/** Names that start like this, or have a word that does: those first that start so, then by the number of listings. */
export function typeAhead(known: readonly Known[], typed: string, limit: number): Known[] {
  const start = fold(typed).trim();
  if (start === "") return [];
  const opening = `\n${broken(start)}`;
  const first: Known[] = [];
  const later: Known[] = [];
  for (const name of known) {
    if (name.folded.startsWith(start)) first.push(name);
    else if (later.length < limit && wordStarts(name, start, opening)) later.push(name);
    if (first.length >= limit) break;
  }
  return [...first, ...later].slice(0, limit);
}

/** Places of a name that are looked at: more words than those are no name. */
const wordStartsMax = 16;

/** @param opening a break and the start with its own breaks: a name of a hundred equal letters holds it nowhere */
function wordStarts({ folded, broken: name }: Known, start: string, opening: string): boolean {
  let at = name.indexOf(opening);
  for (let looks = 0; looks < wordStartsMax && at !== -1; looks++) {
    if (folded.startsWith(start, at + 1)) return true;
    at = name.indexOf(opening, at + 1);
  }
  return false;
}
