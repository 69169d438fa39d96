import type { ResponseDetails, RateLimit } from "./api-types.ts";

/**
 * Parses `Retry-After`, which is a number of seconds or a date.
 * @param now current time in milliseconds since 1970
 * @returns milliseconds to wait; `undefined` if the header is missing or invalid
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Parses `RateLimit: "minute";r=19;t=42, …` (draft-ietf-httpapi-ratelimit-headers). */
export function parseRateLimits(header: string | null): RateLimit[] {
  if (header === null) return [];
  return header.split(",").flatMap((part) => {
    const [, policy, rest = ""] = /^\s*"([^"]+)"(.*)$/.exec(part) ?? [];
    const number = (name: string): number | undefined => {
      const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(rest)?.[1];
      return found === undefined ? undefined : Number(found);
    };
    const remaining = number("r");
    return policy === undefined || remaining === undefined
      ? []
      : [{ policy, remaining, resetSeconds: number("t") ?? 0 }];
  });
}

/** Extracts the status and the relevant headers of a response. */
export function responseDetails(operation: string, response: Response): ResponseDetails {
  const { headers, status } = response;
  return {
    operation,
    status,
    requestId: headers.get("x-request-id"),
    etag: headers.get("etag"),
    rateLimits: parseRateLimits(headers.get("ratelimit")),
    isReplay: headers.get("idempotency-replayed") === "true",
    isIndexPending: headers.get("x-index-pending") === "true",
  };
}

/** Converts a version to an entity tag for `If-Match`. An entity tag is returned as it is. */
export const entityTag = (match: string | number): string => (typeof match === "number" ? `"${match}"` : match);
