import type { IndexDocument } from "@plat/contracts";
import type { IndexedVersion } from "../listings/listings-client.ts";
import type { WriteResult } from "./bulk.ts";
import { diffDocuments, type DiffSources } from "./diff.ts";
import type { StoredDocument } from "./index-store.ts";

export interface RepairPorts {
  /** Writes documents with backpressure, and yields the results of each request. */
  write: (documents: AsyncIterable<IndexDocument>) => AsyncIterable<readonly WriteResult[]>;
  purge: (items: IndexedVersion[]) => Promise<void>;
  /** Current versions in the store by id, including deleted listings. */
  current: (ids: string[]) => Promise<ReadonlyMap<string, Pick<IndexDocument, "version" | "deleted">>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Numbers of documents. */
export interface RepairResult {
  compared: number;
  repaired: number;
  /** Still different: the index rejected the repair. */
  rejected: number;
  purged: number;
  /** Later in the index than in the store: only a rebuild resolves that. */
  ahead: number;
}

/** Minimum age in milliseconds of a tombstone before it is purged, once the store has purged the listing. */
const tombstoneMs = 24 * 3_600_000;
/** Documents per read of current versions. */
const batchSize = 200;

/** Makes the index equal to the store. Safe during concurrent changes, because writes depend on the version. */
export async function repairIndex(sources: DiffSources, ports: RepairPorts): Promise<RepairResult> {
  const result: RepairResult = { compared: 0, repaired: 0, rejected: 0, purged: 0, ahead: 0 };
  for await (const written of ports.write(repairDocuments(sources, ports, result))) {
    const accepted = written.filter(({ outcome }) => outcome.done).length;
    result.repaired += accepted;
    result.rejected += written.length - accepted;
  }
  return result;
}

/** Yields the documents to write, and purges those that are no longer needed. */
async function* repairDocuments(
  sources: DiffSources,
  ports: RepairPorts,
  result: RepairResult,
): AsyncGenerator<IndexDocument> {
  let doubtful: StoredDocument[] = [];
  for await (const difference of diffDocuments(sources)) {
    result.compared++;
    if (difference.kind === "equal") continue;
    if (difference.kind === "unknown" || difference.kind === "ahead") {
      doubtful.push(difference.index);
      if (doubtful.length < batchSize) continue;
      yield* resolveDoubtful(doubtful, ports, result);
      doubtful = [];
    } else yield difference.store;
  }
  if (doubtful.length > 0) yield* resolveDoubtful(doubtful, ports, result);
}

/**
 * Resolves documents of the index that are later than the store was when it was read. They may have changed since:
 * only what is still later than the store's current version is wrong.
 */
async function* resolveDoubtful(
  doubtful: readonly StoredDocument[],
  { current, purge, now }: RepairPorts,
  result: RepairResult,
): AsyncGenerator<IndexDocument> {
  const stored = await current(doubtful.map(({ id }) => id));
  const purgeable: IndexedVersion[] = [];
  for (const index of doubtful) {
    const { id, version, deleted, changedAt } = index;
    const store = stored.get(id);
    if (store === undefined) {
      if (!deleted) yield tombstone(index, now());
      else if (now() - Date.parse(changedAt) > tombstoneMs) purgeable.push({ id, version });
    } else if (store.version < version) {
      // Searches do not return tombstones: once it is purged, the next comparison finds the listing missing.
      if (deleted && !store.deleted) purgeable.push({ id, version });
      else result.ahead++;
    }
  }
  await purge(purgeable);
  result.purged += purgeable.length;
}

const tombstone = ({ id, version }: StoredDocument, now: number): IndexDocument => ({
  id,
  version: version + 1,
  deleted: true,
  property: null,
  ads: [],
  changedAt: new Date(now).toISOString(),
});
