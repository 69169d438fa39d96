import { readQuantity } from "./quantity.ts";
import type { TaggedQuery } from "./tagged-query.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Maximum number of days, months and so on of a period before now. */
const UNITS_MAX = 10_000;

/** A day, month or year of a query: from its first moment to `to` (exclusive), in UTC. */
export interface CalendarInterval {
  readonly end: number;
  readonly from: Date;
  readonly to: Date;
  readonly unit: "day" | "month" | "year";
  /** Whether the query contains the year. Without it, the last such day or month that has begun is meant. */
  readonly hasYear: boolean;
  /** "3/4/2026" is a day in March or in April. */
  readonly ambiguous?: boolean;
}

type Undated = Omit<CalendarInterval, "end" | "hasYear">;

/** "2026-10-01", "1.10.2026", "1 October", "October 1st, 2026", "October 2026", "October", "2026". */
export function calendarAt(query: TaggedQuery, i: number): CalendarInterval | undefined {
  return digitsAt(query, i) ?? dayAndMonthAt(query, i) ?? monthAt(query, i) ?? yearAt(query, i);
}

const isYear = (raw: string): boolean => /^(?:19|20)\d\d$/.test(raw);
const isShort = (raw: string): boolean => /^\d{1,2}$/.test(raw);

function dated(end: number, interval: Undated | undefined): CalendarInterval | undefined {
  return interval && { ...interval, end, hasYear: true };
}

/** "2026-10-01", "2026/10/01", "2026-10", "1/10/2026", "1.10.2026". */
function digitsAt(query: TaggedQuery, i: number): CalendarInterval | undefined {
  const raw = query.token(i)?.raw ?? "";
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(raw) ?? [];
  if (d !== undefined) return dated(i + 1, dayOf(Number(y), Number(m), Number(d)));
  const separator = query.norm(i + 1);
  const numberAfter = (at: number): string | undefined => {
    const [sign, number] = [query.token(at), query.token(at + 1)];
    const glued = sign?.norm === separator && sign.glued && number?.kind === "number" && number.glued;
    return glued ? number.raw : undefined;
  };
  const second = /^[-/]$/.test(separator) ? numberAfter(i + 1) : undefined;
  if (second === undefined || !isShort(second)) return undefined;
  const third = numberAfter(i + 3) ?? "";
  const [a, b, c] = [Number(raw), Number(second), Number(third)];
  if (isYear(raw) && isShort(third)) return dated(i + 5, dayOf(a, b, c));
  if (isYear(raw)) return second.length === 2 ? dated(i + 3, monthOf(a, b)) : undefined;
  if (!isShort(raw) || !isYear(third)) return undefined;
  const found = dated(i + 5, b > 12 ? dayOf(c, a, b) : dayOf(c, b, a));
  return found && a <= 12 && b <= 12 && a !== b ? { ...found, ambiguous: true } : found;
}

/** "1 October", "1st of October 2026", "1. Oktober", "1 de octubre de 2026". */
function dayAndMonthAt(query: TaggedQuery, i: number): CalendarInterval | undefined {
  const { kind, raw = "", value = 0 } = query.token(i) ?? {};
  if (kind !== "number" || !/^\d{1,2}\.?$/.test(raw)) return undefined;
  const suffix = query.skip(query.norm(i + 1) === "." ? i + 2 : i + 1, "ordinalSuffix");
  const month = query.tag(query.skip(suffix, "ofWord"), "month");
  return month && inYear(query, month.end, (year) => dayOf(year, Number(month.value), value));
}

/** "October 1st", "October 1, 2026", "October 2026", "October". */
function monthAt(query: TaggedQuery, i: number): CalendarInterval | undefined {
  const month = query.tag(i, "month");
  if (!month) return undefined;
  const { raw = "", value = 0 } = query.token(month.end) ?? {};
  const after = query.endOf(month.end + 1, "ordinalSuffix") || month.end + 1;
  const counts = query.has(after, "bed", "bath", "area", "room", "scale", "currency", "distance", "time", "type");
  if (isShort(raw) && value >= 1 && value <= 31 && (after > month.end + 1 || !counts))
    return inYear(query, after, (year) => dayOf(year, Number(month.value), value));
  return inYear(query, month.end, (year) => monthOf(year, Number(month.value)));
}

