import { is, type Mention } from "../model.ts";
import { CHARGES } from "../readers/fee.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { asPhrase, coverFrom, isMeasure, isStrict, skipFunctionWords } from "./mentions.ts";
import type { Negated } from "./negation.ts";

type Kind = "type" | "feature" | "place" | "text" | "amount" | "other";

/** The kind of thing that a mention is in a list of unwanted things. */
function kindOf(one: Mention | undefined): Kind | undefined {
  if (is(one, "text")) return "text";
  if (is(one, "propertyType")) return "type";
  if (is(one, "feature")) return "feature";
  if (is(one, "place")) return "place";
  if (is(one, "floor")) return one.value.opposite ? "other" : "amount";
  if (isMeasure(one) || is(one, "near", "date", "limit")) return "amount";
  return is(one, "status", "listingType", "propertyCategory") ? "other" : undefined;
}

/** "no condos", "without a pool or garage", "not in Sacramento", "not ground floor": excludes a thing, or a list of things. */
export function excludeList(
  query: TaggedQuery,
  mentions: readonly Mention[],
  i: number,
  before: readonly Mention[],
): Negated {
  const from = mentions[i]?.from ?? 0;
  const at = firstThing(mentions, i);
  const whole = (end: number): Negated => ({
    mentions: [asPhrase(mentions.slice(i, end + 1), { polarity: "unwanted", about: true })],
    next: end + 1,
  });
  const needless = needlessEnd(mentions, at);
  if (needless > 0) return whole(needless);
  const first = mentions[at];
  // "no garden under 50 sqm" says nothing of other gardens.
  const size = mentions[at + 1];
  if (is(first, "feature") && isStrict(size) && size.value.usual === "opposite") {
    if (size.dimension !== "price" || CHARGES.has(first.value.name)) return whole(at + 1);
  }
  const limited = limitOfSeveralTypes(query, mentions, at);
  if (limited > 0) return whole(limited);
  const kind = kindOf(first);
  if (first === undefined || kind === undefined) return unwantedPhrase(query, mentions, i, at);
  const shorthand = first.rule.endsWith("shorthand") ? mentions.findLastIndex(({ rule }) => rule === first.rule) : at;
  const excluded: Mention[] = shorthand > at ? [...whole(shorthand).mentions] : [exclude(first, from)];
  let [end, last] = [shorthand, kind];
  for (;;) {
    const next = continuation(query, mentions, end, last);
    const more = mentions[next];
    const nextKind = kindOf(more);
    if (next === 0 || more === undefined || nextKind === undefined) break;
    excluded.push(...mentions.slice(end + 1, next), exclude(more, more.from));
    [end, last] = [next, nextKind];
  }
  // "no studios or flats under 300k": it is ambiguous whose limit it is, unless another type is wanted.
  const limit = mentions[end + 1];
  const wanted = before.some((one) => is(one, "propertyType") && one.polarity === "wanted");
  if (isStrict(limit) && last !== "amount") {
    const clear = last !== "type" || wanted;
    if (!clear || limit.value.usual === "opposite") {
      excluded.push(asPhrase([limit], { polarity: "unwanted", about: true }));
      end++;
    }
  }
  return { mentions: excluded, next: end + 1 };
}

function firstThing(mentions: readonly Mention[], i: number): number {
  let j = i + 1;
  while (is(mentions[j], "function", "negation")) j++;
  return j;
}

/** A mention as unwanted, from the negation on; things that no filter excludes are reported. */
export function exclude(one: Mention, from: number): Mention {
  const unwanted = coverFrom({ ...one, polarity: "unwanted" as const }, from);
  const phrase = asPhrase([unwanted], { polarity: "unwanted", about: true });
  if (is(one, "propertyType")) return one.value.narrower ? phrase : unwanted;
  if (is(one, "text")) return { ...phrase, conflict: { field: "text", detail: "text cannot be excluded; not used" } };
  if (is(one, "listingType")) return coverFrom({ ...one, value: one.value === "rent" ? "sale" : "rent" }, from);
  if (is(one, "status")) return coverFrom({ ...one, value: "active" }, from);
  if (is(one, "place")) return one.value.entry.level === "postalCode" ? phrase : unwanted;
  if (is(one, "floor") && one.value.opposite) return coverFrom({ ...one, value: { range: one.value.opposite } }, from);
  return is(one, "feature") ? unwanted : phrase;
}

