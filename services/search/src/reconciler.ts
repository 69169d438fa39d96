import type { IndexDocument } from "@plat/contracts";
import type { Item } from "./indexer.ts";
import type { StoredDocument } from "./store.ts";

/** How one id differs between the store of record and the index. */
export type Difference =
  | { kind: "missing" | "behind" | "different"; id: string; store: IndexDocument; index?: StoredDocument }
  /** In the index alone. */
  | { kind: "unknown"; id: string; index: StoredDocument }
  /** The index knows a later version than the store: the store was put back in time. */
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
  /** Gives how many of them the index took. */
  write: (documents: IndexDocument[]) => Promise<number>;
  purge: (items: Item[]) => Promise<void>;
  /** Those that the store knows, deleted ones too. */
  existing: (ids: string[]) => Promise<ReadonlySet<string>>;
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

/** A tombstone is kept at least so many milliseconds after the store forgot the listing. */
const tombstoneMs = 24 * 3_600_000;
/** Repairs at once, and characters of them: a listing with its ads may have a million. */
const batch = 200;
const batchCharsMax = 4_000_000;
const unknownToAll: ReadonlySet<string> = new Set();

/** Brings the index to what the store says. Safe while changes go on: versions decide. */
export async function reconcile(sides: Sides, repair: Repair): Promise<Reconciled> {
  const result: Reconciled = { compared: 0, repaired: 0, refused: 0, purged: 0, ahead: 0 };
  let wrong: IndexDocument[] = [];
  let wrongChars = 0;
  let unknown: StoredDocument[] = [];

  const settle = async (): Promise<void> => {
    // A listing made after the store was read is no stranger.
    const known = unknown.length === 0 ? unknownToAll : await repair.existing(unknown.map(({ id }) => id));
    const strangers = unknown.filter(({ id }) => !known.has(id));
    const old = strangers.filter(
      ({ deleted, changedAt }) => deleted && repair.now() - Date.parse(changedAt) > tombstoneMs,
    );
    const living = strangers.filter(({ deleted }) => !deleted);
    const gone = living.map((index) => tombstone(index, repair.now()));
    const repairs = [...wrong, ...gone];
    const taken = repairs.length === 0 ? 0 : await repair.write(repairs);
    await repair.purge(old.map(({ id, version }) => ({ id, version })));
    result.repaired += taken;
    result.refused += repairs.length - taken;
    result.purged += old.length;
    wrong = [];
    wrongChars = 0;
    unknown = [];
  };

  for await (const difference of compare(sides)) {
    result.compared++;
    if (difference.kind === "unknown") unknown.push(difference.index);
    else if (difference.kind === "ahead") result.ahead++;
    else if (difference.kind !== "equal") {
      wrong.push(difference.store);
      wrongChars += JSON.stringify(difference.store).length;
    }
    if (wrong.length + unknown.length >= batch || wrongChars >= batchCharsMax) await settle();
  }
  await settle();
  return result;
}

const tombstone = ({ id, version }: StoredDocument, now: number): IndexDocument => ({
  id,
  version: version + 1,
  deleted: true,
  property: null,
  ads: [],
  changedAt: new Date(now).toISOString(),
});
