import { is, isContent, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { asPhrase, coverFrom, isMeasure, isStrict, type MeasureMention, skipFunctionWords } from "./mentions.ts";
import { exclude, excludeList, phraseEnd } from "./exclusion.ts";

/** What a negation makes of the mentions from itself on: the mentions that replace `mentions[i..next]`. */
export interface Negated {
  readonly mentions: readonly Mention[];
  readonly next: number;
}

/**
 * Applies negations to what follows them. A negated comparison becomes the opposite comparison ("nothing over 300k"), a
 * negated thing an exclusion ("no condos"); what no filter expresses is reported with its negation ("not 3 bedrooms").
 */
export function applyNegation(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const result: Mention[] = [];
  let i = 0;
  while (i < mentions.length) {
    const one = mentions[i];
    if (one === undefined) break;
    if (!is(one, "negation")) {
      result.push(one);
      i++;
      continue;
    }
    const optional = optionalFeature(query, result, mentions, i);
    if (optional > 0) {
      const from = result.splice(result.length - optional);
      // "mobilado ou não em Lisboa": the preposition belongs to the place.
      const to = query.has(one.from + 1, "in") ? one.from + 1 : one.to;
      result.push(asPhrase([...from, { ...one, to }], { polarity: "unwanted", about: true }));
      if (to < one.to) result.push({ ...one, dimension: "function", value: null, from: to });
      i++;
      continue;
    }
    const comparison = comparisonBefore(query, result);
    const negated = negate(query, mentions, i, result);
    const first = negated.mentions[0];
    if (comparison > 0 && is(first, "unresolved")) {
      const before = result.splice(result.length - comparison);
      result.push(asPhrase([...before, first], first), ...negated.mentions.slice(1));
    } else result.push(...negated.mentions);
    i = negated.next;
  }
  return result;
}

/** "with pool or without": both are acceptable. Returns how many mentions before the negation belong to it. */
function optionalFeature(
  query: TaggedQuery,
  before: readonly Mention[],
  mentions: readonly Mention[],
  i: number,
): number {
  const [feature, or] = [before.at(-2), before.at(-1)];
  if (!is(feature, "feature") || !is(or, "conjunction") || or.value !== "or") return 0;
  const next = mentions[i + 1];
  const located =
    mentions[i] !== undefined && mentions[i].to > mentions[i].from + 1 && query.has(mentions[i].from + 1, "in");
  const closed = next === undefined || is(next, "separator") || query.has(next.from, "in") || located;
  return closed ? 2 : 0;
}

/** "at least not 2 bathrooms": the number of mentions of a comparison right before the negation. */
function comparisonBefore(query: TaggedQuery, before: readonly Mention[]): number {
  const end = before.at(-1)?.to ?? 0;
  for (let n = 1; n <= 4; n++) {
    const one = before.at(-n);
    if (!one || isContent(one)) return 0;
    if (query.endOf(one.from, "op") === end) return n;
  }
  return 0;
}

function negate(query: TaggedQuery, mentions: readonly Mention[], i: number, before: readonly Mention[]): Negated {
  const negation = mentions[i];
  if (!is(negation, "negation")) throw new TypeError("not a negation");
  if (negation.value === "minus") return excludeOne(mentions, i);
  if (negation.value === "neutral") return notNeeded(query, mentions, i);
  return (
    doubleNegation(query, mentions, i) ??
    negatedLimit(query, mentions, i, before) ??
    excludeList(query, mentions, i, before)
  );
}

/** "-pool" */
function excludeOne(mentions: readonly Mention[], i: number): Negated {
  const [minus, thing] = [mentions[i], mentions[i + 1]];
  if (!minus || !thing) return { mentions: [], next: i + 1 };
  const negated = is(thing, "feature", "propertyType", "place", "text")
    ? exclude(thing, minus.from)
    : asPhrase([minus, thing], { polarity: "unwanted" });
  return { mentions: [negated], next: i + 2 };
}

/** "don't need a garden", "doesn't have to be in Leeds": neither a filter nor an exclusion. */
function notNeeded(query: TaggedQuery, mentions: readonly Mention[], i: number): Negated {
  let j = i + 1;
  while (
    is(mentions[j], "function", "negation") ||
    (is(mentions[j], "generic") && query.has(mentions[j]?.from ?? 0, "anything"))
  )
    j++;
  const thing = mentions[j];
  const next = mentions[skipFunctionWords(mentions, j + 1)];
  // "don't need a house over 300k": neither the limit nor its opposite was asked for.
  const limited =
    is(thing, "propertyType", "place") && isStrict(next) && query.has(mentions[i]?.to ?? 0, "stop", "joiner");
  const end =
    thing === undefined
      ? i
      : limited
        ? mentions.indexOf(next)
        : is(thing, "unresolved")
          ? phraseEnd(query, mentions, j)
          : isContent(thing)
            ? j
            : i;
  return { mentions: [asPhrase(mentions.slice(i, end + 1), { polarity: "unwanted", about: end > i })], next: end + 1 };
}

/** "can't live without a garden", "not unfurnished" is none: two negations cancel each other, so the thing is only reported. */
function doubleNegation(query: TaggedQuery, mentions: readonly Mention[], i: number): Negated | undefined {
  let j = i + 1;
  let verb = false;
  for (; is(mentions[j], "function"); j++) verb ||= query.has(mentions[j]?.from ?? 0, "negatedVerb");
  const second = mentions[j];
  if (!is(second, "negation") || (!verb && query.has(second.from, "concord"))) return undefined;
  const thing = skipFunctionWords(mentions, j + 1);
  if (!is(mentions[thing], "feature", "propertyType", "place")) return undefined;
  return { mentions: [asPhrase(mentions.slice(i, thing + 1), { about: true })], next: thing + 1 };
}

/** The mentions between a negation and the limit that it applies to. */
interface Lead {
  /** Index of the limit, or of the first mention that is not part of the lead. */
  readonly at: number;
  /** "I don't want", "can't go": the user says what to exclude, unlike with the "no" of "no flats". */
  readonly dislike: boolean;
  /** "nothing", "properties": the limit applies to all listings. */
  readonly anything: boolean;
  readonly type?: Mention<"propertyType">;
  readonly place?: Mention<"place">;
}

function leadOf(query: TaggedQuery, mentions: readonly Mention[], i: number): Lead {
  const negation = mentions[i];
  let dislike = negation !== undefined && query.has(negation.from, "dislike");
  let anything = is(negation, "negation") && negation.value === "nothing";
  let type: Mention<"propertyType"> | undefined;
  let place: Mention<"place"> | undefined;
  let at = i + 1;
  for (; at < mentions.length; at++) {
    const one = mentions[at];
    if (is(one, "generic")) anything = true;
    else if (is(one, "function")) dislike ||= type === undefined && query.has(one.from, "negatedVerb");
    else if (is(one, "propertyType") && !type && !anything) type = one;
    else if (is(one, "place") && !place && (type ?? anything) && query.tagBefore(one.from, "in")) place = one;
    else if (!(is(one, "negation") && at === i + 1)) break;
  }
  return { at, dislike, anything, ...(type ? { type } : {}), ...(place ? { place } : {}) };
}

/**
 * "can't go above 300k", "nothing built before 1950", "I don't want a house over 300k": the opposite limit; the thing that it
 * applies to is wanted. Ambiguous wording ("3 bed, no flats under 300k") is reported and creates no filter.
 */
function negatedLimit(
  query: TaggedQuery,
  mentions: readonly Mention[],
  i: number,
  before: readonly Mention[],
): Negated | undefined {
  const lead = leadOf(query, mentions, i);
  const limit = mentions[lead.at];
  const whole = (end: number): Negated => ({
    mentions: [asPhrase(mentions.slice(i, end + 1), { polarity: "unwanted", about: true })],
    next: end + 1,
  });
  // "no garden under 50 sqm" says nothing of other gardens.
  if (isMeasure(limit) && query.has(limit.from, "feature")) return whole(lead.at);
  if (isMeasure(limit) && limit.value.opposite && !lead.type && !lead.place) {
    const verb = mentions[i + 1];
    const direct = verb === limit || !query.has(verb?.from ?? 0, "negatedVerb");
    if (isStrict(limit) || (direct && limit.value.comparison !== undefined && limit.value.comparison !== "eq"))
      return withFurtherLimits(mentions, lead.at, [opposite(limit, mentions[i]?.from ?? 0)]);
  }
  if (isStrict(limit)) return negatedLimitOfType(query, mentions, i, lead, limit, before, whole);
  if (lead.type && !lead.place) return typeWithPart(query, mentions, i, lead, before, whole);
  if (!lead.dislike && !lead.anything) return undefined;
  // "nothing more than 5 km from Leeds" is within 5 km.
  if (is(limit, "near") && limit.value.beyond === true) {
    const { beyond: _, ...within } = limit.value;
    return { mentions: [coverFrom({ ...limit, value: within }, mentions[i]?.from ?? 0)], next: lead.at + 1 };
  }
  // "I don't want a ground floor": excluded like a thing.
  if (is(limit, "floor") && limit.value.opposite) return undefined;
  return isMeasure(limit) || is(limit, "near", "date", "limit") ? whole(lead.at) : undefined;
}

function negatedLimitOfType(
  query: TaggedQuery,
  mentions: readonly Mention[],
  i: number,
  { at, dislike, type, place }: Lead,
  limit: MeasureMention,
  before: readonly Mention[],
  whole: (end: number) => Negated,
): Negated | undefined {
  const from = mentions[i]?.from ?? 0;
  const { usual } = limit.value;
  const wanted = before.filter((one) => is(one, "propertyType") && one.polarity === "wanted");
  // "anything but a flat in Brighton under 400k": after the place, what people search by is wanted again.
  if (type && place && !dislike && usual === "limit" && !type.value.narrower) return undefined;
  if (type) {
    const other = query.has(from, "except") || (!dislike && query.has(from, "plainNot"));
    if (other || type.value.narrower) return whole(at);
    const same = wanted.length === 1 && is(wanted[0], "propertyType") && wanted[0].value.name === type.value.name;
    const first = !before.some((one) => isContent(one) || one.about === true);
    const clear = dislike || (first && usual !== "limit");
    if (!same && (wanted.length > 0 || !clear)) {
      // "house in Leeds, no flats under 300k": the flats are excluded, and the limit is that of the house.
      return !dislike && usual === "limit" && wanted.length > 0 ? undefined : whole(at);
    }
  }
  const subject = type ?? place;
  const kept = subject ? mentions.slice(i + 1, at).filter((one) => one.from >= subject.from) : [];
  const covered = kept.map((one, n) => (n === 0 ? coverFrom(one, from) : one));
  return withFurtherLimits(mentions, at, [...covered, opposite(limit, kept.length > 0 ? limit.from : from)]);
}

/** "I don't want a house with a pool": the type is wanted, what follows is not. */
function typeWithPart(
  query: TaggedQuery,
  mentions: readonly Mention[],
  i: number,
  { type, dislike, at }: Lead,
  before: readonly Mention[],
  whole: (end: number) => Negated,
): Negated | undefined {
  const wanted = before.some((one) => is(one, "propertyType") && one.polarity === "wanted");
  if (!type || !query.has(type.to, "withWord") || query.has(type.to, "conj") || (!dislike && wanted)) return undefined;
  const part = mentions[at];
  const negated = is(part, "negation") ? mentions[skipFunctionWords(mentions, at + 1)] : undefined;
  if (isMeasure(part) || is(part, "near", "date")) return whole(at);
  if (is(negated, "feature")) return whole(mentions.indexOf(negated));
  if (!is(part, "feature")) return undefined;
  if (!dislike || wanted || type.value.narrower) return whole(at);
  const rest = mentions.slice(mentions.indexOf(type) + 1, at);
  return {
    mentions: [coverFrom(type, mentions[i]?.from ?? 0), ...rest, { ...part, polarity: "unwanted" }],
    next: at + 1,
  };
}

/** "nothing over 300k or under 3 beds": further limits of the same negation. */
function withFurtherLimits(mentions: readonly Mention[], at: number, first: readonly Mention[]): Negated {
  const result = [...first];
  let next = at + 1;
  for (;;) {
    const joint = mentions[next];
    const further = skipFunctionWords(mentions, next + 1);
    const limit = mentions[further];
    const more =
      is(joint, "conjunction") && isStrict(limit) && (joint.value === "or" || limit.value.usual === "opposite");
    if (!more) return { mentions: result, next };
    // Not an alternative that widens the range: both limits are negated.
    result.push({ ...joint, value: "and" }, ...mentions.slice(next + 1, further), opposite(limit, limit.from));
    next = further + 1;
  }
}

function opposite(limit: MeasureMention, from: number): Mention {
  const { opposite: range = {}, comparison: _, strict: _strict, ...rest } = limit.value;
  return coverFrom({ ...limit, value: { ...rest, range } }, from);
}
