import type { Property } from "@plat/client";

const whole = new Intl.NumberFormat(undefined);
export const formatCount = (value: number): string => whole.format(value);

/** `1 listing`, `2 listings`. */
export const plural = (value: number, noun: string, nouns = `${noun}s`): string =>
  `${formatCount(value)} ${value === 1 ? noun : nouns}`;

type Priced = Pick<Property, "price" | "currency" | "pricePeriod">;

export function formatMoney(amount: number, currency: string | null): string {
  if (currency === null) return whole.format(amount);
  // An address may hold anything in the place of a currency.
  if (!/^[a-z]{3}$/i.test(currency)) return `${whole.format(amount)} ${currency}`;
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

export const formatPrice = ({ price, currency, pricePeriod }: Priced): string =>
  price === null
    ? "Price on request"
    : formatMoney(price, currency) + (pricePeriod === null ? "" : ` a ${pricePeriod}`);

export const formatArea = (area: number, unit: Property["areaUnit"]): string =>
  `${formatCount(area)}\u{A0}${unit === "sqm" ? "m²" : "sq\u{A0}ft"}`;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
export const formatDay = (iso: string): string => day.format(new Date(iso));
/** A date that was given without a time, which is the same day everywhere. */
export const formatDate = (iso: string): string => date.format(new Date(iso));
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const steps = [
  [60, "second"],
  [3600, "minute"],
  [86_400, "hour"],
  [30 * 86_400, "day"],
  [365 * 86_400, "month"],
] as const;

/** `3 minutes ago`, `in 2 days`. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Math.abs(seconds) < 10) return "just now";
  let divisor = 1;
  for (const [limit, unit] of steps) {
    if (Math.abs(seconds) < limit) return relative.format(Math.round(seconds / divisor), unit);
    divisor = limit;
  }
  return relative.format(Math.round(seconds / divisor), "year");
}

/** Seconds as `40 s`, `10 min`, `1 h`; with a rest in the next smaller unit. */
export function formatLength(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [size, unit, smallerSize, smaller] = seconds < 3600 ? [60, "min", 1, "s"] : [3600, "h", 60, "min"];
  const rest = Math.floor((seconds % size) / smallerSize);
  return `${Math.floor(seconds / size)} ${unit}${rest === 0 ? "" : ` ${rest} ${smaller}`}`;
}

export const placeOf = (address: Partial<Property["address"]> | undefined): string =>
  [address?.community, address?.city, address?.region]
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ");

/** `swimming_pool` as words. */
export const words = (text: string): string => text.replaceAll(/[_-]+/g, " ");
