import { ConfigError } from "./config.ts";
import { createLogger, type Logger } from "./log.ts";
import { startTracing } from "./tracing.ts";

/** What a running service can be asked to do. */
export interface RunningService {
  /** Finishes what was begun, then lets go of everything. */
  stop(): Promise<void>;
}

/** Things to close, last opened first. A failing one does not keep the others open. */
export class CleanupStack {
  readonly #closers: { name: string; close: () => Promise<void> | void }[] = [];

  add(name: string, close: () => Promise<void> | void): void {
    this.#closers.push({ name, close });
  }

  async closeAll(log: Logger): Promise<void> {
    for (const { name, close } of this.#closers.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, what: name }, "could not be closed");
      }
    }
  }
}

/** Opens what a service needs. When that fails half way, what was opened is closed again. */
export async function withCleanupOnError<T>(log: Logger, open: (closers: CleanupStack) => Promise<T>): Promise<T> {
  const closers = new CleanupStack();
  try {
    return await open(closers);
  } catch (error) {
    await closers.closeAll(log);
    throw error;
  }
}

/** Settings of `commonSettings` that are the process's own. */
export interface ProcessConfig {
  LOG_LEVEL: string;
  SHUTDOWN_TIMEOUT_MS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: string | undefined;
  TRACE_RATIO: number;
}

export interface ServiceMain<C> {
  /** Reads the settings. @throws ConfigError that names all bad ones */
  load: () => C;
  start: (config: C, log: Logger) => Promise<RunningService>;
}

/** Argument with which a service only says whether its settings are usable. */
const checkOnly = "--check-settings";

/**
 * Runs a service as a process: bad settings and a failed start end it with one clear sentence and exit code 1,
 * SIGTERM and SIGINT stop it gracefully within `SHUTDOWN_TIMEOUT_MS`, an unforeseen error is logged and ends it.
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
    else log.fatal({ err: error }, `could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    setImmediate(() => process.exit(1));
  }
}

function stopOnSignal(running: RunningService, log: Logger, shutdownTimeoutMs: number): void {
  let stopping = false;
  const stop = (reason: string, code: number): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    const late = setTimeout(() => {
      log.error({ shutdownTimeoutMs }, "did not stop in time");
      process.exit(1);
    }, shutdownTimeoutMs);
    late.unref();
    void running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, "stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => stop("SIGTERM", 0));
  process.on("SIGINT", () => stop("SIGINT", 0));
  const fatal = (error: unknown): void => {
    log.fatal({ err: error }, "unforeseen error");
    stop("unforeseen error", 1);
  };
  process.on("uncaughtException", fatal);
  process.on("unhandledRejection", fatal);
}
