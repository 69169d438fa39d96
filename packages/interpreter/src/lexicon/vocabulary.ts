import { FuzzyIndex } from "../text/edit-distance.ts";
import { canonicalFeature, featureWordings, isPlainFeature, plainFeature } from "./feature-names.ts";
import { otherNumber } from "../languages/en/morphology.ts";
import { distinctPlaces, otherNames, regionCodes } from "../languages/gazetteer.ts";
import { languages } from "../languages/index.ts";
import { lexicon, PhraseTree } from "./lexicon.ts";
import { isPostalCode, isQuery, isWordPlace, isWordType, ownedOnly } from "./reserved-words.ts";
import type { PlaceLevel } from "../model.ts";
import { fold, nameWords } from "../text/fold.ts";
import { tokenize } from "../text/tokenize.ts";
import { canonicalType } from "./type-names.ts";

export interface VocabularyInput {
  /** Places with their stored names. */
  places: { name: string; level: PlaceLevel; count: number; parents?: { city?: string; region?: string } }[];
  /** `propertyType` as stored. */
  types: { name: string; count: number }[];
  features: { name: string; count: number }[];
  /** `propertyCategory` as stored; without it, categories are not recognized. */
  categories?: { name: string; count: number }[];
}

export interface PlaceEntry {
  name: string;
  level: PlaceLevel;
  count: number;
  /** Names of the cities and regions it lies in. */
  cities: Set<string>;
  regions: Set<string>;
}

/** All places with the same name. */
export interface Place {
  readonly key: string;
  readonly levels: Map<PlaceLevel, PlaceEntry>;
  count: number;
  /** Whether the name consists of ordinary words ("Nice", "Old Town"). It then counts only where a place is expected. */
  readonly ordinary: boolean;
}

/** `alias`: another way to write the name; `joined`: its words written as one, which is a misspelling. */
interface PlacePhrase {
  place: Place;
  kind: "name" | "alias" | "joined";
}

/** A name from the listings that consists of reserved words, with the filter that it means. */
export type ReservedName =
  | { readonly dimension: "place"; readonly place: Place }
  | { readonly dimension: "propertyType" | "propertyCategory" | "feature"; readonly name: string };

/** Names from the listings, prepared for matching. Immutable: a refresh builds a new one. */
export interface Vocabulary {
  readonly places: PhraseTree<PlacePhrase>;
  readonly placeWords: FuzzyIndex;
  readonly words: ReadonlySet<string>;
  /** Stored types without synonyms. */
  readonly types: PhraseTree<string>;
  readonly typeNames: ReadonlySet<string>;
  /** Stored features, by their words; the value is the name a filter gets. */
  readonly features: PhraseTree<string>;
  /** Name of a feature in plain language → its most frequent wording in the listings. */
  readonly heldFeatures: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /**
   * Names of reserved words ("Bath Beach", "Rural"): they count only where nothing else can be meant, because listings of any
   * organization could otherwise change the meaning of these words. Places first, then types, categories and features.
   */
  readonly reserved: PhraseTree<ReservedName>;
  /** Code of a state or province in lower case → region as stored. */
  readonly states: ReadonlyMap<string, Place>;
}

const placeNames = languages.map(({ placeNames: words = {} }) => words);
const CONNECTORS = new Set(placeNames.flatMap(({ connectors = [] }) => connectors));
const ARTICLES = new Set(placeNames.flatMap(({ articles = [] }) => articles));
const shortened = placeNames.flatMap(({ abbreviations = {} }) => Object.entries(abbreviations));
/** Words of names with their abbreviations, and abbreviations with their words. */
const OTHER_SPELLINGS = new Map([...shortened, ...shortened.map(([word, short]) => [short, word] as const)]);
const TRANSLITERATIONS = new Map(placeNames.flatMap(({ transliterations = {} }) => Object.entries(transliterations)));

function wordsOf(name: string): string[] {
  return tokenize(name)
    .filter((token) => token.kind !== "symbol" || token.norm === "+")
    .map((token) => token.norm);
}

const distinct = new Set(distinctPlaces.map((name) => wordsOf(name).join(" ")));

/** Limits of names in words and characters: nobody searches for longer names, and their phrases would use much memory. */
const nameWordsMax = 12;
const nameCharactersMax = 100;
/** Maximum number of words of all place names. Names beyond it, which have fewer listings, are omitted. */
const placeWordsMax = 300_000;

