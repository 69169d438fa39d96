import { type Calendar, calendarAt } from "./calendar.ts";
import { readQuantity } from "./quantity.ts";
import type { Scan } from "./scan.ts";
import { DAY, ago, windowAt } from "./windows.ts";

/** A period that begins or ends with a day, as in "after 1 October": start (inclusive) and end (exclusive). */
interface Period {
  end: number;
  from?: Date;
  to?: Date;
  of: Calendar["of"];
  unclear: boolean;
}

const CLEAR =
  /^(?:after|before|since|prior|earlier|later|nach|vor|seit|despues|antes|apres|avant|depuis|in|during|en|im)$/;

/** "after 2026-10-01", "since October", "between 1 October and 1 November", "in October", "on 1 October". */
function periodAt(scan: Scan, i: number): Period | undefined {
  const between = scan.kw(i, "between");
  const first = between && calendarAt(scan, scan.skip(between.end, "joiner"));
  const joint = first && scan.kw(first.end, "range");
  const second = joint && calendarAt(scan, scan.skip(joint.end, "joiner"));
  if (first && second && first.from < second.to)
    return {
      end: second.end,
      from: first.from,
      to: second.to,
      of: first.of,
      unclear: Boolean(first.unclear ?? second.unclear),
    };
  const operator = scan.kw(i, "yearOp");
  const inside = operator ? undefined : /^(?:in|on|during|en|el|im|am|le)$/.test(scan.norm(i));
  const date = calendarAt(scan, scan.skip(operator?.end ?? (inside ? i + 1 : i), "joiner"));
  // "listed from 2000" may also be a price.
  if (!date || (date.of !== "day" && !operator && !inside) || (date.of === "year" && !CLEAR.test(scan.norm(i))))
    return undefined;
  const { end, from, to, of } = date;
  const found = { end, of, unclear: date.unclear === true };
  switch (operator?.value) {
    case "after":
      return { ...found, from: to };
    case "since":
      return { ...found, from };
    case "before":
      return { ...found, to: from };
    case "until":
      return { ...found, to };
    default:
      return { ...found, from, to };
  }
}

/** "published after 2026-10-01", "listed since 1 October", "updated after 2026-10-01". */
function dated(scan: Scan, i: number): number {
  const changed = scan.kw(i, "changed");
  for (const match of [...(changed ? [changed] : []), ...scan.all(i, "listed")]) {
    // "listed building before 1900"
    if ((scan.kw(i, "feature")?.end ?? 0) > match.end) continue;
    const be = scan.skip(match.end, "generic");
    const period = periodAt(scan, be) ?? periodAt(scan, match.end);
    if (!period) continue;
    const { end, from, to, of, unclear } = period;
    const updated = match === changed;
    // "new homes after 2015" is about the year of construction, and a change in a year is that of, for example, a kitchen.
    if (of === "year" && !updated && /^(?:new|newest|latest|recent|nuevos|nuevas)$/.test(scan.norm(i))) continue;
    if (unclear || (updated && (to !== undefined || of === "year"))) {
      scan.leave(i, end, "unknown");
      return end;
    }
    if (from) since(scan, updated ? "updatedAfter" : "publishedAfter", from);
    // The end of the range is inclusive.
    if (to) until(scan, new Date(to.getTime() - 1));
    scan.take(i, end, updated ? "updatedAfter" : from ? "publishedAfter" : "publishedBefore");
    scan.strength++;
    return end;
  }
  return 0;
}

/** "sold after 2026-05-01": what was sold since then has changed since then. No filter expresses an end. */
function soldWhen(scan: Scan, i: number): number {
  if (scan.last.kind !== "status" || scan.last.end !== i || scan.filters.status?.at(-1) === "active") return 0;
  const period = periodAt(scan, i);
  if (!period) return 0;
  const { end, from, to, unclear } = period;
  if (unclear || !from || to) {
    scan.leave(i, end, "unknown");
    return end;
  }
  since(scan, "updatedAfter", from);
  scan.notes.push(ofSale);
  scan.take(i, end, "updatedAfter");
  scan.strength++;
  return end;
}

const ofSale = "the date of a sale is not kept; taken as changed since then";

/** A date without a subject: the date of moving in, or a date that no filter expresses. */
function idleDate(scan: Scan, from: number, moving = false): number {
  const date = calendarAt(scan, scan.skip(from, "joiner"));
  return date && (date.of === "day" || (date.of === "month" && (date.dated || moving))) ? date.end : 0;
}

