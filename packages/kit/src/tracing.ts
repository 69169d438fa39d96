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
  /** Base address of an OTLP/HTTP receiver; undefined: nothing is traced, and nothing is loaded for it. */
  endpoint: string | undefined;
  /** Header fields for the receiver, `name=value` parted by commas. */
  headers: string | undefined;
  /** Share of the traces begun here that is recorded, 0 to 1; those begun by a caller are as the caller says. */
  ratio: number;
  log: Logger;
}

let isOn = false;
/** Whether spans are recorded in this process. */
export const isTracing = (): boolean => isOn;

/**
 * Records spans from now on and sends them in the background; a receiver that is away costs spans, never requests.
 * @returns sends what is left and ends
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
  isOn = true;
  return async () => {
    isOn = false;
    await provider.shutdown().catch((error: unknown) => options.log.warn({ err: error }, "spans were not sent"));
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
  /** `traceparent` of the caller (W3C Trace Context); without it the span belongs to the one that is active. */
  parent?: string | undefined;
}

export interface RunningSpan {
  /** Runs something as part of the span. */
  run<T>(run: () => T): T;
  /** @param error why it failed; its message is not recorded, for it may hold what a client sent */
  end(told?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

const nothing: RunningSpan = { run: (run) => run(), end: () => undefined };

/** Begins a span; without tracing it does nothing. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent }: SpanOptions = {},
): RunningSpan {
  if (!isOn) return nothing;
  const base = parent === undefined ? context.active() : contextOf(parent);
  const span = trace
    .getTracer("plat")
    .startSpan(name, { kind, ...(attributes === undefined ? {} : { attributes }) }, base);
  const within = trace.setSpan(base, span);
  return {
    run: (run) => context.with(within, run),
    end(told = {}) {
      if (told.name !== undefined) span.updateName(told.name);
      if (told.attributes !== undefined) span.setAttributes(told.attributes);
      if (told.error !== undefined) fail(span, told.error);
      span.end();
    },
  };
}

/** Runs something in a span of its own. Without tracing it just runs. */
export function withSpan<T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> {
  return isOn ? recorded(name, options, run) : run();
}

async function recorded<T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> {
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

function fail(span: Span, error: unknown): void {
  const type =
    error instanceof Error
      ? "code" in error && typeof error.code === "string"
        ? error.code
        : error.name
      : String(error);
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(text: string): Context {
  const [, traceId = "", spanId = "", flags = "0"] = traceparent.exec(text) ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/** The active span as a `traceparent`; undefined without one. */
export function activeTraceparent(): string | undefined {
  const active = isOn ? trace.getActiveSpan()?.spanContext() : undefined;
  if (active === undefined) return undefined;
  return `00-${active.traceId}-${active.spanId}-${active.traceFlags.toString(16).padStart(2, "0")}`;
}

/** For log lines. */
export function activeTraceIds(): { traceId?: string; spanId?: string } {
  const active = isOn ? trace.getActiveSpan()?.spanContext() : undefined;
  return active === undefined ? {} : { traceId: active.traceId, spanId: active.spanId };
}

/** What is used of a MongoDB client that was made with `monitorCommands`. */
interface CommandEvents {
  on(
    event: "commandStarted",
    listener: (event: { requestId: number; commandName: string; databaseName: string }) => void,
  ): unknown;
  on(event: "commandSucceeded", listener: (event: { requestId: number }) => void): unknown;
  on(event: "commandFailed", listener: (event: { requestId: number; failure: unknown }) => void): unknown;
}

/** Makes a span of every command that a MongoDB client sends; names of commands alone, nothing of their content. */
export function traceMongoCommands(client: CommandEvents): void {
  const open = new Map<number, RunningSpan>();
  const end = (requestId: number, error?: unknown): void => {
    open.get(requestId)?.end(error === undefined ? {} : { error });
    open.delete(requestId);
  };
  client.on("commandStarted", ({ requestId, commandName, databaseName }) => {
    // What runs by itself, like heartbeats, belongs to no request.
    if (trace.getActiveSpan() === undefined) return;
    const attributes = { "db.system.name": "mongodb", "db.operation.name": commandName, "db.namespace": databaseName };
    open.set(requestId, startSpan(`mongodb ${commandName}`, { kind: SpanKind.CLIENT, attributes }));
  });
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", ({ requestId, failure }) => end(requestId, failure));
}
