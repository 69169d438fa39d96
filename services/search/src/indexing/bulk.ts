import type { IndexDocument } from "@plat/contracts";
import { toIndexSource } from "./document.ts";
import type { Engine } from "../elasticsearch/client.ts";

/** What became of a document that was sent to the index. */
export type Outcome = { done: true } | { done: false; permanent: boolean; reason: string };
export interface Written {
  id: string;
  version: number;
  outcome: Outcome;
}

/** Where documents are written. */
export interface Targets {
  alias: string;
  /** An index that is being built; should it be gone, nothing is lost. */
  further?: string;
}

/** Milliseconds for what writes or goes through the index. */
export const writeMs = 30_000;
/** Documents of one request, and characters of them for each target: one listing with its ads may have two million. */
const countMax = 500;
const charsMax = 4_000_000;

interface Prepared {
  id: string;
  version: number;
  source: string;
}
/** What Elasticsearch answers of one document of several. */
export interface BulkItem {
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}
interface BulkResponse {
  items: Record<string, BulkItem>[];
}

/**
 * Writes documents by alias, each only over older versions, a request at a time, and tells after each what became of
 * its documents. They are taken as there is room for them, so that any number may come.
 * @param targets asked before each request
 */
export async function* writeDocuments(
  engine: Engine,
  documents: Iterable<IndexDocument> | AsyncIterable<IndexDocument>,
  targets: () => Targets | Promise<Targets>,
): AsyncGenerator<Written[]> {
  let gathered: Prepared[] = [];
  let chars = 0;
  for await (const document of documents) {
    const source = JSON.stringify(toIndexSource(document));
    gathered.push({ id: document.id, version: document.version, source });
    chars += source.length;
    if (gathered.length < countMax && chars < charsMax) continue;
    yield await send(engine, gathered, await targets());
    gathered = [];
    chars = 0;
  }
  if (gathered.length > 0) yield await send(engine, gathered, await targets());
}

async function send(engine: Engine, documents: readonly Prepared[], { alias, further }: Targets): Promise<Written[]> {
  const names = further === undefined ? [alias] : [alias, further];
  const lines = documents.flatMap(({ id, version, source }) =>
    names.map((name) => {
      const action = { index: { _index: name, _id: id, version, version_type: "external" } };
      return `${JSON.stringify(action)}\n${source}\n`;
    }),
  );
  const { items } = await engine.request<BulkResponse>(
    "POST",
    "/_bulk?require_alias=true&filter_path=items.*.status,items.*.error",
    lines.join(""),
    writeMs,
  );
  // Answers stand in the order of what was sent.
  const outcomes = items
    .flatMap((item) => Object.values(item))
    .map((item, at) => outcomeOf(item, names[at % names.length] === further));
  return documents.map(({ id, version }, at) => {
    const own = outcomes.slice(at * names.length, (at + 1) * names.length);
    return { id, version, outcome: own.find(({ done }) => !done) ?? own[0] ?? unanswered };
  });
}

const unanswered: Outcome = { done: false, permanent: false, reason: "not answered" };

/** Something newer already there is as good as done; an index that is no longer being built needs nothing. */
function outcomeOf({ status, error }: BulkItem, optional: boolean): Outcome {
  if (error === undefined || status === 409 || (status === 404 && optional)) return { done: true };
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(": ");
  return { done: false, permanent: status === 400 || status === 413, reason };
}
