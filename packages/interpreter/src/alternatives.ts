import { readAmount } from "./amount.ts";
import { giveBack } from "./fit.ts";
import type { Range } from "./result.ts";
import type { Scan } from "./scan.ts";

/**
 * Filters are combined with "and", so no filter expresses "a studio, or else three bedrooms". The search is widened to
 * include both, and a conflict reports that. A studio has no bedroom, so a maximum of three bedrooms includes it.
 */
function cannotSay(scan: Scan, from: number, end: number): void {
  const before = scan.spans.at(-1)?.text ?? "";
  scan.conflict(
    "inexpressible",
    "bedrooms",
    null,
    `${before} / ${scan.slice(from, end)}`,
    "a type and a number of bedrooms cannot be alternatives; searched more widely",
  );
}

/**
 * "2 bed flat under 300k or 3 bed house under 400k": no filter holds such alternatives apart, so the ranges of both are searched,
 * and features that only one of them has are not asked for. Whether a type or a number of bedrooms at a token begins one.
 */
function beginsAlternative(scan: Scan, i: number): boolean {
  const { kind } = scan.last;
  if (!scan.filters.propertyTypes && !scan.filters.bedrooms) return false;
  if (/^(?:propertyTypes|bedrooms|bathrooms|exclude.*)?$/.test(kind) || scan.alternative?.from === i) return false;
  let j = i;
  while (j > 0 && scan.has(j - 1, "joiner") && scan.norm(j - 1) !== "or") j--;
  if (scan.before(j, "conj")?.value !== "or" || scan.norm(j - 1) === "/") return false;
  // "no flat or house": lists of unwanted things have their own rule.
  if (scan.use[j - 2] !== "taken") return false;
  scan.alternative = { from: i, ranges: new Set(), listed: true, widened: false };
  const type = scan.spans.find(({ field }) => field === "propertyTypes" || field === "bedrooms");
  const own = scan.spans.filter((span) => span.field === "features" && span.start > (type?.start ?? Infinity));
  if (own.length > 0) notBoth(scan, own.map((span) => span.text).join(", "));
  for (const span of own) {
    const at = scan.spans.filter(({ field }) => field === "features").indexOf(span);
    scan.filters.features?.splice(at, 1);
    scan.spans.splice(scan.spans.indexOf(span), 1);
    scan.tokens.forEach((token, k) => {
      if (token.start >= span.start && token.end <= span.end) scan.use[k] = "unknown";
    });
  }
  if (scan.filters.features?.length === 0) delete scan.filters.features;
  return true;
}

export function notBoth(scan: Scan, text: string): void {
  scan.conflict(
    "inexpressible",
    "features",
    null,
    text,
    "a feature of one of several alternatives cannot be filtered by; it only raises what mentions it",
  );
}

/** "studio or 3 bed", "apartment or 3 bed house": widens the filters so far and the range. Returns true if no filter expresses the alternative. */
export function bedroomsOrType(scan: Scan, from: number, end: number, range: Range): boolean {
  const begins = beginsAlternative(scan, from);
  if (scan.filters.bedrooms || !(begins || scan.joinedByOr(from, "propertyTypes"))) return false;
  const types = scan.filters.propertyTypes ?? [];
  const studio = types.length > 0 && types.every((type) => type === "studio");
  if (!studio && slashed(scan, from)) return false;
  const typed = ownType(scan, end);
  const left = !studio || range.max === undefined;
  if (left || !typed || (range.max ?? 0) > 1) cannotSay(scan, from, end);
  if (!typed && types.length > 0) {
    delete scan.filters.propertyTypes;
    giveBack(scan, "propertyTypes");
  }
  if (!left) {
    delete range.min;
    return false;
  }
  scan.leave(from, end, "unknown");
  scan.strength++;
  scan.last = { kind: "propertyTypes", end };
  return true;
}

/** "3 bed apartment or studio", "2 bed or house": widens the filters so far. Returns true if no filter expresses the type. */
export function typeOrBedrooms(scan: Scan, from: number, end: number, type: string): boolean {
  const { bedrooms } = scan.filters;
  const studio = type === "studio";
  beginsAlternative(scan, from);
  const counted = scan.joinedByOr(from, "bedrooms");
  if (!bedrooms || !(counted || scan.joinedByOr(from, "propertyTypes"))) return false;
  const left = counted && !scan.filters.propertyTypes && (studio || !slashed(scan, from));
  if (!left && (!studio || bedrooms.min === undefined)) return false;
  if (left || bedrooms.max === undefined || bedrooms.max > 1) cannotSay(scan, from, end);
  if (studio && bedrooms.max !== undefined) delete bedrooms.min;
  else {
    delete scan.filters.bedrooms;
    giveBack(scan, "bedrooms");
  }
  if (!left) return false;
  scan.leave(from, end, "unknown");
  scan.strength++;
  scan.last = { kind: "propertyTypes", end };
  return true;
}

/** "house / 3 bed / Leeds": here the slash is only a separator. */
function slashed(scan: Scan, i: number): boolean {
  return scan.norm(i - 1) === "/";
}

/** Whether the bedrooms, or the alternatives that follow them, belong to a type. */
function ownType(scan: Scan, end: number): boolean {
  const joint = scan.kw(end, "conj");
  const next = joint?.value === "or" ? readAmount(scan, joint.end) : undefined;
  if (next?.unit?.kind === "bed") return ownType(scan, next.end);
  const at = scan.skip(end, "vague", "joiner");
  return scan.has(at, "type") || scan.vocabularyPhrase(scan.vocabulary.types, at) !== undefined;
}
