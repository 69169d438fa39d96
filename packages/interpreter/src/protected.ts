import type { Scan } from "./scan.ts";

/**
 * Wording about religion, origin, family status, sex, age, disability and the like. It is never a filter, a text search or a ranking term:
 * it is only reported as unresolved. Includes the word that it describes ("Christian neighborhood", "no kids").
 */
export function protectedWording(scan: Scan, i: number): number {
  const negation = scan.kw(i, "not");
  const start = negation ? scan.skip(negation.end, "joiner", "negatedVerb") : i;
  const match = scan.kw(start, "protected");
  const wide = match ? undefined : scan.kw(start, "protectedWide");
  const named = match ?? wide;
  if (!named) return 0;
  // "family house", "single family home", "disabled access" and "kids playground" are a type or a feature.
  const feature = scan.kw(start, "feature") ?? scan.vocabularyPhrase(scan.vocabulary.features, start);
  const place = scan.place(start);
  const type = scan.kw(start, "type");
  if (Math.max(feature?.end ?? 0, type?.end ?? 0) > named.end) return 0;
  if (
    place &&
    (place.end > named.end ||
      (place.end === named.end && scan.before(start, "in") && !scan.kw(named.end, "protectedAfter")))
  )
    return 0;
  let end = named.end;
  const joint = scan.kw(end, "conj")?.end ?? end;
  if (joint > end && scan.kw(joint, "protected")) end = scan.kw(joint, "protected")?.end ?? end;
  let after = scan.kw(end, "protectedAfter");
  if (wide && !after) return 0;
  for (let n = 0; after && n < 3; n++) {
    if (scan.kw(end, "type")) break;
    end = after.end;
    after = scan.kw(end, "protectedAfter");
  }
  scan.leave(i, end, "protected");
  scan.weakness++;
  return end;
}
