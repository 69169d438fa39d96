import { mention, unresolved, type Measure, type Range } from "../model.ts";
import { joinedByOr, type Rule, type Tier } from "../read.ts";
import { readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/** No building has so many floors. */
const FLOORS_MAX = 200;

interface Floor {
  readonly end: number;
  readonly value: number;
  /** Whether the words name a floor ("3rd floor"), unlike an ordinal alone ("3rd"). */
  readonly named: boolean;
}

/** "ground floor", "20th floor or above", "ground or first floor", "above the 10th floor". */
const nameOrNumber: Rule = {
  name: "floor",
  read: (query, at, before) => {
    const op = query.tag(at, "op");
    const between = query.tag(at, "between");
    const isRange = between !== undefined && between.end >= (op?.end ?? 0);
    const lead = isRange ? between : op;
    const start = lead ? query.skip(lead.end, "article", "during", "joiner") : query.skip(at, "article", "during");
    // "que no sea un bajo": the Spanish word for ground floor also means "below".
    const bare = op && !readQuantity(query, op.end) ? floorAt(query, at) : undefined;
    const compared = floorAt(query, start);
    const first = compared ?? bare;
    if (!first) return undefined;
    const second = secondFloorAt(query, first);
    if (!first.named && !second) return undefined;
    const low = Math.min(first.value, second?.value ?? first.value);
    const high = Math.max(first.value, second?.value ?? first.value);
    const end = second?.end ?? first.end;
    const post = second ? undefined : query.tag(end, "postOp");
    const after = post?.value === "gte" || post?.value === "lte" ? post : undefined;
    const comparison = after?.value ?? (!second && compared && start > at ? op?.value : undefined);
    const value = measureOf(low, high, comparison, after === undefined);
    const alternative = joinedByOr(query, at, before, "floor") ? { alternative: true } : {};
    return mention("floor", at, after?.end ?? end, value, alternative);
  },
};

/** The second floor of "ground or first floor", "2nd to 4th floor". One of the two must name a floor. */
function secondFloorAt(query: TaggedQuery, first: Floor): Floor | undefined {
  const conj = query.tag(first.end, "conj");
  const joint = query.tag(first.end, "range") ?? (conj?.value === "or" ? conj : undefined);
  const second = joint && floorAt(query, query.skip(joint.end, "article"));
  return second && (second.named || first.named) ? second : undefined;
}

/**
 * The measure of floors. Its negation is a filter if a comparison leads ("not above the 3rd floor"), or if floors of it are
 * the lowest ones ("not ground floor").
 */
function measureOf(low: number, high: number, comparison: string | undefined, leads: boolean): Measure {
  const range = comparedRange(low, comparison);
  if (!range) return { range: { min: low, max: high }, ...(low > 0 ? {} : { opposite: { min: high + 1 } }) };
  if (!leads) return { range };
  const opposite = range.min === undefined ? { min: (range.max ?? 0) + 1 } : { max: range.min - 1 };
  return { range, opposite, strict: true, usual: "either" };
}

function comparedRange(floor: number, comparison: string | undefined): Range | undefined {
  if (comparison === "lte") return { max: floor };
  if (comparison === "lt") return { max: floor - 1 };
  if (comparison === "gte") return { min: floor };
  return comparison === "gt" ? { min: floor + 1 } : undefined;
}

function floorAt(query: TaggedQuery, i: number): Floor | undefined {
  const named = query.tag(i, "floor");
  if (named) {
    // "basement flat": the type is read next.
    const typed = named.end > i + 1 && query.has(named.end - 1, "type");
    return { end: typed ? named.end - 1 : named.end, value: Number(named.value), named: true };
  }
  const level = query.tag(i, "floorName");
  if (level) return { end: level.end, value: Number(level.value), named: false };
  return labelledFloorAt(query, i) ?? ordinalFloorAt(query, i);
}

const isFloor = (value: number): boolean => Number.isInteger(value) && value < FLOORS_MAX;

/** "floor 3". */
function labelledFloorAt(query: TaggedQuery, i: number): Floor | undefined {
  const label = query.tag(i, "floorWord");
  const number = label && query.token(label.end);
  if (!label || number?.kind !== "number" || !isFloor(number.value)) return undefined;
  const end = label.end + 1;
  if (query.has(end, "bed", "bath", "area", "room", "scale", "currency")) return undefined;
  // "piso 4ª planta": an ordinal with a word of its own.
  const suffix = suffixEndAt(query, end);
  if (suffix > 0 && query.has(suffix, "floorWord")) return undefined;
  return { end, value: number.value, named: true };
}

/** "3rd floor", "third floor", "3rd". */
function ordinalFloorAt(query: TaggedQuery, i: number): Floor | undefined {
  const word = query.tag(i, "ordinal");
  const value = word ? Number(word.value) : (query.token(i)?.value ?? Number.NaN);
  const end = word?.end ?? suffixEndAt(query, i + 1);
  if (end === 0 || !isFloor(value)) return undefined;
  // "un tercero con ascensor": only of a floor it is said whether a lift goes there.
  const lift =
    (word !== undefined || query.norm(i + 1) !== ".") &&
    query.has(end, "withWord", "not") &&
    query.tag(end + 1, "feature")?.value === "elevator";
  const label = query.tag(end, "floorWord");
  return { end: label?.end ?? end, value, named: label !== undefined || lift };
}

/** The end of the suffix of an ordinal number in digits ("3rd", "3."), 0 if there is none. */
function suffixEndAt(query: TaggedQuery, i: number): number {
  const suffix = query.norm(i) === "." || query.has(i, "ordinalSuffix", "floorSuffix");
  return suffix && query.token(i)?.glued && query.token(i - 1)?.kind === "number" ? i + 1 : 0;
}

/** "floor 3000", "3000th floor": reported, so that it is not read as a price. */
const impossibleFloor: Rule = {
  name: "floor/impossible",
  read: (query, at) => {
    const start = query.skip(query.endOf(at, "op") || at, "article", "during");
    const label = query.tag(start, "floorWord");
    const number = label ? query.endOf(label.end, "op") || label.end : start;
    const { kind, raw = "", value = 0 } = query.token(number) ?? {};
    if (kind !== "number" || !/^\d+$/.test(raw) || value < FLOORS_MAX) return undefined;
    const suffix = suffixEndAt(query, number + 1);
    const end = label ? number + 1 : query.endOf(suffix || number + 1, "floorWord");
    const mayBePrice = label ? query.isWord(start - 1, "floorQualifier") : suffix === 0;
    if (end === 0 || mayBePrice || query.has(end, "currency", "scale", "period", "area", "distance")) return undefined;
    return unresolved(at, end);
  },
};

/** In this order: the first one that matches applies. */
export const floorTiers: readonly Tier[] = [[nameOrNumber], [impossibleFloor]];
