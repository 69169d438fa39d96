import { AppError } from "@plat/contracts";
import type { RateWindow } from "@plat/kit";
import type { RateLimiterRes } from "rate-limiter-flexible";
import type { AdmissionResult } from "./admission.ts";

/**
 * The rate limits of one group of endpoints, formatted as in draft-ietf-httpapi-ratelimit-headers-10. Only this module
 * knows the draft, because it is still changing.
 */
export interface Bucket {
  windows: readonly RateWindow[];
  /** Names of the windows, as in `RateLimit-Policy` and `violated-policies`. */
  names: readonly string[];
  /** Value of `RateLimit-Policy`; empty without windows. */
  policy: string;
}

export type BucketName = "listings" | "management";
export type Buckets = Readonly<Record<BucketName, Bucket>>;

const namesBySeconds: Readonly<Record<number, string>> = {
  60: "minute",
  600: "ten-minutes",
  3600: "hour",
  86_400: "day",
};

/** @param prefix of the names, which distinguishes the windows of one bucket from those of another */
export function createBucket(windows: readonly RateWindow[], prefix = ""): Bucket {
  const names = windows.map(({ seconds }) => `${prefix}${namesBySeconds[seconds] ?? `${seconds}s`}`);
  const policy = windows.map(({ limit, seconds }, index) => `"${names[index]}";q=${limit};w=${seconds}`).join(", ");
  return { windows, names, policy };
}

const isUnlimited = (bucket: Bucket): boolean => bucket.windows.length === 0;

/** Value of `RateLimit`: per window, the remaining requests and the seconds until more become available. */
export function rateLimitHeader({ names }: Bucket, states: readonly RateLimiterRes[]): string {
  let value = "";
  for (let index = 0; index < states.length; index++) {
    const state = states[index];
    if (state === undefined) continue;
    if (index > 0) value += ", ";
    value += `"${names[index]}";r=${state.remainingPoints};t=${Math.ceil(state.msBeforeNext / 1000)}`;
  }
  return value;
}

/** One entry per window, for `GET /auth/whoami`. */
export function quotaStatus({ names, windows }: Bucket, states: readonly RateLimiterRes[]) {
  return windows.map(({ limit, seconds }, index) => ({
    policy: names[index] ?? "",
    limit,
    remaining: states[index]?.remainingPoints ?? limit,
    window: seconds,
    reset: Math.ceil((states[index]?.msBeforeNext ?? 0) / 1000),
  }));
}

/** @throws AppError `quota_exceeded` if the admission script rejected the request */
export function requireQuota(bucket: Bucket, { state, windows, retryAfter }: AdmissionResult): void {
  if (!isUnlimited(bucket) && state === "limited") throw quotaExceeded(bucket, windows, retryAfter);
}

/** The 429 that names the exhausted windows. @param retryAfter in seconds */
export function quotaExceeded(
  { names, windows }: Bucket,
  states: readonly RateLimiterRes[],
  retryAfter: number,
): AppError {
  const violated = names.filter((_, index) => states[index]?.remainingPoints === 0);
  const limits = windows
    .flatMap(({ limit, seconds }, index) =>
      states[index]?.remainingPoints === 0 ? [`${limit} requests in ${seconds} seconds`] : [],
    )
    .join(", ");
  return new AppError("quota_exceeded", `The limit of ${limits} is reached. Try again in ${retryAfter} seconds.`, {
    retryAfter,
    extensions: { "violated-policies": violated },
  });
}