/** Builds a vocabulary and yields between steps. @param input - places by descending importance */
export function* vocabularySteps(input: VocabularyInput): Generator<void, Vocabulary> {
  const byKey = new Map<string, Place>();
  let wordsHeld = 0;
  for (const { name, level, count, parents } of input.places) {
    yield;
    if (name.length > nameCharactersMax) continue;
    const words = wordsOf(name);
    if (words.length === 0 || words.length > nameWordsMax) continue;
    const key = words.join(" ");
    let place = byKey.get(key);
    if (!place) {
      if (wordsHeld + words.length > placeWordsMax) continue;
      wordsHeld += words.length;
      const ordinary = !distinct.has(key) && words.every((word) => lexicon.words.has(word) || lexicon.isCommon(word));
      byKey.set(key, (place = { key, levels: new Map(), count: 0, ordinary }));
    }
    place.count += count;
    let entry = place.levels.get(level);
    if (!entry) place.levels.set(level, (entry = { name, level, count: 0, cities: new Set(), regions: new Set() }));
    // Several spellings of one name (case, accents): the most frequent one is displayed.
    if (count > entry.count) {
      entry.name = name;
      entry.count = count;
    }
    if (parents?.city !== undefined) entry.cities.add(parents.city);
    if (parents?.region !== undefined) entry.regions.add(parents.region);
  }

  const places = new PhraseTree<PlacePhrase>();
  const placeWords = new FuzzyIndex();
  const weights = new Map<string, number>();
  const isPlace = (word: string): boolean => byKey.get(word)?.ordinary === false && !ownedOnly([word]);
  const named = new Map<string, Place>();
  const reserved = new PhraseTree<ReservedName>();
  const reservedPlaces: Place[] = [];
  for (const [key, place] of byKey) {
    yield;
    const words = key.split(" ");
    if (!mayName(words, place, isPlace)) {
      if (ownedOnly(words) && words.some((word) => /\p{L}{2}/u.test(word))) {
        reserved.add(words, { dimension: "place", place });
        reservedPlaces.push(place);
      }
      continue;
    }
    named.set(key, place);
    places.add(words, { place, kind: "name" });
    for (const word of words) weights.set(word, Math.max(weights.get(word) ?? 0, place.count));
  }
  for (const [word, weight] of weights) {
    yield;
    if (word.length > 3 && /^\p{L}+$/u.test(word)) placeWords.add(word, weight);
  }
  const alias = (words: string[], place: Place, kind: PlacePhrase["kind"]): void => {
    const other = places.at(words)[0];
    if (words.length > 0 && (other === undefined || (other.kind !== "name" && other.place.count < place.count))) {
      if (other) places.at(words).length = 0;
      places.add(words, { place, kind });
    }
  };
  for (const place of named.values()) {
    yield;
    addAliases(place, (words, of, kind) => {
      if (!ownedOnly(words)) alias(words, of, kind);
    });
  }
  for (const place of reservedPlaces) {
    const joined = place.key.replaceAll(" ", "");
    // "Greenpoint": its words written as one are no reserved word.
    if (joined !== place.key && joined.length > 7 && !lexicon.knows(joined)) alias([joined], place, "joined");
  }
  for (const names of otherNames) {
    const held = names.map((name) => named.get(wordsOf(name).join(" "))).filter((place) => place !== undefined);
    const best = held.toSorted((a, b) => b.count - a.count)[0];
    if (best) for (const name of names) alias(wordsOf(name), best, "alias");
  }
  const states = new Map<string, Place>();
  for (const [code, regions] of Object.entries(regionCodes)) {
    const stored = [...regions, code]
      .flatMap((name) => byKey.get(wordsOf(name).join(" ")) ?? [])
      .filter(({ levels }) => levels.has("region"))
      .toSorted((a, b) => b.count - a.count);
    const [held] = stored;
    if (!held) continue;
    states.set(code.toLowerCase(), held);
    if (held.key === code.toLowerCase()) for (const name of regions) alias(wordsOf(name), held, "alias");
  }

  const types = new PhraseTree<string>();
  const typeNames = new Set<string>();
  const grammatical = (words: string[]): boolean => ownedOnly(words) || isQuery(words, isPlace);
  for (const { name } of input.types) {
    yield;
    const words = wordsOf(name);
    if (words.length === 0 || words.length > nameWordsMax || canonicalType(name) !== undefined) continue;
    if (grammatical(words) && !isWordType(words)) {
      if (ownedOnly(words)) reserved.add(words, { dimension: "propertyType", name });
      continue;
    }
    for (const form of withPlural(words))
      if (types.at(form).length === 0 && (!ownedOnly(form) || isWordType(form))) types.add(form, name);
    typeNames.add(name);
  }
  const features = new PhraseTree<string>();
  const reservedFeatures: [words: string[], name: string][] = [];
  const featureKeys = new Map<string, number>();
  const heldFeatures = new Map<string, string>();
  for (const { name, count } of input.features) {
    yield;
    const key = canonicalFeature(name);
    featureKeys.set(key, (featureKeys.get(key) ?? 0) + count);
  }
  for (const { name } of input.features) {
    yield;
    const words = wordsOf(name.replaceAll("_", " "));
    const known = isPlainFeature(name);
    if (known) heldFeatures.set(plainFeature(name), heldName(plainFeature(name), featureKeys));
    if (words.length === 0 || words.length > nameWordsMax) continue;
    if (!known && grammatical(words)) {
      if (ownedOnly(words)) reservedFeatures.push([words, nameWords(name).join("_")]);
      continue;
    }
    for (const form of withPlural(words))
      if (features.at(form).length === 0 && (!ownedOnly(form) || (known && form.length > 1)))
        features.add(form, known ? heldName(plainFeature(name), featureKeys) : nameWords(name).join("_"));
  }
  const categories = new Map<string, string>();
  for (const { name } of (input.categories ?? []).toSorted((a, b) => a.count - b.count))
    categories.set(fold(name), name);
  for (const name of categories.values())
    reserved.add(wordsOf(name).slice(0, nameWordsMax), { dimension: "propertyCategory", name });
  for (const [words, name] of reservedFeatures) reserved.add(words, { dimension: "feature", name });
  const words = new Set(weights.keys());
  for (const { name } of [...input.types, ...input.features]) {
    yield;
    for (const word of nameWords(name)) words.add(word);
  }
  return { places, placeWords, words, types, typeNames, features, heldFeatures, categories, reserved, states };
}

