import { nameWords, singular } from "./fold.ts";
import { languages } from "./lexicon.ts";

/**
 * The form in which features are equal: case, accents, separators and plural do not matter
 * (`sea_view`, "Sea views" and "sea-view" are `sea_view`). No synonyms: those are for plain language, see `plainFeature`.
 */
export function canonicalFeature(name: string): string {
  return nameWords(name).map(singular).join("_");
}

const synonyms = new Map<string, string>();
const members = new Map<string, Set<string>>();
for (const language of languages) {
  for (const [canonical, phrases] of Object.entries(language.tables.feature ?? {})) {
    for (const phrase of [canonical, ...phrases.split("|")]) {
      const key = canonicalFeature(phrase);
      if (key === "" || synonyms.has(key)) continue;
      synonyms.set(key, canonical);
      const group = members.get(canonical) ?? new Set<string>();
      members.set(canonical, group.add(key));
    }
  }
}

/** The name plain language gives a feature: "Lift" → `elevator`, "W/D in unit" → `laundry_in_unit`; others in snake case. */
export function plainFeature(name: string): string {
  const key = canonicalFeature(name);
  return synonyms.get(key) ?? nameWords(name).join("_");
}

/** Whether plain language has a word for a feature, whatever the wording. */
export function isPlainFeature(name: string): boolean {
  return synonyms.has(canonicalFeature(name));
}

/** Those of the stored features which a feature of a filter stands for, synonyms of plain language included. */
export function expandFeature(name: string, storedFeatures: readonly string[]): string[] {
  const plain = plainFeature(name);
  return storedFeatures.filter((stored) => plainFeature(stored) === plain);
}

/** Keys (see `canonicalFeature`) of all wordings of a feature of plain language. */
export function featureWordings(plain: string): ReadonlySet<string> {
  return members.get(plain) ?? new Set([canonicalFeature(plain)]);
}
