import { readQuantity } from "./quantity.ts";
import type { Scan } from "./scan.ts";

const DAY = 86_400_000;

/** `amount` units before a moment. A month is a calendar month; its last day stands in for days it has not. */
export function ago(now: Date, amount: number, unit: string): Date {
  if (unit === "hour") return new Date(now.getTime() - amount * 3_600_000);
  if (unit === "day") return new Date(now.getTime() - amount * DAY);
  if (unit === "week") return new Date(now.getTime() - amount * 7 * DAY);
  const months = Math.round(amount * (unit === "year" ? 12 : 1));
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date;
}

function startOfDay(now: Date, daysBack: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - daysBack * DAY);
}

/** "in the last 30 days", "this week", "today": the moment since which. */
function windowAt(scan: Scan, i: number, listed: boolean): { end: number; since: Date } | undefined {
  const day = scan.kw(i, "day");
  if (day) return { end: day.end, since: startOfDay(scan.now, Number(day.value)) };
  const current = scan.kw(i, "this");
  const unit = current && scan.kw(current.end, "time");
  if (unit) return { end: unit.end, since: ago(scan.now, 1, unit.value) };
  const last = scan.kw(i, "last");
  if (!last) return undefined;
  if (!listed && /^(?:less|within|under|not|no|previous|weniger|menos|moins|innerhalb)$/.test(scan.norm(last.end - 1)))
    return undefined;
  if (!listed && /(?:less|more) (?:than|then)$/.test(scan.slice(i, last.end).toLowerCase())) return undefined;
  const quantity = readQuantity(scan, last.end);
  const time = scan.kw(quantity?.end ?? last.end, "time");
  if (!time || quantity?.money) return undefined;
  if (scan.norm(time.end) === "old") return undefined;
  const value = quantity?.value ?? 1;
  if (value <= 0 || value > 10_000) return undefined;
  return { end: time.end, since: ago(scan.now, value, time.value) };
}

/** A date like "1 March" or "15th of June", without a year. */
function calendarDay(scan: Scan, i: number): number {
  const token = scan.token(i);
  if (token?.kind === "number" && token.value <= 31) {
    let j = i + 1;
    while (/^(?:st|nd|rd|th|of|\.|de|er)$/.test(scan.norm(j))) j++;
    const month = scan.kw(j, "month");
    if (!month) return 0;
    const year = scan.token(month.end);
    return year?.kind === "number" && /^20\d\d$/.test(year.raw) ? month.end + 1 : month.end;
  }
  const month = scan.kw(i, "month");
  if (!month) return 0;
  const day = scan.token(month.end);
  if (day?.kind !== "number" || (day.value > 31 && !/^20\d\d$/.test(day.raw))) return 0;
  return /^(?:st|nd|rd|th)$/.test(scan.norm(month.end + 1)) ? month.end + 2 : month.end + 1;
}

/** When a listing was published; and dates of moving in and of renovation, which no filter knows. */
export function dates(scan: Scan, i: number): number {
  const listed = scan.kw(i, "listed");
  for (const match of listed ? scan.all(i, "listed") : []) {
    const window = windowAt(scan, scan.skip(match.end, "generic"), true) ?? windowAt(scan, match.end, true);
    if (window) return publish(scan, i, window.end, window.since);
  }
  const renovated = scan.kw(i, "renovated");
  const since = renovated && (windowAt(scan, renovated.end, true)?.end ?? yearAfter(scan, renovated.end));
  if (since) {
    scan.leave(i, since, "unknown");
    return since;
  }
  const available = scan.kw(i, "available");
  for (const from of [
    available?.end,
    scan.kw(i, "between")?.end,
    scan.kw(i, "op")?.end,
    /^(?:from|starting|ab|desde|a|des)$/.test(scan.norm(i)) ? i + 1 : undefined,
  ]) {
    const end = from === undefined ? 0 : calendarDay(scan, scan.skip(from, "joiner"));
    if (end > 0) {
      scan.leave(i, end, "unknown");
      return end;
    }
  }
  if (available && available.end > i + 1 && /^(?:now|immediately|asap)$/.test(scan.norm(available.end - 1))) {
    scan.leave(i, available.end, "unknown");
    return available.end;
  }
  const window = windowAt(scan, i, false);
  return window ? publish(scan, i, window.end, window.since) : 0;
}

function yearAfter(scan: Scan, i: number): number {
  const j = scan.skip(i, "joiner", "in");
  return /^(?:19|20)\d\d$/.test(scan.token(j)?.raw ?? "") ? j + 1 : 0;
}

function publish(scan: Scan, from: number, end: number, since: Date): number {
  const value = since.toISOString();
  const held = scan.filters.publishedAfter;
  if (held === undefined || held < value) scan.filters.publishedAfter = value;
  scan.take(from, end, "publishedAfter");
  scan.strength++;
  return end;
}

/** "sold in the last 6 months": the date of a sale is not kept, but what was sold since has changed since. */
export function saleDates(scan: Scan): void {
  const { status, publishedAfter } = scan.filters;
  if (publishedAfter === undefined || !status?.some((s) => s === "sold" || s === "rented" || s === "pending")) return;
  if (scan.spans.some((s) => s.field === "publishedAfter" && /list|publish|added|posted|market/i.test(s.text))) return;
  delete scan.filters.publishedAfter;
  scan.filters.updatedAfter = publishedAfter;
  for (const span of scan.spans) if (span.field === "publishedAfter") span.field = "updatedAfter";
  scan.notes.push("the date of a sale is not kept; taken as changed since then");
}
