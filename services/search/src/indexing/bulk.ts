import type { IndexDocument } from "@plat/contracts";
import { toIndexSource } from "./document.ts";
import type { ElasticsearchClient } from "../elasticsearch/client.ts";

/** Result of writing a document. `permanent`: a retry of the same document would fail, too. */
export type WriteOutcome = { done: true } | { done: false; permanent: boolean; reason: string };
export interface WriteResult {
  id: string;
  version: number;
  outcome: WriteOutcome;
}

/** The aliases to write to. */
export interface WriteTargets {
  alias: string;
  /** Alias of an index that is being built. Writes to it may fail because it was removed. */
  building?: string;
}

/** Timeout in milliseconds of requests that write to or scan the index. */
export const writeTimeoutMs = 30_000;
/** Limits of a request: documents, and characters per target. One listing with its ads may have two million. */
const countMax = 500;
const charsMax = 4_000_000;

interface Prepared {
  id: string;
  version: number;
  source: string;
}
/** Elasticsearch's response for one document of a bulk request. */
export interface BulkItem {
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}
interface BulkResponse {
  items: Record<string, BulkItem>[];
}

/**
 * Writes documents, each only if the index has an older version (external versioning). Sends one bulk request at a time
 * and yields its results. Documents are consumed with backpressure, so that their number is unlimited.
 * @param targets is called before each request
 */
export async function* writeDocuments(
  elasticsearch: ElasticsearchClient,
  documents: Iterable<IndexDocument> | AsyncIterable<IndexDocument>,
  targets: () => WriteTargets | Promise<WriteTargets>,
): AsyncGenerator<WriteResult[]> {
  let pending: Prepared[] = [];
  let chars = 0;
  for await (const document of documents) {
    const source = JSON.stringify(toIndexSource(document));
    pending.push({ id: document.id, version: document.version, source });
    chars += source.length;
    if (pending.length < countMax && chars < charsMax) continue;
    yield await send(elasticsearch, pending, await targets());
    pending = [];
    chars = 0;
  }
  if (pending.length > 0) yield await send(elasticsearch, pending, await targets());
}

async function send(
  elasticsearch: ElasticsearchClient,
  documents: readonly Prepared[],
  { alias, building }: WriteTargets,
): Promise<WriteResult[]> {
  const names = building === undefined ? [alias] : [alias, building];
  const lines = documents.flatMap(({ id, version, source }) =>
    names.map((name) => {
      const action = { index: { _index: name, _id: id, version, version_type: "external" } };
      return `${JSON.stringify(action)}\n${source}\n`;
    }),
  );
  const { items } = await elasticsearch.request<BulkResponse>(
    "POST",
    "/_bulk?require_alias=true&filter_path=items.*.status,items.*.error",
    lines.join(""),
    writeTimeoutMs,
  );
  // The items of the response are in the order of the request.
  const outcomes = items
    .flatMap((item) => Object.values(item))
    .map((item, at) => outcomeOf(item, names[at % names.length] === building));
  return documents.map(({ id, version }, at) => {
    const own = outcomes.slice(at * names.length, (at + 1) * names.length);
    return { id, version, outcome: own.find(({ done }) => !done) ?? own[0] ?? missingOutcome };
  });
}

const missingOutcome: WriteOutcome = { done: false, permanent: false, reason: "no response" };

/** A version conflict (409) means that the index already has this version or a later one. */
function outcomeOf({ status, error }: BulkItem, optional: boolean): WriteOutcome {
  if (error === undefined || status === 409 || (status === 404 && optional)) return { done: true };
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(": ");
  return { done: false, permanent: status === 400 || status === 413, reason };
}
