import { readQuantity } from "./quantity.ts";
import type { Scan } from "./scan.ts";

export const DAY = 86_400_000;

/** `amount` units before a moment. A month is a calendar month; days beyond its end become its last day. */
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
export function windowAt(scan: Scan, i: number, listed: boolean): { end: number; since: Date } | undefined {
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
  // "moins de 5 ans": the age of a building.
  if (!listed && time.value === "year" && /^(?:moins|menos)$/.test(scan.norm(i))) return undefined;
  const value = quantity?.value ?? 1;
  if (value <= 0 || value > 10_000) return undefined;
  return { end: time.end, since: ago(scan.now, value, time.value) };
}
