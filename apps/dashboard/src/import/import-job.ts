import { patientPlat, session } from "../api.ts";
import { createStore } from "../store.ts";
import type { Read } from "./mapping.ts";
import { isStopped, type Progress, sendRows } from "./send-rows.ts";

/** An import on its way or over. It goes on while other pages are looked at. */
export interface Run {
  name: string;
  total: number;
  organizationId: string;
  state: "running" | "stopped" | "done" | "failed";
  progress: Progress;
  error: unknown;
}

export const run = createStore<Run | undefined>(undefined);
let stop = new AbortController();

export const stopRun = (): void => stop.abort();
export const forgetRun = (): void => run.set(undefined);

/** Sends the good rows in the background. */
export function startRun(name: string, rows: readonly Read[]): void {
  const controller = new AbortController();
  stop = controller;
  let current: Run = {
    name,
    total: rows.length,
    organizationId: session.get()?.organization.id ?? "",
    state: "running",
    progress: { done: 0, made: 0, changed: 0, refused: [] },
    error: undefined,
  };
  const change = (changes: Partial<Run>): void => {
    current = { ...current, ...changes };
    run.set(current);
  };
  change({});
  addEventListener("beforeunload", askFirst);
  sendRows(patientPlat, rows, (progress) => change({ progress }), controller.signal)
    .then(
      () => change({ state: "done" }),
      (error: unknown) => change({ state: isStopped(error, controller.signal) ? "stopped" : "failed", error }),
    )
    .finally(() => removeEventListener("beforeunload", askFirst));
}

/** Closing the tab would break the import off. */
const askFirst = (event: Event): void => event.preventDefault();

// The rows of one organization are never sent into another, nor shown to it.
session.subscribe(() => {
  const current = session.get();
  if (current === undefined) stopRun();
  else if (run.get() !== undefined && run.get()?.organizationId !== current.organization.id) forgetRun();
});
