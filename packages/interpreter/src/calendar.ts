import type { Scan } from "./scan.ts";

const DAY = 86_400_000;

/** A day, month or year in the query, from its first moment (inclusive) to `to` (exclusive). */
export interface Calendar {
  end: number;
  from: Date;
  to: Date;
  of: "day" | "month" | "year";
  /** Whether the query contains the year. Without it, the last such day or month that has begun is meant. */
  dated: boolean;
  /** "3/4/2026" is a day in March or in April. */
  unclear?: boolean;
}

/** "2026-10-01", "1.10.2026", "1 October", "October 1st, 2026", "October 2026", "October", "2026". */
export function calendarAt(scan: Scan, i: number): Calendar | undefined {
  return numeric(scan, i) ?? dayFirst(scan, i) ?? monthFirst(scan, i) ?? yearAlone(scan, i);
}

/** "2026-10-01", "2026/10/01", "2026-10", "1/10/2026", "1.10.2026" */
function numeric(scan: Scan, i: number): Calendar | undefined {
  const raw = scan.token(i)?.raw ?? "";
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(raw);
  if (dotted) return day(i + 1, Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const separator = scan.norm(i + 1);
  const second = scan.token(i + 2);
  if (!/^[-/]$/.test(separator) || !scan.token(i + 1)?.glued || second?.kind !== "number" || !second.glued)
    return undefined;
  if (!/^\d{1,2}$/.test(second.raw)) return undefined;
  const third = scan.norm(i + 3) === separator && scan.token(i + 4)?.glued ? scan.token(i + 4) : undefined;
  if (/^(?:19|20)\d\d$/.test(raw)) {
    if (third?.kind === "number" && /^\d{1,2}$/.test(third.raw))
      return day(i + 5, Number(raw), second.value, third.value);
    return second.raw.length === 2 ? month(i + 3, Number(raw), second.value) : undefined;
  }
  if (!/^\d{1,2}$/.test(raw) || third?.kind !== "number" || !/^(?:19|20)\d\d$/.test(third.raw)) return undefined;
  const [a, b] = [Number(raw), second.value];
  const read = b > 12 ? day(i + 5, third.value, a, b) : day(i + 5, third.value, b, a);
  return read && a <= 12 && b <= 12 && a !== b ? { ...read, unclear: true } : read;
}

/** "1 October", "1st of October 2026", "1. Oktober", "1 de octubre de 2026" */
function dayFirst(scan: Scan, i: number): Calendar | undefined {
  const token = scan.token(i);
  if (token?.kind !== "number" || !/^\d{1,2}\.?$/.test(token.raw)) return undefined;
  let j = i + 1;
  while (/^(?:st|nd|rd|th|of|\.|de|er)$/.test(scan.norm(j))) j++;
  const named = scan.kw(j, "month");
  if (!named) return undefined;
  const year = yearAt(scan, named.end);
  return inYear(scan, year, (value) => day(year?.end ?? named.end, value, Number(named.value), token.value));
}

/** "October 1st", "October 1, 2026", "October 2026", "October" */
function monthFirst(scan: Scan, i: number): Calendar | undefined {
  const named = scan.kw(i, "month");
  if (!named) return undefined;
  const number = scan.token(named.end);
  const ordinal = /^(?:st|nd|rd|th)$/.test(scan.norm(named.end + 1));
  const after = named.end + (ordinal ? 2 : 1);
  if (
    number?.kind === "number" &&
    /^\d{1,2}$/.test(number.raw) &&
    number.value >= 1 &&
    number.value <= 31 &&
    (ordinal || !scan.has(after, "bed", "bath", "area", "room", "scale", "currency", "distance", "time", "type"))
  ) {
    const year = yearAt(scan, after);
    return inYear(scan, year, (value) => day(year?.end ?? after, value, Number(named.value), number.value));
  }
  const year = yearAt(scan, named.end);
  return inYear(scan, year, (value) => month(year?.end ?? named.end, value, Number(named.value)));
}

function yearAlone(scan: Scan, i: number): Calendar | undefined {
  const raw = scan.token(i)?.raw ?? "";
  // "2026-02-31" is neither a day nor the year 2026.
  if (/^[-/]$/.test(scan.norm(i + 1)) && scan.token(i + 2)?.kind === "number") return undefined;
  if (!/^(?:19|20)\d\d$/.test(raw) || scan.has(i + 1, "currency", "area", "period", "scale", "bed", "bath"))
    return undefined;
  const value = Number(raw);
  return {
    end: i + 1,
    from: new Date(Date.UTC(value, 0, 1)),
    to: new Date(Date.UTC(value + 1, 0, 1)),
    of: "year",
    dated: true,
  };
}

/** A year after a day or a month, a comma or "de" between. */
function yearAt(scan: Scan, i: number): { end: number; value: number } | undefined {
  const j = /^(?:,|de|del)$/.test(scan.norm(i)) ? i + 1 : i;
  const token = scan.token(j);
  return token && /^20\d\d$/.test(token.raw) ? { end: j + 1, value: token.value } : undefined;
}

function inYear(
  scan: Scan,
  year: { value: number } | undefined,
  make: (year: number) => Calendar | undefined,
): Calendar | undefined {
  if (year) return make(year.value);
  const current = scan.now.getUTCFullYear();
  const read = make(current);
  const last = !read || read.from > scan.now ? make(current - 1) : read;
  return last && { ...last, dated: false };
}

function day(end: number, year: number, monthOfYear: number, value: number): Calendar | undefined {
  const from = new Date(Date.UTC(year, monthOfYear - 1, value));
  // The 31st of a month with 30 days does not exist.
  if (from.getUTCMonth() !== monthOfYear - 1 || from.getUTCDate() !== value) return undefined;
  return { end, from, to: new Date(from.getTime() + DAY), of: "day", dated: true };
}

function month(end: number, year: number, value: number): Calendar | undefined {
  if (value < 1 || value > 12) return undefined;
  return {
    end,
    from: new Date(Date.UTC(year, value - 1, 1)),
    to: new Date(Date.UTC(year, value, 1)),
    of: "month",
    dated: true,
  };
}
