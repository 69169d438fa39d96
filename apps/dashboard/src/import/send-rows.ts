import { type Plat, PlatError } from "@plat/client";
import { writeCsv } from "../write-csv.ts";
import type { RowError, ParsedRow } from "./mapping.ts";

/** A row that failed validation in the browser or was rejected by the API. */
export interface RejectedRow {
  line: number;
  externalId: string | null;
  errors: RowError[];
}
export interface Progress {
  done: number;
  created: number;
  updated: number;
  rejected: RejectedRow[];
}

/** Limits per request, below the limits of the batch endpoint. */
const maxRowsPerRequest = 200;
const maxBytesPerRequest = 800_000;
type ValidRow = Extract<ParsedRow, { item: unknown }>;

/** Splits rows into batches that are within the limits per request. */
export function* batches(rows: readonly ValidRow[]): Generator<ValidRow[]> {
  let batch: ValidRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row.item)).length;
    if (batch.length > 0 && (batch.length >= maxRowsPerRequest || bytes + size > maxBytesPerRequest)) {
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
 * Sends the valid rows and reports the progress after each request. A row with the external id of an existing listing
 * updates it; a row without an external id creates a listing.
 * @throws PlatError and other errors of the client if a whole request fails; rows that were sent before stay imported
 */
export async function sendRows(
  plat: Plat,
  rows: readonly ParsedRow[],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const rejected: RejectedRow[] = rows.flatMap((row) => ("errors" in row ? [row] : []));
  const valid = rows.filter((row): row is ValidRow => "item" in row);
  const progress: Progress = { done: rejected.length, created: 0, updated: 0, rejected };
  const report = (): void =>
    onProgress({ ...progress, rejected: progress.rejected.toSorted((a, b) => a.line - b.line) });
  const groups = [
    ["upsert", valid.filter(({ externalId }) => externalId !== null)],
    ["create", valid.filter(({ externalId }) => externalId === null)],
  ] as const;
  const requests = groups.flatMap(([mode, group]) => [...batches(group)].map((batch) => ({ mode, batch })));
  for (const { mode, batch } of requests) {
    const { data } = await plat.batchProperties({ mode, items: batch.map(({ item }) => item) }, { signal });
    for (const { index, status, errors, detail } of data) {
      const row = batch[index];
      if (row === undefined) continue;
      if (status === 201) progress.created++;
      else if (status < 400) progress.updated++;
      else
        progress.rejected.push({
          line: row.line,
          externalId: row.externalId,
          errors: (errors ?? [{ pointer: "", detail: detail ?? `status ${status}` }]).map((error) => ({
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

/** True if sending ended because the user stopped it. */
export const isStopped = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted && !(error instanceof PlatError);

/** Returns the rejected rows as CSV, with one line per error. */
export const rejectedRowsCsv = (rejected: readonly RejectedRow[]): string =>
  writeCsv([
    ["line", "externalId", "field", "reason"],
    ...rejected.flatMap(({ line, externalId, errors }) =>
      errors.map(({ field, detail }) => [line, externalId ?? "", field, detail]),
    ),
  ]);
