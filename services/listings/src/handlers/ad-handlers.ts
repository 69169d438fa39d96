import { type Ad, AppError, listingsContract, notFound } from "@plat/contracts";
import { compareNewestFirst, maxAdsPerListing, newAd, patchAd, replaceAd } from "../domain/ad.ts";
import { adEvents } from "../domain/change-events.ts";
import type { StoredListing } from "../domain/ports.ts";
import type { Mutation } from "../writing/listing-writer.ts";
import { type Dependencies, type ListingsHandlers, organizationOf, withIdempotency } from "./dependencies.ts";
import { invalidCursor, isTimestamp, pageCursor } from "./pagination.ts";

type Handled = "createAd" | "listAds" | "getAd" | "updateAd" | "deleteAd";

/**
 * Handlers of ads. An ad is stored in its listing's document and shares its version, which is also the version in the
 * ad's ETag. Only the own organization may read ads here; the search service shows active ads to others.
 */
export function adHandlers(dependencies: Dependencies): Pick<ListingsHandlers, Handled> {
  const { properties, writer } = dependencies;

  const getOwnListing = async (id: string, organizationId: string): Promise<StoredListing> => {
    const listing = await properties.getListing(id);
    if (listing?.property.organizationId !== organizationId) throw notFound("property");
    return listing;
  };

  return {
    createAd: (call) =>
      withIdempotency(dependencies, listingsContract.createAd, call, async (adId) => {
        const organizationId = organizationOf(call.caller);
        const propertyId = call.params.id;
        const result = await writer.change({ id: propertyId, organizationId, ifMatch: undefined }, (before, now) => {
          // An earlier attempt of the same request may have created it.
          if (before.ads.some(({ id }) => id === adId)) return undefined;
          if (before.ads.length >= maxAdsPerListing)
            throw new AppError(
              "conflict",
              `The listing already has ${maxAdsPerListing} ads, the maximum. Delete an ad first.`,
            );
          return writeAd(before, now, null, newAd(call.body, { id: adId, propertyId, now }));
        });
        const headers = await writer.publishResult(organizationId, result, call.query.waitForIndex);
        return {
          status: 201,
          version: result.listing.property.version,
          headers: { location: `/properties/${propertyId}/ads/${adId}`, ...headers },
          body: requireAd(result.listing, adId),
        };
      }),

    async listAds({ caller, params: { id }, query: { limit, cursor: encodedCursor } }) {
      const cursor = pageCursor<Ad>(encodedCursor, { list: "ads", id });
      const [createdAt, adId] = cursor.position ?? [];
      if (cursor.position !== undefined && (!isTimestamp(createdAt) || typeof adId !== "string")) throw invalidCursor();
      const { ads } = await getOwnListing(id, organizationOf(caller));
      const after = { createdAt: String(createdAt), id: String(adId) };
      const rows = ads
        .toSorted(compareNewestFirst)
        .filter((ad) => cursor.position === undefined || compareNewestFirst(ad, after) > 0);
      const { data, page, headers } = cursor.page(rows, limit, (ad) => [ad.createdAt, ad.id]);
      return { headers, body: { data, page } };
    },

    async getAd({ caller, params }) {
      const listing = await getOwnListing(params.id, organizationOf(caller));
      return { version: listing.property.version, body: requireAd(listing, params.adId) };
    },

    async updateAd({ caller, params, query, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      const result = await writer.change({ id: params.id, organizationId, ifMatch }, (before, now) => {
        const ad = requireAd(before, params.adId);
        const after = patchAd(ad, body);
        return after === undefined ? undefined : writeAd(before, now, ad, after);
      });
      const headers = await writer.publishResult(organizationId, result, query.waitForIndex);
      return { version: result.listing.property.version, headers, body: requireAd(result.listing, params.adId) };
    },

    async deleteAd({ caller, params, query, ifMatch }) {
      const organizationId = organizationOf(caller);
      const result = await writer.change({ id: params.id, organizationId, ifMatch }, (before, now) =>
        writeAd(before, now, requireAd(before, params.adId), null),
      );
      const headers = await writer.publishResult(organizationId, result, query.waitForIndex);
      return { headers, body: undefined };
    },
  };
}

/** @throws AppError `not_found` */
function requireAd({ ads }: Pick<StoredListing, "ads">, adId: string): Ad {
  const ad = ads.find(({ id }) => id === adId);
  if (ad === undefined) throw notFound("ad");
  return ad;
}

/** The mutation of a listing whose ad is created (`before` null), updated or deleted (`after` null). */
function writeAd(listing: StoredListing, now: string, before: Ad | null, after: Ad | null): ReturnType<Mutation> {
  const property = { ...listing.property, updatedAt: now, version: listing.property.version + 1 };
  return {
    listing: { property, ads: replaceAd(listing.ads, before, after) },
    events: adEvents(before, after, property),
  };
}
