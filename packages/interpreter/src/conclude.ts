import { saleDates } from "./dates.ts";
import { plainFeature } from "./features.ts";
import { nothingLost, unresolved } from "./finish.ts";
import { takeOutUnfit } from "./fit.ts";
import { whichPlace } from "./near.ts";
import { severalRegions } from "./places.ts";
import type { InterpretedQuery } from "./result.ts";
import type { Scan } from "./scan.ts";
import { finalSort } from "./sort.ts";
import { summarize } from "./summary.ts";
import { heldFeature } from "./vocabulary.ts";
import { featureAt } from "./wishes.ts";

export function conclude(scan: Scan): InterpretedQuery {
  const { filters } = scan;
  saleDates(scan);
  severalRegions(scan);
  whichPlace(scan);
  landArea(scan);
  roomsOfStudio(scan);
  letAlready(scan);
  contradictions(scan);
  exclusive(scan);
  takeOutUnfit(scan);
  const sort = finalSort(scan);
  nothingLost(scan);
  const left = unresolved(scan);
  const spans = scan.spans.toSorted((a, b) => a.start - b.start);
  const result = {
    filters,
    ...(scan.geo ? { geo: scan.geo } : {}),
    ...(scan.near ? { near: scan.near } : {}),
    ...(scan.texts.length > 0 ? { text: scan.texts.join(" ") } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(scan.limit === undefined ? {} : { limit: scan.limit }),
    spans,
    corrections: scan.corrections,
    unresolved: left.unresolved,
    mentions: left.mentions,
    conflicts: scan.conflicts,
  };
  return { ...result, summary: summarize(result, scan.notes) };
}

/** The area of a search for land is the lot area. */
function landArea(scan: Scan): void {
  const { filters } = scan;
  const { area, propertyTypes } = filters;
  if (!area || filters.lotArea || !propertyTypes?.every((type) => type === "land" || type === "farm")) return;
  delete filters.area;
  filters.lotArea = area;
  for (const span of scan.spans) if (span.field === "area") span.field = "lotArea";
}

/** "studio or flat with one bedroom": a studio has no bedroom and must be included. */
function roomsOfStudio(scan: Scan): void {
  const { bedrooms, propertyTypes } = scan.filters;
  if (!bedrooms?.min || bedrooms.max !== 1 || !propertyTypes?.includes("studio") || propertyTypes.length < 2) return;
  delete bedrooms.min;
}

/** A home for sale that is let has a tenant; only one to rent has found its tenant. */
function letAlready(scan: Scan): void {
  const { status, listingType } = scan.filters;
  if (!status?.includes("rented")) return;
  const invested = /^(?:kapitalanlage|inversion|investment|investissement)$/;
  if (listingType !== "sale" && !scan.tokens.some(({ norm }) => invested.test(norm))) return;
  const others = status.filter((one) => one !== "rented");
  if (others.length > 0) scan.filters.status = others;
  else delete scan.filters.status;
  const tenanted = heldFeature(scan.vocabulary, "tenanted");
  scan.add("features", tenanted);
  for (const span of scan.spans)
    if (span.field === "status" && /rent|let|leas|alquil|miet|lou/i.test(span.text)) span.field = "features";
}

const EXCLUSIVE = [
  ["furnished", "unfurnished", "part_furnished"],
  ["freehold", "leasehold"],
];

/** "furnished and unfurnished flats": no home is both, so neither is required. */
function exclusive(scan: Scan): void {
  const { features } = scan.filters;
  if (!features || features.length < 2) return;
  for (const kinds of EXCLUSIVE) {
    const held = features.filter((name) => kinds.includes(plainFeature(name)));
    if (held.length < 2) continue;
    const rest = features.filter((name) => !held.includes(name));
    if (rest.length > 0) scan.filters.features = rest;
    else delete scan.filters.features;
    const texts: string[] = [];
    for (const span of scan.spans.filter(({ field }) => field === "features")) {
      const from = scan.tokens.findIndex((token) => token.start >= span.start);
      if (!held.includes(featureAt(scan, from)?.value ?? "")) continue;
      texts.push(span.text);
      scan.spans.splice(scan.spans.indexOf(span), 1);
      scan.leave(from, scan.tokens.findLastIndex((token) => token.end <= span.end) + 1, "unknown");
    }
    scan.conflict("inexpressible", "features", null, texts.join(" / "), "no listing is both; neither is filtered by");
    return;
  }
}

/** If a thing is both wanted and unwanted, its first mention applies. */
function contradictions(scan: Scan): void {
  const { filters } = scan;
  const pairs = [
    ["propertyTypes", "excludePropertyTypes"],
    ["features", "excludeFeatures"],
    ["cities", "excludeCities"],
    ["communities", "excludeCommunities"],
    ["regions", "excludeRegions"],
  ] as const;
  for (const [wanted, unwanted] of pairs) {
    for (const name of filters[wanted] ?? []) {
      if (!filters[unwanted]?.includes(name)) continue;
      const first =
        scan.spans.find((s) => s.field === wanted || s.field === unwanted)?.field === unwanted ? unwanted : wanted;
      const second = first === wanted ? unwanted : wanted;
      const rest = (filters[second] ?? []).filter((n) => n !== name);
      if (rest.length > 0) filters[second] = rest;
      else delete filters[second];
      scan.conflict(
        "contradiction",
        second,
        `${first}: ${name}`,
        `${second}: ${name}`,
        `${name} is both wanted and unwanted; kept what came first`,
      );
    }
  }
}
