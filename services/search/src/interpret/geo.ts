import { fixed, placeAt, preferred, surroundings } from "./places.ts";
import { readQuantity } from "./quantity.ts";
import type { DistanceUnit, NearPlace } from "./result.ts";
import type { Scan } from "./scan.ts";
import type { PlaceEntry } from "./vocabulary.ts";

/** "near X" without a distance, in kilometres. */
export const NEAR_KM = 5;

/** How far one gets in a minute, in metres. Without a mode, driving is meant. */
export const METRES_PER_MINUTE: Readonly<Record<string, number>> = { walk: 80, bike: 250, drive: 500, transit: 500 };

interface Distance {
  end: number;
  distance: number;
  unit: DistanceUnit;
  /** "m" may as well be of millions. */
  unclear?: boolean;
}

function distanceAt(scan: Scan, i: number, unitAt?: number): Distance | undefined {
  const token = scan.token(i);
  const quantity = readQuantity(scan, i);
  if (!quantity || quantity.money) return undefined;
  // "800m": the letter was read as millions.
  let value = quantity.value;
  let at = unitAt ?? quantity.end;
  if (quantity.scale > 1) {
    if (token?.kind !== "number" || scan.norm(i + 1) !== "m") return undefined;
    value = token.value;
    at = i + 1;
  }
  const unit = scan.kw(at, "distance");
  if (!unit || value <= 0) return undefined;
  if (unit.value === "min" || unit.value === "hour") {
    let mode = scan.kw(unit.end, "mode");
    let end = unit.end;
    const s = scan.norm(end) === "s" || /^(?:a|en|mit|zu|de|by)$/.test(scan.norm(end)) ? end + 1 : end;
    mode ??= scan.kw(s, "mode");
    if (mode) {
      end = mode.end;
      if (scan.norm(end) === "away") end++;
    }
    const minutes = unit.value === "hour" ? value * 60 : value;
    const metres = Math.round(minutes * (METRES_PER_MINUTE[mode?.value ?? "drive"] ?? 500));
    scan.notes.push(`${scan.slice(i, end)} taken as ${metres < 1000 ? `${metres} m` : `${metres / 1000} km`}`);
    return metres < 1000 ? { end, distance: metres, unit: "m" } : { end, distance: metres / 1000, unit: "km" };
  }
  if (unit.value === "yd" || unit.value === "ft") {
    return { end: unit.end, distance: Math.round(value * (unit.value === "yd" ? 0.9144 : 0.3048)), unit: "m" };
  }
  return { end: unit.end, distance: value, unit: unit.value as DistanceUnit, unclear: scan.norm(at) === "m" };
}

