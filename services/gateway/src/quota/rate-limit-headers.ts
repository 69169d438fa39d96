import { AppError } from "@plat/contracts";
import type { RateWindow } from "@plat/kit";
import type { RateLimiterRes } from "rate-limiter-flexible";

/**
 * How quotas look on the wire (draft-ietf-httpapi-ratelimit-headers-10). The draft still moves: nothing else knows it.
 */
export interface Bucket {
  windows: readonly RateWindow[];
  /** Names of the windows, as `RateLimit-Policy` and `violated-policies` have them. */
  names: readonly string[];
  /** Value of `RateLimit-Policy`; empty without windows. */
  policy: string;
}

const namesBySeconds: Readonly<Record<number, string>> = {
  60: "minute",
  600: "ten-minutes",
  3600: "hour",
  86_400: "day",
};

/** @param prefix tells windows of one bucket from those of another */
export function bucketOf(windows: readonly RateWindow[], prefix = ""): Bucket {
  const names = windows.map(({ seconds }) => `${prefix}${namesBySeconds[seconds] ?? `${seconds}s`}`);
  const policy = windows.map(({ limit, seconds }, index) => `"${names[index]}";q=${limit};w=${seconds}`).join(", ");
  return { windows, names, policy };
}

export const isOff = (bucket: Bucket): boolean => bucket.windows.length === 0;

/** Value of `RateLimit`: what is left and the seconds until more is. */
export function rateLimitField({ names }: Bucket, states: readonly RateLimiterRes[]): string {
  let field = "";
  for (let index = 0; index < states.length; index++) {
    const state = states[index];
    if (state === undefined) continue;
    if (index > 0) field += ", ";
    field += `"${names[index]}";r=${state.remainingPoints};t=${Math.ceil(state.msBeforeNext / 1000)}`;
  }
  return field;
}

/** One entry a window, for `GET /auth/whoami`. */
export function quotaView({ names, windows }: Bucket, states: readonly RateLimiterRes[]) {
  return windows.map(({ limit, seconds }, index) => ({
    policy: names[index] ?? "",
    limit,
    remaining: states[index]?.remainingPoints ?? limit,
    window: seconds,
    reset: Math.ceil((states[index]?.msBeforeNext ?? 0) / 1000),
  }));
}

export function quotaExceeded(
  { names, windows }: Bucket,
  states: readonly RateLimiterRes[],
  retryAfter: number,
): AppError {
  const violated = names.filter((_, index) => states[index]?.remainingPoints === 0);
  const told = windows
    .flatMap(({ limit, seconds }, index) =>
      states[index]?.remainingPoints === 0 ? [`${limit} requests in ${seconds} seconds`] : [],
    )
    .join(", ");
  return new AppError("quota_exceeded", `The limit of ${told} is reached. Try again in ${retryAfter} seconds.`, {
    retryAfter,
    extensions: { "violated-policies": violated },
  });
}
