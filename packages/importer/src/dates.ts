import { toNumber, Unreadable } from "./transforms.ts";

/** English month names, by their first three letters. */
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const tokens: Readonly<Record<string, { pattern: string; unit: Unit; read?: (text: string) => number }>> = {
  YYYY: { pattern: String.raw`\d{4}`, unit: "year" },
  MMM: { pattern: "[A-Za-z]{3,9}", unit: "month", read: (text) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1 },
  MM: { pattern: String.raw`\d{2}`, unit: "month" },
  M: { pattern: String.raw`\d{1,2}`, unit: "month" },
  DD: { pattern: String.raw`\d{2}`, unit: "day" },
  D: { pattern: String.raw`\d{1,2}`, unit: "day" },
  HH: { pattern: String.raw`\d{2}`, unit: "hour" },
  H: { pattern: String.raw`\d{1,2}`, unit: "hour" },
  mm: { pattern: String.raw`\d{2}`, unit: "minute" },
  ss: { pattern: String.raw`\d{2}`, unit: "second" },
};
type Unit = "year" | "month" | "day" | "hour" | "minute" | "second";
const anyToken = /YYYY|MMM|MM|M|DD|D|HH|H|mm|ss/g;

/**
 * Creates a reader of dates that returns ISO 8601 in UTC. The reader throws Unreadable for other texts.
 * @param format - `iso`, `unix` (seconds), `unix-ms`, or a pattern of YYYY MMM MM M DD D HH H mm ss such as
 * `DD.MM.YYYY HH:mm`; times without a zone are UTC
 * @throws Error if the pattern does not contain year, month and day exactly once each
 */
export function dateReader(format: string): (text: string) => string {
  if (format === "iso") return (text) => text.trim();
  if (format === "unix") return (text) => isoOf(toNumber(text) * 1000);
  if (format === "unix-ms") return (text) => isoOf(toNumber(text));
  const units: { unit: Unit; read: (text: string) => number }[] = [];
  let pattern = "";
  let from = 0;
  for (const { 0: token, index } of format.matchAll(anyToken)) {
    const { unit, read = Number, pattern: digits } = tokens[token] ?? { unit: "year", pattern: "" };
    pattern += `${RegExp.escape(format.slice(from, index))}(${digits})`;
    units.push({ unit, read });
    from = index + token.length;
  }
  const regex = new RegExp(`^${pattern}${RegExp.escape(format.slice(from))}$`);
  const named = units.map(({ unit }) => unit);
  const complete = (["year", "month", "day"] as const).every((unit) => named.includes(unit));
  if (!complete || new Set(named).size !== named.length)
    throw new Error(`'${format}' must contain year, month and day once each, for example DD.MM.YYYY`);
  return (text) => {
    const match = regex.exec(text.trim());
    if (match === null) throw new Unreadable(`is not a date of the format ${format}`);
    const value = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const [index, { unit, read }] of units.entries()) value[unit] = read(match[index + 1] ?? "");
    const date = new Date(Date.UTC(value.year, value.month - 1, value.day, value.hour, value.minute, value.second));
    // `Date.UTC` would silently read 31 February as 3 March.
    const real =
      date.getUTCFullYear() === value.year && date.getUTCMonth() === value.month - 1 && date.getUTCDate() === value.day;
    if (!real || value.hour > 23 || value.minute > 59 || value.second > 59)
      throw new Unreadable(`is not a real date of the format ${format}`);
    return date.toISOString();
  };
}

function isoOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) throw new Unreadable("is not a time");
  return date.toISOString();
}
