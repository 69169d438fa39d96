import { placeAt } from "./named-place.ts";
import { ends, setNear, target } from "./near.ts";
import { readQuantity } from "./quantity.ts";
import { coordinatesAt, type Distance, distanceAt, NEAR_KM } from "./radius.ts";
import type { Scan } from "./scan.ts";

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
  // "in Leeds within 10 miles": the distance applies to the place before it.
  const before = scan.placed.at(-1);
  const around =
    from !== undefined &&
    /^(?:around|round|about|redonda|ronde|umkreis|alrededor)$/.test(scan.norm(k - 1)) &&
    ends(scan, k);
  if (before && scan.last.kind === "place" && scan.last.end >= i - 1 && (!from || around)) {
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
    const end = around || radius ? k : distance.end;
    scan.take(i, end, "near");
    return end;
  }
  return 0;
}

/** "at least 10 km from Leeds": no filter expresses a minimum distance. */
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
  const end = target(scan, i, near.end, distance, false);
  // "closest to York first"
  const first = scan.near && /^(?:closest|nearest)$/.test(scan.norm(i)) ? scan.kw(end, "explicit") : undefined;
  if (!first) return end;
  scan.sorts.push({ field: "distance", order: "asc", explicit: true, text: scan.slice(i, first.end) });
  scan.take(end, first.end, "sort");
  return first.end;
}

/** "north of X" is not in X, and no filter expresses it; "outskirts of X" is. */
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
