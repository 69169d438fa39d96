import { type Ad, AppError, listingsContract, notFound } from "@plat/contracts";
import { adEvent } from "../domain/change-events.ts";
import { badCursor, type Context, cursorOf, type ListingsHandlers, once, organizationOf } from "./context.ts";
import { adsMax, newAd, patchAd } from "../domain/agent.ts";
import type { StoredListing } from "../domain/ports.ts";
import { isInstant } from "./property-handlers.ts";
import type { Mutation } from "../writing/listing-writer.ts";

type Handled = "createAd" | "listAds" | "getAd" | "updateAd" | "deleteAd";

/**
 * Ads live in their listing's document: one write changes both, and the version in an ad's ETag is the listing's.
 * They are their organization's alone; what others see of them, search shows.
 */
export function adHandlers(context: Context): Pick<ListingsHandlers, Handled> {
  const { properties, writer } = context;

  const own = async (id: string, organizationId: string): Promise<StoredListing> => {
    const listing = await properties.load(id);
    if (listing?.property.organizationId !== organizationId) throw notFound("property");
    return listing;
  };

  return {
    createAd: (call) =>
      once(context, listingsContract.createAd, call, async (adId) => {
        const organizationId = organizationOf(call.caller);
        const propertyId = call.params.id;
        const result = await writer.change({ id: propertyId, organizationId, ifMatch: undefined }, (before, at) => {
          if (before.ads.some(({ id }) => id === adId)) return undefined;
          if (before.ads.length >= adsMax)
            throw new AppError("conflict", `A listing has at most ${adsMax} ads; delete one first.`);
          return replaceAds(before, at, null, newAd(call.body, { id: adId, propertyId, now: at }));
        });
        const headers = await writer.announceChange(organizationId, result, call.query.waitForIndex);
        return {
          status: 201,
          version: result.listing.property.version,
          headers: { location: `/properties/${propertyId}/ads/${adId}`, ...headers },
          body: adOf(result.listing, adId),
        };
      }),

    async listAds({ caller, params: { id }, query: { limit, cursor: text } }) {
      const cursor = cursorOf<Ad>(text, { list: "ads", id });
      const [createdAt, adId] = cursor.place ?? [];
      if (cursor.place !== undefined && (!isInstant(createdAt) || typeof adId !== "string")) throw badCursor();
      const { ads } = await own(id, organizationOf(caller));
      const after = { createdAt: String(createdAt), id: String(adId) };
      const rows = ads.toSorted(newestFirst).filter((ad) => cursor.place === undefined || newestFirst(ad, after) > 0);
      const { data, page, headers } = cursor.page(rows, limit, (ad) => [ad.createdAt, ad.id]);
      return { headers, body: { data, page } };
    },

    async getAd({ caller, params }) {
      const listing = await own(params.id, organizationOf(caller));
      return { version: listing.property.version, body: adOf(listing, params.adId) };
    },

    async updateAd({ caller, params, query, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      const result = await writer.change({ id: params.id, organizationId, ifMatch }, (before, at) => {
        const ad = adOf(before, params.adId);
        const after = patchAd(ad, body);
        return after === undefined ? undefined : replaceAds(before, at, ad, after);
      });
      const headers = await writer.announceChange(organizationId, result, query.waitForIndex);
      return { version: result.listing.property.version, headers, body: adOf(result.listing, params.adId) };
    },

    async deleteAd({ caller, params, query, ifMatch }) {
      const organizationId = organizationOf(caller);
      const result = await writer.change({ id: params.id, organizationId, ifMatch }, (before, at) =>
        replaceAds(before, at, adOf(before, params.adId), null),
      );
      const headers = await writer.announceChange(organizationId, result, query.waitForIndex);
      return { headers, body: undefined };
    },
  };
}

/** @throws AppError `not_found` */
function adOf({ ads }: Pick<StoredListing, "ads">, adId: string): Ad {
  const ad = ads.find(({ id }) => id === adId);
  if (ad === undefined) throw notFound("ad");
  return ad;
}

/** A listing with one ad more, less or changed. */
function replaceAds(
  { property: current, ads }: StoredListing,
  now: string,
  before: Ad | null,
  after: Ad | null,
): ReturnType<Mutation> {
  const property = { ...current, updatedAt: now, version: current.version + 1 };
  const rest =
    before === null ? [...ads, ...(after === null ? [] : [after])] : ads.flatMap((ad) => replaced(ad, before, after));
  return { listing: { property, ads: rest }, events: adEvent(before, after, property) };
}

function replaced(ad: Ad, before: Ad, after: Ad | null): Ad[] {
  if (ad.id !== before.id) return [ad];
  return after === null ? [] : [after];
}

type Dated = Pick<Ad, "createdAt" | "id">;
function newestFirst(a: Dated, b: Dated): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
