import { batchLoader } from "@plat/kit";
import type { Branding, BrandingOf } from "../domain/includes.ts";

const keptMax = 5_000;

export interface Brandings {
  of: BrandingOf;
  /** The branding of an organization changed. */
  forget(organizationId: string): void;
}

const none = (organizationId: string): Branding => ({
  organizationId,
  displayName: null,
  logoUrl: null,
  primaryColor: null,
  website: null,
  phone: null,
});

/**
 * Brandings by organization: all asked for at one moment in one call, kept for a while.
 * @param options `keptMs`: milliseconds a branding is kept; `now`: milliseconds of a clock that never goes back
 */
export function createBrandings(
  load: (organizationIds: string[]) => Promise<Branding[]>,
  { keptMs, now = () => performance.now() }: { keptMs: number; now?: () => number },
): Brandings {
  const kept = new Map<string, { at: number; branding: Promise<Branding | undefined> }>();
  const ask = batchLoader<Branding>(
    async (ids) => new Map((await load(ids)).map((branding) => [branding.organizationId, branding])),
  );
  return {
    async of(organizationId) {
      const at = now();
      let entry = kept.get(organizationId);
      if (entry === undefined || at - entry.at > keptMs) {
        if (kept.size >= keptMax) kept.clear();
        const made = { at, branding: ask(organizationId) };
        entry = made;
        kept.set(organizationId, made);
        made.branding.catch(() => {
          if (kept.get(organizationId) === made) kept.delete(organizationId);
        });
      }
      return (await entry.branding) ?? none(organizationId);
    },
    forget(organizationId) {
      kept.delete(organizationId);
    },
  };
}
