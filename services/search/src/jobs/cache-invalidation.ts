import { brandingChanged, type IndexRefreshed, indexRefreshed } from "@plat/contracts";
import type { Logger, NatsConnection } from "@plat/kit";
import type { SwrCache } from "../concurrency/swr-cache.ts";
import type { BrandingCache } from "../listings/branding-cache.ts";

export interface SubscribeCachesOptions {
  /** Caches of what was read from the index. */
  indexCaches: readonly Pick<SwrCache<unknown>, "revalidate" | "invalidate">[];
  brandings: Pick<BrandingCache, "invalidate">;
  log: Logger;
}

/** Versions per message. */
const itemsMax = 500;

/**
 * Subscribes the caches of this process to the events that make them stale.
 * @returns a function that updates the own caches and notifies all other instances that the index was refreshed
 */
export function subscribeCaches(
  connection: NatsConnection,
  { indexCaches, brandings, log }: SubscribeCachesOptions,
): (items: IndexRefreshed["items"], waitedFor: boolean) => void {
  const onIndexRefreshed = ({ waitedFor }: Pick<IndexRefreshed, "waitedFor">): void => {
    for (const cache of indexCaches) {
      if (waitedFor === true) cache.invalidate();
      else cache.revalidate();
    }
  };
  connection.subscribe(indexRefreshed.subject, {
    callback: (error, message) => {
      if (error !== null) return;
      try {
        onIndexRefreshed(message.json<IndexRefreshed>());
      } catch (cause) {
        // An exception in a callback would close the connection.
        log.warn({ err: cause }, "invalid index refresh event ignored");
      }
    },
  });
  connection.subscribe(brandingChanged.subjects, {
    callback: (error, message) => {
      if (error === null) brandings.invalidate(message.subject.split(".").at(-1) ?? "");
    },
  });
  return (items, waitedFor) => {
    onIndexRefreshed({ waitedFor });
    for (let at = 0; at < items.length; at += itemsMax)
      connection.publish(indexRefreshed.subject, JSON.stringify({ items: items.slice(at, at + itemsMax), waitedFor }));
  };
}
