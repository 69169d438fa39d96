import { AppError, type Endpoint, invalid } from "@plat/contracts";
import { type RpcReply, type CallMeta, readProblem, type RpcClient } from "@plat/kit";
import type { Request } from "express";
import type { Authenticator } from "../auth/authenticator.ts";
import { type Credential, requireCredential } from "../auth/credentials.ts";
import { credentialOf, type HttpResponse } from "./request-context.ts";
import { securityHeaders } from "./responses.ts";

/** Whether the client asks for server-sent events instead of a page of the feed. */
export const acceptsEventStream = ({ method, headers }: Request): boolean =>
  method === "GET" && headers.accept?.split(",").some((part) => /^\s*text\/event-stream\s*(;|$)/i.test(part)) === true;

export interface EventStreamDeps {
  rpc: RpcClient;
  authenticator: Authenticator;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  /** Number of open streams, by organization. */
  streams: Map<string, number>;
}

interface StreamContext {
  request: Request;
  response: HttpResponse;
  /** The address of the client, for the limit of failed authentications. */
  address: string;
}

interface Input {
  params: unknown;
  query: Record<string, unknown> & { after?: number };
}
interface Page {
  data: { sequence: number; type: string }[];
  page: { nextAfter: number };
}

/** Seconds of one long poll. Between polls the credential is checked and a keep-alive comment is sent. */
const waitSeconds = 10;
const pageLimit = 100;
/** Open streams per organization and gateway: each one polls the listings service for as long as it is open. */
const streamsMax = 100;

/**
 * Converts the long poll of the change feed into server-sent events. The `id` of an event is its sequence, so a client
 * that reconnects continues where it was (`Last-Event-ID`). The stream ends when the client disconnects, when its
 * credential is no longer valid, and when the gateway stops. It counts as one request.
 * @throws AppError if the first poll fails or the organization has too many open streams; nothing has been sent then
 */
export async function streamEvents(
  deps: EventStreamDeps,
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  context: StreamContext,
): Promise<void> {
  const organizationId = "organizationId" in meta.caller ? meta.caller.organizationId : "";
  const release = acquireStream(deps.streams, organizationId);
  try {
    await runStream(deps, definition, input, meta, context);
  } finally {
    release();
  }
}

/** @throws AppError `quota_exceeded` */
function acquireStream(streams: Map<string, number>, organizationId: string): () => void {
  const open = streams.get(organizationId) ?? 0;
  if (open >= streamsMax)
    throw new AppError("quota_exceeded", `The organization has ${streamsMax} open event streams, which is the limit.`, {
      retryAfter: waitSeconds,
      extensions: { "violated-policies": ["concurrent-streams"] },
    });
  streams.set(organizationId, open + 1);
  return () => {
    const left = (streams.get(organizationId) ?? 1) - 1;
    if (left === 0) streams.delete(organizationId);
    else streams.set(organizationId, left);
  };
}

async function runStream(
  { rpc, authenticator, stopping }: EventStreamDeps,
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  { request, response, address }: StreamContext,
): Promise<void> {
  const credential = requireCredential(credentialOf(request, response.locals));
  const { params, query } = JSON.parse(Buffer.from(input).toString("utf8")) as Input;
  let after = lastEventId(request) ?? query.after ?? 0;
  const poll = async (wait: number): Promise<Page> => {
    const pollInput = { params, query: { ...query, after, limit: pageLimit, wait } };
    const reply = await rpc.request(definition.subject, Buffer.from(JSON.stringify(pollInput)), meta);
    if (reply.status >= 400) throw readProblem(reply);
    return readPage(reply);
  };
  // A poll without waiting validates the request before the stream is opened.
  const first = await poll(0);
  openStream(response);
  let page = first;
  // A client that closes its sending side no longer reads the feed. This is the only sign of its departure while the
  // feed is quiet.
  while (!response.destroyed && !stopping.aborted && !request.socket.readableEnded) {
    if (page.data.length > 0 && !(await write(response, page.data.map(eventText).join("")))) break;
    after = page.page.nextAfter;
    const next = await nextPage(() => poll(waitSeconds), stopping, request, response);
    if (next === undefined || !(await isStillValid(authenticator, credential, address))) break;
    if (next === "unavailable") {
      if (!(await write(response, ": waiting\n\n"))) break;
      continue;
    }
    page = next;
    if (page.data.length === 0 && !(await write(response, ": keep-alive\n\n"))) break;
  }
  response.end();
}

const readPage = ({ body }: RpcReply): Page => JSON.parse(Buffer.from(body).toString("utf8")) as Page;

function lastEventId({ headers }: Request): number | undefined {
  const value = headers["last-event-id"];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || !/^\d{1,15}$/.test(value))
    throw invalid([{ in: "header", name: "Last-Event-ID", detail: "must be the id of an event of this feed" }]);
  return Number(value);
}

const eventText = (event: Page["data"][number]): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function openStream(response: HttpResponse): void {
  const { requestId, rateLimit, rateLimitPolicy } = response.locals;
  response.writeHead(200, {
    ...securityHeaders,
    "x-request-id": requestId,
    ...(rateLimitPolicy === undefined ? {} : { "ratelimit-policy": rateLimitPolicy }),
    ...(rateLimit === undefined ? {} : { ratelimit: rateLimit }),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
  response.write("retry: 1000\n\n");
}

/** Writes with back-pressure: waits until a slow client has received the data. @returns false if it has disconnected */
function write(response: HttpResponse, text: string): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  if (response.write(text)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (): void => {
      response.removeListener("drain", settle);
      response.removeListener("close", settle);
      resolve(!response.destroyed);
    };
    response.once("drain", settle);
    response.once("close", settle);
  });
}

/**
 * @returns the next page; undefined if the stream must end; `unavailable` if the poll failed with a 5xx status and should
 * be repeated
 */
async function nextPage(
  poll: () => Promise<Page>,
  stopping: AbortSignal,
  { socket }: Request,
  response: HttpResponse,
): Promise<Page | "unavailable" | undefined> {
  let end = (): void => undefined;
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  response.once("close", end);
  socket.once("end", end);
  stopping.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([ended, poll().catch(unavailableOrThrow)]);
  } catch {
    return undefined;
  } finally {
    response.removeListener("close", end);
    socket.removeListener("end", end);
    stopping.removeEventListener("abort", end);
  }
}

const retryDelayMs = 1_000;
async function unavailableOrThrow(error: unknown): Promise<"unavailable"> {
  if (!(error instanceof AppError) || error.status < 500) throw error;
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  return "unavailable";
}

/** Checks the credential again. If Redis is unavailable, retries for a few seconds, during which nothing is sent. */
async function isStillValid(authenticator: Authenticator, credential: Credential, address: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      await authenticator.peek(credential, address, "listings");
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status !== 503) return false;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
  return false;
}
