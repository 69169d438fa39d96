import { mention, type Mention } from "../model.ts";
import type { Context, Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { plainFeature } from "../lexicon/feature-names.ts";
import { featureAt, typeAt, viewAt, viewName } from "./names.ts";
import { followsHaving } from "./surroundings.ts";

/** A feature: "balcony", "burj khalifa view", or a name from the listings. */
export const feature: Rule = {
  name: "feature",
  read(query, at, before) {
    const found = featureAt(query, at);
    // "garage to rent": a type whose name contains the words about letting, which are read next.
    const type = typeAt(query, at);
    if (!found || (type?.end ?? 0) > found.end) return undefined;
    // "mansarda in affitto", unlike "villa con mansarda"
    if (type?.end === found.end && isOnlyType(query, at, type.end, before)) return undefined;
    const { end, value } = found;
    if (isTerracedHouse(query, at, end, before))
      return mention("propertyType", at, end, { name: "house", narrower: true }, { alsoUnresolved: [[at, at + 1]] });
    if (isWantedAlone(query, at, value)) return mention("propertyType", at, end, { name: value, narrower: false });
    return mention("feature", at, end, { name: value });
  },
};

/** "sea and mountain views": two views with one word for views. */
export const twoViews: Rule = {
  name: "feature/two-views",
  read(query, at) {
    const first = query.tag(at, "viewOf");
    const joint = first && query.tag(first.end, "conj");
    const second = joint?.value === "and" ? viewAt(query, joint.end) : undefined;
    if (!first || !joint || !second || viewAt(query, at)) return undefined;
    return [
      mention("feature", at, first.end, { name: viewName(query, at, first.end) }),
      mention("conjunction", first.end, joint.end, "and"),
      mention("feature", joint.end, second.end, { name: second.value }),
    ];
  },
};

/** A feature whose name begins with a negation: "no chain", "not overlooked". */
export const negativeFeature: Rule = {
  name: "feature/negative-name",
  read(query, at) {
    const negation = query.endOf(at, "not");
    for (let k = at; k < negation; k++) {
      // "with no onward chain": the "with" is not part of the name.
      if (k > at && !query.isWord(k - 1, "having") && !query.isWord(k - 1, "conj")) return undefined;
      const found = featureAt(query, k);
      if (!found || found.end <= negation) continue;
      // "not furnished", "sin muebles" exclude furniture; "unfurnished", "non meublé" ask for listings that say so.
      const unfurnished = plainFeature(found.value) === "unfurnished";
      if (unfurnished && !query.isWord(found.end - 1, "furnishing")) return undefined;
      const read: Mention[] = [mention("feature", k, found.end, { name: found.value })];
      return k > at ? [mention("function", at, k, null), ...read] : read;
    }
    return undefined;
  },
};

/** Whether a query about an offer contains no other type. */
function isOnlyType(query: TaggedQuery, at: number, end: number, before: Context): boolean {
  if (before.of("propertyType").length > 0 || followsHaving(query, at, before)) return false;
  if (query.tokens.some((_, k) => k >= end && typeAt(query, k))) return false;
  return query.tokens.some((_, k) => query.has(k, "listing"));
}

/** "garage to rent in York", "Stellplatz mieten": the feature itself is the property, because the query contains no other type. */
function isWantedAlone(query: TaggedQuery, at: number, value: string): boolean {
  if (value !== "garage" && value !== "parking") return false;
  for (let k = 0; k < at; k++)
    if (!query.has(k, "stop", "joiner", "listing", "generic", "conj", "feature") || query.has(k, "having"))
      return false;
  const tokens = query.tokens.map((_, k) => k);
  if (tokens.some((k) => query.has(k, "bed", "bath", "room") || typeAt(query, k))) return false;
  return tokens.some((k) => query.has(k, "listing"));
}

/** In Britain, a terrace is a house: "3 bed terrace", "Victorian terrace"; not after "with", and not beside another type. */
function isTerracedHouse(query: TaggedQuery, at: number, end: number, before: Context): boolean {
  if (at === 0 || end !== at + 1 || !query.isWord(at, "terraceHouse") || followsHaving(query, at, before)) return false;
  if (before.of("propertyType").length > 0) return false;
  if (!query.has(at - 1, "vague", "bed") && !query.tagBefore(at, "bed")) return false;
  return !query.tokens.some((_, k) => k >= end && typeAt(query, k));
}
