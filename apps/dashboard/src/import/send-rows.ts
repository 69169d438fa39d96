import { type Plat, PlatError } from "@plat/client";
import { csvOf } from "../write-csv.ts";
import type { Problem, Read } from "./mapping.ts";

export interface Refused {
  line: number;
  externalId: string | null;
  problems: Problem[];
}
export interface Progress {
  done: number;
  made: number;
  changed: number;
  refused: Refused[];
}

/** Rows that a request carries; also bounded by bytes, below what the service takes. */
const rowsMax = 200;
const bytesMax = 800_000;
type Sendable = Extract<Read, { item: unknown }>;

/** Rows in the groups that are sent together. */
export function* batches(rows: readonly Sendable[]): Generator<Sendable[]> {
  let batch: Sendable[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row.item)).length;
    if (batch.length > 0 && (batch.length >= rowsMax || bytes + size > bytesMax)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Sends the good rows and says after each request how far it is. A row with an id of one's own that is there already is
 * changed; one without is a new listing.
 * @throws PlatError and the like when the service refuses as a whole; what was sent before stays
 */
export async function sendRows(
  plat: Plat,
  rows: readonly Read[],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const refused: Refused[] = rows.flatMap((row) => ("problems" in row ? [row] : []));
  const good = rows.filter((row): row is Sendable => "item" in row);
  const progress: Progress = { done: refused.length, made: 0, changed: 0, refused };
  const report = (): void => onProgress({ ...progress, refused: progress.refused.toSorted((a, b) => a.line - b.line) });
  const groups = [
    ["upsert", good.filter(({ externalId }) => externalId !== null)],
    ["create", good.filter(({ externalId }) => externalId === null)],
  ] as const;
  const sendings = groups.flatMap(([mode, group]) => [...batches(group)].map((batch) => ({ mode, batch })));
  for (const { mode, batch } of sendings) {
    const { data } = await plat.batchProperties({ mode, items: batch.map(({ item }) => item) }, { signal });
    for (const { index, status, errors, detail } of data) {
      const row = batch[index];
      if (row === undefined) continue;
      if (status === 201) progress.made++;
      else if (status < 400) progress.changed++;
      else
        progress.refused.push({
          line: row.line,
          externalId: row.externalId,
          problems: (errors ?? [{ pointer: "", detail: detail ?? `status ${status}` }]).map((error) => ({
            field: error.pointer?.slice(1).replaceAll("/", ".") ?? "",
            detail: error.detail,
          })),
        });
    }
    progress.done += batch.length;
    report();
  }
  report();
}

/** Whether sending ended because somebody stopped it. */
export const isStopped = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted && !(error instanceof PlatError);

/** What was refused, a line for each reason. */
export const refusedCsv = (refused: readonly Refused[]): string =>
  csvOf([
    ["line", "externalId", "field", "reason"],
    ...refused.flatMap(({ line, externalId, problems }) =>
      problems.map(({ field, detail }) => [line, externalId ?? "", field, detail]),
    ),
  ]);
