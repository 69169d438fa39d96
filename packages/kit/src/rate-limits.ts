import { customSetting, type Setting } from "./config.ts";

/** At most `limit` requests in any period of `seconds` (sliding window). */
export interface RateWindow {
  limit: number;
  seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const limitMax = 10_000_000;
const windowsMax = 6;
const secondsMax = 86_400;

/**
 * Parses rate limits such as `20/1m,100/10m,500/1h`, or `off` for none.
 * @returns the windows, shortest first
 * @throws Error whose message describes the expected format
 */
export function parseRateLimits(raw: string): RateWindow[] {
  if (raw === "off") return [];
  const parts = raw.split(",");
  const windows = parts.map((part): RateWindow => {
    const [, limit, count, unit] = /^([1-9]\d*)\/([1-9]\d*)([smhd])$/.exec(part.trim()) ?? [];
    const seconds = Number(count) * (secondsOf[unit ?? ""] ?? Number.NaN);
    if (!(Number(limit) <= limitMax && seconds <= secondsMax))
      throw new Error(
        `must be off or a list such as 20/1m,100/10m,500/1h (units s, m, h, d; at most ${limitMax} requests, windows up to 1d)`,
      );
    return { limit: Number(limit), seconds };
  });
  if (windows.length > windowsMax) throw new Error(`must contain at most ${windowsMax} windows`);
  if (new Set(windows.map((window) => window.seconds)).size < windows.length)
    throw new Error("must contain each window once");
  return windows.toSorted((a, b) => a.seconds - b.seconds);
}

/** The setting `RATE_LIMITS` of every service that limits requests. */
export const rateLimitsSetting: Setting<RateWindow[]> = customSetting(
  "Maximum number of requests per API key (and per user with a session), by window; `off` disables all limits, including those on sign-in and failed authentication",
  parseRateLimits,
  { default: "20/1m,100/10m,500/1h" },
);
