import { fold, type VocabularyInput } from "@plat/interpreter";
import { createHash } from "node:crypto";
import { sortYielding } from "./yielding-sort.ts";

/**
 * How the names of an organization combine with those of all active listings. `first`: for searches that return only its
 * own listings; a name that it has means what it means in its own listings. `equal`: for searches that also return
 * listings of others.
 */
export type OwnNames = "first" | "equal";

/** Names of others that are combined with own names that come first: those with the most listings. */
const sharedPlacesMax = 20_000;

interface Counted {
  name: string;
  count: number;
}

/** Number of names. */
export const countNames = ({ places, types, features, categories = [] }: VocabularyInput): number =>
  places.length + types.length + features.length + categories.length;

/** A hash of the names that does not depend on their counts and order. Yields before each name. */
export function* hashNames({ places, types, features, categories = [] }: VocabularyInput): Generator<void, string> {
  const hash = createHash("sha256");
  for (const list of [places, types, features, categories]) {
    const identities: string[] = [];
    for (const each of list) {
      yield;
      identities.push(identityOf(each));
    }
    for (const identity of yield* sortYielding(identities, byCodeUnit)) {
      yield;
      hash.update(`${identity}\0`);
    }
    hash.update("\0");
  }
  return hash.digest("base64");
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Combines names. Yields before each name. @returns `shared` itself if own names add nothing to it */
export function* combineNames(
  own: VocabularyInput,
  shared: VocabularyInput,
  ownNames: OwnNames,
): Generator<void, VocabularyInput> {
  const combine = ownNames === "first" ? ownFirst : withAdditions;
  const places = yield* combine(own.places, shared.places.slice(0, ownNames === "first" ? sharedPlacesMax : undefined));
  const types = yield* combine(own.types, shared.types);
  const features = yield* combine(own.features, shared.features);
  const categories = yield* combine(own.categories ?? [], shared.categories ?? []);
  const combined = { places, types, features, categories };
  return ownNames === "equal" && countNames(combined) === countNames(shared) ? shared : combined;
}

/**
 * Own names, followed by the names that only others have: what others call by an own name is no alternative. Own names
 * have higher counts than all others, so that they win when the spelling of a query is corrected.
 */
function* ownFirst<N extends Counted>(own: readonly N[], shared: readonly N[]): Generator<void, N[]> {
  let countMax = 0;
  for (const { count } of shared) {
    yield;
    countMax = Math.max(countMax, count);
  }
  const result: N[] = [];
  const known = new Set<string>();
  for (const each of own) {
    yield;
    known.add(wordsOf(each.name));
    result.push({ ...each, count: each.count + countMax });
  }
  for (const each of shared) {
    yield;
    if (!known.has(wordsOf(each.name))) result.push(each);
  }
  return result;
}

/** All names, with the own names that others do not have. */
function* withAdditions<N extends Counted>(own: readonly N[], shared: readonly N[]): Generator<void, N[]> {
  const missing = new Map<string, N>();
  for (const each of own) {
    yield;
    missing.set(identityOf(each), each);
  }
  for (const each of shared) {
    yield;
    missing.delete(identityOf(each));
  }
  return [...missing.values(), ...shared];
}

/** The words of a name, regardless of case, accents and separators. */
const wordsOf = (name: string): string =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .join(" ")
    .trim();

/** Identifies a name at a level and in a place. */
function identityOf(each: Counted & Partial<VocabularyInput["places"][number]>): string {
  const { name, level = "", parents: { city = "", region = "" } = {} } = each;
  return [name, level, city, region].join("\n");
}
