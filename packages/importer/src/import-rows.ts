import type { Display } from "./terminal-display.ts";
import { type Chunk, type Prepared, toChunks } from "./chunks.ts";
import { exitCode, Failure, Stopped } from "./cli-error.ts";
import type { Progress, State } from "./progress-store.ts";
import type { Report } from "./report.ts";
import type { Outcome } from "./batch-sender.ts";

/** A batch's body stays below 900 KiB, which every bus carries; the rest is for what is around the items. */
export const batchBytesMax = 900 * 1024 - 1024;

export interface ImportOptions {
  rows: AsyncIterable<Prepared>;
  /** Where it stands; a fresh one, or what an earlier run left. */
  state: State;
  send(chunk: Chunk): Promise<Outcome>;
  report: Report;
  progress: Pick<Progress, "save" | "clear">;
  display: Display;
  /** Of the file, from 0 to 1. */
  share(): number;
  batchRows: number;
  inFlight: number;
  stop: AbortSignal;
}

interface Flight {
  chunk: Chunk;
  outcome: Promise<Outcome>;
}

/**
 * Sends all rows, a few chunks at a time, and writes down what became of them in the order of the file: what the
 * progress says is answered, is answered up to there.
 * @throws Failure, Stopped; the progress is kept then
 */
export async function importRows(options: ImportOptions): Promise<State> {
  const { display, report, progress, stop, inFlight } = options;
  let { state } = options;
  const flights: Flight[] = [];

  const land = async ({ chunk, outcome }: Flight): Promise<void> => {
    const { made, updated, refusals } = await outcome;
    for (const refusal of refusals) report.add(refusal);
    state = {
      ...state,
      rows: chunk.endRow,
      made: state.made + made,
      updated: state.updated + updated,
      refused: state.refused + refusals.length,
      reportBytes: report.bytes,
    };
    progress.save(state);
    display.update({ rows: state.rows, refused: state.refused, share: options.share() });
  };
  const landAll = async (enough: () => boolean): Promise<void> => {
    while (!enough()) {
      const next = flights.shift();
      if (next === undefined) return;
      await land(next);
    }
  };

  try {
    const limits = { rowsMax: options.batchRows, bytesMax: batchBytesMax };
    for await (const chunk of toChunks(options.rows, limits, state.rows)) {
      await landAll(() => flights.length < inFlight && !flights.some((flight) => sharesIds(flight.chunk, chunk)));
      if (stop.aborted) break;
      const outcome = options.send(chunk);
      // Looked at when its turn comes; until then its failure must not count as unhandled.
      outcome.catch(() => undefined);
      flights.push({ chunk, outcome });
    }
    await landAll(() => false);
  } catch (error) {
    // What is on its way comes to its end before the process does.
    await Promise.allSettled(flights.map(({ outcome }) => outcome));
    if (error instanceof Failure) throw new Failure(error.code, `${error.message}\n${goesOn(state)}`, { cause: error });
    throw error instanceof Stopped ? stopped(state) : error;
  } finally {
    display.end();
  }
  if (stop.aborted) throw stopped(state);
  progress.clear();
  return state;
}

function sharesIds(one: Chunk, other: Chunk): boolean {
  const ids = new Set(one.entries.map(({ externalId }) => externalId));
  return other.entries.some(({ externalId }) => ids.has(externalId));
}

const stopped = (state: State): Stopped => new Stopped(`Stopped. ${goesOn(state)}`);

/** How far it is, and what to do. */
export function goesOn(state: State): string {
  if (state.rows === 0) return "Nothing is in yet.";
  return `${state.rows} rows are done; the same command goes on from there.`;
}

/** The line at the end. */
export function summary(state: State, rowsBefore: number, seconds: number, report: string): string {
  const rows = state.rows - rowsBefore;
  const went = rowsBefore > 0 ? ` (from row ${rowsBefore + 1} on)` : "";
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  const what = `${state.made} made, ${state.updated} updated, ${state.refused} refused`;
  const more = state.refused > 0 ? ` The refused ones: ${report}` : "";
  return `${state.rows} rows${went}: ${what}; ${seconds.toFixed(1)} s, ${rate} rows/s.${more}`;
}

export const codeFor = (refused: number): number => (refused > 0 ? exitCode.someRefused : exitCode.done);
