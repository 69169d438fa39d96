import { is, mention, unresolved, type Mention, type PublicationField } from "../model.ts";
import type { Context, Rule, Tier } from "../read.ts";
import { ago, calendarAt, recentPeriodAt, type CalendarInterval } from "../text/calendar.ts";
import { readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/** A change in more than these days is one of the home ("updated in the last 10 years"), not of the listing. */
const CHANGE_DAYS_MAX = 62;
const DAY_MS = 86_400_000;
const UNITS_MAX = 10_000;

/** What the date of a sale is taken as: it is not stored, but what was sold since then has changed since then. */
export const SALE_DATE_NOTE = "the date of a sale is not stored; taken as changed since then";

/** The time between two moments of calendar intervals, either of which may be open: "after 1 October". */
interface Period {
  readonly end: number;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly unit: CalendarInterval["unit"];
  readonly ambiguous: boolean;
}

/** "after 2026-10-01", "since October", "between 1 October and 1 November", "in October", "on 1 October". */
function periodAt(query: TaggedQuery, i: number): Period | undefined {
  const both = betweenAt(query, i);
  if (both) return both;
  const op = query.tag(i, "yearOp");
  const during = !op && query.has(i, "during");
  const date = calendarAt(query, query.skip(op?.end ?? (during ? i + 1 : i), "joiner"));
  if (!date || (date.unit !== "day" && !op && !during)) return undefined;
  // "listed from 2000" may also be a price.
  if (date.unit === "year" && !during && query.tag(i, "temporal")?.value !== "moment") return undefined;
  const { end, from, to, unit, ambiguous = false } = date;
  const found = { end, unit, ambiguous };
  if (op?.value === "after") return { ...found, from: to };
  if (op?.value === "since") return { ...found, from };
  if (op?.value === "before") return { ...found, to: from };
  return op?.value === "until" ? { ...found, to } : { ...found, from, to };
}

function betweenAt(query: TaggedQuery, i: number): Period | undefined {
  const between = query.tag(i, "between");
  const first = between && calendarAt(query, query.skip(between.end, "joiner"));
  const joint = first && query.tag(first.end, "range");
  const second = joint && calendarAt(query, query.skip(joint.end, "joiner"));
  if (!first || !second || first.from >= second.to) return undefined;
  const ambiguous = (first.ambiguous ?? false) || (second.ambiguous ?? false);
  return { end: second.end, from: first.from, to: second.to, unit: first.unit, ambiguous };
}

function since(
  at: number,
  end: number,
  field: "publishedAfter" | "updatedAfter",
  moment: Date,
  ofListing = true,
): Mention {
  return mention("date", at, end, { field, [field]: moment.toISOString(), ofListing });
}

/** "sold after 2026-05-01", "sold since May". No filter expresses the end of such a period. */
const saleDate: Rule = {
  name: "date/sale",
  read: (query, at, { last }) => {
    if (!is(last, "status") || last.to !== at || last.value === "active") return undefined;
    const period = periodAt(query, at);
    if (!period) return undefined;
    const { end, from, to, ambiguous } = period;
    if (ambiguous || !from || to) return unresolved(at, end);
    return { ...since(at, end, "updatedAfter", from), note: SALE_DATE_NOTE };
  },
};

/** "published after 2026-10-01", "listed since 1 October", "updated after 2026-10-01". */
const listingDate: Rule = {
  name: "date/listing",
  read: (query, at) => {
    const changed = query.tag(at, "changed");
    for (const word of [...(changed ? [changed] : []), ...query.tags(at, "listed")]) {
      // "listed building before 1900"
      if (query.endOf(at, "feature") > word.end) continue;
      const period = periodAt(query, query.skip(word.end, "generic")) ?? periodAt(query, word.end);
      const found = period && listingPeriod(at, period, word === changed, query.has(at, "recent"));
      if (found) return found;
    }
    return undefined;
  },
};

function listingPeriod(at: number, period: Period, changed: boolean, recent: boolean): Mention | undefined {
  const { end, from, to, unit, ambiguous } = period;
  // "new homes after 2015" is about the year of construction; a change in a year is one of, for example, a kitchen.
  if (unit === "year" && recent && !changed) return undefined;
  if (ambiguous || (changed && (to !== undefined || unit === "year"))) return unresolved(at, end);
  const start: PublicationField = changed ? "updatedAfter" : "publishedAfter";
  return mention("date", at, end, {
    field: from ? start : "publishedBefore",
    ofListing: true,
    ...(from ? { [start]: from.toISOString() } : {}),
    // The filter includes its end.
    ...(to ? { publishedBefore: new Date(to.getTime() - 1).toISOString() } : {}),
  });
}

/** "listed in the last 30 days", "new homes this week". */
const listedRecently: Rule = {
  name: "date/listed-recently",
  read: (query, at) => {
    for (const word of query.tags(at, "listed")) {
      const period =
        recentPeriodAt(query, query.skip(word.end, "generic"), true) ?? recentPeriodAt(query, word.end, true);
      if (period) return published(query, at, period.end, period.since, !query.has(at, "recent"));
    }
    return undefined;
  },
};

/** A publication, possibly with its verb at the end: "die diese Woche inseriert wurden". */
function published(query: TaggedQuery, at: number, end: number, moment: Date, ofListing: boolean): Mention {
  const verb = query.tag(end, "listed");
  return since(
    at,
    verb?.end ?? end,
    "publishedAfter",
    moment,
    ofListing || (verb !== undefined && !query.has(end, "recent")),
  );
}

/** "listed more than 3 months ago", "publicado hace más de 3 meses". */
const listedBefore: Rule = {
  name: "date/listed-before",
  read: (query, at) => {
    const listed = query.tag(at, "listed");
    const op = listed && query.tag(query.skip(listed.end, "agoBefore"), "op");
    if (!op?.value.startsWith("g")) return undefined;
    const one = query.isWord(op.end, "article", "indefinite");
    const quantity = one ? { end: op.end + 1, value: 1, currency: undefined } : readQuantity(query, op.end);
    const unit = quantity && quantity.currency === undefined ? query.tag(quantity.end, "time") : undefined;
    if (!quantity || !unit || quantity.value > UNITS_MAX) return undefined;
    const moment = ago(query.now, quantity.value, unit.value).toISOString();
    const value = { field: "publishedBefore", publishedBefore: moment, ofListing: true } as const;
    return mention("date", at, query.endOf(unit.end, "ago") || unit.end, value);
  },
};

/** "updated in the last 3 days". */
const changedRecently: Rule = {
  name: "date/changed-recently",
  read: (query, at) => {
    const changed = query.tag(at, "changed");
    const period = changed && recentPeriodAt(query, changed.end, true);
    if (!period || query.now.getTime() - period.since.getTime() > CHANGE_DAYS_MAX * DAY_MS) return undefined;
    return since(at, period.end, "updatedAfter", period.since);
  },
};

/** "renovated in the last 5 years", "refurbished in 2019": no filter expresses it. */
const renovation: Rule = {
  name: "date/renovation",
  read: (query, at) => {
    const renovated = query.tag(at, "renovated");
    if (!renovated) return undefined;
    const year = query.skip(query.endOf(renovated.end, "yearOp") || renovated.end, "joiner", "in");
    const inYear = /^(?:19|20)\d\d$/.test(query.token(year)?.raw ?? "") ? year + 1 : 0;
    const end = recentPeriodAt(query, renovated.end, true)?.end ?? inYear;
    return end > 0 ? unresolved(at, end) : undefined;
  },
};

/** "available from 1 October", "after 2026-10-01", "available now": moving in, or a date without a subject. No filter expresses it. */
const otherDate: Rule = {
  name: "date/other",
  read: (query, at) => {
    const available = query.tag(at, "available");
    const op = query.tag(at, "yearOp");
    const availableOp = available && query.tag(available.end, "yearOp");
    const from = op?.value === "since" || query.tag(at, "op")?.value === "gte";
    const starts: readonly (readonly [start: number | undefined, movingIn: boolean])[] = [
      [availableOp?.end, true],
      [available?.end, true],
      [query.tag(at, "between")?.end, from],
      [query.tag(at, "op")?.end, from],
      [op?.end, from],
      [query.isWord(at, "during", "day") ? at + 1 : undefined, false],
      [isIsoDate(query, at) ? at : undefined, false],
    ];
    for (const [start, movingIn] of starts) {
      const date = start === undefined ? undefined : calendarAt(query, query.skip(start, "joiner"));
      if (date?.unit === "day" || (date?.unit === "month" && (date.hasYear || movingIn)))
        return unresolved(at, date.end);
    }
    const immediately = available && query.has(available.end - 1, "immediately") && available.end > at + 1;
    return immediately ? unresolved(at, available.end) : undefined;
  },
};

function isIsoDate(query: TaggedQuery, i: number): boolean {
  return /^(?:19|20)\d\d$/.test(query.token(i)?.raw ?? "") && query.norm(i + 1) === "-" && query.norm(i + 3) === "-";
}

/** "in the last 30 days", "this week", "today" without a subject: when the listing was published. */
const recently: Rule = {
  name: "date/recently",
  read: (query, at) => {
    const period = recentPeriodAt(query, at, false);
    return period && published(query, at, period.end, period.since, false);
  },
};

/** In this order: the first one that matches applies. */
export const dateTiers: readonly Tier[] = [
  [saleDate],
  [listingDate],
  [listedRecently],
  [listedBefore],
  [changedRecently],
  [renovation],
  [otherDate],
  [recently],
];

/** Whether words about publication or change, which were not read as a date, are before a token: "published in Leeds after 2015". */
export function followsPublication(query: TaggedQuery, at: number, before: Context): boolean {
  for (let i = 0; i < at; i++) {
    const unread = before.at(i) === undefined || is(before.at(i), "unresolved");
    if (unread && (query.has(i, "changed") || (query.has(i, "listed") && !query.has(i, "recent")))) return true;
  }
  return false;
}
