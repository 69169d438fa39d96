import { singular } from "../languages/en/morphology.ts";
import { languages } from "../languages/index.ts";
import { nameWords } from "../text/fold.ts";
import { phrasesByValue, phraseWords } from "./lexicon.ts";

/**
 * Canonical form of a feature, independent of case, accents, separators and plural: `sea_view`, "Sea views" and "sea-view"
 * become `sea_view`. Does not replace synonyms: see `plainFeature`.
 */
export function canonicalFeature(name: string): string {
  return nameWords(name).map(singular).join("_");
}

const synonyms = new Map<string, string>();
const members = new Map<string, Set<string>>();
for (const language of languages) {
  for (const [canonical, phrases] of phrasesByValue(language.tables.feature)) {
    // "frais d'agence" and "frais d agence"
    const wordings = phrases.flatMap((phrase) => [phrase, phraseWords(phrase).join(" ")]);
    for (const wording of [canonical, ...wordings]) {
      const key = canonicalFeature(wording);
      if (key === "" || synonyms.has(key)) continue;
      synonyms.set(key, canonical);
      const group = members.get(canonical) ?? new Set<string>();
      members.set(canonical, group.add(key));
    }
  }
}

/** The name of a feature in plain language: "Lift" → `elevator`, "W/D in unit" → `laundry_in_unit`; others in snake case. */
export function plainFeature(name: string): string {
  const key = canonicalFeature(name);
  return synonyms.get(key) ?? nameWords(name).join("_");
}

/** Whether the word tables contain the feature or one of its synonyms. */
export function isPlainFeature(name: string): boolean {
  return synonyms.has(canonicalFeature(name));
}

/** The stored features that are equal to a feature of a filter, including synonyms in plain language. */
export function expandFeature(name: string, storedFeatures: readonly string[]): string[] {
  const plain = plainFeature(name);
  return storedFeatures.filter((stored) => plainFeature(stored) === plain);
}

/** Canonical forms (see `canonicalFeature`) of all synonyms of a feature. */
export function featureWordings(plain: string): ReadonlySet<string> {
  return members.get(plain) ?? new Set([canonicalFeature(plain)]);
}
