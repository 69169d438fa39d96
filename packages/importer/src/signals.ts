/**
 * Returns a signal that is aborted by the first SIGINT, SIGTERM or SIGHUP. The second one ends the process immediately.
 */
export function stopOnSignals(print: (message: string) => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      print("Stopping after the requests in flight; press Ctrl-C again to stop immediately.");
      controller.abort();
    });
  }
  return controller.signal;
}
