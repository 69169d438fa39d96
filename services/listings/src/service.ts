import { adHandlers } from "./ads.ts";
import { agentHandlers } from "./agents.ts";
import { batchHandlers } from "./batch.ts";
import type { Context, ListingsHandlers } from "./context.ts";
import { feedHandlers } from "./feed.ts";
import { historyHandlers } from "./history.ts";
import { indexHandlers } from "./indexing.ts";
import { organizationHandlers } from "./organizations.ts";
import { propertyHandlers } from "./properties.ts";
import type { IndexWaiters } from "./waiters.ts";

/** A handler for every endpoint of the listings contract. */
export const listingsHandlers = (context: Context, waiters: IndexWaiters): ListingsHandlers => ({
  ...propertyHandlers(context),
  ...batchHandlers(context),
  ...historyHandlers(context),
  ...adHandlers(context),
  ...agentHandlers(context),
  ...organizationHandlers(context),
  ...feedHandlers(context),
  ...indexHandlers(context, waiters),
});
