import { type ListingType, mention, type Mention, unknown, unresolved } from "../model.ts";
import { joinedByOr, type Context, type Rule } from "../read.ts";
import type { Tag, TaggedQuery } from "../text/tagged-query.ts";
import { heldFeature } from "../lexicon/vocabulary.ts";
import { typeAt } from "./names.ts";
import { isBesideHome, isPartOfHome, landOfHomeEnd } from "./surroundings.ts";

const GENERAL: ReadonlySet<string> = new Set(["house", "apartment"]);

/** A property type: "flat", "3 bed ranch", "penthouse flat". */
export const propertyType: Rule = {
  name: "property-type",
  read(query, at, before) {
    const code = query.tag(at, "roomCode");
    if (code) return readRoomCode(query, at, code, before);
    const type = typeAt(query, at);
    if (!type) return undefined;
    // "homes of type villa": only the second type counts.
    const named = GENERAL.has(type.value) ? query.endOf(type.end, "typeLabel") : 0;
    const [first, ...rest] = named > 0 ? [propertyType.read(query, named, before) ?? []].flat() : [];
    if (first) return [{ ...first, from: at }, ...rest];
    if (isBesideHome(query, at, type, before)) return unknown(at, type.end);
    if (isPartOfHome(query, at, type, before)) {
      // "with office": a room of the home.
      if (type.value === "office")
        return mention("feature", at, type.end, { name: heldFeature(query.vocabulary, "home_office") });
      if (!GENERAL.has(type.value) || before.of("propertyType").length > 0)
        return unknown(at, type.end, { about: true });
    }
    const offer = query.tag(at, "listing");
    if (offer && offer.end < type.end) return offeredType(query, at, offer, type);
    const land = type.value === "land" ? landOfHomeEnd(query, at, type, before) : 0;
    return land > 0 ? unknown(at, land) : withBedrooms(query, readType(query, at, type, before));
  },
};

/** "affittasi camera singola": a type whose name begins with the words about letting. */
function offeredType(query: TaggedQuery, at: number, offer: Tag, { end, value: name }: Tag): readonly Mention[] {
  const whole = Math.max(end, typeAt(query, offer.end)?.end ?? 0);
  return [
    mention("listingType", at, offer.end, offer.value as ListingType),
    mention("propertyType", offer.end, whole, { name, narrower: false }),
  ];
}

/** "T3", "maison T5": a flat unless another type is named. No filter expresses the number of its rooms. */
function readRoomCode(query: TaggedQuery, at: number, { end, value }: Tag, before: Context): Mention {
  const name = value || "apartment";
  // "T0 ou T1": an alternative to the type before it.
  if (joinedByOr(query, at, before, "propertyType"))
    return mention("propertyType", at, end, { name, narrower: true }, { alsoUnresolved: [[at, end]] });
  const typed = before.of("propertyType").some(({ from }) => !query.has(from, "roomCode"));
  if (typed || query.tokens.some((_, k) => k >= end && !query.has(k, "roomCode") && typeAt(query, k)))
    return unresolved(at, end, { about: true });
  return mention("propertyType", at, end, { name, narrower: true }, { alsoUnresolved: [[at, end]] });
}

/** "two up two down": the type, and its number of bedrooms. */
function withBedrooms(query: TaggedQuery, one: Mention<"propertyType">): readonly Mention[] {
  const rooms = query.tag(one.from, "typeBedrooms");
  if (!rooms || rooms.end !== one.to) return [one];
  const count = Number(rooms.value);
  const middle = one.from + 2;
  return [mention("bedrooms", one.from, middle, { range: { min: count, max: count } }), { ...one, from: middle }];
}

function readType(query: TaggedQuery, at: number, type: Tag, before: Context): Mention<"propertyType"> {
  const ranch = query.isWord(at, "ranchHouse") && type.end === at + 1 && isCounted(at, before);
  const name = ranch ? "house" : type.value;
  const end = letFrom(query, at, type.end);
  const whole = withQualifier(query, { end, value: name });
  const reported = ranch || (whole.value === "house" && query.isWord(at, "narrower", "reported"));
  const narrower = query.tokens.slice(at, whole.end).some((_, k) => query.has(at + k, "narrower"));
  return mention(
    "propertyType",
    at,
    whole.end,
    { name: whole.value, narrower },
    reported ? { alsoUnresolved: [[at, at + 1]] } : {},
  );
}

/** Whether rooms are counted right before a token. */
function isCounted(at: number, { last }: Context): boolean {
  return last?.to === at && (last.dimension === "bedrooms" || last.dimension === "bathrooms");
}

/** "room to let": the words about letting are a listing type, which is read next. */
function letFrom(query: TaggedQuery, at: number, to: number): number {
  for (let k = at + 1; k < to; k++) if (query.has(k, "listing")) return k;
  return to;
}

/** "penthouse flat", "loft apartment": two words for one type, of which the more specific one counts. */
function withQualifier(query: TaggedQuery, { end, value }: Tag): Tag {
  const next = typeAt(query, end);
  if (next?.value === value) return query.has(end, "listing") ? { end, value } : { end: next.end, value };
  const general = next && (GENERAL.has(next.value) || GENERAL.has(value));
  if (next && general && next.value !== "land" && value !== "room")
    return { end: next.end, value: GENERAL.has(value) ? next.value : value };
  if (value !== "room" || !query.has(end, "in")) return { end, value };
  // "room in a shared flat"
  const shared = typeAt(query, query.skip(end, "in", "joiner", "vague"));
  return { end: shared && GENERAL.has(shared.value) ? shared.end : end, value };
}

/** "living room": a room of a home that is no feature. */
export const roomOfHome: Rule = {
  name: "room-of-home",
  read: (query, at) =>
    query.isWord(at, "homeRoom") && query.isWord(at + 1, "plainRoom") ? unknown(at, at + 2) : undefined,
};
