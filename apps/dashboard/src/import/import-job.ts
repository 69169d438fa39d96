import { backgroundPlat, session } from "../api.ts";
import { createStore } from "../store.ts";
import type { ParsedRow } from "./mapping.ts";
import { isStopped, type Progress, sendRows } from "./send-rows.ts";

/** An import that runs or has ended. It continues while other pages are open. */
export interface ImportJob {
  name: string;
  total: number;
  organizationId: string;
  state: "running" | "stopped" | "done" | "failed";
  progress: Progress;
  error: unknown;
}

export const importJob = createStore<ImportJob | undefined>(undefined);
let currentController = new AbortController();

export const stopImport = (): void => currentController.abort();
export const clearImport = (): void => importJob.set(undefined);

/** Sends the valid rows in the background. */
export function startImport(name: string, rows: readonly ParsedRow[]): void {
  const controller = new AbortController();
  currentController = controller;
  let current: ImportJob = {
    name,
    total: rows.length,
    organizationId: session.get()?.organization.id ?? "",
    state: "running",
    progress: { done: 0, created: 0, updated: 0, rejected: [] },
    error: undefined,
  };
  const update = (changes: Partial<ImportJob>): void => {
    current = { ...current, ...changes };
    importJob.set(current);
  };
  update({});
  addEventListener("beforeunload", preventUnload);
  sendRows(backgroundPlat, rows, (progress) => update({ progress }), controller.signal)
    .then(
      () => update({ state: "done" }),
      (error: unknown) => update({ state: isStopped(error, controller.signal) ? "stopped" : "failed", error }),
    )
    .finally(() => removeEventListener("beforeunload", preventUnload));
}

/** Makes the browser ask for confirmation: closing the tab would abort the import. */
const preventUnload = (event: Event): void => event.preventDefault();

// An import is never continued in, or shown to, another organization.
session.subscribe(() => {
  const current = session.get();
  if (current === undefined) stopImport();
  else if (importJob.get() !== undefined && importJob.get()?.organizationId !== current.organization.id) clearImport();
});
