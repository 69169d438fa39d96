import { plainFeature } from "./features.ts";
import { aWord } from "./fold.ts";
import type { WordClass } from "./lexicon/word-classes.ts";
import { placeAt } from "./named-place.ts";
import { categories, listingTypes, statuses, typeAt, types } from "./offers.ts";
import { places } from "./places.ts";
import type { Scan } from "./scan.ts";
import { unwantedText } from "./unwanted.ts";
import { featureAt, features } from "./wishes.ts";

export type Rule = (scan: Scan, i: number) => number;

const WANTED = /^(?:allowed|wanted|permitted|accepted|needed|required|desired)$/;

/** Quoted phrases become text searches. */
export const quoted: Rule = (scan, i) => {
  if (scan.norm(i) !== '"') return 0;
  for (let j = i + 1; j < scan.length; j++) {
    if (scan.norm(j) !== '"') continue;
    const text = scan.slice(i + 1, j).trim();
    if (!aWord.test(text)) return 0;
    const after = scan.kw(j + 1, "notNeeded") ?? scan.kw(j + 1, "not");
    if (after && (scan.has(j + 1, "notNeeded") || WANTED.test(scan.norm(after.end)))) {
      const end = scan.has(j + 1, "notNeeded") ? after.end : after.end + 1;
      return unwantedText(scan, i, end);
    }
    for (let k = i + 1; k < j; k++) {
      if (scan.kw(k, "protected")) {
        scan.mark(i, j + 1, "protected");
        return j + 1;
      }
    }
    scan.texts.push(text);
    scan.take(i, j + 1, "text");
    return j + 1;
  }
  return 0;
};

/** "ideally with a garden": what follows, up to the next comma, is only preferred. */
export const preference: Rule = (scan, i) => {
  const soft = scan.kw(i, "soft");
  if (soft) {
    scan.soft = true;
    scan.mark(i, soft.end, "stop");
    return soft.end;
  }
  const after = scan.kw(i, "softAfter") ?? scan.kw(i, "must");
  if (after && scan.last.end >= 0) {
    scan.mark(i, after.end, "stop");
    return after.end;
  }
  return 0;
};

/** Reads a single word or phrase. The longest match wins; in a tie, the first in this order. */
export const words: Rule = (scan, i) => {
  const place = placeAt(scan, i, false);
  const candidates: { end: number; rule: Rule }[] = [];
  const push = (end: number | undefined, rule: Rule): void => {
    if (end !== undefined) candidates.push({ end, rule });
  };
  push(place?.end, places);
  push(featureAt(scan, i)?.end, features);
  push(typeAt(scan, i)?.end, types);
  push(scan.kw(i, "status")?.end, statuses);
  push(scan.kw(i, "listing")?.end, listingTypes);
  push(scan.kw(i, "category")?.end, categories);
  for (const cls of ["generic", "vague", "stop", "in", "withWord", "joiner", "conj", "price", "hello"] as const)
    push(scan.kw(i, cls)?.end, plain(cls));
  for (const { rule } of candidates.toSorted((a, b) => b.end - a.end)) {
    const end = rule(scan, i);
    if (end > i) return end;
  }
  const view = scan.kw(i, "viewOf") && features(scan, i);
  if (view) return view;
  return places(scan, i);
};

function plain(cls: WordClass): Rule {
  return (scan, i) => {
    const match = scan.kw(i, cls);
    if (!match) return 0;
    if (cls === "vague") {
      scan.weakness++;
      scan.mark(i, match.end, "unknown");
      return match.end;
    }
    if (cls === "generic") scan.weakness++;
    // "dans le Marais": the article may belong to a name.
    let { end } = match;
    for (let k = i + 1; k < end; k++) if ((placeAt(scan, k, true)?.end ?? 0) > end) end = k;
    scan.mark(i, end, "stop");
    return end;
  };
}

/** A feature whose name begins with "no" or "not" ("no chain", "no smoking"). */
export const negativeFeature: Rule = (scan, i) => {
  const end = scan.kw(i, "not")?.end ?? i;
  for (let k = i; k < end; k++) {
    // "with no onward chain": the "with" is not of the name.
    if (k > i && !/^(?:with|but|and|con|mit|avec|y|und|et)$/.test(scan.norm(k - 1))) return 0;
    const feature = featureAt(scan, k);
    if ((feature?.end ?? 0) <= end) continue;
    // "not furnished", "sin muebles" exclude furniture; "unfurnished", "non meublé" ask for listings that say so.
    if (feature && plainFeature(feature.value) === "unfurnished" && !/amueblar|meuble/.test(scan.norm(feature.end - 1)))
      return 0;
    scan.mark(i, k, "stop");
    return features(scan, k);
  }
  return 0;
};
