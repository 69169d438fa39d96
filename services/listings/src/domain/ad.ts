import { type Ad, type adCreate, type adPatch, invalid } from "@plat/contracts";
import type { z } from "zod";
import { definedMembers, jsonEquals } from "./json-equals.ts";

/** Maximum number of ads per listing. Ads are stored in their listing's document, whose size is limited. */
export const maxAdsPerListing = 100;

/**
 * Creates an ad.
 * @param context id, listing and creation time (ISO 8601 UTC with milliseconds)
 * @throws AppError `validation_failed` if the ad ends before it starts
 */
export function newAd(
  input: z.output<typeof adCreate>,
  { id, propertyId, now }: { id: string; propertyId: string; now: string },
): Ad {
  const ad: Ad = {
    id,
    propertyId,
    status: input.status ?? "active",
    headline: input.headline,
    body: input.body ?? null,
    imageUrl: input.imageUrl ?? null,
    targetUrl: input.targetUrl ?? null,
    platform: input.platform ?? null,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    createdAt: now,
  };
  requireValidPeriod(ad);
  return ad;
}

/**
 * Applies a JSON merge patch (RFC 7396).
 * @returns undefined if the patch changes nothing
 * @throws AppError `validation_failed` if the ad would end before it starts
 */
export function patchAd(before: Ad, patch: z.output<typeof adPatch>): Ad | undefined {
  const after: Ad = { ...before, ...(definedMembers(patch) as Partial<Ad>) };
  requireValidPeriod(after);
  return jsonEquals(before, after) ? undefined : after;
}

function requireValidPeriod({ startsAt, endsAt }: Ad): void {
  if (startsAt !== null && endsAt !== null && endsAt < startsAt)
    throw invalid([{ in: "body", pointer: "/endsAt", detail: "must not be before `startsAt`" }]);
}

/** Orders ads by creation time, newest first. Ties are broken by descending id. */
export function compareNewestFirst(a: Pick<Ad, "createdAt" | "id">, b: Pick<Ad, "createdAt" | "id">): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/**
 * Returns the ads of a listing after one of them was created, updated or deleted.
 * @param before null to create `after`
 * @param after null to delete `before`
 */
export function replaceAd(ads: readonly Ad[], before: Ad | null, after: Ad | null): Ad[] {
  if (before === null) return after === null ? [...ads] : [...ads, after];
  return ads.flatMap((ad) => (ad.id === before.id ? (after ?? []) : ad));
}
