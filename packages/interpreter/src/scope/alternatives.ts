import { is, isContent, type Conflict, type Mention } from "../model.ts";
import { plainFeature } from "../lexicon/feature-names.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { asPhrase } from "./mentions.ts";

/** Marks values that "or" joins to a value of the same dimension before them: "flat or house", "2 or 3 bed". */
export function markAlternatives(_: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  let last: Mention | undefined;
  let or = false;
  return mentions.map((one, i) => {
    if (is(one, "conjunction") && one.value === "or") or = true;
    if (!isContent(one)) return one;
    const same = or && last?.dimension === one.dimension && last.polarity === one.polarity;
    // "2 bed flat or 3 bed house"
    const direct = is(mentions[i - 1], "conjunction") && or && is(last, "propertyType");
    const counted =
      direct && is(one, "bedrooms", "bathrooms") && mentions.slice(0, i).some((m) => is(m, one.dimension));
    last = one;
    or = false;
    return same || counted ? { ...one, alternative: true } : one;
  });
}

/** "new build or less than 10 years old": the one is part of the other. */
export function newBuildOrAge(_: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const i = mentions.findIndex((one, n) => {
    const [build, or] = [mentions[n - 2], mentions[n - 1]];
    if (!is(one, "yearBuilt") || !is(or, "conjunction") || or.value !== "or") return false;
    return is(build, "feature") && plainFeature(build.value.name) === "new_build";
  });
  const [build, , age] = mentions.slice(i - 2, i + 1);
  if (i < 0 || !build || !age) return mentions;
  return [...mentions.slice(0, i - 2), { ...age, from: build.from }, ...mentions.slice(i + 1)];
}

/**
 * "2 bed flat under 300k or 3 bed house under 400k": no filter holds such alternatives apart, so the ranges of both are
 * searched, and features that only one of them has are not required. Marks the mentions of the second alternative.
 */
export function markBranches(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const start = mentions.findIndex((one, i) => beginsBranch(query, mentions, one, i));
  if (start < 0) return mentions;
  const subject = mentions.findIndex((one) => is(one, "propertyType", "bedrooms"));
  const own = mentions.slice(subject, start).filter((one) => is(one, "feature") && one.polarity === "wanted");
  const text = own.map((one) => query.slice(one.from, one.to)).join(", ");
  let inBranch = true;
  return mentions.map((one, i) => {
    if (i < start) return own.includes(one) ? released(one, own[0] === one ? text : undefined) : one;
    if (is(one, "separator") && /^[,.;!?]$/.test(one.value)) inBranch = false;
    if (inBranch && is(one, "feature") && one.polarity === "wanted")
      return released(one, query.slice(one.from, one.to));
    return isContent(one) ? { ...one, branch: 1 } : one;
  });
}

function beginsBranch(query: TaggedQuery, mentions: readonly Mention[], one: Mention, i: number): boolean {
  if (!is(one, "propertyType", "bedrooms") || one.polarity !== "wanted") return false;
  let j = i - 1;
  while (is(mentions[j], "function")) j--;
  const or = mentions[j];
  const before = mentions[j - 1];
  if (!is(or, "conjunction") || or.value !== "or" || query.norm(or.from) === "/") return false;
  if (before === undefined || !isContent(before) || before.polarity !== "wanted") return false;
  if (is(before, "propertyType", "bedrooms", "bathrooms")) return false;
  return mentions.slice(0, j).some((m) => is(m, "propertyType", "bedrooms") && m.polarity === "wanted");
}

/** A feature of one of several alternatives, which no filter can require. */
function released(one: Mention, text: string | undefined): Mention {
  const phrase: Mention = { ...asPhrase([one], { about: true }), value: { kind: "unknown", whole: false } };
  if (text === undefined) return phrase;
  const detail = `a feature of one of several alternatives cannot be filtered by; it only raises listings that mention it: ${text}`;
  return { ...phrase, conflict: { field: "features", detail } };
}

/**
 * Filters are combined with "and", so no filter expresses "a studio, or else three bedrooms". The search is widened to
 * include both, and a conflict reports that. A studio has no bedroom, so a maximum of three bedrooms includes it.
 */
export function widenTypeOrBedrooms(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  return mentions.reduce<readonly Mention[]>((read, one) => {
    if (is(one, "bedrooms") && one.polarity === "wanted") return bedroomsOrType(query, mentions, read, one);
    if (is(one, "propertyType") && one.polarity === "wanted") return typeOrBedrooms(query, read, one);
    return [...read, one];
  }, []);
}

