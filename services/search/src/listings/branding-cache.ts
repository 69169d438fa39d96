import { batchLoader } from "@plat/kit";
import type { Branding, LoadBranding } from "../domain/includes.ts";

const entriesMax = 5_000;

export interface BrandingCache {
  get: LoadBranding;
  /** Discards the branding of an organization after it has changed. */
  invalidate(organizationId: string): void;
}

const emptyBranding = (organizationId: string): Branding => ({
  organizationId,
  displayName: null,
  logoUrl: null,
  primaryColor: null,
  website: null,
  phone: null,
});

/**
 * Creates a cache of brandings by organization. Concurrent reads share one call of `load`. Failures are not cached.
 * @param options `ttlMs`: time to live in milliseconds; `now`: monotonic clock in milliseconds
 */
export function createBrandingCache(
  load: (organizationIds: string[]) => Promise<Branding[]>,
  { ttlMs, now = () => performance.now() }: { ttlMs: number; now?: () => number },
): BrandingCache {
  const entries = new Map<string, { at: number; branding: Promise<Branding | undefined> }>();
  const loadBatched = batchLoader<Branding>(
    async (ids) => new Map((await load(ids)).map((branding) => [branding.organizationId, branding])),
  );
  return {
    async get(organizationId) {
      const at = now();
      let entry = entries.get(organizationId);
      if (entry === undefined || at - entry.at > ttlMs) {
        if (entries.size >= entriesMax) entries.clear();
        const created = { at, branding: loadBatched(organizationId) };
        entry = created;
        entries.set(organizationId, created);
        created.branding.catch(() => {
          if (entries.get(organizationId) === created) entries.delete(organizationId);
        });
      }
      return (await entry.branding) ?? emptyBranding(organizationId);
    },
    invalidate(organizationId) {
      entries.delete(organizationId);
    },
  };
}
