import type { IndexDocument } from "@plat/contracts";
import type { Written } from "./bulk.ts";
import type { Item } from "./indexer.ts";
import type { StoredDocument } from "./index-store.ts";

/** How one id differs between the store of record and the index. */
export type Difference =
  | { kind: "missing" | "behind" | "different"; id: string; store: IndexDocument; index?: StoredDocument }
  /** In the index alone. */
  | { kind: "unknown"; id: string; index: StoredDocument }
  /** The index knows a later version than was read of the store, which has it by now, or was put back in time. */
  | { kind: "ahead"; id: string; store: IndexDocument; index: StoredDocument };

export interface Sides {
  scanStore(after: string | null): Promise<{ documents: IndexDocument[]; next: string | null }>;
  scanIndex(after: string | null): Promise<StoredDocument[]>;
}

/** Documents one after the other, by ascending id, a page fetched at a time. */
async function* storeSide(sides: Sides): AsyncGenerator<IndexDocument> {
  let after: string | null = null;
  do {
    const page: { documents: IndexDocument[]; next: string | null } = await sides.scanStore(after);
    yield* page.documents;
    after = page.next;
  } while (after !== null);
}

async function* indexSide(sides: Sides): AsyncGenerator<StoredDocument> {
  let after: string | null = null;
  for (;;) {
    const page: StoredDocument[] = await sides.scanIndex(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/**
 * Goes through both sides at once and tells what differs.
 * @param same whether two documents of the same version are equal
 */
export async function* compare(
  sides: Sides,
  same: (store: IndexDocument, index: StoredDocument) => boolean = () => true,
): AsyncGenerator<Difference | { kind: "equal"; id: string }> {
  const stored = storeSide(sides);
  const indexed = indexSide(sides);
  let left = await stored.next();
  let right = await indexed.next();
  while (left.done !== true || right.done !== true) {
    const store = left.done === true ? undefined : left.value;
    const index = right.done === true ? undefined : right.value;
    if (index === undefined || (store !== undefined && store.id < index.id)) {
      // A deleted listing that the index never had needs no tombstone.
      if (store !== undefined)
        yield store.deleted ? { kind: "equal", id: store.id } : { kind: "missing", id: store.id, store };
      left = await stored.next();
    } else if (store === undefined || index.id < store.id) {
      yield { kind: "unknown", id: index.id, index };
      right = await indexed.next();
    } else {
      yield judge(store, index, same);
      left = await stored.next();
      right = await indexed.next();
    }
  }
}

function judge(
  store: IndexDocument,
  index: StoredDocument,
  same: (store: IndexDocument, index: StoredDocument) => boolean,
): Difference | { kind: "equal"; id: string } {
  const { id } = store;
  if (index.version < store.version) return { kind: "behind", id, store, index };
  if (index.version > store.version) return { kind: "ahead", id, store, index };
  if (index.deleted !== store.deleted || !same(store, index)) return { kind: "different", id, store, index };
  return { kind: "equal", id };
}

export interface Repair {
  /** Takes documents as they can be written, and tells a request at a time what became of them. */
  write: (documents: AsyncIterable<IndexDocument>) => AsyncIterable<readonly Written[]>;
  purge: (items: Item[]) => Promise<void>;
  /** What the store holds of these by now, deleted ones too, by id. */
  current: (ids: string[]) => Promise<ReadonlyMap<string, Pick<IndexDocument, "version" | "deleted">>>;
  now: () => number;
}

export interface Reconciled {
  compared: number;
  repaired: number;
  /** Wrong still: the index did not take what would have put it right. */
  refused: number;
  purged: number;
  /** Later in the index than in the store: only a rebuilt index mends that. */
  ahead: number;
}

/** A tombstone is kept for so many milliseconds, and for as long as the store knows the listing. */
const tombstoneMs = 24 * 3_600_000;
/** Documents that the store is asked about at once. */
const batch = 200;

/** Brings the index to what the store says. Safe while changes go on: versions decide. */
export async function reconcile(sides: Sides, repair: Repair): Promise<Reconciled> {
  const result: Reconciled = { compared: 0, repaired: 0, refused: 0, purged: 0, ahead: 0 };
  for await (const written of repair.write(repairs(sides, repair, result))) {
    const taken = written.filter(({ outcome }) => outcome.done).length;
    result.repaired += taken;
    result.refused += written.length - taken;
  }
  return result;
}

/** What has to be written to put the index right; takes out of it what is of no use. */
async function* repairs(sides: Sides, repair: Repair, result: Reconciled): AsyncGenerator<IndexDocument> {
  let doubtful: StoredDocument[] = [];
  for await (const difference of compare(sides)) {
    result.compared++;
    if (difference.kind === "equal") continue;
    if (difference.kind === "unknown" || difference.kind === "ahead") {
      doubtful.push(difference.index);
      if (doubtful.length < batch) continue;
      yield* settle(doubtful, repair, result);
      doubtful = [];
    } else yield difference.store;
  }
  if (doubtful.length > 0) yield* settle(doubtful, repair, result);
}

/** The index may know more than the store when that was read: what it knows more than the store knows now is wrong. */
async function* settle(
  doubtful: readonly StoredDocument[],
  { current, purge, now }: Repair,
  result: Reconciled,
): AsyncGenerator<IndexDocument> {
  const stored = await current(doubtful.map(({ id }) => id));
  const useless: Item[] = [];
  for (const index of doubtful) {
    const { id, version, deleted, changedAt } = index;
    const store = stored.get(id);
    if (store === undefined) {
      if (!deleted) yield tombstone(index, now());
      else if (now() - Date.parse(changedAt) > tombstoneMs) useless.push({ id, version });
    } else if (store.version < version) {
      // Nobody sees a tombstone: without it the listing is found missing the next time, and written.
      if (deleted && !store.deleted) useless.push({ id, version });
      else result.ahead++;
    }
  }
  await purge(useless);
  result.purged += useless.length;
}

const tombstone = ({ id, version }: StoredDocument, now: number): IndexDocument => ({
  id,
  version: version + 1,
  deleted: true,
  property: null,
  ads: [],
  changedAt: new Date(now).toISOString(),
});