/** Dates on which a listing was published or changed. Reports dates of moving in and of renovation, for which there is no filter. */
export function dates(scan: Scan, i: number): number {
  const told = soldWhen(scan, i) || dated(scan, i);
  if (told > 0) return told;
  const listed = scan.kw(i, "listed");
  for (const match of listed ? scan.all(i, "listed") : []) {
    const window = windowAt(scan, scan.skip(match.end, "generic"), true) ?? windowAt(scan, match.end, true);
    if (window) return publish(scan, i, window.end, window.since);
  }
  const lately = listedAgo(scan, i) || changedLately(scan, i);
  if (lately > 0) return lately;
  const renovated = scan.kw(i, "renovated");
  const done = renovated && (windowAt(scan, renovated.end, true)?.end ?? yearAfter(scan, renovated.end));
  if (done) {
    scan.leave(i, done, "unknown");
    return done;
  }
  const available = scan.kw(i, "available");
  const availableOp = available && scan.kw(available.end, "yearOp");
  for (const from of [
    availableOp?.end,
    available?.end,
    scan.kw(i, "between")?.end,
    scan.kw(i, "op")?.end,
    scan.kw(i, "yearOp")?.end,
    /^(?:from|starting|ab|desde|a|des|on|am|le|el)$/.test(scan.norm(i)) ? i + 1 : undefined,
    isIso(scan, i) ? i : undefined,
  ]) {
    if (from === undefined) continue;
    const moving =
      (available !== undefined && (from === available.end || from === availableOp?.end)) ||
      /^(?:from|starting|ab|desde|des)$/.test(scan.norm(i));
    const end = idleDate(scan, from, moving);
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

/** "listed more than 3 months ago" */
function listedAgo(scan: Scan, i: number): number {
  const listed = scan.kw(i, "listed");
  const operator = listed && scan.kw(listed.end, "op");
  const one =
    operator && /^(?:a|an)$/.test(scan.norm(operator.end))
      ? { end: operator.end + 1, value: 1, money: false }
      : undefined;
  const quantity = operator?.value.startsWith("g") ? (one ?? readQuantity(scan, operator.end)) : undefined;
  const unit = quantity && !quantity.money ? scan.kw(quantity.end, "time") : undefined;
  if (!quantity || !unit || quantity.value > 10_000) return 0;
  const end = scan.norm(unit.end) === "ago" ? unit.end + 1 : unit.end;
  until(scan, ago(scan.now, quantity.value, unit.value));
  scan.take(i, end, "publishedBefore");
  scan.strength++;
  return end;
}

/** "updated in the last 3 days": a change in the last days is one of the listing; a change in the last years would be one of, for example, a kitchen. */
function changedLately(scan: Scan, i: number): number {
  const changed = scan.kw(i, "changed");
  const window = changed && windowAt(scan, changed.end, true);
  if (!window || scan.now.getTime() - window.since.getTime() > 62 * DAY) return 0;
  since(scan, "updatedAfter", window.since);
  scan.take(i, window.end, "updatedAfter");
  scan.strength++;
  return window.end;
}

/** "2026-10-01" alone */
function isIso(scan: Scan, i: number): boolean {
  return /^(?:19|20)\d\d$/.test(scan.token(i)?.raw ?? "") && scan.norm(i + 1) === "-" && scan.norm(i + 3) === "-";
}

function yearAfter(scan: Scan, i: number): number {
  const j = scan.skip(scan.kw(i, "yearOp")?.end ?? i, "joiner", "in");
  return /^(?:19|20)\d\d$/.test(scan.token(j)?.raw ?? "") ? j + 1 : 0;
}

function since(scan: Scan, field: "publishedAfter" | "updatedAfter", moment: Date): void {
  const value = moment.toISOString();
  const held = scan.filters[field];
  if (held === undefined || held < value) scan.filters[field] = value;
}

function until(scan: Scan, moment: Date): void {
  const value = moment.toISOString();
  const held = scan.filters.publishedBefore;
  if (held === undefined || held > value) scan.filters.publishedBefore = value;
}

function publish(scan: Scan, from: number, date: number, moment: Date): number {
  // "die diese Woche inseriert wurden"
  const end = scan.kw(date, "listed")?.end ?? date;
  since(scan, "publishedAfter", moment);
  scan.take(from, end, "publishedAfter");
  scan.strength++;
  return end;
}

/** "sold in the last 6 months": the date of a sale is not stored, but what was sold since then has changed since then. */
export function saleDates(scan: Scan): void {
  const { status, publishedAfter } = scan.filters;
  if (publishedAfter === undefined || !status?.some((s) => s === "sold" || s === "rented" || s === "pending")) return;
  if (scan.spans.some((s) => s.field === "publishedAfter" && /list|publish|added|posted|market/i.test(s.text))) return;
  delete scan.filters.publishedAfter;
  scan.filters.updatedAfter = publishedAfter;
  for (const span of scan.spans) if (span.field === "publishedAfter") span.field = "updatedAfter";
  scan.notes.push(ofSale);
}
