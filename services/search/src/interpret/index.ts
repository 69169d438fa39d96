import { amounts } from "./amounts.ts";
import { dates, saleDates } from "./dates.ts";
import { asksForProperty, nothingLost, unresolved } from "./finish.ts";
import { heldFeature } from "./vocabulary.ts";
import { takeOutUnfit } from "./fit.ts";
import { fees } from "./fees.ts";
import { plainFeature } from "./features.ts";
import { floors } from "./floors.ts";
import { aWord } from "./fold.ts";
import { geo } from "./geo.ts";
import type { WordClass } from "./lang/language.ts";
import { moves } from "./moves.ts";
import { whichPlace } from "./near.ts";
import { negation, unwantedText } from "./negation.ts";
import { categories, featureAt, features, listingTypes, statuses, typeAt, types } from "./offers.ts";
import { places, placeAt, severalRegions } from "./places.ts";
import { protectedWording } from "./protected.ts";
import { signed } from "./refused.ts";
import type { InterpretedQuery } from "./result.ts";
import { Scan } from "./scan.ts";
import { finalSort, limits, sorting } from "./sort.ts";
import { correctSpelling } from "./spelling.ts";
import { summarize } from "./summary.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { ageLimit, years } from "./years.ts";

export { aWord, fold } from "./fold.ts";
export { canonicalFeature, expandFeature, plainFeature } from "./features.ts";
export { canonicalType, expandType, typeKey } from "./types.ts";
export { buildVocabulary, vocabularySteps } from "./vocabulary.ts";
export type { Vocabulary, VocabularyInput } from "./vocabulary.ts";
export type * from "./result.ts";

type Rule = (scan: Scan, i: number) => number;

const WANTED = /^(?:allowed|wanted|permitted|accepted|needed|required|desired)$/;

