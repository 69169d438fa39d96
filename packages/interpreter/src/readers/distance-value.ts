import type { DistanceUnit } from "../model.ts";
import { readQuantity } from "../text/quantity.ts";
import type { Tag, TaggedQuery } from "../text/tagged-query.ts";

/** Distance of "near" without a number, in kilometres. */
export const nearDistanceKm = 5;

/** Mean speeds by mode of transport, in metres per minute. */
const SPEEDS: Readonly<Record<string, number>> = { walk: 80, bike: 250, drive: 500, transit: 500 };
/** Units that the search does not know, in metres. */
const IN_METRES: Readonly<Record<string, number>> = { yd: 0.9144, ft: 0.3048 };

export interface Distance {
  readonly end: number;
  readonly distance: number;
  readonly unit: DistanceUnit;
  /** Minutes of a travel time without a mode of transport, which may follow the place. */
  readonly minutes?: number;
  /** Whether the unit may also be a scale: "m" is metres or millions. */
  readonly ambiguous?: boolean;
  /** How a travel time was converted. */
  readonly note?: string;
}

/**
 * "5 km", "800m", "10 min walk".
 * @param unitAt - token of the unit if it is not right after the number
 */
export function distanceAt(query: TaggedQuery, i: number, unitAt?: number): Distance | undefined {
  const quantity = readQuantity(query, i);
  if (!quantity || quantity.currency !== undefined) return undefined;
  const scaled = quantity.scale > 1;
  // "800m": the letter was read as millions.
  if (scaled && (query.token(i)?.kind !== "number" || !query.isWord(i + 1, "distance"))) return undefined;
  const value = scaled ? (query.token(i)?.value ?? 0) : quantity.value;
  const at = scaled ? i + 1 : (unitAt ?? quantity.end);
  const unit = query.tag(at, "distance");
  if (!unit || value <= 0) return undefined;
  if (unit.value === "min" || unit.value === "hour")
    return travelDistance(query, i, unit.end, unit.value === "hour" ? value * 60 : value);
  const metres = IN_METRES[unit.value];
  if (metres !== undefined) return { end: unit.end, distance: Math.round(value * metres), unit: "m" };
  return { end: unit.end, distance: value, unit: unit.value as DistanceUnit, ambiguous: query.isWord(at, "scale") };
}

function travelDistance(query: TaggedQuery, from: number, unitEnd: number, minutes: number): Distance {
  const mode = modeAt(query, unitEnd);
  if (!mode) return { ...byTravelTime(query.slice(from, unitEnd), minutes, "drive"), end: unitEnd, minutes };
  const end = query.isWord(mode.end, "away") ? mode.end + 1 : mode.end;
  return { ...byTravelTime(query.slice(from, end), minutes, mode.value), end };
}

/** A mode of transport, possibly after one function word: "walk", "by bike". */
function modeAt(query: TaggedQuery, i: number): Tag | undefined {
  const mode = query.tag(i, "mode");
  return mode ?? (query.has(i, "stop", "joiner", "in", "withWord") ? query.tag(i + 1, "mode") : undefined);
}

function byTravelTime(text: string, minutes: number, mode: string): Pick<Distance, "distance" | "unit" | "note"> {
  const metres = Math.round(minutes * (SPEEDS[mode] ?? 500));
  const [distance, unit] = metres < 1000 ? ([metres, "m"] as const) : ([metres / 1000, "km"] as const);
  return { distance, unit, note: `${text} taken as ${distance} ${unit}` };
}

/** "20 minutes from York by bike": the distance with the mode of transport after the place, if it had none. */
export function withModeAt(query: TaggedQuery, i: number, value: Distance): Distance {
  const mode = value.minutes === undefined ? undefined : modeAt(query, i);
  if (!mode || value.minutes === undefined) return { ...value, end: i };
  const from = query.has(i, "mode") ? i : i + 1;
  const text = `${value.minutes} min ${query.slice(from, mode.end)}`;
  return { ...byTravelTime(text, value.minutes, mode.value), end: mode.end };
}

/** ", within 5 km", "(10 miles)": a distance after the place that it is measured from. */
export function trailingDistanceAt(query: TaggedQuery, i: number): Distance | undefined {
  let start = i;
  while (/^[,(+]$/.test(query.norm(start)) || query.isWord(start, "radius")) start++;
  const value = start > i ? distanceAt(query, start) : undefined;
  if (!value) return undefined;
  const end = query.tag(value.end, "radius")?.end ?? value.end;
  if (query.has(end, "from")) return undefined;
  return { ...value, end: query.norm(end) === ")" ? end + 1 : end };
}

interface Coordinate {
  readonly end: number;
  readonly value: number;
  readonly decimals: number;
}

function coordinateAt(query: TaggedQuery, i: number): Coordinate | undefined {
  let at = i;
  while (query.isWord(at, "coordinate") || /^[:=(]$/.test(query.norm(at))) at++;
  const negative = query.norm(at) === "-";
  if (negative) at++;
  const { kind, raw = "" } = query.token(at) ?? {};
  if (kind !== "number" || !/^\d{1,3}(?:\.\d+)?$/.test(raw)) return undefined;
  return { end: at + 1, value: (negative ? -1 : 1) * Number(raw), decimals: raw.split(".")[1]?.length ?? 0 };
}

/**
 * "41.3874, 2.1686", "lat 41.4 lon 2.2".
 * @param alone - whether nothing else shows that a point is meant, so that four decimals are required
 */
export function coordinatesAt(
  query: TaggedQuery,
  i: number,
  alone: boolean,
): { end: number; lat: number; lon: number } | undefined {
  const lat = coordinateAt(query, i);
  const lon = lat && coordinateAt(query, query.norm(lat.end) === "," ? lat.end + 1 : lat.end);
  if (!lat || !lon || Math.abs(lat.value) > 90 || Math.abs(lon.value) > 180) return undefined;
  if (Math.min(lat.decimals, lon.decimals) < (alone ? 4 : 1)) return undefined;
  return { end: query.norm(lon.end) === ")" ? lon.end + 1 : lon.end, lat: lat.value, lon: lon.value };
}
