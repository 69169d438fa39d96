import { dropIndex } from "@plat/mongo";
import type { Models } from "./schemas.ts";

const indexName = "events_kept";
const secondsPerDay = 86_400;

/**
 * Creates, replaces or drops the TTL index of the events. Sequences continue after expired events; a reader whose
 * position has expired continues with the oldest remaining event.
 * @param days 0 retains events forever
 */
export async function ensureEventRetention(events: Models["events"]["collection"], days: number): Promise<void> {
  const index = (await events.indexes()).find(({ name }) => name === indexName);
  const seconds = days * secondsPerDay;
  if (index?.["expireAfterSeconds"] === (days === 0 ? undefined : seconds)) return;
  if (index !== undefined) await dropIndex(events, indexName);
  if (days > 0) await events.createIndex({ at: 1 }, { name: indexName, expireAfterSeconds: seconds });
}