function yearAt(query: TaggedQuery, i: number): CalendarInterval | undefined {
  const { raw = "", value = 0 } = query.token(i) ?? {};
  // "2026-02-31" is neither a day nor the year 2026.
  if (/^[-/]$/.test(query.norm(i + 1)) && query.token(i + 2)?.kind === "number") return undefined;
  if (!isYear(raw) || query.has(i + 1, "currency", "area", "period", "scale", "bed", "bath")) return undefined;
  const [from, to] = [new Date(Date.UTC(value, 0, 1)), new Date(Date.UTC(value + 1, 0, 1))];
  return { end: i + 1, from, to, unit: "year", hasYear: true };
}

/** A day or month in the year that follows at a token; without one, the last that has begun. */
function inYear(
  query: TaggedQuery,
  i: number,
  intervalIn: (year: number) => Undated | undefined,
): CalendarInterval | undefined {
  const at = query.norm(i) === "," || query.isWord(i, "ofWord") ? i + 1 : i;
  const { raw = "", value = 0 } = query.token(at) ?? {};
  if (/^20\d\d$/.test(raw)) return dated(at + 1, intervalIn(value));
  const current = query.now.getUTCFullYear();
  const found = intervalIn(current);
  const last = !found || found.from > query.now ? intervalIn(current - 1) : found;
  return last && { ...last, end: i, hasYear: false };
}

function dayOf(year: number, month: number, day: number): Undated | undefined {
  const from = new Date(Date.UTC(year, month - 1, day));
  // The 31st of a month with 30 days does not exist.
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return undefined;
  return { from, to: new Date(from.getTime() + DAY_MS), unit: "day" };
}

function monthOf(year: number, month: number): Undated | undefined {
  if (month < 1 || month > 12) return undefined;
  return { from: new Date(Date.UTC(year, month - 1, 1)), to: new Date(Date.UTC(year, month, 1)), unit: "month" };
}

/**
 * A moment before another one.
 * @param amount number of units
 * @param unit value of the word class `time`. A month is a calendar month; days beyond its end become its last day.
 */
export function ago(now: Date, amount: number, unit: string): Date {
  if (unit === "hour") return new Date(now.getTime() - amount * HOUR_MS);
  if (unit === "day") return new Date(now.getTime() - amount * DAY_MS);
  if (unit === "week") return new Date(now.getTime() - amount * 7 * DAY_MS);
  const months = Math.round(amount * (unit === "year" ? 12 : 1));
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = new Date(now);
  date.setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDay));
  return date;
}

/** A period that ends now: the token after its words, and its first moment. */
export interface RecentPeriod {
  readonly end: number;
  readonly since: Date;
}

/**
 * "in the last 30 days", "this week", "today".
 * @param ofListing - whether the words before say what happened in the period. Without them, "less than 3 months"
 * and "within 2 weeks" are of something else.
 */
export function recentPeriodAt(query: TaggedQuery, i: number, ofListing: boolean): RecentPeriod | undefined {
  const { now } = query;
  const day = query.tag(i, "day");
  if (day) {
    const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
    return { end: day.end, since: new Date(today - Number(day.value) * DAY_MS) };
  }
  const current = query.tag(i, "this");
  const unit = current && query.tag(current.end, "time");
  if (unit) return { end: unit.end, since: ago(now, 1, unit.value) };
  const last = query.tag(i, "last");
  if (!last || (!ofListing && query.has(i, "looseLast"))) return undefined;
  const quantity = readQuantity(query, last.end);
  const at = quantity?.end ?? last.end;
  const time = query.tag(at, "time");
  if (!time || quantity?.currency !== undefined || query.endOf(at, "old") > time.end) return undefined;
  // "moins de 5 ans": the age of a building.
  if (!ofListing && time.value === "year" && query.has(i, "op")) return undefined;
  const value = quantity?.value ?? 1;
  return value > 0 && value <= UNITS_MAX ? { end: time.end, since: ago(now, value, time.value) } : undefined;
}
