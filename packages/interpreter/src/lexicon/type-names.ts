import { singular } from "../languages/en/morphology.ts";
import { languages } from "../languages/index.ts";
import { nameWords } from "../text/fold.ts";
import { phrasesByValue, phraseWords } from "./lexicon.ts";

const canonicalByKey = new Map<string, string>();
function learn(phrase: string, canonical: string): void {
  const key = typeKey(phrase);
  if (key !== "" && !canonicalByKey.has(key)) canonicalByKey.set(key, canonical);
}

/** Canonical form of a type name, independent of case, accents, separators and plural. */
export function typeKey(name: string): string {
  return nameWords(name).map(singular).join(" ");
}

for (const language of languages) {
  for (const [canonical] of phrasesByValue(language.tables.type)) learn(canonical.replaceAll("_", " "), canonical);
}
for (const language of languages) {
  for (const [canonical, phrases] of phrasesByValue(language.tables.type)) {
    for (const phrase of phrases) {
      learn(phrase, canonical);
      learn(phraseWords(phrase).join(" "), canonical);
    }
  }
}
for (const { storedTypes = {} } of languages)
  for (const [canonical, phrases] of Object.entries(storedTypes))
    for (const phrase of phrases) learn(phrase, canonical);

/**
 * The common name of a property type ("Condo", "flats", "Wohnung" → "apartment"), or undefined for a type without synonyms.
 * "Residential" and "Single Family", as feeds have them, are houses; a studio is a type of its own.
 */
export function canonicalType(name: string): string | undefined {
  return canonicalByKey.get(typeKey(name));
}

/** The stored type names that match a type of a filter: its synonyms, or the name itself if it has none. */
export function expandType(name: string, storedTypes: readonly string[]): string[] {
  const canonical = canonicalType(name);
  const key = typeKey(name);
  return storedTypes.filter((stored) =>
    canonical === undefined ? typeKey(stored) === key : canonicalType(stored) === canonical,
  );
}
