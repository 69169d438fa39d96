import { preferred, related } from "./levels.ts";
import { placeAt, surroundings } from "./named-place.ts";
import { fixed } from "./places.ts";
import { byMode, coordinatesAt, type Distance, explicitDistance } from "./radius.ts";
import type { NearPlace } from "./result.ts";
import type { Scan } from "./scan.ts";
import type { PlaceEntry } from "./vocabulary.ts";

/** Reads the place that a distance is measured from. An unknown place is reported, together with an explicit distance. */
export function target(scan: Scan, start: number, i: number, distance: Distance, whole: boolean): number {
  let j = i;
  while (
    /^(?:the|a|an|my|our|some|to|la|le|el|der|die|das|dem|den|l|von|de|del|du|vom|zum|zur)$/.test(scan.norm(j)) &&
    !placeAt(scan, j, true)
  )
    j++;
  const point = coordinatesAt(scan, j, false);
  if (point) {
    if (scan.geo || scan.near)
      scan.conflict(
        "inexpressible",
        "geo",
        "the first place",
        scan.slice(start, point.end),
        "only one distance can be searched at a time",
      );
    else scan.geo = { radius: { lat: point.lat, lon: point.lon, distance: distance.distance, unit: distance.unit } };
    scan.take(start, point.end, "geo");
    scan.strength++;
    return point.end;
  }
  // "near metro Andheri West": what is near has a word of its own, and the place is where it is.
  const amenity = amenityEnd(scan, j);
  if (amenity > 0) return phrase(scan, start, j, whole, amenity);
  const limit = Math.min(scan.length, j + 6);
  for (let k = j; k < limit; k++) {
    const match = placeAt(scan, k, true);
    if (match) {
      if (k > j) {
        scan.mark(j, k, "unknown");
        scan.mark(start, j, "stop");
      }
      const entry = preferred(match.place);
      const within = surroundings(scan, match.end, entry);
      if (scan.near || scan.geo || scan.joinedByOr(start, "place") || besideAnother(scan, start, entry)) {
        oneDistance(scan, scan.near?.place.name ?? scan.placed.at(-1)?.entry.name ?? "the coordinates", entry);
        scan.mark(k, within.end, "unknown");
        return within.end;
      }
      const by = byMode(scan, distance, within.end);
      const after = by === distance ? within.end : by.end;
      const named = explicitDistance(scan, after);
      const end = named?.end ?? (/^(?:entfernt|away)$/.test(scan.norm(after)) ? after + 1 : after);
      setNear(scan, entry, named ?? by, within);
      fixed(scan, k, match, entry);
      scan.take(k > j ? k : start, end, "near", "near");
      return alternatives(scan, end, entry);
    }
    if (k > j && ends(scan, k)) break;
    if (k === j && (scan.token(k)?.kind !== "word" || scan.has(k, "conj", "not", "op", "listing"))) break;
  }
  return phrase(scan, start, j, whole);
}

/** Whether the name of an unknown place ends before a token. */
export function ends(scan: Scan, k: number): boolean {
  const token = scan.token(k);
  if (!token || token.kind === "number") return true;
  if (token.kind === "symbol") return token.norm !== "." || !token.glued;
  if (/^(?:the|of|a|de|la|der|des|du)$/.test(token.norm)) return false;
  return (
    scan.has(
      k,
      "conj",
      "op",
      "between",
      "withWord",
      "not",
      "near",
      "listing",
      "price",
      "in",
      "soft",
      "sortBy",
      "available",
      "built",
      "generic",
    ) ||
    (scan.has(k, "type") && !scan.has(k, "lot"))
  );
}

const AMENITIES =
  /^(?:metro|metros|subway|tube|tram|train|station|stations|bus|airport|airports|beach|beaches|school|schools|hospital|hospitals|university|college|campus|shops|shopping|mall|supermarket|supermarkets|motorway|highway|freeway|estacion|playa|playas|colegio|colegios|universidad|aeropuerto|bahnhof|ubahn|sbahn|strand|schule|schulen|universitat|uni|flughafen|gare|plage|ecole|ecoles|universite|aeroport|commerces)$/;