function coordinateAt(scan: Scan, i: number): { end: number; value: number } | undefined {
  let j = i;
  while (/^(?:lat|lon|lng|long|latitude|longitude|:|=|\()$/.test(scan.norm(j))) j++;
  const negative = scan.norm(j) === "-";
  if (negative) j++;
  const token = scan.token(j);
  if (token?.kind !== "number" || !/^\d{1,3}(?:\.\d+)?$/.test(token.raw)) return undefined;
  return { end: j + 1, value: (negative ? -1 : 1) * Number(token.raw) };
}

function coordinatesAt(scan: Scan, i: number, alone: boolean): { end: number; lat: number; lon: number } | undefined {
  const lat = coordinateAt(scan, i);
  if (!lat) return undefined;
  const lon = coordinateAt(scan, scan.norm(lat.end) === "," ? lat.end + 1 : lat.end);
  if (!lon || Math.abs(lat.value) > 90 || Math.abs(lon.value) > 180) return undefined;
  const decimals = (at: number): number => (scan.token(at - 1)?.raw.split(".")[1] ?? "").length;
  const least = Math.min(decimals(lat.end), decimals(lon.end));
  if (least < (alone ? 4 : 1)) return undefined;
  return { end: scan.norm(lon.end) === ")" ? lon.end + 1 : lon.end, lat: lat.value, lon: lon.value };
}

/** "within 5 km of X", "10 min walk from X", "near X", "X within 3 miles", and points given by coordinates. */
export function geo(scan: Scan, i: number): number {
  const point = coordinatesAt(scan, i, true);
  if (point) return target(scan, i, i, { end: i, distance: NEAR_KM, unit: "km" }, false);
  return withDistance(scan, i) || nearby(scan, i) || directed(scan, i);
}

function withDistance(scan: Scan, i: number): number {
  let j = i;
  let announced = false;
  let beyond = false;
  for (let n = 0; n < 4; n++) {
    const radius = scan.kw(j, "radius");
    const op = scan.kw(j, "op");
    const prefix = radius ?? op ?? scan.kw(j, "near");
    if (prefix) {
      announced = true;
      beyond ||= op !== undefined && (!radius || op.end > radius.end) && op.value.startsWith("g");
      j = Math.max(prefix.end, op?.end ?? 0);
    } else if (/^(?:a|an|the|in|about|un|una|eine?r?|une|to|de)$/.test(scan.norm(j))) j++;
    else break;
  }
  // "10+ km from Leeds", "10 km or more from Leeds"
  const near = distanceAt(scan, j);
  const plus = near || scan.token(j)?.kind !== "number" ? undefined : scan.kw(j + 1, "postOp");
  const distance = near ?? (plus?.value === "gte" ? distanceAt(scan, j, plus.end) : undefined);
  if (!distance) return 0;
  if (plus) beyond = true;
  let k = distance.end;
  const onward = distance.unclear ? undefined : scan.kw(k, "postOp");
  if (onward) {
    if (onward.value === "gte") beyond = true;
    k = onward.end;
  }
  const radius = scan.kw(k, "radius");
  if (radius) {
    announced = true;
    k = radius.end;
  }
  const from = scan.kw(k, "from") ?? (distance.unclear ? undefined : scan.kw(k, "near"));
  if (distance.unclear && (distance.distance < 20 || !(from || radius))) return 0;
  if (from) k = from.end;
  if (!announced && !from) return 0;
  if (beyond) return outOf(scan, i, distance, from || radius ? k : undefined);
  if (from || radius) {
    const end = target(scan, i, k, distance, true);
    if (end > 0) return end;
  }
  // "in Leeds within 10 miles": the distance goes with the place before it.
  const before = scan.placed.at(-1);
  if (before && scan.last.kind === "place" && scan.last.end >= i - 1 && !from) {
    if (scan.placed.filter(({ level }) => level === before.level).length > 1) {
      scan.conflict(
        "inexpressible",
        "near",
        scan.placed.map(({ entry }) => entry.name).join(", "),
        scan.slice(i, distance.end),
        "only one distance can be searched at a time; the places are searched without it",
      );
      scan.leave(i, distance.end, "unknown");
      return distance.end;
    }
    removePlace(scan);
    setNear(scan, before.entry, distance, {});
    const span = scan.spans.at(-1);
    if (span) span.field = "near";
    scan.take(i, distance.end, "near");
    return distance.end;
  }
  return 0;
}

/** "at least 10 km from Leeds": a radius holds what is within it, and no filter what is beyond. */
function outOf(scan: Scan, i: number, distance: Distance, k: number | undefined): number {
  const trial = scan.copy();
  let end = k === undefined ? 0 : target(trial, i, k, distance, true);
  if (end > 0) {
    if (k !== undefined && !trial.near && !trial.geo) return target(scan, i, k, distance, true);
    if (/^(?:entfernt|away)$/.test(scan.norm(end))) end++;
  } else {
    // "in Leeds, more than 10 km away"
    if (scan.last.kind !== "place" || scan.last.end < i - 1) return 0;
    end = k ?? distance.end;
  }
  scan.conflict(
    "inexpressible",
    "geo",
    null,
    scan.slice(i, end),
    "only what is within a distance can be searched for, not what is beyond it; not used",
  );
  scan.leave(i, end, "unwanted");
  scan.placesFound++;
  return end;
}

function nearby(scan: Scan, i: number): number {
  const near = scan.kw(i, "near");
  if (!near) return 0;
  // "around 300k", "close to 2000": a number, not a place.
  if (readQuantity(scan, near.end)) return 0;
  const walk = Number(near.value);
  const distance: Distance =
    walk > 0 ? { end: near.end, distance: walk, unit: "m" } : { end: near.end, distance: NEAR_KM, unit: "km" };
  return target(scan, i, near.end, distance, false);
}

/** What a distance counts from. An unknown place is named as a phrase; with a distance of its own, the whole of it. */
function target(scan: Scan, start: number, i: number, distance: Distance, whole: boolean): number {
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
      if (scan.near || scan.geo || scan.joinedByOr(start, "place")) {
        oneDistance(scan, scan.near?.place.name ?? scan.placed.at(-1)?.entry.name ?? "the coordinates", entry);
        scan.mark(k, within.end, "unknown");
        return within.end;
      }
      const named = explicitDistance(scan, within.end);
      const end = named?.end ?? within.end;
      setNear(scan, entry, named ?? distance, within);
      fixed(scan, k, match, entry);
      scan.take(k > j ? k : start, end, "near", "near");
      return alternatives(scan, end, entry);
    }
    if (k > j && ends(scan, k)) break;
    if (k === j && (scan.token(k)?.kind !== "word" || scan.has(k, "conj", "not", "op", "listing"))) break;
  }
  return phrase(scan, start, j, whole);
}

