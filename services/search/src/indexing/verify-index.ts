import type { IndexDocument } from "@plat/contracts";
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { documentsOf, type ListingsPeer } from "../listings/listings-client.ts";
import { compare, type Difference } from "./diff.ts";
import { wholeSidesOf } from "./reconcile.ts";
import type { IndexStore, StoredDocument } from "./index-store.ts";

export interface Verdict {
  compared: number;
  differences: { id: string; kind: Difference["kind"] }[];
}

/** JSON with the members of every object in order: equal content, equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

const content = ({ id, version, deleted, property, ads }: IndexDocument | StoredDocument): string =>
  canonicalJson(deleted ? { id, version, deleted } : { id, version, deleted, property, ads });

export const sameBytes = (store: IndexDocument, index: StoredDocument): boolean => content(store) === content(index);

const batch = 100;
const retryMs = 250;

/**
 * Compares all listings of the store with the index, byte by byte. What differs is looked at again for `patienceMs`,
 * since changes go on meanwhile; what then still differs is told.
 */
export async function verifyIndex(
  peer: Pick<ListingsPeer, "scan" | "documents">,
  store: Pick<IndexStore, "scan" | "read">,
  options: { patienceMs: number; onProgress?: (compared: number) => void },
): Promise<Verdict> {
  let suspects: Verdict["differences"] = [];
  let compared = 0;
  for await (const result of compare(wholeSidesOf(peer, store), sameBytes)) {
    compared++;
    if (compared % 1000 === 0) options.onProgress?.(compared);
    // A tombstone outlives the listing in the store.
    if (result.kind === "equal" || (result.kind === "unknown" && result.index.deleted)) continue;
    suspects.push({ id: result.id, kind: result.kind });
  }
  const deadline = Date.now() + options.patienceMs;
  for (;;) {
    const still: Verdict["differences"] = [];
    for (let at = 0; at < suspects.length; at += batch)
      still.push(...(await lookAgain(peer, store, suspects.slice(at, at + batch))));
    suspects = still;
    if (suspects.length === 0 || Date.now() > deadline) return { compared, differences: suspects };
    await wait(retryMs);
  }
}

async function lookAgain(
  peer: Pick<ListingsPeer, "documents">,
  store: Pick<IndexStore, "read">,
  suspects: Verdict["differences"],
): Promise<Verdict["differences"]> {
  const ids = suspects.map(({ id }) => id);
  const [inStore, inIndex] = [new Map<string, Print>(), new Map<string, Print>()];
  for await (const documents of documentsOf(peer, ids))
    for (const document of documents) inStore.set(document.id, printOf(document));
  for await (const document of store.read(ids)) inIndex.set(document.id, printOf(document));
  return suspects.filter(({ id }) => {
    const left = inStore.get(id);
    const right = inIndex.get(id);
    if (left === undefined) return right !== undefined && !right.deleted;
    return right === undefined ? !left.deleted : left.hash !== right.hash;
  });
}

/** All that is kept of a document, which may be large, until it is compared. */
interface Print {
  deleted: boolean;
  hash: string;
}
const printOf = (document: IndexDocument | StoredDocument): Print => ({
  deleted: document.deleted,
  hash: createHash("sha256").update(content(document)).digest("base64"),
});
