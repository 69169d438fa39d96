import type { IndexDocument } from "@plat/contracts";
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type ListingsClient, readAllDocuments } from "../listings/listings-client.ts";
import { contentSources, diffDocuments, type Difference } from "./diff.ts";
import type { IndexStore, StoredDocument } from "./index-store.ts";

export interface VerifyResult {
  compared: number;
  differences: { id: string; kind: Difference["kind"] }[];
}

/** JSON with sorted object members: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

const comparableContent = ({ id, version, deleted, property, ads }: IndexDocument | StoredDocument): string =>
  canonicalJson(deleted ? { id, version, deleted } : { id, version, deleted, property, ads });

const hasSameContent = (store: IndexDocument, index: StoredDocument): boolean =>
  comparableContent(store) === comparableContent(index);

const batchSize = 100;
const retryMs = 250;

/**
 * Compares all listings with the index byte by byte. Changes continue meanwhile: differences are checked again for up to
 * `retryTimeoutMs` milliseconds, and those that remain are returned.
 */
export async function verifyIndex(
  listings: Pick<ListingsClient, "scan" | "documents">,
  store: Pick<IndexStore, "scan" | "read">,
  options: { retryTimeoutMs: number; onProgress?: (compared: number) => void },
): Promise<VerifyResult> {
  let suspects: VerifyResult["differences"] = [];
  let compared = 0;
  for await (const result of diffDocuments(contentSources(listings, store), hasSameContent)) {
    compared++;
    if (compared % 1000 === 0) options.onProgress?.(compared);
    // A tombstone is retained longer than its listing in the store.
    if (result.kind === "equal" || (result.kind === "unknown" && result.index.deleted)) continue;
    suspects.push({ id: result.id, kind: result.kind });
  }
  const deadline = Date.now() + options.retryTimeoutMs;
  for (;;) {
    const remaining: VerifyResult["differences"] = [];
    for (let at = 0; at < suspects.length; at += batchSize)
      remaining.push(...(await recheck(listings, store, suspects.slice(at, at + batchSize))));
    suspects = remaining;
    if (suspects.length === 0 || Date.now() > deadline) return { compared, differences: suspects };
    await wait(retryMs);
  }
}

async function recheck(
  listings: Pick<ListingsClient, "documents">,
  store: Pick<IndexStore, "read">,
  suspects: VerifyResult["differences"],
): Promise<VerifyResult["differences"]> {
  const ids = suspects.map(({ id }) => id);
  const [inStore, inIndex] = [new Map<string, DocumentFingerprint>(), new Map<string, DocumentFingerprint>()];
  for await (const documents of readAllDocuments(listings, ids))
    for (const document of documents) inStore.set(document.id, fingerprintOf(document));
  for await (const document of store.read(ids)) inIndex.set(document.id, fingerprintOf(document));
  return suspects.filter(({ id }) => {
    const left = inStore.get(id);
    const right = inIndex.get(id);
    if (left === undefined) return right !== undefined && !right.deleted;
    return right === undefined ? !left.deleted : left.hash !== right.hash;
  });
}

/** What is retained of a document until the comparison; documents may be large. */
interface DocumentFingerprint {
  deleted: boolean;
  hash: string;
}
const fingerprintOf = (document: IndexDocument | StoredDocument): DocumentFingerprint => ({
  deleted: document.deleted,
  hash: createHash("sha256").update(comparableContent(document)).digest("base64"),
});
