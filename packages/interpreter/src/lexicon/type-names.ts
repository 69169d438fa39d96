import { nameWords, singular } from "../text/fold.ts";
import { languages } from "../languages/index.ts";
import { phrasesByValue, phraseWords } from "./lexicon.ts";

/** Type names in listings that are rare in queries. */
const STORED: Readonly<Record<string, string>> = {
  house:
    "residential|single family dwelling|residential house|one family dwelling|detached single family|attached single family|casa adosada",
  apartment:
    "dachgeschosswohnung|altbauwohnung|neubauwohnung|condo coop|condo co op|condominium unit|apartment flat|flat apartment|apartments condos",
  land: "lots land|land lot|vacant land lot|residential land|plot land|land plot",
  multi_family: "residential income|income property|2 4 unit|multifamily 2 4",
  mobile_home: "mobile manufactured|manufactured on land|manufactured in park",
};

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
for (const [canonical, phrases] of Object.entries(STORED))
  for (const phrase of phrases.split("|")) learn(phrase, canonical);

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
