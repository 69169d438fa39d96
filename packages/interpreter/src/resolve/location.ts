import { is, type Conflict, type Filters, type Mention, type NearPlace, type PlaceLevel } from "../model.ts";
import { isRelated, liesIn, mayLieIn } from "../readers/place-level.ts";
import type { PlaceEntry } from "../lexicon/vocabulary.ts";
import type { Contribution, Reducer } from "./reducer.ts";

type PlaceMention = Mention<"place">;
type NearMention = Mention<"near">;

const FIELDS = { city: "cities", community: "communities", region: "regions", postalCode: "postalCodes" } as const;
const EXCLUSIONS = { city: "excludeCities", community: "excludeCommunities", region: "excludeRegions" } as const;

/** The places and the distance so far. Each step returns a new one. */
interface Location {
  readonly wanted: readonly PlaceMention[];
  readonly unwanted: readonly PlaceMention[];
  readonly near?: NearMention;
  readonly conflicts: readonly Conflict[];
  readonly rejected: readonly Mention[];
}

/** Places, excluded places and the distance from a place or from coordinates. */
export const reduceLocation: Reducer = (_query, mentions) => {
  let location: Location = { wanted: [], unwanted: [], conflicts: [], rejected: [] };
  for (const one of mentions) {
    if (is(one, "place")) location = one.polarity === "unwanted" ? exclude(location, one) : addPlace(location, one);
    else if (is(one, "near")) location = addNear(location, one);
  }
  return contributionOf(location);
};

function reject(location: Location, one: Mention, field?: string, detail = ""): Location {
  const conflicts = field === undefined ? location.conflicts : [...location.conflicts, { field, detail }];
  return { ...location, conflicts, rejected: [...location.rejected, one] };
}

function exclude(location: Location, one: PlaceMention): Location {
  const { level } = one.value.entry;
  return level === "postalCode" ? reject(location, one) : { ...location, unwanted: [...location.unwanted, one] };
}

function addPlace(location: Location, one: PlaceMention): Location {
  const { wanted, near } = location;
  const { entry } = one.value;
  const field = FIELDS[entry.level];
  // "Elk Grove CA": the state is used if its city is.
  if (location.rejected.some((other) => isStateOf(one, other))) return reject(location, one);
  if (!wanted.some((other) => isStateOf(one, other)) && !isCombinable(one, wanted)) {
    const kept = wanted.map(({ value }) => value.entry.name).join(", ");
    const detail = `places of different levels cannot be alternatives; ${kept} is used, ${entry.name} is not`;
    return reject(location, one, field, detail);
  }
  // "near Leeds, in Leeds": the distance includes the place.
  if (near?.value.entry?.name === entry.name) return location;
  // "flat near Bath or house in York"
  if (near && one.branch !== near.branch) {
    const detail = `a distance and a place cannot be alternatives; ${near.value.entry?.name ?? "the distance"} is used, ${entry.name} is not`;
    return reject(location, one, field, detail);
  }
  return {
    ...location,
    wanted: [...wanted, one],
    conflicts: [...location.conflicts, ...otherLevels(one)],
  };
}

/** Whether a region follows the name of a place in it immediately. */
function isStateOf(one: PlaceMention, other: Mention): boolean {
  if (one.alternative || one.value.entry.level !== "region" || !is(other, "place")) return false;
  return one.from - other.to <= 1 && liesIn(other.value.entry, one.value.entry);
}

/** Whether a place is one more of the level of the others, or narrows them: a district of that city. */
function isCombinable(one: PlaceMention, wanted: readonly PlaceMention[]): boolean {
  const { entry } = one.value;
  const others = wanted.map(({ value }) => value.entry).filter(({ level }) => level !== entry.level);
  if (others.length === 0 || one.value.containsPrevious) return true;
  return !one.alternative && others.every((other) => isRelated(entry, other) || mayLieIn(entry, other));
}

/** The name of a place may also be that of a place of another level, unless one lies in the other. */
function otherLevels({ value: { place, entry } }: PlaceMention): readonly Conflict[] {
  return [...place.levels.values()]
    .filter(({ level }) => level !== entry.level && level !== "postalCode")
    .filter((other) => !liesIn(other, entry) && !liesIn(entry, other))
    .map(({ level }) => ({
      field: FIELDS[entry.level],
      detail: `"${entry.name}" is also the name of a ${level}; taken as ${entry.level}`,
    }));
}