export function buildVocabulary(input: VocabularyInput): Vocabulary {
  const steps = vocabularySteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Whether a place is recognized by its name alone. A state is always recognized by its two letters. */
function mayName(words: string[], place: Place, isPlace: (word: string) => boolean): boolean {
  if (place.levels.size === 1 && place.levels.has("postalCode")) return isPostalCode(words);
  if (ownedOnly(words)) return isWordPlace(words);
  return !isQuery(words, (word) => word !== words.join(" ") && isPlace(word));
}

/** The stored wording of a feature that most listings have; in a tie, the feature's own name. */
export function heldFeature(vocabulary: Vocabulary, plain: string): string {
  return vocabulary.heldFeatures.get(plain) ?? plain;
}

function heldName(plain: string, held: ReadonlyMap<string, number>): string {
  let best = plain;
  let most = held.get(canonicalFeature(plain)) ?? 0;
  for (const key of featureWordings(plain)) {
    const count = held.get(key) ?? 0;
    if (count > most) {
      best = key;
      most = count;
    }
  }
  return best;
}

function withPlural(words: string[]): string[][] {
  const head = words.slice(0, -1);
  return [words, ...otherNumber(words.at(-1) ?? "").map((form) => [...head, form])];
}

function addAliases(place: Place, alias: (words: string[], place: Place, kind: PlacePhrase["kind"]) => void): void {
  const words = place.key.split(" ");
  if (place.levels.size === 1 && place.levels.has("postalCode")) {
    const joined = words.join("");
    if (words.length > 1) alias([joined], place, "alias");
    return;
  }
  const at = words.findIndex((word, i) => i > 0 && CONNECTORS.has(word));
  if (at === 1 && (words[0] ?? "").length > 3) alias(words.slice(0, 1), place, "alias");
  if (words.length > 1 && ARTICLES.has(words[0] ?? "") && words.slice(1).join("").length > 4)
    alias(words.slice(1), place, "alias");
  const spelling = OTHER_SPELLINGS.get(words[0] ?? "");
  if (spelling !== undefined) alias([spelling, ...words.slice(1)], place, "alias");
  for (const { name } of place.levels.values()) {
    const letters = name.toLowerCase().normalize("NFC");
    const transliterated = letters.replace(/\p{L}/gu, (letter) => TRANSLITERATIONS.get(letter) ?? letter);
    if (transliterated !== letters) alias(wordsOf(transliterated), place, "alias");
  }
  const joined = words.join("");
  if (words.length > 1 && joined.length > 7 && !lexicon.knows(joined)) alias([joined], place, "joined");
}
