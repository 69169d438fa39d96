import type { IndexDocument } from "@plat/contracts";
import type { ListingsClient } from "../listings/listings-client.ts";
import type { IndexStore, StoredDocument } from "./index-store.ts";

/** How a document differs between the store of record (the listings service) and the index. */
export type Difference =
  | { kind: "missing" | "behind" | "different"; id: string; store: IndexDocument; index?: StoredDocument }
  /** Only the index contains it. */
  | { kind: "unknown"; id: string; index: StoredDocument }
  /** The index has a later version than the store had when it was read: written since, or the store was restored. */
  | { kind: "ahead"; id: string; store: IndexDocument; index: StoredDocument };

/** Paged reads of both sides, in ascending order of the ids. */
export interface DiffSources {
  scanStore(after: string | null): Promise<{ documents: IndexDocument[]; next: string | null }>;
  scanIndex(after: string | null): Promise<StoredDocument[]>;
}

const pageSize = 500;

/**
 * Reads all listings, and from the index only what identifies a version.
 * @param index alias to read; default: the alias that searches use
 */
export const versionSources = (
  listings: Pick<ListingsClient, "scan">,
  store: Pick<IndexStore, "scanVersions">,
  index?: string,
): DiffSources => ({
  scanStore: (after) => listings.scan(after, pageSize),
  scanIndex: (after) => store.scanVersions(after, pageSize, index),
});

/** Reads all listings and the complete documents of the index. */
export const contentSources = (
  listings: Pick<ListingsClient, "scan">,
  store: Pick<IndexStore, "scan">,
): DiffSources => ({
  scanStore: (after) => listings.scan(after, pageSize),
  scanIndex: (after) => store.scan(after, pageSize),
});

async function* storeDocuments(sources: DiffSources): AsyncGenerator<IndexDocument> {
  let after: string | null = null;
  do {
    const page: { documents: IndexDocument[]; next: string | null } = await sources.scanStore(after);
    yield* page.documents;
    after = page.next;
  } while (after !== null);
}

async function* indexDocuments(sources: DiffSources): AsyncGenerator<StoredDocument> {
  let after: string | null = null;
  for (;;) {
    const page: StoredDocument[] = await sources.scanIndex(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/**
 * Compares the store with the index in one pass over both (merge join by id), with one page of each in memory.
 * @param hasSameContent whether two documents of the same version are equal; default: always
 */
export async function* diffDocuments(
  sources: DiffSources,
  hasSameContent: (store: IndexDocument, index: StoredDocument) => boolean = () => true,
): AsyncGenerator<Difference | { kind: "equal"; id: string }> {
  const stored = storeDocuments(sources);
  const indexed = indexDocuments(sources);
  let left = await stored.next();
  let right = await indexed.next();
  while (left.done !== true || right.done !== true) {
    const store = left.done === true ? undefined : left.value;
    const index = right.done === true ? undefined : right.value;
    if (index === undefined || (store !== undefined && store.id < index.id)) {
      // A deleted listing that was never indexed needs no tombstone.
      if (store !== undefined)
        yield store.deleted ? { kind: "equal", id: store.id } : { kind: "missing", id: store.id, store };
      left = await stored.next();
    } else if (store === undefined || index.id < store.id) {
      yield { kind: "unknown", id: index.id, index };
      right = await indexed.next();
    } else {
      yield classify(store, index, hasSameContent);
      left = await stored.next();
      right = await indexed.next();
    }
  }
}

function classify(
  store: IndexDocument,
  index: StoredDocument,
  hasSameContent: (store: IndexDocument, index: StoredDocument) => boolean,
): Difference | { kind: "equal"; id: string } {
  const { id } = store;
  if (index.version < store.version) return { kind: "behind", id, store, index };
  if (index.version > store.version) return { kind: "ahead", id, store, index };
  if (index.deleted !== store.deleted || !hasSameContent(store, index)) return { kind: "different", id, store, index };
  return { kind: "equal", id };
}
