import { functionWords, mention, unresolved, type Mention } from "../model.ts";
import type { Rule } from "../read.ts";
import { readFraction, readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { bounds } from "./comparison.ts";
import { readLabelled } from "./label.ts";
import { readAmount, readUnit, toMeasure, type Amount } from "./measure.ts";
import { readSharedAmount } from "./shared-unit.ts";

type Field = "bedrooms" | "bathrooms";

/** More rooms than this are not counted in digits beside each other ("3/2"), nor after a label. */
const countMax = 20;

/**
 * Mention of a number of rooms: "3 bed" is exactly three, "2 bath" at least two.
 * @param from first token of the mention
 * @param at first token of the amount
 */
function readRooms(
  query: TaggedQuery,
  field: Field,
  { from, at, amount }: { from: number; at: number; amount: Amount },
): Mention | undefined {
  const { end, unit } = amount;
  const value = toMeasure(query, at, amount, { bare: field === "bedrooms" ? "eq" : "gte", step: 1 });
  const { min = 0, max = 0 } = value.range;
  // "1.5 BHK": a filter for half a bedroom would match nothing.
  if (field === "bedrooms" && !(Number.isInteger(min) && Number.isInteger(max)))
    return unresolved(from, end, { about: true });
  if (min > 100 || max > 100 || max < 0) return undefined;
  const { adjective } = unit ?? {};
  return mention(
    field,
    from,
    end,
    value,
    adjective === undefined ? {} : { alsoUnresolved: [[adjective, adjective + 1]] },
  );
}

/** "3b2b", "4x2": bedrooms and bathrooms without white space. */
export const joinedShorthand: Rule = {
  name: "rooms/joined-shorthand",
  read(query, at) {
    const beds = roomCount(query, at);
    const rest = query.token(at + 1);
    const baths = rest?.glued ? /^(?:b(\d)(?:b|ba)?|x(\d))$/.exec(rest.norm) : null;
    if (beds === undefined || !baths) return undefined;
    // "4x2 m", "2x4x3"
    if (baths[2] !== undefined && (beds > 9 || query.has(at + 2, "distance", "area"))) return undefined;
    return [exactly(at, at + 1, beds), atLeast(at + 1, at + 2, Number(baths[1] ?? baths[2]))];
  },
};

/** "3/2", "3b/2b": bedrooms and bathrooms, as agents write them. */
export const shorthand: Rule = {
  name: "rooms/shorthand",
  read(query, at) {
    const beds = roomCount(query, at);
    if (beds === undefined || readFraction(query, at)) return undefined;
    const letter = isLetter(query, at + 1);
    const stroke = letter ? at + 2 : at + 1;
    const slashed = query.norm(stroke) === "/";
    const second = slashed ? stroke + 1 : stroke;
    if (!slashed && !letter) return undefined;
    const baths = query.token(second);
    if (baths?.kind !== "number" || baths.value > countMax || query.slice(second - 1, second + 1).includes(" "))
      return undefined;
    const end = second + 1;
    if (!isLetter(query, end)) {
      if (letter || query.has(end, "bed", "scale") || query.norm(end) === "/") return undefined;
      if (readQuantity(query, at)?.scale !== 1) return undefined;
    }
    return [
      exactly(at, stroke, beds),
      ...(slashed ? [functionWords(stroke, second)] : []),
      atLeast(second, isLetter(query, end) ? end + 1 : end, baths.value),
    ];
  },
};

const isLetter = (query: TaggedQuery, i: number): boolean => query.norm(i) === "b" && query.token(i)?.glued === true;

function roomCount(query: TaggedQuery, i: number): number | undefined {
  const token = query.token(i);
  const counts = token?.kind === "number" && token.value <= countMax && Number.isInteger(token.value);
  return counts ? token.value : undefined;
}

const exactly = (from: number, to: number, count: number): Mention =>
  mention("bedrooms", from, to, { range: { min: count, max: count } });
const atLeast = (from: number, to: number, count: number): Mention =>
  mention("bathrooms", from, to, { range: { min: count } });

/** "3+1 bedroom flat": a sum of rooms, which no filter expresses. */
export const sumOfRooms: Rule = {
  name: "rooms/sum",
  read(query, at) {
    const [first, plus, second] = [query.token(at), query.token(at + 1), query.token(at + 2)];
    if (first?.kind !== "number" || second?.kind !== "number" || first.value > countMax || second.value > countMax)
      return undefined;
    if (plus?.norm !== "+" || !plus.glued || !second.glued) return undefined;
    const unit = readUnit(query, at + 3);
    if (unit && unit.kind !== "bed" && unit.kind !== "room") return undefined;
    return unresolved(at, unit?.end ?? at + 3, { about: true });
  },
};

function labelledRooms(field: Field): Rule {
  const [own, other, otherField] =
    field === "bedrooms" ? (["bed", "bath", "bathrooms"] as const) : (["bath", "bed", "bedrooms"] as const);
  return {
    name: `${field}/labelled`,
    read(query, i, before) {
      const label = readLabelled(query, i, own);
      if (!label || label.amount.currency !== undefined || bounds(label.amount)[0] > countMax) return undefined;
      // A label only if nothing before it was counted, except with another label, or as the price: "beds>=3 baths>=2".
      const { last } = before;
      const separate = last?.to === i && (last.dimension === otherField || last.dimension === "price");
      if (isAfterNumber(query, i) && !separate) return undefined;
      const { at } = label;
      const { unit, ...amount } = label.amount;
      if (!unit) return readRooms(query, field, { from: i, at, amount });
      // "beds 3 baths 2": the next label, not a unit.
      if (unit.kind !== other || (query.norm(unit.end) !== ":" && !readAmount(query, unit.end))) return undefined;
      return readRooms(query, field, { from: i, at, amount: { ...amount, end: unit.end - 1 } });
    },
  };
}

/** "bedrooms: 3+", "beds 3 baths 2". */
export const labelledBedrooms = labelledRooms("bedrooms");
export const labelledBathrooms = labelledRooms("bathrooms");

const isAfterNumber = (query: TaggedQuery, i: number): boolean =>
  query.token(i - 1)?.kind === "number" || query.tagBefore(i, "number") !== undefined;

/** "rooms: 4", "Zimmer 3": there is no filter for rooms other than bedrooms and bathrooms. */
export const labelledRoomsOfAnyKind: Rule = {
  name: "rooms/labelled",
  read(query, at) {
    const label = query.endOf(at, "room");
    if (label === 0 || isAfterNumber(query, at)) return undefined;
    const amount = readAmount(query, query.norm(label) === ":" ? label + 1 : label);
    if (!amount || amount.unit || amount.currency !== undefined || amount.period !== undefined) return undefined;
    if (amount.low.scale > 1 || bounds(amount)[1] > countMax) return undefined;
    if (query.has(amount.end, "distance", "time", "type", "feature", "status")) return undefined;
    return unresolved(at, amount.end, { about: true });
  },
};

/** "3 bed", "at least 2 bathrooms", "2 or 3 bed". */
export const rooms: Rule = {
  name: "rooms",
  read(query, at, before) {
    const amount = readSharedAmount(query, at, before);
    const kind = amount?.unit?.kind;
    if (!amount || (kind !== "bed" && kind !== "bath")) return undefined;
    return readRooms(query, kind === "bed" ? "bedrooms" : "bathrooms", { from: at, at, amount });
  },
};

/** "4 rooms", "2 storeys": there are no filters for them. */
export const roomsOrStoreys: Rule = {
  name: "rooms/other",
  read(query, at, before) {
    const amount = readSharedAmount(query, at, before);
    const kind = amount?.unit?.kind;
    if (!amount || (kind !== "room" && kind !== "storey")) return undefined;
    // "1-Zimmer-Wohnung": the number is part of the name of a type.
    if (query.endOf(at, "feature") >= amount.end || query.endOf(at, "type") > amount.end) return undefined;
    return unresolved(at, amount.end, kind === "room" ? { about: true } : {});
  },
};
