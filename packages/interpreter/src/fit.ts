import { geoFilter, pageLimit, searchFilters, validator } from "@plat/contracts";
import type { Filters } from "./result.ts";
import type { Scan } from "./scan.ts";

const filtersFit = validator(searchFilters);
const geoFits = validator(geoFilter);
const limitFits = validator(pageLimit);

/**
 * Removes values that a request must not contain (a price of 10^20, a radius greater than the earth, a date before the
 * year 1) and reports their words as not understood.
 */
export function takeOutUnfit(scan: Scan): void {
  const { filters } = scan;
  for (const field of Object.keys(filters) as (keyof Filters)[]) {
    if (filtersFit({ [field]: filters[field] }).ok) continue;
    delete filters[field];
    giveBack(scan, field);
  }
  if (scan.geo && !geoFits(scan.geo).ok) {
    delete scan.geo;
    giveBack(scan, "geo");
  }
  if (scan.near) {
    // Where the place is comes later; how far from it is known.
    const { distance, unit } = scan.near;
    if (!geoFits({ radius: { lat: 0, lon: 0, distance, unit } }).ok) {
      delete scan.near;
      giveBack(scan, "near");
    }
  }
  if (scan.limit !== undefined && !limitFits(scan.limit).ok) {
    delete scan.limit;
    giveBack(scan, "limit");
  }
}

/** Marks the words of a field as not understood. */
export function giveBack(scan: Scan, field: string): void {
  for (const span of scan.spans.filter((s) => s.field === field)) {
    scan.spans.splice(scan.spans.indexOf(span), 1);
    const from = scan.tokens.findIndex((token) => token.start >= span.start);
    const to = scan.tokens.findLastIndex((token) => token.end <= span.end) + 1;
    scan.leave(from, to, "unknown");
  }
}
