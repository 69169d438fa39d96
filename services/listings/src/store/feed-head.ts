import type { FeedDoc, Models } from "./schemas.ts";

/**
 * Returns the last sequence of an organization's change feed; 0 without events. Reads with majority concern: a head that a
 * client has seen must survive a failover.
 */
export async function readFeedHead(feeds: Models["feeds"], organizationId: string): Promise<number> {
  const feed = await feeds.findOne({ _id: organizationId }).readConcern("majority").lean<FeedDoc>();
  return feed?.sequence ?? 0;
}