/** Quoted phrases are searched for as they are. */
const quoted: Rule = (scan, i) => {
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
const preference: Rule = (scan, i) => {
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

/** Of what a single word or phrase can be, the longest reading counts; of equals, the first here. */
const words: Rule = (scan, i) => {
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
const negativeFeature: Rule = (scan, i) => {
  const end = scan.kw(i, "not")?.end ?? i;
  for (let k = i; k < end; k++) {
    // "with no onward chain": the "with" is not of the name.
    if (k > i && !/^(?:with|but|and|con|mit|avec|y|und|et)$/.test(scan.norm(k - 1))) return 0;
    const feature = featureAt(scan, k);
    if ((feature?.end ?? 0) <= end) continue;
    // "not furnished", "sin muebles" refuse furniture; "unfurnished", "non meublé" ask for listings that say so.
    if (feature && plainFeature(feature.value) === "unfurnished" && !/amueblar|meuble/.test(scan.norm(feature.end - 1)))
      return 0;
    scan.mark(i, k, "stop");
    return features(scan, k);
  }
  return 0;
};

const RULES: readonly Rule[] = [
  quoted,
  protectedWording,
  dates,
  moves,
  geo,
  fees,
  signed,
  negativeFeature,
  ageLimit,
  years,
  floors,
  limits,
  amounts,
  negation,
  sorting,
  preference,
  words,
];

const NOT_A_PROPERTY_QUERY = { notAPropertyQuery: true } as const;

/**
 * Reads a plain-language query. Pure: places, types and features come from the vocabulary, the time from `now`.
 * `near` of the result is for the caller to turn into `geo.radius`. Never throws.
 */
export function interpret(
  query: string,
  vocabulary: Vocabulary,
  now: Date,
): InterpretedQuery | { notAPropertyQuery: true } {
  const scan = new Scan(query, vocabulary, now);
  if (scan.length === 0) return NOT_A_PROPERTY_QUERY;
  correctSpelling(scan);
  let i = 0;
  while (i < scan.length) {
    let end = 0;
    for (const rule of RULES) {
      end = rule(scan, i);
      if (end > i) break;
    }
    if (end > i) {
      i = end;
      continue;
    }
    const token = scan.token(i);
    if (token?.kind === "symbol") {
      scan.mark(i, i + 1, "break");
      if (/^[,.;!?]$/.test(token.norm)) {
        scan.soft = false;
        if (scan.alternative) scan.alternative.listed = false;
      }
    } else {
      // "Paris 11e": the ending of an ordinal stays with it.
      const ordinal =
        token?.kind === "number" && scan.token(i + 1)?.glued && /^(?:e|er|eme|th|st|nd|rd)$/.test(scan.norm(i + 1));
      scan.mark(i, ordinal ? i + 2 : i + 1, "unknown");
      if (ordinal) i++;
    }
    i++;
  }
  if (!asksForProperty(scan)) return NOT_A_PROPERTY_QUERY;
  return conclude(scan);
}

function conclude(scan: Scan): InterpretedQuery {
  const { filters } = scan;
  saleDates(scan);
  severalRegions(scan);
  whichPlace(scan);
  landArea(scan);
  roomsOfStudio(scan);
  letAlready(scan);
  contradictions(scan);
  takeOutUnfit(scan);
  const sort = finalSort(scan);
  nothingLost(scan);
  const left = unresolved(scan);
  const spans = scan.spans.toSorted((a, b) => a.start - b.start);
  const result = {
    filters,
    ...(scan.geo ? { geo: scan.geo } : {}),
    ...(scan.near ? { near: scan.near } : {}),
    ...(scan.texts.length > 0 ? { text: scan.texts.join(" ") } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(scan.limit === undefined ? {} : { limit: scan.limit }),
    spans,
    corrections: scan.corrections,
    unresolved: left.unresolved,
    mentions: left.mentions,
    conflicts: scan.conflicts,
  };
  return { ...result, summary: summarize(result, scan.notes) };
}

/** The area of land is that of the lot. */
function landArea(scan: Scan): void {
  const { filters } = scan;
  const { area, propertyTypes } = filters;
  if (!area || filters.lotArea || !propertyTypes?.every((type) => type === "land" || type === "farm")) return;
  delete filters.area;
  filters.lotArea = area;
  for (const span of scan.spans) if (span.field === "area") span.field = "lotArea";
}

/** "studio or flat with one bedroom": a studio has none, and stays in. */
function roomsOfStudio(scan: Scan): void {
  const { bedrooms, propertyTypes } = scan.filters;
  if (!bedrooms?.min || bedrooms.max !== 1 || !propertyTypes?.includes("studio") || propertyTypes.length < 2) return;
  delete bedrooms.min;
}

/** A home for sale that is let has a tenant; only one to rent has found its tenant. */
function letAlready(scan: Scan): void {
  const { status, listingType } = scan.filters;
  if (!status?.includes("rented")) return;
  const invested = /^(?:kapitalanlage|inversion|investment|investissement)$/;
  if (listingType !== "sale" && !scan.tokens.some(({ norm }) => invested.test(norm))) return;
  const others = status.filter((one) => one !== "rented");
  if (others.length > 0) scan.filters.status = others;
  else delete scan.filters.status;
  const tenanted = heldFeature(scan.vocabulary, "tenanted");
  scan.add("features", tenanted);
  for (const span of scan.spans)
    if (span.field === "status" && /rent|let|leas|alquil|miet|lou/i.test(span.text)) span.field = "features";
}

/** What is both wanted and unwanted stays wanted or unwanted as it was said first. */
function contradictions(scan: Scan): void {
  const { filters } = scan;
  const pairs = [
    ["propertyTypes", "excludePropertyTypes"],
    ["features", "excludeFeatures"],
    ["cities", "excludeCities"],
    ["communities", "excludeCommunities"],
    ["regions", "excludeRegions"],
  ] as const;
  for (const [wanted, unwanted] of pairs) {
    for (const name of filters[wanted] ?? []) {
      if (!filters[unwanted]?.includes(name)) continue;
      const first =
        scan.spans.find((s) => s.field === wanted || s.field === unwanted)?.field === unwanted ? unwanted : wanted;
      const second = first === wanted ? unwanted : wanted;
      const rest = (filters[second] ?? []).filter((n) => n !== name);
      if (rest.length > 0) filters[second] = rest;
      else delete filters[second];
      scan.conflict(
        "contradiction",
        second,
        `${first}: ${name}`,
        `${second}: ${name}`,
        `${name} is both wanted and unwanted; kept what came first`,
      );
    }
  }
}