/** Where the next thing of a list of unwanted things is, if the list continues; 0 otherwise. */
function continuation(query: TaggedQuery, mentions: readonly Mention[], end: number, kind: Kind): number {
  const joint = mentions[end + 1];
  const next = skipFunctionWords(mentions, end + 2);
  const thing = mentions[next];
  const nextKind = kindOf(thing);
  if (thing === undefined || nextKind === undefined) return 0;
  if (is(joint, "negation") && query.has(joint.from, "nor")) return next;
  if (is(joint, "conjunction")) {
    if (query.has(joint.to, "having") || (joint.value === "and" && joint.to - joint.from > 1)) return 0;
    // "not 3 bed and under 300k": a comparison begins a requirement of its own.
    if (joint.value === "and" && kind === "amount" && query.has(thing.from, "op", "between", "price")) return 0;
    return nextKind === kind || nextKind === "other" || nextKind === "text" || joint.value === "or" ? next : 0;
  }
  return is(joint, "separator") && joint.value === "," && isClosedByOr(query, mentions, end, kind) ? next : 0;
}

/** "no pool, garage or garden": whether an "or" closes a list with commas. */
function isClosedByOr(query: TaggedQuery, mentions: readonly Mention[], end: number, kind: Kind): boolean {
  let j = end + 1;
  for (let n = 0; n < 8; n++) {
    const joint = mentions[j];
    const or =
      (is(joint, "conjunction") && joint.value === "or") || (is(joint, "negation") && query.has(joint.from, "nor"));
    if (!or && !(is(joint, "separator") && joint.value === ",")) return false;
    let next = skipFunctionWords(mentions, j + 1);
    const after = mentions[next];
    const closing = is(after, "conjunction") && after.value === "or";
    if (closing) next = skipFunctionWords(mentions, next + 1);
    if (kindOf(mentions[next]) !== kind) return false;
    if (or || closing) return true;
    j = next + 1;
  }
  return false;
}

/** "no garden or lift needed": the index of the remark after things that are not required; 0 if they are unwanted. */
function needlessEnd(mentions: readonly Mention[], at: number): number {
  let j = at;
  for (let n = 0; n < 8; n++) {
    if (!is(mentions[j], "feature", "propertyType")) return 0;
    const after = mentions[j + 1];
    if (is(after, "remark")) return after.value === "needed" ? j + 1 : 0;
    if (!is(after, "conjunction") && !(is(after, "separator") && after.value === ",")) return 0;
    j += 2;
    while (is(mentions[j], "function", "conjunction", "negation")) j++;
  }
  return 0;
}

/** "neither a flat nor a house over 300k": whether the limit is of the last type or of all is ambiguous. */
function limitOfSeveralTypes(query: TaggedQuery, mentions: readonly Mention[], at: number): number {
  let j = at;
  for (let n = 0; is(mentions[j], "propertyType") && n < 8; n++) {
    const limit = mentions[j + 1];
    if (n > 0 && isStrict(limit) && limit.value.usual === "opposite") return j + 1;
    j = continuation(query, mentions, j, "type");
    if (j === 0) return 0;
  }
  return 0;
}

/** The index of the last mention of a phrase of unknown words, which has at most four tokens. */
export function phraseEnd(query: TaggedQuery, mentions: readonly Mention[], at: number): number {
  const from = mentions[at]?.from ?? 0;
  let end = at - 1;
  for (let j = at; j < mentions.length; j++) {
    const one = mentions[j];
    if (!one || one.from - from >= 4) break;
    // "not an agency, ...": punctuation before white space ends the phrase, unlike that of "co-op" or "St.James".
    if (is(one, "separator") && /^[,.;!?]$/.test(one.value) && query.token(one.to)?.glued !== true) break;
    const glued = query.token(one.from)?.glued === true && j > at;
    const words = is(one, "unresolved", "generic") && one.polarity !== "protected";
    const connects = is(one, "function") && !query.has(one.from, "in", "op", "withWord", "price", "near");
    if (!words && !connects && !is(one, "feature") && !glued) break;
    if (words || is(one, "feature") || glued) end = j;
  }
  return end;
}

/** An unknown unwanted thing: reported with its negation, and not a ranking term. */
function unwantedPhrase(query: TaggedQuery, mentions: readonly Mention[], i: number, at: number): Negated {
  const negation = mentions[i];
  const end = phraseEnd(query, mentions, at);
  if (negation === undefined) return { mentions: [], next: i + 1 };
  if (end < at) {
    const words = mentions.slice(i + 1, at);
    const dangling = words.length > 0 && query.has(words[0]?.from ?? 0, "negatedVerb");
    const next = dangling ? at : i + 1;
    return { mentions: [asPhrase(mentions.slice(i, next), { polarity: "unwanted" })], next };
  }
  const text = mentions[end + 1];
  if (is(text, "text")) return { mentions: [exclude(text, negation.from)], next: end + 2 };
  // "can't stretch our savings above 300k": a limit right after something unwanted may be part of it.
  const after = query.isWord(negation.to - 1, "plainNo") ? end + 1 : skipFunctionWords(mentions, end + 1);
  const limit = mentions[after];
  const last = isStrict(limit) ? after : end;
  const about = last > end || mentions.slice(at, end + 1).some((one) => is(one, "feature"));
  return { mentions: [asPhrase(mentions.slice(i, last + 1), { polarity: "unwanted", about })], next: last + 1 };
}
