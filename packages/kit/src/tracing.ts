import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Logger } from "pino";

export { SpanKind } from "@opentelemetry/api";

export interface TracingOptions {
  service: string;
  /** Base URL of an OTLP/HTTP collector. If undefined, tracing is off and its libraries are not loaded. */
  endpoint: string | undefined;
  /** Request headers for the collector, `name=value` separated by commas. */
  headers: string | undefined;
  /**
   * Ratio of traces started here that is recorded, 0 to 1. A trace started by a caller follows the caller's decision.
   */
  ratio: number;
  log: Logger;
}

let isEnabled = false;
/** Whether spans are recorded in this process. */
export const isTracing = (): boolean => isEnabled;

/**
 * Starts recording spans, which are exported in the background. If the collector is unavailable, spans are lost and
 * requests are not affected.
 * @returns stops tracing and exports the remaining spans
 */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { service, endpoint, headers, ratio } = options;
  if (endpoint === undefined) return () => Promise.resolve();
  const [sdk, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: Object.fromEntries(parseHeaders(headers)),
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": `plat-${service}` }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  isEnabled = true;
  return async () => {
    isEnabled = false;
    await provider.shutdown().catch((error: unknown) => options.log.warn({ err: error }, "span export failed"));
  };
}

const parseHeaders = (text: string | undefined): [string, string][] =>
  (text ?? "")
    .split(",")
    .filter((part) => part.includes("="))
    .map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()]);

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** `traceparent` of the caller (W3C Trace Context). Default: the active span is the parent. */
  parent?: string | undefined;
}

export interface RunningSpan {
  /** Runs a function with this span as the active span. */
  run<T>(callback: () => T): T;
  /** @param result `error` marks the span as failed; its message is not recorded, as it may contain client input */
  end(result?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

const noopSpan: RunningSpan = { run: (callback) => callback(), end: () => undefined };

/** Starts a span, which the caller must end. Does nothing if tracing is off. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent }: SpanOptions = {},
): RunningSpan {
  if (!isEnabled) return noopSpan;
  const base = parent === undefined ? context.active() : remoteContext(parent);
  const span = trace
    .getTracer("plat")
    .startSpan(name, { kind, ...(attributes === undefined ? {} : { attributes }) }, base);
  const spanContext = trace.setSpan(base, span);
  return {
    run: (callback) => context.with(spanContext, callback),
    end(result = {}) {
      if (result.name !== undefined) span.updateName(result.name);
      if (result.attributes !== undefined) span.setAttributes(result.attributes);
      if (result.error !== undefined) recordError(span, result.error);
      span.end();
    },
  };
}

/** Runs a function in a new span, which ends with the function. If tracing is off, only runs the function. */
export function withSpan<T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> {
  return isEnabled ? runInSpan(name, options, run) : run();
}

async function runInSpan<T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  try {
    const result = await span.run(run);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

function recordError(span: Span, error: unknown): void {
  const type =
    error instanceof Error
      ? "code" in error && typeof error.code === "string"
        ? error.code
        : error.name
      : String(error);
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function remoteContext(text: string): Context {
  const [, traceId = "", spanId = "", flags = "0"] = traceparentPattern.exec(text) ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/** Returns the active span as a `traceparent` header, or undefined if there is none. */
export function activeTraceparent(): string | undefined {
  const span = isEnabled ? trace.getActiveSpan()?.spanContext() : undefined;
  if (span === undefined) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Returns the ids of the active trace and span, for log messages. */
export function activeTraceIds(): { traceId?: string; spanId?: string } {
  const span = isEnabled ? trace.getActiveSpan()?.spanContext() : undefined;
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** The part of a MongoDB client (created with `monitorCommands`) that `traceMongoCommands` uses. */
interface CommandEvents {
  on(
    event: "commandStarted",
    listener: (event: { requestId: number; commandName: string; databaseName: string }) => void,
  ): unknown;
  on(event: "commandSucceeded", listener: (event: { requestId: number }) => void): unknown;
  on(event: "commandFailed", listener: (event: { requestId: number; failure: unknown }) => void): unknown;
}

/**
 * Records a span per command that a MongoDB client sends. Spans contain the names of commands, but not their content.
 */
export function traceMongoCommands(client: CommandEvents): void {
  const open = new Map<number, RunningSpan>();
  const end = (requestId: number, error?: unknown): void => {
    open.get(requestId)?.end(error === undefined ? {} : { error });
    open.delete(requestId);
  };
  client.on("commandStarted", ({ requestId, commandName, databaseName }) => {
    // Commands outside of a request, such as the driver's heartbeats, are not traced.
    if (trace.getActiveSpan() === undefined) return;
    const attributes = { "db.system.name": "mongodb", "db.operation.name": commandName, "db.namespace": databaseName };
    open.set(requestId, startSpan(`mongodb ${commandName}`, { kind: SpanKind.CLIENT, attributes }));
  });
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", ({ requestId, failure }) => end(requestId, failure));
}