const typesOf = (mentions: readonly Mention[]): Mention<"propertyType">[] =>
  mentions.filter((m): m is Mention<"propertyType"> => is(m, "propertyType") && m.polarity === "wanted");
const bedroomsOf = (mentions: readonly Mention[]): Mention<"bedrooms">[] =>
  mentions.filter((m): m is Mention<"bedrooms"> => is(m, "bedrooms") && m.polarity === "wanted");

/** The last content mention, if "or" follows it; mentions that an earlier alternative widened count as types. */
function beforeOr(read: readonly Mention[]): Mention | undefined {
  const last = read.findLastIndex((m) => isContent(m) || m.dimension === "unresolved");
  const or = read.slice(last + 1).some((m) => is(m, "conjunction") && m.value === "or");
  return or ? read[last] : undefined;
}

/** "studio or 3 bed", "apartment or 3 bed house" */
function bedroomsOrType(
  query: TaggedQuery,
  mentions: readonly Mention[],
  read: readonly Mention[],
  one: Mention<"bedrooms">,
): readonly Mention[] {
  const before = beforeOr(read);
  const joined = is(before, "propertyType") || (is(before, "unresolved") && before.rule === "rooms/widened");
  if (bedroomsOf(read).length > 0 || !(joined || isBranchStart(read, one))) return [...read, one];
  const types = typesOf(read);
  const studio = types.length > 0 && types.every(({ value }) => value.name === "studio");
  if (!studio && query.norm(one.from - 1) === "/") return [...read, one];
  const { max } = one.value.range;
  const typed = hasOwnType(mentions, mentions.indexOf(one));
  const left = !studio || max === undefined;
  const conflict = left || !typed || max > 1 ? cannotExpress(query, read, one) : undefined;
  const kept = typed ? read : read.map((m) => (is(m, "propertyType") && m.polarity === "wanted" ? asWords(m) : m));
  if (left) return [...kept, { ...asWords(one), rule: "rooms/widened", ...(conflict ? { conflict } : {}) }];
  return [...kept, { ...one, value: { ...one.value, range: { max } }, ...(conflict ? { conflict } : {}) }];
}

/** "3 bed apartment or studio", "2 bed or house" */
function typeOrBedrooms(
  query: TaggedQuery,
  read: readonly Mention[],
  one: Mention<"propertyType">,
): readonly Mention[] {
  const studio = one.value.name === "studio";
  const before = beforeOr(read);
  const counted = is(before, "bedrooms");
  const rooms = bedroomsOf(read);
  if (rooms.length === 0 || !(counted || is(before, "propertyType"))) return [...read, one];
  const slashed = query.norm(one.from - 1) === "/";
  const left = counted && typesOf(read).length === 0 && (studio || !slashed);
  const open = rooms.some(({ value }) => value.range.max === undefined);
  const max = Math.max(...rooms.map(({ value }) => value.range.max ?? 0));
  if (!left && (!studio || rooms.every(({ value }) => value.range.min === undefined))) return [...read, one];
  const conflict = left || open || max > 1 ? cannotExpress(query, read, one) : undefined;
  const widened = read.map((m) => {
    if (!is(m, "bedrooms") || m.polarity !== "wanted") return m;
    return studio && !open ? { ...m, value: { ...m.value, range: { max: m.value.range.max ?? max } } } : asWords(m);
  });
  const last = left ? { ...asWords(one), rule: "rooms/widened" } : one;
  return [...widened, conflict ? { ...last, conflict } : last];
}

const isBranchStart = (read: readonly Mention[], one: Mention): boolean =>
  one.branch !== undefined && !read.some((m) => m.branch !== undefined);

const asWords = (one: Mention): Mention<"unresolved"> => asPhrase([one], { about: true });

/** Whether bedrooms, or the alternatives that follow them, belong to a type. */
function hasOwnType(mentions: readonly Mention[], i: number): boolean {
  for (let j = i + 1; j < mentions.length; j++) {
    const one = mentions[j];
    if (is(one, "propertyType")) return true;
    const more = is(one, "conjunction") && one.value === "or" && is(mentions[j + 1], "bedrooms");
    if (more) j++;
    else if (!is(one, "function") && !(is(one, "unresolved") && one.value.kind === "vague")) return false;
  }
  return false;
}

function cannotExpress(query: TaggedQuery, read: readonly Mention[], one: Mention): Conflict {
  const before = read.findLast((m) => isContent(m) || m.rule === "rooms/widened");
  const text = `${before ? query.slice(before.from, before.to) : ""} / ${query.slice(one.from, one.to)}`;
  return {
    field: "bedrooms",
    detail: `a type and a number of bedrooms cannot be alternatives; searched more widely: ${text}`,
  };
}
