import { preferred, related, unknownParents } from "./levels.ts";
import { isUpper, placeAt, stateAt } from "./named-place.ts";
import type { PlaceMatch, Scan } from "./scan.ts";
import type { Place, PlaceEntry } from "./vocabulary.ts";

const FIELD = { city: "cities", community: "communities", region: "regions", postalCode: "postalCodes" } as const;
const EXCLUDE = { city: "excludeCities", community: "excludeCommunities", region: "excludeRegions" } as const;

/** Puts a place into the filters. Returns the end of what was used, with a state after it ("Richmond VA"). */
export function applyPlace(scan: Scan, i: number, match: PlaceMatch, unwanted: boolean): number {
  const entry = preferred(match.place);
  if (unwanted) {
    if (entry.level === "postalCode") {
      scan.mark(i, match.end, "unwanted");
      return match.end;
    }
    const field = EXCLUDE[entry.level];
    scan.add(field, entry.name);
    fixed(scan, i, match, entry);
    scan.take(i, match.end, field, "place");
    scan.placesFound++;
    return match.end;
  }
  if (!together(scan, i, entry)) {
    const kept = scan.placed.map((p) => p.entry.name).join(", ");
    return notBesides(scan, i, match, kept, "places of different levels cannot be alternatives; kept the first");
  }
  if (scan.near && scan.near.place.name === entry.name) {
    scan.take(i, match.end, "near", "place");
    return match.end;
  }
  // "flat near Bath or house in York": no filter expresses both.
  if (scan.near && scan.alternative)
    return notBesides(
      scan,
      i,
      match,
      scan.near.place.name,
      "a distance and a place cannot be alternatives; kept the first",
    );
  scan.add(FIELD[entry.level], entry.name);
  scan.placed.push({ level: entry.level, entry });
  scan.placesFound++;
  ambiguity(scan, match.place, entry);
  fixed(scan, i, match, entry);
  scan.take(i, match.end, FIELD[entry.level], "place");
  return state(scan, match.end);
}

/** Reports a place that filters cannot combine with the places before it. */
function notBesides(scan: Scan, i: number, match: PlaceMatch, kept: string, message: string): number {
  const { level, name } = preferred(match.place);
  scan.conflict("inexpressible", FIELD[level], kept, name, message);
  scan.mark(i, match.end, "unknown");
  scan.placesFound++;
  return match.end;
}

/** Reports the correction of a misspelt place once, for the whole name. */
export function fixed(scan: Scan, i: number, match: PlaceMatch, entry: PlaceEntry): void {
  let wrong = match.kind === "joined";
  for (let k = i; k < match.end; k++) if (scan.corrected.delete(k)) wrong = true;
  if (wrong) scan.corrections.push({ from: scan.slice(i, match.end), to: entry.name });
}

function state(scan: Scan, i: number): number {
  const found = stateAt(scan, i);
  if (!found) return i;
  const { end, region } = found;
  scan.add("regions", region.name);
  scan.placed.push({ level: "region", entry: region });
  scan.placesFound++;
  scan.take(end - 1, end, "regions", "place");
  return end;
}

/** Whether a further place narrows the ones before it (a district of that city, a city of that region), or is one more of their level. */
function together(scan: Scan, i: number, entry: PlaceEntry): boolean {
  const others = scan.placed.filter((p) => p.level !== entry.level);
  if (others.length === 0) return true;
  if (scan.joinedByOr(i, "place")) return false;
  return others.every(
    (other) => related(entry, other.entry) || related(other.entry, entry) || unknownParents(entry, other.entry),
  );
}

function ambiguity(scan: Scan, place: Place, entry: PlaceEntry): void {
  const others = [...place.levels.values()].filter(
    (e) => e.level !== entry.level && e.level !== "postalCode" && !related(e, entry),
  );
  for (const other of others) {
    if (other.level === "region" && entry.regions.has(other.name)) continue;
    scan.conflict(
      "ambiguity",
      FIELD[entry.level],
      `${entry.name} (${entry.level})`,
      `${other.name} (${other.level})`,
      `"${entry.name}" is also the name of a ${other.level}; taken as ${entry.level}`,
    );
  }
}

/** Handles a city name that exists in several regions if the query contains none of them. */
export function severalRegions(scan: Scan): void {
  const named = new Set(scan.filters.regions ?? []);
  for (const { level, entry } of scan.placed) {
    if (level !== "city" || entry.regions.size < 2 || [...entry.regions].some((region) => named.has(region))) continue;
    const regions = [...entry.regions].toSorted();
    scan.conflict(
      "ambiguity",
      "cities",
      regions.join(", "),
      null,
      `there is a ${entry.name} in ${regions.join(", ")}; all of them are searched`,
    );
  }
}

/** A place at a token, in whatever context; with "in VA" also a state alone. */
export function places(scan: Scan, i: number): number {
  const match = placeAt(scan, i, false);
  if (match) return applyPlace(scan, i, match, false);
  if (scan.before(i, "in") && isUpper(scan, i)) {
    const end = state(scan, i);
    return end > i ? end : 0;
  }
  return 0;
}
