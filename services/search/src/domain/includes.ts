import type { Ad, searchContract } from "@plat/contracts";
import type { z } from "zod";
import type { Hit } from "./query.ts";

type Element = z.input<typeof searchContract.similar.output>[number];
export type Branding = NonNullable<Element["branding"]>;

/** The optional data of a request's hits. */
export interface Includes {
  includeBranding: boolean;
  includeAdCount: boolean;
  includeAdCreatives: boolean;
}
export type LoadBranding = (organizationId: string) => Promise<Branding>;

const creativesMax = 3;

/** Whether the request needs the ads of its hits. */
export const needsAds = ({ includeAdCount, includeAdCreatives }: Includes): boolean =>
  includeAdCount || includeAdCreatives;

/** Whether an ad is active at a time in milliseconds since 1970. Start and end are inclusive. */
export const isActiveAd = ({ status, startsAt, endsAt }: Ad, at: number): boolean =>
  status === "active" &&
  (startsAt === null || Date.parse(startsAt) <= at) &&
  (endsAt === null || at <= Date.parse(endsAt));

/** Newest first; ads of the same time by ascending id. */
const newestFirst = (a: Ad, b: Ad): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1;

/**
 * Resolves the optional data of hits without a call per hit: ads are in the document, brandings are loaded in batches.
 * @param at time at which ads must be active; milliseconds since 1970
 */
export async function resolveIncludes(
  hits: readonly Hit[],
  includes: Includes,
  loadBranding: LoadBranding,
  at: number,
): Promise<Pick<Element, "branding" | "activeAdCount" | "adCreatives">[]> {
  return Promise.all(
    hits.map(async ({ property, ads }) => {
      const active = (ads as Ad[]).filter((ad) => isActiveAd(ad, at));
      return {
        ...(includes.includeBranding ? { branding: await loadBranding(String(property["organizationId"])) } : {}),
        ...(includes.includeAdCount ? { activeAdCount: active.length } : {}),
        ...(includes.includeAdCreatives ? { adCreatives: active.toSorted(newestFirst).slice(0, creativesMax) } : {}),
      };
    }),
  );
}
