import { customSetting, type Setting } from "./config.ts";

/** At most `limit` requests in any `seconds`. */
export interface RateWindow {
  limit: number;
  seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const limitMax = 10_000_000;
const windowsMax = 6;
const secondsMax = 86_400;

/** `20/1m,100/10m,500/1h`; shortest window first in the result. `off`: no windows. */
export function parseRateLimits(raw: string): RateWindow[] {
  if (raw === "off") return [];
  const parts = raw.split(",");
  const windows = parts.map((part): RateWindow => {
    const [, limit, count, unit] = /^([1-9]\d*)\/([1-9]\d*)([smhd])$/.exec(part.trim()) ?? [];
    const seconds = Number(count) * (secondsOf[unit ?? ""] ?? Number.NaN);
    if (!(Number(limit) <= limitMax && seconds <= secondsMax))
      throw new Error(
        `must be off or a list like 20/1m,100/10m,500/1h (units s, m, h, d; at most ${limitMax} requests, windows up to 1d)`,
      );
    return { limit: Number(limit), seconds };
  });
  if (windows.length > windowsMax) throw new Error(`must name at most ${windowsMax} windows`);
  if (new Set(windows.map((window) => window.seconds)).size < windows.length)
    throw new Error("must name each window once");
  return windows.toSorted((a, b) => a.seconds - b.seconds);
}

/** The setting `RATE_LIMITS`, for every service that limits anything. */
export const rateLimitsSetting: Setting<RateWindow[]> = customSetting(
  "Requests that each API key (and each user with a session) may make, by window; `off` lifts every limit, those on sign-in and failed authentication too",
  parseRateLimits,
  { default: "20/1m,100/10m,500/1h" },
);
