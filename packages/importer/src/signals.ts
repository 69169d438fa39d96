/**
 * A signal that is set by the first Ctrl-C (or SIGTERM, SIGHUP); the second one ends the process at once.
 */
export function stopOnSignals(tell: (sentence: string) => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      tell("Stopping after what is on its way; once more ends at once.");
      controller.abort();
    });
  }
  return controller.signal;
}
