import type { Property } from "@plat/client";

const numberFormat = new Intl.NumberFormat(undefined);
export const formatCount = (value: number): string => numberFormat.format(value);

/** Returns a count with its noun: `1 listing`, `2 listings`. */
export const pluralize = (value: number, noun: string, nouns = `${noun}s`): string =>
  `${formatCount(value)} ${value === 1 ? noun : nouns}`;

type PriceFields = Pick<Property, "price" | "currency" | "pricePeriod">;

export function formatMoney(amount: number, currency: string | null): string {
  if (currency === null) return numberFormat.format(amount);
  // A currency from the URL may be any text.
  if (!/^[a-z]{3}$/i.test(currency)) return `${numberFormat.format(amount)} ${currency}`;
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

export const formatPrice = ({ price, currency, pricePeriod }: PriceFields): string =>
  price === null
    ? "Price on request"
    : formatMoney(price, currency) + (pricePeriod === null ? "" : ` per ${pricePeriod}`);

export const formatArea = (area: number, unit: Property["areaUnit"]): string =>
  `${formatCount(area)}\u{A0}${unit === "sqm" ? "m²" : "sq\u{A0}ft"}`;

const localDateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const utcDateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
export const formatLocalDate = (iso: string): string => localDateFormat.format(new Date(iso));
/** Formats a date without a time. Uses UTC, so that the day is the same in every time zone. */
export const formatUtcDate = (iso: string): string => utcDateFormat.format(new Date(iso));
export const formatDateTime = (iso: string): string => dateTimeFormat.format(new Date(iso));

const relativeTimeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const relativeTimeUnits = [
  [60, "second"],
  [3600, "minute"],
  [86_400, "hour"],
  [30 * 86_400, "day"],
  [365 * 86_400, "month"],
] as const;

/** Formats a time relative to now: `3 minutes ago`, `in 2 days`. */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Math.abs(seconds) < 10) return "just now";
  let divisor = 1;
  for (const [limit, unit] of relativeTimeUnits) {
    if (Math.abs(seconds) < limit) return relativeTimeFormat.format(Math.round(seconds / divisor), unit);
    divisor = limit;
  }
  return relativeTimeFormat.format(Math.round(seconds / divisor), "year");
}

/** Formats seconds as `40 s`, `10 min` or `1 h 20 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [size, unit, smallerSize, smaller] = seconds < 3600 ? [60, "min", 1, "s"] : [3600, "h", 60, "min"];
  const remainder = Math.floor((seconds % size) / smallerSize);
  return `${Math.floor(seconds / size)} ${unit}${remainder === 0 ? "" : ` ${remainder} ${smaller}`}`;
}

export const formatPlace = (address: Partial<Property["address"]> | undefined): string =>
  [address?.community, address?.city, address?.region]
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ");

/** Returns the label of a listing type. */
export const listingTypeLabel = (type: Property["listingType"]): string => (type === "rent" ? "For rent" : "For sale");

/** Returns a text with its first letter in upper case. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Replaces underscores and hyphens with spaces: `swimming_pool` becomes `swimming pool`. */
export const humanize = (text: string): string => text.replaceAll(/[_-]+/g, " ");