/** Where words for what is nearby end, if a place follows them right away; 0 otherwise. */
function amenityEnd(scan: Scan, j: number): number {
  let k = scan.skip(j, "vague");
  if (!AMENITIES.test(scan.norm(k))) return 0;
  while (AMENITIES.test(scan.norm(k))) k++;
  const tied = /^(?:de|of|von)$/.test(scan.norm(k)) ? k + 1 : k;
  return placeAt(scan, tied, tied > k) ? k : 0;
}

function phrase(scan: Scan, start: number, j: number, whole: boolean, to = 0): number {
  if (scan.token(j)?.kind !== "word" || scan.has(j, "conj", "not", "op", "listing")) return 0;
  let k = Math.max(j + 1, to);
  if (to === 0) while (k < j + 6 && !ends(scan, k)) k++;
  while (k > j + 1 && scan.has(k - 1, "joiner")) k--;
  const guarded = Array.from({ length: k - j }, (_, n) => scan.kw(j + n, "protected")).some((m) => m !== undefined);
  scan.mark(start, j, whole ? "unknown" : "stop");
  scan.mark(j, k, "unknown");
  if (guarded) scan.mark(whole ? start : j, k, "protected");
  scan.correct(j, j);
  return k;
}

/** "near York or Leeds", "near York, Leeds": a search has one distance, which applies to the first place; the others are reported. */
function alternatives(scan: Scan, i: number, first: PlaceEntry): number {
  let end = i;
  for (;;) {
    const comma = scan.norm(end) === "," ? end + 1 : end;
    const conj = scan.kw(comma, "conj");
    let next = conj?.end ?? comma;
    if (next === end) return end;
    if (conj) next = scan.skip(next, "in", "near", "joiner");
    const match = placeAt(scan, next, conj !== undefined && scan.before(next, "in") !== undefined);
    if (!match) return end;
    const entry = preferred(match.place);
    // "near York and in Yorkshire" is both.
    if (related(first, entry)) return end;
    oneDistance(scan, first.name, entry);
    end = surroundings(scan, match.end, entry).end;
    scan.leave(next, end, "unknown");
  }
}

/** "in Leeds and near York": no filter expresses both, unless one is in the other. */
function besideAnother(scan: Scan, i: number, entry: PlaceEntry): boolean {
  const placed = scan.placed.at(-1)?.entry;
  if (!placed || scan.last.kind !== "place" || related(placed, entry) || related(entry, placed)) return false;
  const joint = scan.kw(scan.last.end, "conj");
  return joint !== undefined && joint.end === i;
}

function oneDistance(scan: Scan, kept: string, dropped: PlaceEntry): void {
  scan.conflict(
    "inexpressible",
    "near",
    kept,
    dropped.name,
    "only one distance can be searched at a time; kept the first",
  );
  scan.placesFound++;
}

/** Searches around a place instead of in it. */
export function setNear(
  scan: Scan,
  entry: PlaceEntry,
  distance: Distance,
  within: Pick<NearPlace["place"], "city" | "region">,
): void {
  const { name, level, regions } = entry;
  const { city, region } = within;
  scan.near = {
    place: {
      name,
      level,
      ...(city === undefined ? {} : { city }),
      ...(region === undefined ? {} : { region }),
      ...(region === undefined && regions.size > 1 ? { among: [...regions].toSorted() } : {}),
    },
    distance: distance.distance,
    unit: distance.unit,
  };
  scan.placesFound++;
}

/** "near Portland, in Maine": a region elsewhere in the query selects one of several places. */
export function whichPlace(scan: Scan): void {
  const place = scan.near?.place;
  const named = place?.among?.filter((region) => scan.filters.regions?.includes(region)) ?? [];
  const [region] = named;
  if (!place || region === undefined || named.length > 1) return;
  place.region = region;
  delete place.among;
}
