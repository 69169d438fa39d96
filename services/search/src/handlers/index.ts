import { AppError, type Caller, type PropertyStatus, type searchContract } from "@plat/contracts";
import { type Handlers, runYielding, etagMatches } from "@plat/kit";
import { aggregationsSteps, type CountScope, type Tally } from "../elasticsearch/count-listings.ts";
import { chooseEncoding, Encoded } from "./content-encoding.ts";
import { extrasOf, needsAds } from "../domain/includes.ts";
import { fieldPicker } from "../domain/fields.ts";
import { type Fresh, fresh } from "../concurrency/swr-cache.ts";
import { search, type SearchDependencies } from "./search.ts";
import { searchCost, unitsAtOnce } from "../domain/search-cost.ts";
import { comparable, matcher, similarQuery } from "../domain/similarity.ts";
import { createTurns } from "../concurrency/weighted-semaphore.ts";
import { typeAhead } from "../elasticsearch/listing-names.ts";

export interface ServiceDependencies extends SearchDependencies {
  counts: Fresh<Encoded>;
  /** A listing from the store of record, as the caller may see it. @throws AppError `not_found` */
  reference: (id: string, caller: Caller, requestId: string) => Promise<Record<string, unknown>>;
}

/** Milliseconds that counts may lag behind. */
const countsMaxAgeMs = 1_000;
/** Milliseconds that a search waits while its organization has others under way; shorter than the gateway waits. */
const searchPatienceMs = 2_000;
/** One for each status of each organization that asks, and of all together. */
const countsKeysMax = 2_000;

const keyOf = ({ status, organizationId = "" }: CountScope): string => `${status} ${organizationId}`;
function scopeOf(key: string): CountScope {
  const [status, organizationId] = key.split(" ");
  return {
    status: status as PropertyStatus,
    ...(organizationId === "" || organizationId === undefined ? {} : { organizationId }),
  };
}

/** Counts by status and organization, kept ready with their compressed forms. */
export function cacheCounts(count: (scope: CountScope) => Promise<Tally>): Fresh<Encoded> {
  return fresh<Encoded>({
    maxAgeMs: countsMaxAgeMs,
    keysMax: countsKeysMax,
    load: async (key, previous) => {
      const json = await runYielding(aggregationsSteps(await count(scopeOf(key))));
      return previous?.json === json ? previous : new Encoded(json);
    },
  });
}

function organizationOf(caller: Caller): string {
  if (caller.kind === "api_key" || caller.kind === "session") return caller.organizationId;
  throw new AppError("missing_credentials", "A credential is needed.");
}

export function createService(dependencies: ServiceDependencies): Handlers<typeof searchContract> {
  const turns = createTurns({ capacity: unitsAtOnce, patienceMs: searchPatienceMs });
  return {
    async aggregate({ query, caller, acceptEncoding, ifNoneMatch }) {
      const organizationId = organizationOf(caller);
      const own = query.filterByOrganization ? { organizationId } : {};
      const encoded = await dependencies.counts.get(keyOf({ status: query.status, ...own }));
      const encoding = encoded.fit(chooseEncoding(acceptEncoding));
      const { bytes, etag } = await encoded.as(encoding);
      const headers: Record<string, string> = {
        etag,
        vary: "accept-encoding",
        "content-type": "application/json; charset=utf-8",
      };
      if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, etag))
        return { status: 304, headers, bytes: new Uint8Array() };
      if (encoding !== "identity") headers["content-encoding"] = encoding;
      return { headers, bytes };
    },

    async similar({ params, query, caller, requestId }) {
      const organizationId = organizationOf(caller);
      const pick = fieldPicker(query.fields, "query");
      const reference = comparable(await dependencies.reference(params.id, caller, requestId));
      const { status, match, limit, filterByOrganization: ownOnly } = query;
      const options = { organizationId, ownOnly, status, match, limit, withAds: needsAds(query) };
      const asked = similarQuery(reference, options);
      const { hits } = asked === undefined ? { hits: [] } : await dependencies.listings.search(asked);
      const extras = await extrasOf(hits, query, dependencies.brandingOf, dependencies.now());
      const matchedOn = matcher(reference);
      return {
        body: hits.map(({ property }, at) => ({
          ...pick(property),
          ...extras[at],
          matchedOn: matchedOn(comparable(property)),
        })),
      };
    },

    async search({ body, caller }) {
      const organizationId = organizationOf(caller);
      // The dearest searches of one organization, however many at once, must leave room for the others.
      return { body: await turns(organizationId, searchCost(body), () => search(body, organizationId, dependencies)) };
    },

    async suggest({ query }) {
      const { known } = await dependencies.names();
      return {
        body: {
          data: typeAhead(known, query.q, query.limit).map(({ kind, value, count }) => ({ kind, value, count })),
        },
      };
    },
  };
}
