import { typeOrBedrooms } from "./alternatives.ts";
import { besides, isCommercial, lotWord, ofHouse, typeAt } from "./beside.ts";
import type { ListingType, Status } from "./result.ts";
import type { Match, Scan } from "./scan.ts";
import { heldFeature } from "./vocabulary.ts";
import { wish } from "./wishes.ts";

/** Words that make a phrase narrower than the type that it is matched to. */
const NARROWER = new Set(
  (
    "semi semis terrace terraced end mid link detached freestanding standalone ranch rancher country mews brownstone brownstones dormer " +
    "garden basement serviced holiday granny strata co coop coworking showroom agricultural smallholding vacant empty undeveloped " +
    "adosado adosada adosados adosadas pareado pareada unifamiliar independiente doppelhaushalfte doppelhaushalften dhh doppelhaus " +
    "einfamilienhaus einfamilienhauser efh freistehendes reihenendhaus reihenmittelhaus etagenwohnung eigentumswohnung " +
    "eigentumswohnungen etw dachwohnung mitoyenne jumelee individuelle"
  ).split(" "),
);
const GENERIC_TYPES = new Set(["house", "apartment"]);

export { afterWith, otherType, typeAt } from "./beside.ts";

/**
 * Whether a phrase is narrower than its type ("terraced house"). If wanted, the filter uses the wider type and the word is
 * reported. If unwanted, nothing is excluded, because that would exclude the other houses too.
 */
export function isNarrower(scan: Scan, from: number, to: number): boolean {
  return scan.tokens.slice(from, to).some((token) => NARROWER.has(token.norm));
}

/** "terraced houses": a type with the word for the same type after it. */
export function wholeType(scan: Scan, i: number): Match | undefined {
  const type = typeAt(scan, i);
  const next = type && typeAt(scan, type.end);
  return type && next?.value === type.value ? { ...type, end: next.end } : type;
}

export function types(scan: Scan, i: number): number {
  const match = typeAt(scan, i);
  if (!match) return 0;
  if (besides(scan, i, match)) {
    // "living room" stays together, though "living" alone fills a phrase.
    const whole = match.value === "room" && scan.use[i - 1] === "stop" && i === match.end - 1;
    scan.mark(whole ? i - 1 : i, match.end, "unknown");
    return match.end;
  }
  if (ofHouse(scan, i, match)) {
    // "with office": a room of the house, not a property type.
    if (match.value === "office") return wish(scan, i, match.end, heldFeature(scan.vocabulary, "home_office"));
    if (!GENERIC_TYPES.has(match.value) || scan.filters.propertyTypes) {
      scan.mark(i, match.end, "unknown");
      return match.end;
    }
  }
  const lot = match.value === "land" ? lotWord(scan, i, match) : 0;
  if (lot > 0) {
    scan.mark(i, lot, "unknown");
    return lot;
  }
  let { end, value } = match;
  // "3 bed ranch" is a house of one storey.
  const counted = scan.last.end === i && (scan.last.kind === "bedrooms" || scan.last.kind === "bathrooms");
  if (value === "farm" && counted && /^ranch(?:es)?$/.test(scan.slice(i, end).toLowerCase())) {
    value = "house";
    const token = scan.token(i);
    if (token) scan.named.push({ start: token.start, end: token.end });
  }
  // "room to let": the words about letting are said of the room, and read next.
  for (let k = i + 1; k < end; k++) if (scan.kw(k, "listing")) end = k;
  // "penthouse flat", "loft apartment": one wish, the more telling word counts.
  const next = typeAt(scan, end);
  if (
    next &&
    next.value !== value &&
    (GENERIC_TYPES.has(next.value) || GENERIC_TYPES.has(value)) &&
    next.value !== "land" &&
    value !== "room"
  ) {
    value = GENERIC_TYPES.has(next.value) ? value : next.value;
    end = next.end;
  } else if (next?.value === value && !scan.kw(end, "listing")) end = next.end;
  if (value === "room" && scan.norm(end) === "in") {
    const shared = typeAt(scan, scan.skip(end, "in", "joiner", "vague"));
    if (shared && GENERIC_TYPES.has(shared.value)) end = shared.end;
  }
  if (typeOrBedrooms(scan, i, end, value)) return end;
  scan.add("propertyTypes", value);
  scan.take(i, end, "propertyTypes");
  scan.strength++;
  if (isCommercial(value)) category(scan, "commercial");
  // Narrower than any known type: the filter uses the wider type, and the word is reported.
  const first = scan.norm(i);
  if (
    value === "house" &&
    /^(?:semi|semis|terrace|terraced|end|mid|link|doppelhaushalfte|reihenhaus|adosado|pareado|chalet|mitoyenne)/.test(
      first,
    )
  ) {
    const token = scan.token(i);
    if (token) scan.named.push({ start: token.start, end: token.end });
  }
  return end;
}

function category(scan: Scan, plain: string): void {
  const stored = scan.vocabulary.categories.get(plain);
  if (stored !== undefined) scan.add("propertyCategories", stored);
}

export function categories(scan: Scan, i: number): number {
  const match = scan.kw(i, "category");
  if (!match) return 0;
  scan.weakness++;
  const stored = scan.vocabulary.categories.get(match.value);
  if (stored === undefined) {
    scan.mark(i, match.end, "unknown");
    return match.end;
  }
  scan.add("propertyCategories", stored);
  scan.take(i, match.end, "propertyCategories");
  scan.strength++;
  return match.end;
}

export function statuses(scan: Scan, i: number): number {
  const match = scan.kw(i, "status");
  if (!match) return 0;
  // "loue appartement": without its accent, at the beginning, the verb of somebody who lets one.
  if (i === 0 && scan.slice(0, 1).toLowerCase() === "loue") {
    scan.mark(i, match.end, "unknown");
    return match.end;
  }
  const status = match.value as Status;
  const list = (scan.filters.status ??= []);
  if (!list.includes(status)) list.push(status);
  scan.take(i, match.end, "status");
  scan.strength++;
  return match.end;
}

export function listingTypes(scan: Scan, i: number): number {
  const match = scan.kw(i, "listing");
  if (!match) return 0;
  // "leasehold with a lease of 100 years": of a home for sale.
  const { listingType, features: wanted } = scan.filters;
  if (scan.slice(i, match.end).toLowerCase() === "lease" && (listingType === "sale" || wanted?.includes("leasehold"))) {
    scan.mark(i, match.end, "unknown");
    return match.end;
  }
  setListing(scan, match.value as ListingType, i, match.end);
  return match.end;
}

export function setListing(scan: Scan, value: ListingType, from: number, to: number): void {
  const held = scan.filters.listingType;
  const or = scan.joinedByOr(from, "listingType");
  scan.strength++;
  if (held !== undefined && held !== value) {
    if (or) delete scan.filters.listingType;
    else
      scan.conflict(
        "contradiction",
        "listingType",
        held,
        scan.slice(from, to),
        "for sale and to rent; kept what came first",
      );
  } else if (!or || held === undefined) scan.filters.listingType = value;
  scan.take(from, to, "listingType");
}
