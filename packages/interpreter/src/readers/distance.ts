import { is, mention, unresolved, type Mention, type Proximity } from "../model.ts";
import type { Context, Rule, Tier } from "../read.ts";
import { readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { placeAt } from "./place-name.ts";
import { coordinatesAt, distanceAt, nearDistanceKm, type Distance } from "./distance-value.ts";
import { endsName, proximityAt } from "./proximity.ts";

/** Minimum of metres that a number with "m" means if nothing else shows that it is a distance. */
const METRES_MIN = 20;

/** "41.3874, 2.1686" alone. */
const coordinates: Rule = {
  name: "coordinates",
  read: (query, at, before) =>
    coordinatesAt(query, at, true) &&
    proximityAt(query, { start: at, at, distance: { end: at, distance: nearDistanceKm, unit: "km" }, before }),
};

/** "within 5 km of Leeds", "10 min walk from Leeds", "Leeds within 3 miles", "more than 10 km from Leeds". */
const fromPlace: Rule = {
  name: "distance",
  read: (query, at, before) => {
    const found = distanceWordsAt(query, at);
    if (!found) return undefined;
    const { value, end, from, radius, beyond } = found;
    const tied = from || radius;
    // "in York 3 mile radius with garden"
    const named = from || (radius && !query.has(end, "withWord"));
    const target = named
      ? proximityAt(query, { start: at, at: end, distance: value, whole: true, beyond, before })
      : undefined;
    if (beyond) return beyondAt(query, at, tied ? end : value.end, value, target, before);
    if (target) return target;
    // "in Leeds within 10 miles", "in Leeds, 3 miles around"
    if (!followsPlace(at, before) || (from && !endsName(query, end))) return undefined;
    return near(at, tied ? end : value.end, value);
  },
};

function near(from: number, to: number, { distance, unit, note }: Distance, rest: Partial<Proximity> = {}): Mention {
  return mention("near", from, to, { distance, unit, ...rest }, note === undefined ? {} : { note });
}

/** Whether a place ends before a token, or before the comma before it. */
function followsPlace(at: number, { last }: Context): boolean {
  return is(last, "place") && last.to >= at - 1;
}

interface DistanceWords {
  readonly value: Distance;
  readonly end: number;
  /** Whether "from" or a similar word follows the distance, so that a place must follow. */
  readonly from: boolean;
  /** Whether "radius" or a similar word follows the distance. */
  readonly radius: boolean;
  /** Whether it is a minimum. */
  readonly beyond: boolean;
}

/** A distance with the words around it that show that a place is measured from: "within 5 km of". */
function distanceWordsAt(query: TaggedQuery, at: number): DistanceWords | undefined {
  const lead = leadAt(query, at);
  const plain = distanceAt(query, lead.end);
  // "10+ km from Leeds"
  const plus = plain || query.token(lead.end)?.kind !== "number" ? undefined : query.tag(lead.end + 1, "postOp");
  const value = plain ?? (plus?.value === "gte" ? distanceAt(query, lead.end, plus.end) : undefined);
  if (!value) return undefined;
  // "10 km or more from Leeds"
  const after = value.ambiguous ? undefined : query.tag(value.end, "postOp");
  const radius = query.tag(after?.end ?? value.end, "radius");
  const end = radius?.end ?? after?.end ?? value.end;
  const from = query.tag(end, "from") ?? (value.ambiguous ? undefined : query.tag(end, "near"));
  const tied = radius !== undefined || from !== undefined;
  if (!tied && (!lead.announced || value.ambiguous)) return undefined;
  // "mínimo 100 metros": after a comparison alone, an area.
  if (!tied && lead.compared && query.has(value.end - 1, "area")) return undefined;
  if (value.ambiguous && value.distance < METRES_MIN) return undefined;
  return {
    value,
    end: from?.end ?? end,
    from: from !== undefined,
    radius: radius !== undefined,
    beyond: lead.beyond || plus !== undefined || after?.value === "gte",
  };
}

/** The words before a distance: "within a", "at least", "in a radius of". */
function leadAt(
  query: TaggedQuery,
  at: number,
): { end: number; announced: boolean; compared: boolean; beyond: boolean } {
  let [end, announced, compared, beyond] = [at, false, true, false];
  for (let n = 0; n < 4; n++) {
    const radius = query.tag(end, "radius");
    const op = query.tag(end, "op");
    const word = radius ?? op ?? query.tag(end, "near");
    if (word) {
      announced = true;
      compared &&= op !== undefined && radius === undefined;
      beyond ||= op !== undefined && op.end > (radius?.end ?? 0) && op.value.startsWith("g");
      end = Math.max(word.end, op?.end ?? 0);
    } else if (!query.has(end, "conj") && (query.isWord(end, "joiner") || query.isWord(end, "in"))) end++;
    else break;
  }
  return { end, announced, compared, beyond };
}

/**
 * "at least 10 km from Leeds", "in Leeds, more than 10 km away". No filter expresses a minimum distance, except negated:
 * "nothing more than 10 km from Leeds". Otherwise its words are reported, and must not raise listings.
 */
function beyondAt(
  query: TaggedQuery,
  at: number,
  plainEnd: number,
  value: Distance,
  target: readonly Mention[] | undefined,
  before: Context,
): Mention | readonly Mention[] | undefined {
  const found = target?.find((one) => is(one, "near"));
  if (target && !found) return target;
  if (!target && !followsPlace(at, before)) return undefined;
  const named = target?.at(-1)?.to ?? plainEnd;
  const end = Math.max(named, query.endOf(named, "away"));
  return { ...near(at, end, value, { ...found?.value, beyond: true }), polarity: "unwanted" };
}

/** "near Leeds", "walking distance to Leeds", "closest to Leeds first". */
const nearby: Rule = {
  name: "near",
  read: (query, at, before) => {
    const word = query.tag(at, "near");
    // "around 300k": a number, not a place.
    if (!word || readQuantity(query, word.end)) return undefined;
    const metres = Number(word.value);
    const value: Distance =
      metres > 0
        ? { end: word.end, distance: metres, unit: "m" }
        : { end: word.end, distance: nearDistanceKm, unit: "km" };
    const found = proximityAt(query, { start: at, at: word.end, distance: value, before });
    const end = found?.at(-1)?.to ?? 0;
    const isNear = before.of("near").length > 0 || found?.some((one) => is(one, "near"));
    const first = isNear && query.has(at, "nearest") ? query.tag(end, "explicit") : undefined;
    if (!found || !first) return found;
    return [...found, mention("sort", end, first.end, { field: "distance", order: "asc", explicit: true })];
  },
};

/** "north of Leeds" is not in Leeds, and no filter expresses it; of "outskirts of Leeds", only "outskirts" is reported. */
const direction: Rule = {
  name: "direction",
  read: (query, at, before) => {
    const word = query.tag(at, "direction");
    const place = word && placeAt(query, word.end, true, before);
    if (!place) return undefined;
    return unresolved(at, query.has(at, "outskirts") ? word.end : place.end);
  },
};

/** In this order: the first one that matches applies. */
export const distanceTiers: readonly Tier[] = [[coordinates], [fromPlace], [nearby], [direction]];
