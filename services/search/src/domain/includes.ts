import type { Ad, searchContract } from "@plat/contracts";
import type { z } from "zod";
import type { Hit } from "../elasticsearch/listing-index.ts";

type Element = z.input<typeof searchContract.similar.output>[number];
export type Branding = NonNullable<Element["branding"]>;

export interface Includes {
  includeBranding: boolean;
  includeAdCount: boolean;
  includeAdCreatives: boolean;
}
export type BrandingOf = (organizationId: string) => Promise<Branding>;

const creativesMax = 3;

/** Whether any of it is made of ads. */
export const needsAds = ({ includeAdCount, includeAdCreatives }: Includes): boolean =>
  includeAdCount || includeAdCreatives;

/** An ad runs when its status says so and the moment lies in its time, both ends included. */
export const isActiveAd = ({ status, startsAt, endsAt }: Ad, at: number): boolean =>
  status === "active" &&
  (startsAt === null || Date.parse(startsAt) <= at) &&
  (endsAt === null || at <= Date.parse(endsAt));

/** The newest active ads come first; of two made at once the one with the smaller id. */
const newestFirst = (a: Ad, b: Ad): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1;

/** What was asked for beside a listing, without a call for each: ads come with the document, branding all at once. */
export async function extrasOf(
  hits: readonly Hit[],
  asked: Includes,
  brandingOf: BrandingOf,
  at: number,
): Promise<Pick<Element, "branding" | "activeAdCount" | "adCreatives">[]> {
  return Promise.all(
    hits.map(async ({ property, ads }) => {
      const active = (ads as Ad[]).filter((ad) => isActiveAd(ad, at));
      return {
        ...(asked.includeBranding ? { branding: await brandingOf(String(property["organizationId"])) } : {}),
        ...(asked.includeAdCount ? { activeAdCount: active.length } : {}),
        ...(asked.includeAdCreatives ? { adCreatives: active.toSorted(newestFirst).slice(0, creativesMax) } : {}),
      };
    }),
  );
}
