import type { searchContract } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { createTenantSemaphore } from "../concurrency/weighted-semaphore.ts";
import { searchCost, tenantCapacity } from "../domain/search-cost.ts";
import { type AggregationsDependencies, getAggregations } from "./aggregations.ts";
import { organizationOf } from "./organization.ts";
import { searchProperties, type SearchDependencies } from "./search.ts";
import { findSimilar, type SimilarDependencies } from "./similar.ts";
import { suggestNames } from "./suggest.ts";

export type HandlerDependencies = SearchDependencies & AggregationsDependencies & SimilarDependencies;

/** Milliseconds that a search may wait for others of its organization; shorter than the gateway's timeout. */
const searchQueueTimeoutMs = 2_000;

/** Creates the handlers of all endpoints of the search service. */
export function createHandlers(dependencies: HandlerDependencies): Handlers<typeof searchContract> {
  const semaphore = createTenantSemaphore({ capacity: tenantCapacity, timeoutMs: searchQueueTimeoutMs });
  return {
    aggregate: getAggregations(dependencies),
    similar: findSimilar(dependencies),
    async search({ body, caller }) {
      const organizationId = organizationOf(caller);
      // Expensive searches of one organization, however many, must leave capacity for other organizations.
      const run = () => searchProperties(body, organizationId, dependencies);
      return { body: await semaphore(organizationId, searchCost(body), run) };
    },
    suggest: suggestNames(dependencies),
  };
}
