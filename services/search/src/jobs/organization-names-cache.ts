import { type Vocabulary, type VocabularyInput, vocabularySteps } from "@plat/interpreter";
import { runYielding } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import { combineNames, countNames, hashNames, type OwnNames } from "../domain/organization-names.ts";
import type { ListingNames } from "../elasticsearch/listing-names.ts";

/**
 * Vocabularies with the names of all listings of an organization, in any status, and of the active listings of others. No
 * other organization may see what is interpreted with them. They are loaded on demand, and at most one is built at a time.
 */
export interface OrganizationNamesCache {
  /**
   * The current vocabulary. Waits for the first load, and for up to `maxWaitMs` after a change; changes are combined if
   * loads follow each other closely, unless they were announced by `invalidate`.
   */
  get(organizationId: string, ownNames: OwnNames): Promise<Vocabulary>;
  /** Marks all vocabularies as stale. */
  revalidate(): void;
  /** Invalidates all vocabularies: `get` returns older ones only if loading takes longer than `maxWaitMs`. */
  invalidate(): void;
}

export interface OrganizationNamesOptions {
  /** Names of all active listings. */
  readShared: () => Promise<ListingNames>;
  /** Names of all listings of an organization. */
  readOwn: (organizationId: string) => Promise<VocabularyInput>;
  /** Minimum milliseconds between two loads for an organization, unless the vocabulary was invalidated. */
  pauseMs: number;
  /** Milliseconds that `get` waits for a vocabulary that is stale. */
  maxWaitMs: number;
  /** Names in all vocabularies; beyond it, the least recently used ones are evicted. One name takes about 1 KB. */
  namesMax?: number;
}

const defaultNamesMax = 100_000;
/** Vocabularies without own names are the shared one, and have no size. */
const entriesMax = 2_000;
/** Time to live of an unused vocabulary in milliseconds. */
const idleMaxMs = 600_000;
/** Maximum age in milliseconds: names of others that come first nowhere need not be current. */
const maxAgeMs = 60_000;
/** Minimum pause after a load as a multiple of its duration. */
const pauseFactor = 10;

interface Loaded {
  vocabulary: Vocabulary;
  /** Identifies the own names. */
  ownKey: string;
  /** Start of the build; milliseconds of `performance.now()`, like all times here. */
  builtAt: number;
  /** Names that only this vocabulary holds. */
  size: number;
}

interface Entry {
  loaded: Loaded | undefined;
  /** Start of the load that returned `loaded`. */
  asOf: number;
  earliestLoadAt: number;
  loading: { startedAt: number; promise: Promise<Vocabulary> } | undefined;
  usedAt: number;
}

/** Creates the cache. */
export function createOrganizationNamesCache(options: OrganizationNamesOptions): OrganizationNamesCache {
  const { readShared, readOwn, pauseMs, maxWaitMs, namesMax = defaultNamesMax } = options;
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let lastBuild: Promise<unknown> = Promise.resolve();
  let staleSince = -Infinity;
  let invalidatedAt = -Infinity;

  const read = async (organizationId: string, ownNames: OwnNames, previous: Loaded | undefined): Promise<Loaded> => {
    const builtAt = performance.now();
    const [shared, own] = await Promise.all([readShared(), readOwn(organizationId)]);
    const ownKey = await runYielding(hashNames(own));
    const isSame = previous?.ownKey === ownKey && builtAt - previous.builtAt < maxAgeMs;
    if (isSame && previous.size > 0) return previous;
    const build = lastBuild.then(async (): Promise<Loaded> => {
      const input = await runYielding(combineNames(own, shared.input, ownNames));
      if (input === shared.input) return { vocabulary: shared.vocabulary, ownKey, builtAt, size: 0 };
      return { vocabulary: await runYielding(vocabularySteps(input)), ownKey, builtAt, size: countNames(input) };
    });
    lastBuild = build.catch(() => undefined);
    return build;
  };

  const start = (key: string, entry: Entry, load: () => Promise<Loaded>): Promise<Vocabulary> => {
    const startedAt = performance.now();
    const promise = load()
      .then((loaded) => {
        entry.loaded = loaded;
        entry.asOf = startedAt;
        evict(key);
        return loaded.vocabulary;
      })
      .finally(() => {
        const endedAt = performance.now();
        entry.earliestLoadAt = endedAt + Math.max(pauseMs, pauseFactor * (endedAt - startedAt));
        entry.loading = undefined;
      });
    entry.loading = { startedAt, promise };
    return promise;
  };

  /** Evicts what was not used for long, and what exceeds the limits; never the entry that was loaded last. */
  const evict = (loadedKey: string): void => {
    let size = [...entries.values()].reduce((sum, { loaded }) => sum + (loaded?.size ?? 0), 0);
    const idleSince = performance.now() - idleMaxMs;
    for (const [key, { loaded, loading, usedAt }] of entries) {
      if (usedAt > idleSince && size <= namesMax && entries.size <= entriesMax) return;
      if (key === loadedKey || loading !== undefined) continue;
      size -= loaded?.size ?? 0;
      entries.delete(key);
    }
  };

  const use = (key: string): Entry => {
    const entry = entries.get(key) ?? {
      loaded: undefined,
      asOf: -Infinity,
      earliestLoadAt: -Infinity,
      loading: undefined,
      usedAt: 0,
    };
    entry.usedAt = performance.now();
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  return {
    async get(organizationId, ownNames) {
      const key = `${organizationId} ${ownNames}`;
      const entry = use(key);
      /** Loads what was current at a moment; a load in flight may have started before. */
      const loadSince = async (moment: number): Promise<Vocabulary> => {
        const { loading } = entry;
        if (loading === undefined) return start(key, entry, () => read(organizationId, ownNames, entry.loaded));
        if (loading.startedAt >= moment) return loading.promise;
        await loading.promise.catch(() => undefined);
        return loadSince(moment);
      };
      const { loaded, asOf } = entry;
      if (loaded === undefined) return loadSince(invalidatedAt);
      const now = performance.now();
      const isCurrent = asOf >= staleSince && now - asOf < maxAgeMs;
      if (isCurrent || (asOf >= invalidatedAt && now < entry.earliestLoadAt)) return loaded.vocabulary;
      const timeout = new AbortController();
      try {
        const timedOut = wait(maxWaitMs, loaded.vocabulary, { signal: timeout.signal });
        return await Promise.race([loadSince(invalidatedAt), timedOut]);
      } catch {
        return loaded.vocabulary;
      } finally {
        timeout.abort();
      }
    },
    revalidate() {
      staleSince = performance.now();
    },
    invalidate() {
      invalidatedAt = staleSince = performance.now();
    },
  };
}
