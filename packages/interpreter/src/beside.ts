import { readAmount } from "./amount.ts";
import type { Match, Scan } from "./scan.ts";

const COMMERCIAL = new Set(["office", "retail", "warehouse"]);
const NO_DWELLING = new Set([...COMMERCIAL, "land", "farm", "room", "garage", "parking", "hotel", "restaurant"]);
const WITH = /^(?:with|has|have|having|including|includes|featuring|mit|con|avec)$/;
const TIE = /^(?:and|or|&|\/|\+|y|e|o|u|und|oder|sowie|et|ou)$/;
/** Rooms of a home: the word before "room". */
const ROOMS =
  /^(?:living|dining|sitting|family|drawing|spare|guest|play|game|games|media|tv|music|reading|utility|laundry|box|store|storage|sun|day|bonus|great|rec|recreation|powder|shower|bath|wash|wet|boot|mud|dressing|study|breakfast|garden|work|computer|craft|hobby|common|cinema|meeting|conference|server|lounge)$/;

/** A property type at a token, from the tables or from the listings. */
export function typeAt(scan: Scan, i: number): Match | undefined {
  const known = scan.kw(i, "type");
  const stored = scan.vocabularyPhrase(scan.vocabulary.types, i);
  return stored && (!known || stored.end > known.end) ? stored : known;
}

/** Whether a type other than land is named from a token on. */
export function otherType(scan: Scan, from: number): boolean {
  for (let k = from; k < scan.length; k++) {
    const type = typeAt(scan, k);
    if (type && type.value !== "land") return true;
  }
  return false;
}

/** Whether "with" or a similar word is before a token. */
export function afterWith(scan: Scan, i: number): boolean {
  let j = i;
  while (j > 0 && (scan.has(j - 1, "joiner") || scan.use[j - 1] === "unknown") && scan.token(j - 1)?.kind === "word")
    j--;
  const previous = scan.norm(j - 1);
  return previous === "/"
    ? scan.norm(j - 2) === "w"
    : /^(?:with|has|having|including|includes|featuring|mit|con|avec|plus)$/.test(previous);
}

export const isCommercial = (type: string): boolean => COMMERCIAL.has(type);
const isDwelling = (type: string): boolean => !NO_DWELLING.has(type);

/** Whether the query is for a home, by what was read so far or what follows. */
function dwelling(scan: Scan, from: number): boolean {
  if (scan.filters.bedrooms || scan.filters.propertyTypes?.some((type) => isDwelling(type))) return true;
  for (let k = from; k < scan.length; k++) {
    const type = typeAt(scan, k);
    if (type && isDwelling(type.value)) return true;
  }
  return false;
}

/** Where the words that describe what begins at a token begin. */
function described(scan: Scan, i: number): number {
  let j = i;
  const describes = (k: number): boolean =>
    scan.token(k)?.kind === "word" &&
    !TIE.test(scan.norm(k)) &&
    (scan.has(k, "joiner", "vague") || scan.use[k] === "unknown");
  while (j > 0 && describes(j - 1)) j--;
  return j;
}

/** What joins a token to the token before it. */
function tie(scan: Scan, i: number): "word" | "comma" | undefined {
  const before = scan.norm(described(scan, i) - 1);
  return TIE.test(before) ? "word" : before === "," ? "comma" : undefined;
}

/** "with garden and office", "near schools and shops": whether a token continues a list, and the kind of the list. */
function listBefore(scan: Scan, i: number): "with" | "near" | undefined {
  for (let j = i; j > 0; j--) {
    const norm = scan.norm(j - 1);
    if (WITH.test(norm)) return "with";
    if (scan.before(j, "near") && scan.use[j - 1] !== "taken") return "near";
    const feature = scan.use[j - 1] === "taken" && spanField(scan, j - 1) === "features";
    const fills = TIE.test(norm) || norm === "," || scan.has(j - 1, "joiner", "vague") || scan.use[j - 1] === "unknown";
    if (!feature && !fills) return undefined;
  }
  return undefined;
}

function spanField(scan: Scan, i: number): string | undefined {
  const token = scan.token(i);
  return token && scan.spans.find(({ start, end }) => start <= token.start && token.end <= end)?.field;
}

/** "a study and an office" of a house: a room of it, not a property type. */
export function ofHouse(scan: Scan, i: number, match: Match): boolean {
  if (afterWith(scan, i)) return true;
  if (!NO_DWELLING.has(match.value) || tie(scan, i) === undefined) return false;
  return listBefore(scan, i) === "with" && dwelling(scan, match.end);
}

/** "near schools and shops", "above a shop", "living room": surroundings and rooms of a home, which are not property types. */
export function besides(scan: Scan, i: number, match: Match): boolean {
  const { value, end } = match;
  const first = described(scan, i);
  if (COMMERCIAL.has(value)) {
    for (let k = first; k <= i; k++)
      if (/^(?:above|over|below|beneath|under|underneath|behind|beside|uber|encima|dessus)$/.test(scan.norm(k - 1)))
        return true;
    const tied = tie(scan, i);
    if (tied && listBefore(scan, i) === "near") return tied === "word" || scan.has(end, "conj") || dwelling(scan, end);
  }
  if (value !== "room") return false;
  // A spare room is a property type if there is no other type.
  if (scan.norm(i) === "spare") return dwelling(scan, end);
  if (!/^rooms?$/.test(scan.norm(i)) || scan.token(i - 1)?.kind !== "word") return false;
  if (ROOMS.test(scan.norm(i - 1))) return true;
  // "villa + driver room"
  const held = scan.filters.propertyTypes?.some((type) => isDwelling(type)) ?? false;
  return held && scan.use[i - 1] === "unknown" && !scan.joinedByOr(i - 1, "propertyTypes");
}

/** "large lot house", "house on a big lot", "lots of space": land that describes a home, or that is not land. Returns its end, 0 if land is the property type. */
export function lotWord(scan: Scan, i: number, match: Match): number {
  const { end } = match;
  if (/^lots?$/.test(scan.norm(i)) && end === i + 1 && scan.norm(end) === "of") {
    const of = scan.skip(end + 1, "vague", "joiner");
    if (typeAt(scan, of)?.value !== "land" && !readAmount(scan, of)) return end + 1;
  }
  const next = typeAt(scan, end);
  if (next && isDwelling(next.value)) return end;
  const held = scan.filters.propertyTypes?.some((type) => isDwelling(type)) ?? false;
  return held && tie(scan, i) === undefined ? end : 0;
}

/** Whether a measured area of land belongs to a home: "half acre lot house", "house with 5 acres of land". */
export function landOfHome(scan: Scan, from: number, end: number): boolean {
  if (scan.joinedByOr(from, "propertyTypes")) return false;
  if (scan.filters.propertyTypes?.some((type) => type !== "land")) return true;
  return !scan.has(end, "conj") && scan.token(end)?.kind !== "symbol" && dwelling(scan, end);
}
