import type { Caller, searchContract } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { fieldPicker } from "../domain/fields.ts";
import { type LoadBranding, needsAds, resolveIncludes } from "../domain/includes.ts";
import type { ListingIndex } from "../domain/query.ts";
import { createMatcher, similarQuery, toComparable } from "../domain/similarity.ts";
import { organizationOf } from "./organization.ts";

export interface SimilarDependencies {
  listings: ListingIndex;
  loadBranding: LoadBranding;
  /** Reads the reference listing from the listings service. @throws AppError `not_found` if the caller may not see it */
  getProperty: (id: string, caller: Caller, requestId: string) => Promise<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Handles GET /properties/:id/similar. */
export const findSimilar =
  ({ listings, loadBranding, getProperty, now }: SimilarDependencies): Handlers<typeof searchContract>["similar"] =>
  async ({ params, query, caller, requestId }) => {
    const organizationId = organizationOf(caller);
    const pick = fieldPicker(query.fields, "query");
    const reference = toComparable(await getProperty(params.id, caller, requestId));
    const { status, match, limit, filterByOrganization: ownOnly } = query;
    const options = { organizationId, ownOnly, status, match, limit, withAds: needsAds(query) };
    const indexQuery = similarQuery(reference, options);
    const { hits } = indexQuery === undefined ? { hits: [] } : await listings.search(indexQuery);
    const includes = await resolveIncludes(hits, query, loadBranding, now());
    const matchedOn = createMatcher(reference);
    return {
      body: hits.map(({ property }, at) => ({
        ...pick(property),
        ...includes[at],
        matchedOn: matchedOn(toComparable(property)),
      })),
    };
  };
