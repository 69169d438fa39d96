import type { AnswerDetails, RateLimit } from "./api-types.ts";

/** Milliseconds that `Retry-After` asks for: seconds or a date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Reads `RateLimit: "minute";r=19;t=42, …` (draft-ietf-httpapi-ratelimit-headers). */
export function readRateLimits(header: string | null): RateLimit[] {
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

/** What an answer's status and headers say. */
export function detailsOf(operation: string, response: Response): AnswerDetails {
  const { headers, status } = response;
  return {
    operation,
    status,
    requestId: headers.get("x-request-id"),
    etag: headers.get("etag"),
    rateLimits: readRateLimits(headers.get("ratelimit")),
    isReplay: headers.get("idempotency-replayed") === "true",
    isIndexPending: headers.get("x-index-pending") === "true",
  };
}

/** A version as the entity tag that `If-Match` takes. */
export const entityTag = (match: string | number): string => (typeof match === "number" ? `"${match}"` : match);
