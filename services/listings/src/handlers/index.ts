import { adHandlers } from "./ad-handlers.ts";
import { agentHandlers } from "./agent-handlers.ts";
import { batchHandlers } from "./batch-handlers.ts";
import type { Dependencies, ListingsHandlers } from "./dependencies.ts";
import { feedHandlers } from "./feed-handlers.ts";
import { historyHandlers } from "./history-handlers.ts";
import { indexHandlers } from "./index-handlers.ts";
import { organizationHandlers } from "./organization-handlers.ts";
import { propertyHandlers } from "./property-handlers.ts";
import type { RefreshListeners } from "../messaging/refresh-listeners.ts";

/** Creates the handlers of all endpoints of the listings contract. */
export const listingsHandlers = (dependencies: Dependencies, refreshListeners: RefreshListeners): ListingsHandlers => ({
  ...propertyHandlers(dependencies),
  ...batchHandlers(dependencies),
  ...historyHandlers(dependencies),
  ...adHandlers(dependencies),
  ...agentHandlers(dependencies),
  ...organizationHandlers(dependencies),
  ...feedHandlers(dependencies),
  ...indexHandlers(dependencies, refreshListeners),
});