function addNear(location: Location, one: NearMention): Location {
  const { wanted, near } = location;
  const { beyond, entry, at } = one.value;
  if (beyond) {
    const detail = "only what is within a distance can be searched for, not what is beyond it; not used";
    return reject(location, one, "geo", detail);
  }
  if (near) {
    const detail = `only one distance can be searched at a time; ${near.value.entry?.name ?? "the first"} is used`;
    return reject(location, one, at ? "geo" : "near", detail);
  }
  if (entry || at) return { ...location, near: one };
  const [center, outer] = centerBefore(wanted);
  if (!center) return reject(location, one);
  if (wanted.filter(({ value }) => value.entry.level === center.value.entry.level).length > 1) {
    const names = wanted.map(({ value }) => value.entry.name).join(", ");
    const detail = `only one distance can be searched at a time; ${names} are searched without it`;
    return reject(location, one, "near", detail);
  }
  const within = outer ? { [outer.value.entry.level]: outer.value.entry.name } : {};
  const around = { ...one, value: { ...one.value, entry: center.value.entry, ...within } };
  return { ...location, wanted: wanted.filter((place) => place !== center && place !== outer), near: around };
}

/** The last place, or the place before it if that lies in it: "in Soho, London within 2 km". */
function centerBefore(wanted: readonly PlaceMention[]): readonly [center?: PlaceMention, outer?: PlaceMention] {
  const [inner, last] = [wanted.at(-2), wanted.at(-1)];
  if (!last) return [];
  const nested = inner && last.from - inner.to <= 1 && liesIn(inner.value.entry, last.value.entry);
  return nested ? [inner, last] : [last];
}

function contributionOf({ wanted, unwanted, near, conflicts, rejected }: Location): Contribution {
  const filters: Filters = { ...listed(wanted, FIELDS), ...listed(unwanted, EXCLUSIONS) };
  return {
    filters,
    ...(near?.value.at ? { geo: { radius: { ...near.value.at, ...lengthOf(near) } } } : {}),
    ...(near?.value.entry ? { near: nearPlace(near, near.value.entry, filters.regions ?? []) } : {}),
    conflicts: [...conflicts, ...severalRegions(wanted, filters.regions ?? [])],
    rejected,
  };
}

/** Names by filter, each once. */
function listed(places: readonly PlaceMention[], fields: Partial<Record<PlaceLevel, keyof Filters>>): Filters {
  const names: Record<string, string[]> = {};
  for (const { value } of places) {
    const field = fields[value.entry.level];
    if (field !== undefined) names[field] = [...new Set([...(names[field] ?? []), value.entry.name])];
  }
  return names;
}

const lengthOf = ({ value: { distance, unit } }: NearMention): Pick<NearPlace, "distance" | "unit"> => ({
  distance,
  unit,
});

/** "near Portland, in Maine": a region elsewhere in the query selects one of several places of a name. */
function nearPlace(one: NearMention, entry: PlaceEntry, regions: readonly string[]): NearPlace {
  const { city } = one.value;
  const among = [...entry.regions].toSorted();
  const named = among.filter((region) => regions.includes(region));
  const several = among.length > 1 && one.value.region === undefined;
  const region = one.value.region ?? (several && named.length === 1 ? named[0] : undefined);
  return {
    place: {
      name: entry.name,
      level: entry.level,
      ...(city === undefined ? {} : { city }),
      ...(region === undefined ? {} : { region }),
      ...(region === undefined && several ? { among } : {}),
    },
    ...lengthOf(one),
  };
}

/** Reports a city name that exists in several regions if the query contains none of them. */
function severalRegions(wanted: readonly PlaceMention[], regions: readonly string[]): readonly Conflict[] {
  return wanted
    .map(({ value }) => value.entry)
    .filter(({ level, regions: held }) => level === "city" && held.size > 1 && !regions.some((one) => held.has(one)))
    .map(({ name, regions: held }) => {
      const names = [...held].toSorted().join(", ");
      return { field: "cities", detail: `there is a ${name} in ${names}; all of them are searched` };
    });
}
