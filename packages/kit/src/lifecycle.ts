import { ConfigError } from "./config.ts";
import { createLogger, type Logger } from "./log.ts";
import { startTracing } from "./tracing.ts";

export interface RunningService {
  /** Completes the work in progress, then releases all resources. */
  stop(): Promise<void>;
}

/**
 * Resources to close in reverse order of their creation. A failure to close one does not prevent closing the others.
 */
export class CleanupStack {
  readonly #resources: { name: string; close: () => Promise<void> | void }[] = [];

  /** @param name of the resource, for the log */
  add(name: string, close: () => Promise<void> | void): void {
    this.#resources.push({ name, close });
  }

  /** Closes everything and empties the stack. Failures are logged. */
  async closeAll(log: Logger): Promise<void> {
    for (const { name, close } of this.#resources.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, resource: name }, "resource close failed");
      }
    }
  }
}

/**
 * Runs the start of a service. If it fails, the resources that it had added to the stack are closed.
 * @returns the result of `start`
 * @throws the error of `start`
 */
export async function withCleanupOnError<T>(log: Logger, start: (cleanup: CleanupStack) => Promise<T>): Promise<T> {
  const cleanup = new CleanupStack();
  try {
    return await start(cleanup);
  } catch (error) {
    await cleanup.closeAll(log);
    throw error;
  }
}

/** The members of `commonSettings` that `runService` reads. */
export interface ProcessConfig {
  LOG_LEVEL: string;
  SHUTDOWN_TIMEOUT_MS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: string | undefined;
  TRACE_RATIO: number;
}

export interface ServiceMain<C> {
  /** Reads the settings. @throws ConfigError that lists all missing and invalid settings */
  load: () => C;
  start: (config: C, log: Logger) => Promise<RunningService>;
}

/** With this argument a service only validates its settings. */
const checkOnly = "--check-settings";

/**
 * Runs a service as a process. Invalid settings and a failed start end the process with one log message and exit code
 * 1. SIGTERM and SIGINT stop the service gracefully within `SHUTDOWN_TIMEOUT_MS`. An uncaught error is logged and stops
 * the service with exit code 1.
 */
export async function runService<C extends ProcessConfig>(
  service: string,
  { load, start }: ServiceMain<C>,
): Promise<void> {
  try {
    const config = load();
    if (process.argv.includes(checkOnly)) return;
    const log = createLogger({ service, level: config.LOG_LEVEL });
    const stopTracing = await startTracing({
      service,
      endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: config.OTEL_EXPORTER_OTLP_HEADERS,
      ratio: config.TRACE_RATIO,
      log,
    });
    const running = await start(config, log);
    const stop = async (): Promise<void> => {
      await running.stop();
      await stopTracing();
    };
    stopOnSignal({ stop }, log, config.SHUTDOWN_TIMEOUT_MS);
  } catch (error) {
    const log = createLogger({ service, level: "info" });
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, `start failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    setImmediate(() => process.exit(1));
  }
}

function stopOnSignal(running: RunningService, log: Logger, shutdownTimeoutMs: number): void {
  let isStopping = false;
  const stop = (reason: string, exitCode: number): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, "stopping");
    const timer = setTimeout(() => {
      log.error({ shutdownTimeoutMs }, "shutdown timed out");
      process.exit(1);
    }, shutdownTimeoutMs);
    timer.unref();
    void running.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => stop("SIGTERM", 0));
  process.on("SIGINT", () => stop("SIGINT", 0));
  const onFatalError = (error: unknown): void => {
    log.fatal({ err: error }, "uncaught error");
    stop("uncaught error", 1);
  };
  process.on("uncaughtException", onFatalError);
  process.on("unhandledRejection", onFatalError);
}
