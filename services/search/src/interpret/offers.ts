import { notBoth, typeOrBedrooms } from "./alternatives.ts";
import { afterWith, besides, isCommercial, lotWord, ofHouse, typeAt } from "./beside.ts";
import { heldFeature } from "./vocabulary.ts";
import type { ListingType, Status } from "./result.ts";
import type { Match, Scan } from "./scan.ts";

/** Words of wordings that mean less than the type they are found by. */
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
 * Whether the wording of a type is of some of its kind only ("terraced house"). Who wants one gets the wider filter with the word named;
 * who wants none must not lose the others, so nothing may be left out for it.
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
    // "with office": a room of the house, not a kind of property.
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
  // Narrower than any type we know: the filter takes the wider one, the word stays named.
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

/** A feature at a token, by the name a filter gets. */
export function featureAt(scan: Scan, i: number): Match | undefined {
  const known = scan.kw(i, "feature");
  const stored = scan.vocabularyPhrase(scan.vocabulary.features, i);
  const view = viewAt(scan, i);
  let best = known ? { end: known.end, value: heldFeature(scan.vocabulary, known.value) } : undefined;
  if (stored && (!best || stored.end > best.end)) best = stored;
  if (view && (!best || view.end > best.end)) best = { end: view.end, value: heldFeature(scan.vocabulary, view.value) };
  return best;
}

/** "burj khalifa view": a view of something that views are sold of. */
function viewAt(scan: Scan, i: number): Match | undefined {
  for (const of of scan.all(i, "viewOf")) {
    const view = scan.kw(of.end, "viewWord");
    if (view) return { end: view.end, value: viewName(scan, i, of.end) };
  }
  return undefined;
}

function viewName(scan: Scan, from: number, to: number): string {
  const words = scan.tokens.slice(from, to).map((token) => token.norm);
  const last = words.at(-1) ?? "";
  words[words.length - 1] =
    last === "mountains" || last === "hills" ? last.slice(0, -1) : last === "harbor" ? "harbour" : last;
  return `${words.join("_")}_view`;
}

export function addFeature(scan: Scan, from: number, to: number, value: string, unwanted: boolean): void {
  const field = unwanted ? "excludeFeatures" : "features";
  scan.add(field, value);
  scan.take(from, to, field);
  scan.strength++;
}

export function features(scan: Scan, i: number): number {
  // "sea and mountain views"
  const first = scan.kw(i, "viewOf");
  const joint = first && scan.kw(first.end, "conj");
  const second = joint?.value === "and" ? viewAt(scan, joint.end) : undefined;
  if (first && joint && second && !viewAt(scan, i)) {
    addFeature(scan, i, first.end, heldFeature(scan.vocabulary, viewName(scan, i, first.end)), false);
    addFeature(scan, joint.end, second.end, heldFeature(scan.vocabulary, second.value), false);
    return second.end;
  }
  const match = featureAt(scan, i);
  if (!match) return 0;
  const { end, value } = match;
  if (terraceIsHouse(scan, i, end)) {
    scan.add("propertyTypes", "house");
    scan.take(i, end, "propertyTypes");
    const token = scan.token(i);
    if (token) scan.named.push({ start: token.start, end: token.end });
    scan.strength++;
    return end;
  }
  if (looksForIt(scan, i, value)) {
    scan.add("propertyTypes", value);
    scan.take(i, end, "propertyTypes");
    scan.strength++;
    return end;
  }
  return wish(scan, i, end, value);
}

/** "garage to rent in York", "Stellplatz mieten": looked for by itself, as nothing that has one is named. */
function looksForIt(scan: Scan, i: number, value: string): boolean {
  if (value !== "garage" && value !== "parking") return false;
  for (let k = 0; k < i; k++)
    if (!scan.has(k, "stop", "joiner", "listing", "generic") || scan.has(k, "withWord")) return false;
  let listing = false;
  for (let k = 0; k < scan.length; k++) {
    if (scan.has(k, "bed", "bath", "room") || typeAt(scan, k)) return false;
    listing ||= scan.has(k, "listing");
  }
  return listing;
}

/** Takes a feature as what is asked for, as unwanted or as only preferred, by the words around it. */
function wish(scan: Scan, i: number, end: number, value: string): number {
  const tail = scan.skip(end, "stop");
  const afterwards = scan.kw(end, "softAfter") ?? scan.kw(tail, "softAfter");
  const needless =
    scan.kw(end, "notNeeded") ??
    scan.kw(tail, "notNeeded") ??
    (scan.has(i, "not") ? scan.kw(end, "needed") : undefined);
  if (needless && (!afterwards || needless.end >= afterwards.end)) {
    scan.mark(i, needless.end, "unwanted");
    scan.strength++;
    return needless.end;
  }
  if (scan.soft || afterwards) {
    // Only preferred: no reason to leave anything out.
    scan.mark(i, end, "unknown");
    scan.strength++;
    return end;
  }
  const denied = scan.kw(end, "not");
  const allowed = denied && /^(?:allowed|wanted|permitted|accepted)$/.test(scan.norm(denied.end));
  if (allowed) {
    addFeature(scan, i, denied.end + 1, value, true);
    return denied.end + 1;
  }
  if (scan.joinedByOr(i, "features")) return alternative(scan, i, end);
  if (scan.alternative?.listed) {
    notBoth(scan, scan.slice(i, end));
    scan.mark(i, end, "unknown");
    scan.strength++;
    return end;
  }
  addFeature(scan, i, end, value, false);
  return end;
}

/** "balcony or terrace": a filter asks for all its features, so alternatives may only raise what has one of them. */
function alternative(scan: Scan, i: number, end: number): number {
  const before = scan.spans.at(-1);
  const text = `${before?.text ?? ""} / ${scan.slice(i, end)}`;
  if (before?.field === "features") {
    scan.spans.pop();
    scan.filters.features?.pop();
    if (scan.filters.features?.length === 0) delete scan.filters.features;
    scan.tokens.forEach((token, k) => {
      if (token.start >= before.start && token.end <= before.end) scan.use[k] = "unknown";
    });
    scan.conflict(
      "inexpressible",
      "features",
      null,
      text,
      "one of several features cannot be filtered by; they only raise what mentions them",
    );
  }
  scan.mark(i, end, "unknown");
  scan.last = { kind: "features", end };
  return end;
}

/** In Britain a terrace is a house: "3 bed terrace", "Victorian terrace"; not after "with", and not beside another type. */
function terraceIsHouse(scan: Scan, i: number, end: number): boolean {
  if (end !== i + 1 || scan.norm(i) !== "terrace" || i === 0 || afterWith(scan, i) || scan.filters.propertyTypes)
    return false;
  if (!scan.has(i - 1, "vague", "bed") && !scan.before(i, "bed")) return false;
  for (let k = end; k < scan.length; k++) if (typeAt(scan, k)) return false;
  return true;
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
