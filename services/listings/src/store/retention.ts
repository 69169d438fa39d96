import { dropIndex } from "@plat/mongo";
import type { Models } from "./schemas.ts";

const name = "events_kept";
const daySeconds = 86_400;

/**
 * Has the store remove events some days after they came about; with 0 it keeps them. Feeds go on at their sequence, and
 * readers that are further behind go on with the oldest event that is left.
 */
export async function ensureRetention(events: Models["events"]["collection"], days: number): Promise<void> {
  const index = (await events.indexes()).find((each) => each.name === name);
  const seconds = days * daySeconds;
  if (index?.["expireAfterSeconds"] === (days === 0 ? undefined : seconds)) return;
  if (index !== undefined) await dropIndex(events, name);
  if (days > 0) await events.createIndex({ at: 1 }, { name, expireAfterSeconds: seconds });
}
