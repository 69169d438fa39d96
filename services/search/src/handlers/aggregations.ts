import type { PropertyStatus, searchContract } from "@plat/contracts";
import { etagMatches, type Handlers, runYielding } from "@plat/kit";
import { type SwrCache, swrCache } from "../concurrency/swr-cache.ts";
import { aggregationsJsonSteps, type ListingCounts } from "../domain/aggregations-json.ts";
import type { CountScope } from "../elasticsearch/count-listings.ts";
import { chooseEncoding, EncodedJson } from "./content-encoding.ts";
import { organizationOf } from "./organization.ts";

export interface AggregationsDependencies {
  counts: SwrCache<EncodedJson>;
}

/** Maximum age of counts in milliseconds. */
const countsMaxAgeMs = 1_000;
/** One entry per status and organization, and one per status for all organizations together. */
const countsEntriesMax = 2_000;

const keyOf = ({ status, organizationId = "" }: CountScope): string => `${status} ${organizationId}`;
function scopeOf(key: string): CountScope {
  const [status, organizationId] = key.split(" ");
  return {
    status: status as PropertyStatus,
    ...(organizationId === "" || organizationId === undefined ? {} : { organizationId }),
  };
}

/** Creates the cache of counts by status and organization, with their compressed representations. */
export function createCountsCache(count: (scope: CountScope) => Promise<ListingCounts>): SwrCache<EncodedJson> {
  return swrCache<EncodedJson>({
    maxAgeMs: countsMaxAgeMs,
    keysMax: countsEntriesMax,
    load: async (key, previous) => {
      const json = await runYielding(aggregationsJsonSteps(await count(scopeOf(key))));
      return previous?.json === json ? previous : new EncodedJson(json);
    },
  });
}

/** Handles GET /properties/aggregations. */
export const getAggregations =
  ({ counts }: AggregationsDependencies): Handlers<typeof searchContract>["aggregate"] =>
  async ({ query, caller, acceptEncoding, ifNoneMatch }) => {
    const organizationId = organizationOf(caller);
    const own = query.filterByOrganization ? { organizationId } : {};
    const encoded = await counts.get(keyOf({ status: query.status, ...own }));
    const encoding = encoded.effectiveEncoding(chooseEncoding(acceptEncoding));
    const { bytes, etag } = await encoded.representation(encoding);
    const headers: Record<string, string> = {
      etag,
      vary: "accept-encoding",
      "content-type": "application/json; charset=utf-8",
    };
    if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, etag))
      return { status: 304, headers, bytes: new Uint8Array() };
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    return { headers, bytes };
  };
