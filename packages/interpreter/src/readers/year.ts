import { mention, unknown, unresolved, type Measure, type Mention, type Range } from "../model.ts";
import { joinedByOr, type Context, type Rule, type Tier } from "../read.ts";
import { readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { followsPublication } from "./date.ts";
import { readAmount, toMeasure } from "./measure.ts";

interface Years {
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

function yearBuilt(query: TaggedQuery, at: number, end: number, value: Measure, before: Context): Mention {
  return mention("yearBuilt", at, end, value, joinedByOr(query, at, before, "yearBuilt") ? { alternative: true } : {});
}

/** A range with one end; a negation before its comparison means the years on the other side. */
function compared(range: Range): Measure {
  const opposite = range.min === undefined ? { min: (range.max ?? 0) + 1 } : { max: range.min - 1 };
  return { range, opposite, strict: true, usual: "either" };
}

/** "no older than 10 years", "older than 50 years", "built in the last 5 years". */
const ageLimit: Rule = {
  name: "year/age-limit",
  read: (query, at, before) => {
    const op = query.has(at, "temporal") || query.has(at, "older") ? query.tag(at, "yearOp") : undefined;
    const older = op?.value === "before" && query.has(at, "older");
    const built = query.tag(at, "built");
    const start =
      older || op?.value === "since" || op?.value === "after" ? op?.end : built && query.tag(built.end, "last")?.end;
    const quantity = start === undefined ? undefined : readQuantity(query, start);
    const unit = quantity && query.tag(quantity.end, "time");
    if (!quantity || unit?.value !== "year") return undefined;
    const year = query.now.getUTCFullYear() - quantity.value;
    const end = Math.max(unit.end, query.endOf(quantity.end, "old"));
    return yearBuilt(query, at, end, compared(older ? { max: year } : { min: year }), before);
  },
};

/** "less than 10 years old", "5 to 10 years old": counted in calendar years from now. */
const age: Rule = {
  name: "year/age",
  read: (query, at, before) => {
    const amount = readAmount(query, at);
    if (amount?.unit?.kind !== "old") return undefined;
    // "bail de 3 ans": years without a comparison are not an age.
    if (!amount.comparison && !amount.high && query.isWord(amount.end - 1, "time")) return unknown(at, amount.end);
    const convert = (range: Range): Range => yearsOfAges(query, range);
    const measure = toMeasure(query, at, amount, { bare: "eq", step: 0, convert });
    return yearBuilt(query, at, amount.end, measure.opposite ? { ...measure, usual: "either" } : measure, before);
  },
};

/** The years of construction of a range of ages. */
function yearsOfAges(query: TaggedQuery, { min, max }: Range): Range {
  const year = query.now.getUTCFullYear();
  return {
    ...(max === undefined ? {} : { min: year - max }),
    ...(min === undefined || min === 0 ? {} : { max: year - min }),
  };
}

/** "built after 2015", "pre-1930", "from the 1990s", "between 1990 and 2005", "2018 or newer". */
const year: Rule = {
  name: "year",
  read: (query, at, before) => {
    const label = query.skip(query.endOf(at, "yearWord") || at, "built");
    const start = skipFillers(query, label);
    const between = query.tag(start, "between");
    const op = query.tag(start, "yearOp");
    // "ab Baujahr 2010"
    const late = op && query.tag(op.end, "yearWord");
    const labelled = label > at || isLabelled(query, at);
    const range = (between && rangeAt(query, between.end)) ?? rangeAt(query, start);
    if (range && (labelled || (between && isPlausible(query, start, range))))
      return yearBuilt(query, at, range.end, { range: { min: range.from, max: range.to } }, before);
    const number = op ? skipYearWords(query, late?.end ?? op.end) : start;
    const found = yearsAt(query, number);
    if (!found) return notAYear(query, { at, label, start, number: between?.end ?? number });
    if (isCounted(query, found.end)) return undefined;
    const sure =
      labelled || late !== undefined || (op !== undefined && query.tagBefore(op.end, "yearWord") !== undefined);
    if (op) return comparedYear(query, at, start, { ...found, comparison: op.value }, sure, before);
    return bareYear(query, at, found, sure, before);
  },
};

const isLabelled = (query: TaggedQuery, at: number): boolean =>
  query.tagBefore(at, "built") !== undefined || query.tagBefore(at, "yearWord") !== undefined;

/** "between 1990 and 2005" without a label; "from 1000 to 2000" may be of something else. */
function isPlausible(query: TaggedQuery, start: number, { from, to }: Years): boolean {
  return !query.has(start, "startingAt") && from >= 1800 && to <= 2035;
}

/** "after 1990", "since 1990 or later", "prior to the year 1930". */
function comparedYear(
  query: TaggedQuery,
  at: number,
  start: number,
  { comparison, from, to, end }: Years & { comparison: string },
  labelled: boolean,
  before: Context,
): Mention | undefined {
  // "published in Leeds after 2015"
  if (!labelled && followsPublication(query, at, before)) return unresolved(at, end);
  const post = query.tag(end, "postOp");
  const onward = comparison === "since" && post?.value === "gte" ? post : undefined;
  if (!labelled && !onward && !query.has(start, "temporal")) return undefined;
  const last = onward?.end ?? (query.endOf(end, "built") || end);
  const ranges: Readonly<Record<string, Range>> = {
    after: { min: to + 1 },
    since: { min: from },
    before: { max: from - 1 },
    until: { max: to },
  };
  return yearBuilt(query, at, last, compared(ranges[comparison] ?? { max: to }), before);
}

/** "built in 1990", "1990s", "2018 or newer". */
function bareYear(
  query: TaggedQuery,
  at: number,
  { from, to, end }: Years,
  labelled: boolean,
  before: Context,
): Mention | undefined {
  const post = query.tag(end, "postOp");
  const limit = post?.value === "gte" ? { min: from } : post?.value === "lte" ? { max: to } : undefined;
  if (post && limit && (labelled || query.tagBefore(post.end, "temporal")))
    return yearBuilt(query, at, post.end, { range: limit }, before);
  const built = query.endOf(end, "built");
  if (!labelled && built === 0 && to === from) return undefined;
  return yearBuilt(query, at, built || end, { range: { min: from, max: to } }, before);
}

/** A year, or the years of a decade or century: "1990", "1990s", "1900s". */
function yearsAt(query: TaggedQuery, i: number): Years | undefined {
  const decade = decadeAt(query, i);
  if (decade) return decade;
  const { kind, raw = "", value = 0 } = query.token(i) ?? {};
  if (kind !== "number" || !/^\d{4}$/.test(raw) || value < 1500 || value > 2100) return undefined;
  const [next, second] = [query.token(i + 1), query.token(i + 2)];
  // "2026-10-01", "1990-95"
  if (next?.norm === "-" && second?.kind === "number" && second.glued && second.raw.length < 3) return undefined;
  const plural = next?.norm === "s" && next.glued;
  return plural
    ? { end: i + 2, from: value, to: value + (value % 100 === 0 ? 99 : 9) }
    : { end: i + 1, from: value, to: value };
}

/** "années 70", "70er Jahre", "années 1970". */
function decadeAt(query: TaggedQuery, i: number): Years | undefined {
  const number = query.endOf(i, "decadeBefore") || i;
  const { kind, raw = "", value = 0 } = query.token(number) ?? {};
  const after = query.token(number + 1)?.glued ? query.endOf(number + 1, "decadeAfter") : 0;
  const end = after || (number > i ? number + 1 : 0);
  if (kind !== "number" || end === 0 || !/^(?:1\d|20)?[2-9]0$/.test(raw)) return undefined;
  const from = value < 100 ? 1900 + value : value;
  return { end, from, to: from + 9 };
}

function rangeAt(query: TaggedQuery, i: number): Years | undefined {
  const first = yearsAt(query, skipYearWords(query, i));
  const joint = first && query.tag(first.end, "range");
  const second = joint && yearsAt(query, skipYearWords(query, joint.end));
  if (!first || !second || isCounted(query, second.end)) return undefined;
  return { end: second.end, from: Math.min(first.from, second.from), to: Math.max(first.to, second.to) };
}

/** Whether a number has a unit, so that it is no year. */
const isCounted = (query: TaggedQuery, i: number): boolean => query.has(i, "currency", "area", "period", "scale");

/** "the year" before a number. */
const skipYearWords = (query: TaggedQuery, i: number): number => query.skip(i, "article", "yearNoun");

/** "in the year", ":" and the like after a label. */
function skipFillers(query: TaggedQuery, i: number): number {
  const next = query.norm(i) === ":" ? i + 1 : query.skip(i, "during", "article", "copula", "yearNoun");
  return next > i ? skipFillers(query, next) : i;
}

interface YearWords {
  readonly at: number;
  /** Token after the words for construction; `at` if there are none. */
  readonly label: number;
  /** Token at which the comparison or the number begins. */
  readonly start: number;
  readonly number: number;
}

/** "built after 40000", "Baujahr 30000": a number that cannot be a year is reported, so that it is not read as a price. */
function notAYear(query: TaggedQuery, { at, label, start, number }: YearWords): Mention | undefined {
  const labelled = label > at && !query.has(at - 1, "builtAdverb");
  const names = labelled && query.tokens.some((_, i) => i >= at && i < start && query.has(i, "during", "yearNoun"));
  const temporal = query.has(start, "temporal") && !query.has(start, "startingAt");
  const certain = number > start ? labelled || temporal : names;
  if (!certain || query.token(number)?.kind !== "number") return undefined;
  const amount = readAmount(query, query.has(start, "between") ? start : number);
  if (!amount || amount.unit || amount.currency !== undefined || amount.period || amount.low.scale > 1)
    return undefined;
  return query.has(amount.end, "time", "distance") ? undefined : unresolved(at, amount.end);
}

/** In this order: the first one that matches applies. */
export const yearTiers: readonly Tier[] = [[ageLimit], [year], [age]];
