import { usStates } from "./languages/gazetteer.ts";
import { rank, related, unknownParents } from "./levels.ts";
import { lexicon } from "./lexicon.ts";
import { leadsNext } from "./quantity.ts";
import type { PlaceMatch, Scan } from "./scan.ts";
import type { Place, PlaceEntry } from "./vocabulary.ts";

/** Matches a place at a token. Names that consist of ordinary words count only where a place is expected. */
export function placeAt(scan: Scan, i: number, expected: boolean): PlaceMatch | undefined {
  const match = scan.place(i);
  if (!match) return undefined;
  const token = scan.token(i);
  if (!token) return undefined;
  if (match.place.levels.size === 1 && match.place.levels.has("postalCode")) {
    // A number is a postal code only if it has that format and does not count anything.
    if (token.kind !== "number") return match;
    return /^\d{4,6}$/.test(token.raw) &&
      !(likeYear(token.raw) && !coded(scan, i)) &&
      !scan.kw(match.end, "area") &&
      (!scan.kw(match.end, "currency") || leadsNext(scan, match.end)) &&
      !scan.kw(match.end, "scale") &&
      !scan.kw(i - 1, "currency")
      ? match
      : undefined;
  }
  if (token.kind === "number") return undefined;
  const shortAlias = match.kind === "alias" && token.norm.length < 3;
  if (shortAlias) return isUpper(scan, i) ? match : undefined;
  const ordinary =
    match.place.ordinary || (match.kind === "alias" && lexicon.words.has(token.norm) && match.end === i + 1);
  if (!ordinary || expected) return match;
  return hinted(scan, i, match) ? match : undefined;
}

const likeYear = (digits: string): boolean => /^(?:1[89]|20)\d\d$/.test(digits);

/** "Bondi 2026", "postcode 2026": whether digits that may be a year are marked as a postal code. */
function coded(scan: Scan, i: number): boolean {
  if (scan.last.kind === "place" && scan.last.end === i) return true;
  return /^(?:zip|zipcode|code|postcode|plz|postleitzahl|postal|cp)$/.test(
    scan.norm(scan.norm(i - 1) === ":" ? i - 2 : i - 1),
  );
}

/** "Mobile AL", "Deal, Kent": a name with that of what it lies in right after it. */
function insideNext(scan: Scan, match: PlaceMatch): boolean {
  const code = stateAt(scan, match.end)?.region;
  const next = code ? undefined : scan.place(scan.norm(match.end) === "," ? match.end + 1 : match.end);
  const outer = code ?? (next && !next.place.ordinary ? next.place.levels.get("region") : undefined);
  return outer !== undefined && [...match.place.levels.values()].some((entry) => related(entry, outer));
}

function hinted(scan: Scan, i: number, match: PlaceMatch): boolean {
  if (insideNext(scan, match)) return true;
  const several = match.end > i + 1;
  const article = scan.norm(i - 1) === "the" ? i - 1 : i;
  const located = scan.before(article, "in") !== undefined && !/^(?:on|to|of|area)$/.test(scan.norm(article - 1));
  const follows = scan.token(match.end);
  const closed =
    follows === undefined ||
    follows.kind !== "word" ||
    scan.has(match.end, "in", "withWord", "op", "stop", "conj", "listing", "not");
  if (located) return several || closed || capital(scan, i);
  if (several && scan.last.kind === "place" && scan.last.end === i) return true;
  if (i === 0 && match.end === scan.length) return true;
  if (several && !scan.has(i, "feature", "type")) {
    // "gold river": two words that only go together as a name; not "old town".
    let telling = true;
    for (let k = i; k < match.end; k++)
      if (scan.has(k, "stop", "vague", "in", "sort", "type", "feature")) telling = false;
    if (telling) return true;
  }
  if (several) return scan.kw(i, "feature") === undefined && scan.kw(i, "type") === undefined && capital(scan, i);
  const last = scan.last.kind;
  const afterType = scan.last.end === i && (last === "propertyTypes" || last === "bedrooms" || last === "bathrooms");
  // "built before 1930 Bath": a number that was used counts no baths.
  const counted = scan.kw(i - 1, "number") !== undefined || scan.token(i - 1)?.kind === "number";
  const used = scan.last.end === i && scan.use[i - 1] === "taken";
  if (capital(scan, i) && (!counted || used)) {
    if (i > 0) return closed || afterType;
    return !scan.has(i, "vague") && (closed || scan.has(i + 1, "number") || scan.has(i + 1, "type", "bed"));
  }
  return afterType && closed && scan.has(i, "vague");
}

/** Whether a token is capitalized in a query that is not entirely capitalized. */
function capital(scan: Scan, i: number): boolean {
  if (scan.token(i)?.capital !== true) return false;
  const others = scan.tokens.filter((token, k) => token.kind === "word" && token.end - token.start > 2 && k !== i);
  return others.length < 2 || others.some((token) => !token.capital);
}

export function isUpper(scan: Scan, i: number): boolean {
  const raw = scan.slice(i, i + 1);
  return raw === raw.toUpperCase() && raw !== raw.toLowerCase();
}

/** Two letters of a state after a place, or after "in". */
export function stateAt(scan: Scan, i: number): { end: number; region: PlaceEntry } | undefined {
  const j = scan.norm(i) === "," ? i + 1 : i;
  const code = scan.norm(j);
  const name = usStates[code.toUpperCase()];
  if (!name || scan.token(j)?.kind !== "word") return undefined;
  const upper = isUpper(scan, j);
  if (
    !upper &&
    (lexicon.words.has(code) || /^(?:or|in|me|hi|ok|oh|de|la|pa|ma|al|id|co|mo|ar|nd|va)$/.test(code)) &&
    !(code === "va" && j === i)
  )
    return undefined;
  if (upper && j === i && /^(?:OR|IN|ME|HI|OK)$/.test(scan.slice(j, j + 1)) && scan.query === scan.query.toUpperCase())
    return undefined;
  const region = scan.vocabulary.states.get(code)?.levels.get("region");
  return region && { end: j + 1, region };
}

export interface Surroundings {
  end: number;
  city?: string;
  region?: string;
}

/** What a place is said to lie in, right after its name: "Portland, Maine", "Portland ME", "Soho, London". */
export function surroundings(scan: Scan, i: number, entry: PlaceEntry): Surroundings {
  const found: Surroundings = { end: i };
  for (let n = 0; n < 2; n++) {
    const code = stateAt(scan, found.end);
    const match = code ? undefined : placeAt(scan, scan.norm(found.end) === "," ? found.end + 1 : found.end, false);
    const outer = code?.region ?? (match && around(entry, match.place));
    if (!outer || (outer.level === "city" ? found.city : found.region) !== undefined) break;
    found.end = code?.end ?? match?.end ?? found.end;
    if (outer.level === "city") found.city = outer.name;
    else found.region = outer.name;
  }
  return found;
}

/** Of the places of a name the one that another place may lie in. A region in the query has precedence over the regions in the listings. */
function around(inner: PlaceEntry, place: Place): PlaceEntry | undefined {
  const city = place.levels.get("city");
  const region = place.levels.get("region");
  if (city && rank(city) > rank(inner) && (related(inner, city) || unknownParents(inner, city))) return city;
  return region && rank(region) > rank(inner) ? region : undefined;
}