/** "north of X" is not in X, and no filter can say it; "outskirts of X" is. */
function directed(scan: Scan, i: number): number {
  const direction = scan.kw(i, "direction");
  const place = direction && placeAt(scan, direction.end, true);
  if (!place) return 0;
  const inside = !/(?:north|south|east|west|norte|sur|este|oeste|lich|nord|sud|est|ouest)/.test(
    scan.tokens
      .slice(i, direction.end)
      .map((t) => t.norm)
      .join(" "),
  );
  scan.leave(i, inside ? direction.end : place.end, "unknown");
  return inside ? direction.end : place.end;
}

function explicitDistance(scan: Scan, i: number): Distance | undefined {
  let j = i;
  while (/^(?:,|\(|\+|within|radius)$/.test(scan.norm(j))) j++;
  if (j === i) return undefined;
  const distance = distanceAt(scan, j);
  if (!distance) return undefined;
  let { end } = distance;
  const radius = scan.kw(end, "radius");
  if (radius) end = radius.end;
  if (scan.kw(end, "from")) return undefined;
  return { ...distance, end: scan.norm(end) === ")" ? end + 1 : end };
}

/** Whether the name of an unknown place ends before a token. */
function ends(scan: Scan, k: number): boolean {
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

function phrase(scan: Scan, start: number, j: number, whole: boolean): number {
  if (scan.token(j)?.kind !== "word" || scan.has(j, "conj", "not", "op", "listing")) return 0;
  let k = j + 1;
  while (k < j + 6 && !ends(scan, k)) k++;
  while (k > j + 1 && scan.has(k - 1, "joiner")) k--;
  const guarded = Array.from({ length: k - j }, (_, n) => scan.kw(j + n, "protected")).some((m) => m !== undefined);
  scan.mark(start, j, whole ? "unknown" : "stop");
  scan.mark(j, k, "unknown");
  if (guarded) scan.mark(whole ? start : j, k, "protected");
  scan.correct(j, j);
  return k;
}

/** "near York or Leeds", "near York, Leeds": a search has one distance, so that of the first counts and the others are named. */
function alternatives(scan: Scan, i: number, first: PlaceEntry): number {
  let end = i;
  for (;;) {
    const comma = scan.norm(end) === "," ? end + 1 : end;
    const conj = scan.kw(comma, "conj");
    let next = conj?.end ?? comma;
    if (next === end) return end;
    if (conj?.value === "or") next = scan.skip(next, "in", "near");
    const match = placeAt(scan, next, false);
    if (!match) return end;
    const entry = preferred(match.place);
    oneDistance(scan, first.name, entry);
    end = surroundings(scan, match.end, entry).end;
    scan.leave(next, end, "unknown");
  }
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

function setNear(
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

/** "near Portland, in Maine": a region named elsewhere tells which of several places is meant. */
export function whichPlace(scan: Scan): void {
  const place = scan.near?.place;
  const named = place?.among?.filter((region) => scan.filters.regions?.includes(region)) ?? [];
  const [region] = named;
  if (!place || region === undefined || named.length > 1) return;
  place.region = region;
  delete place.among;
}

function removePlace(scan: Scan): void {
  const placed = scan.placed.pop();
  if (!placed) return;
  for (const field of ["cities", "communities", "regions", "postalCodes"] as const) {
    const list = scan.filters[field];
    if (!list) continue;
    const rest = list.filter((name) => name !== placed.entry.name);
    if (rest.length > 0) scan.filters[field] = rest;
    else delete scan.filters[field];
  }
}
