import type { Display } from "./terminal-display.ts";
import { type Chunk, type PreparedRow, toChunks } from "./chunks.ts";
import { exitCode, CliError, Interrupted } from "./cli-error.ts";
import type { ProgressStore, State } from "./progress-store.ts";
import type { Report } from "./report.ts";
import type { Outcome } from "./batch-sender.ts";

/** Maximum size of a batch's items in bytes. Bodies stay below 900 KiB, which NATS accepts with its default `max_payload`; 1 KiB is for the rest of the body. */
const batchBytesMax = 900 * 1024 - 1024;

export interface ImportOptions {
  rows: AsyncIterable<PreparedRow>;
  /** Progress so far: of an interrupted run, or a new state. */
  state: State;
  send(chunk: Chunk): Promise<Outcome>;
  report: Report;
  progress: Pick<ProgressStore, "save" | "clear">;
  display: Display;
  /** Part of the file that was read, from 0 to 1. */
  share(): number;
  batchRows: number;
  inFlight: number;
  stop: AbortSignal;
}

interface InFlightChunk {
  chunk: Chunk;
  outcome: Promise<Outcome>;
}

/**
 * Sends all rows with up to `inFlight` concurrent requests and records their outcomes in the order of the file. All rows
 * before the recorded position are acknowledged, so an interrupted import can resume there.
 * @returns the final state
 * @throws CliError or Interrupted; the progress is then retained
 */
export async function importRows(options: ImportOptions): Promise<State> {
  const { display, report, progress, stop, inFlight } = options;
  let { state } = options;
  const inFlightChunks: InFlightChunk[] = [];

  const record = async ({ chunk, outcome }: InFlightChunk): Promise<void> => {
    const { created, updated, rejectedRows } = await outcome;
    for (const rejectedRow of rejectedRows) report.add(rejectedRow);
    state = {
      ...state,
      rows: chunk.endRow,
      created: state.created + created,
      updated: state.updated + updated,
      rejected: state.rejected + rejectedRows.length,
      reportBytes: report.bytes,
    };
    progress.save(state);
    display.update({ rows: state.rows, rejected: state.rejected, share: options.share() });
  };
  const recordUntil = async (enough: () => boolean): Promise<void> => {
    while (!enough()) {
      const next = inFlightChunks.shift();
      if (next === undefined) return;
      await record(next);
    }
  };

  try {
    const limits = { rowsMax: options.batchRows, bytesMax: batchBytesMax };
    for await (const chunk of toChunks(options.rows, limits, state.rows)) {
      await recordUntil(
        () => inFlightChunks.length < inFlight && !inFlightChunks.some((sent) => sharesIds(sent.chunk, chunk)),
      );
      if (stop.aborted) break;
      const outcome = options.send(chunk);
      // The promise is awaited later, in order; until then, a failure must not count as an unhandled rejection.
      outcome.catch(() => undefined);
      inFlightChunks.push({ chunk, outcome });
    }
    await recordUntil(() => false);
  } catch (error) {
    // Requests in flight complete before the process ends.
    await Promise.allSettled(inFlightChunks.map(({ outcome }) => outcome));
    if (error instanceof CliError)
      throw new CliError(error.code, `${error.message}\n${resumeHint(state)}`, { cause: error });
    throw error instanceof Interrupted ? interrupted(state) : error;
  } finally {
    display.end();
  }
  if (stop.aborted) throw interrupted(state);
  progress.clear();
  return state;
}

function sharesIds(one: Chunk, other: Chunk): boolean {
  const ids = new Set(one.entries.map(({ externalId }) => externalId));
  return other.entries.some(({ externalId }) => ids.has(externalId));
}

const interrupted = (state: State): Interrupted => new Interrupted(`Stopped. ${resumeHint(state)}`);

/** Describes the progress and how to resume. */
function resumeHint(state: State): string {
  if (state.rows === 0) return "No rows were imported.";
  return `${state.rows} rows are done; run the same command to resume.`;
}

/** The summary of a completed import. */
export function summary(state: State, rowsBefore: number, seconds: number, report: string): string {
  const rows = state.rows - rowsBefore;
  const resumed = rowsBefore > 0 ? ` (resumed at row ${rowsBefore + 1})` : "";
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  const what = `${state.created} created, ${state.updated} updated, ${state.rejected} rejected`;
  const more = state.rejected > 0 ? ` Rejected rows: ${report}` : "";
  return `${state.rows} rows${resumed}: ${what}; ${seconds.toFixed(1)} s, ${rate} rows/s.${more}`;
}

export const exitCodeFor = (rejected: number): number => (rejected > 0 ? exitCode.someRejected : exitCode.done);
