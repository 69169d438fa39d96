import { adHandlers } from "./ad-handlers.ts";
import { agentHandlers } from "./agent-handlers.ts";
import { batchHandlers } from "./batch-handlers.ts";
import type { Context, ListingsHandlers } from "./context.ts";
import { feedHandlers } from "./feed-handlers.ts";
import { historyHandlers } from "./history-handlers.ts";
import { indexHandlers } from "./index-handlers.ts";
import { organizationHandlers } from "./organization-handlers.ts";
import { propertyHandlers } from "./property-handlers.ts";
import type { IndexWaiters } from "../messaging/refresh-listeners.ts";

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
