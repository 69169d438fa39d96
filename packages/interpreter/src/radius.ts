import { readQuantity } from "./quantity.ts";
import type { DistanceUnit } from "./result.ts";
import type { Scan } from "./scan.ts";

/** "near X" without a distance, in kilometres. */
export const NEAR_KM = 5;

/** Speed by mode of transport in metres per minute. Default: driving. */
const METRES_PER_MINUTE: Readonly<Record<string, number>> = { walk: 80, bike: 250, drive: 500, transit: 500 };

export interface Distance {
  end: number;
  distance: number;
  unit: DistanceUnit;
  /** Minutes of a travel time without a mode of transport. */
  minutes?: number;
  /** "m" may also mean millions. */
  unclear?: boolean;
}

/** "5 km", "800m", "10 min walk"; `unitAt`: where its unit stands, if not right after the number. */
export function distanceAt(scan: Scan, i: number, unitAt?: number): Distance | undefined {
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
    return { ...timed(scan, scan.slice(i, end), metres), end, ...(mode ? {} : { minutes }) };
  }
  if (unit.value === "yd" || unit.value === "ft") {
    return { end: unit.end, distance: Math.round(value * (unit.value === "yd" ? 0.9144 : 0.3048)), unit: "m" };
  }
  return { end: unit.end, distance: value, unit: unit.value as DistanceUnit, unclear: scan.norm(at) === "m" };
}

function timed(scan: Scan, text: string, metres: number): { distance: number; unit: DistanceUnit } {
  scan.notes.push(`${text} taken as ${metres < 1000 ? `${metres} m` : `${metres / 1000} km`}`);
  return metres < 1000 ? { distance: metres, unit: "m" } : { distance: metres / 1000, unit: "km" };
}

/** "20 minutes from York by bike": the mode of transport is after the place. */
export function byMode(scan: Scan, distance: Distance, i: number): Distance {
  if (distance.minutes === undefined) return distance;
  const at = /^(?:by|on|en|a|mit|zu|de)$/.test(scan.norm(i)) && !scan.kw(i, "mode") ? i + 1 : i;
  const mode = scan.kw(at, "mode");
  if (!mode) return distance;
  scan.notes.pop();
  const text = `${distance.minutes} min ${scan.slice(at, mode.end)}`;
  return { ...timed(scan, text, Math.round(distance.minutes * (METRES_PER_MINUTE[mode.value] ?? 500))), end: mode.end };
}

/** ", within 5 km", "(10 miles)": a distance after the place it counts from. */
export function explicitDistance(scan: Scan, i: number): Distance | undefined {
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

function coordinateAt(scan: Scan, i: number): { end: number; value: number } | undefined {
  let j = i;
  while (/^(?:lat|lon|lng|long|latitude|longitude|:|=|\()$/.test(scan.norm(j))) j++;
  const negative = scan.norm(j) === "-";
  if (negative) j++;
  const token = scan.token(j);
  if (token?.kind !== "number" || !/^\d{1,3}(?:\.\d+)?$/.test(token.raw)) return undefined;
  return { end: j + 1, value: (negative ? -1 : 1) * Number(token.raw) };
}

/** "41.3874, 2.1686"; `alone`: nothing else says that a point is meant. */
export function coordinatesAt(
  scan: Scan,
  i: number,
  alone: boolean,
): { end: number; lat: number; lon: number } | undefined {
  const lat = coordinateAt(scan, i);
  if (!lat) return undefined;
  const lon = coordinateAt(scan, scan.norm(lat.end) === "," ? lat.end + 1 : lat.end);
  if (!lon || Math.abs(lat.value) > 90 || Math.abs(lon.value) > 180) return undefined;
  const decimals = (at: number): number => (scan.token(at - 1)?.raw.split(".")[1] ?? "").length;
  const least = Math.min(decimals(lat.end), decimals(lon.end));
  if (least < (alone ? 4 : 1)) return undefined;
  return { end: scan.norm(lon.end) === ")" ? lon.end + 1 : lon.end, lat: lat.value, lon: lon.value };
}
