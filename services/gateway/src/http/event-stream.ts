import { AppError, type Endpoint, invalid } from "@plat/contracts";
import { type BusReply, type CallMeta, readProblem, type RpcClient } from "@plat/kit";
import type { Request } from "express";
import type { Authenticator } from "../auth/authenticator.ts";
import { type Answer, credentialOf, required } from "./request-context.ts";
import { securityHeaders } from "./responses.ts";

/** Whether the client would rather have the feed kept open than a page of it. */
export const wantsEventStream = ({ method, headers }: Request): boolean =>
  method === "GET" && headers.accept?.split(",").some((part) => /^\s*text\/event-stream\s*(;|$)/i.test(part)) === true;

export interface StreamDeps {
  rpc: RpcClient;
  authenticator: Authenticator;
  stopping: AbortSignal;
  /** Streams that are open, by organization. */
  streams: Map<string, number>;
}

interface Input {
  params: unknown;
  query: Record<string, unknown> & { after?: number };
}
interface Page {
  data: { sequence: number; type: string }[];
  page: { nextAfter: number };
}

/** Seconds a poll waits for something new; between polls the credential is looked at and a comment is sent. */
const waitSeconds = 10;
const pageLimit = 100;
/** Of one organization at one gateway: each asks the service again and again, for as long as it likes. */
const streamsMax = 100;

/**
 * Turns the long poll of a feed into server-sent events: `id` is the sequence, so a client that connects again goes on
 * where it was (`Last-Event-ID`). The stream ends when the client leaves, when its credential no longer holds, and when
 * the gateway stops. It counts as one request.
 * @throws AppError when the first poll fails, or the organization has too many streams open; then nothing has been sent
 */
export async function streamEvents(
  deps: StreamDeps,
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  context: { request: Request; response: Answer; address: string },
): Promise<void> {
  const owner = "organizationId" in meta.caller ? meta.caller.organizationId : "";
  const leave = enter(deps.streams, owner);
  try {
    await keepOpen(deps, definition, input, meta, context);
  } finally {
    leave();
  }
}

/** @throws AppError `quota_exceeded` */
function enter(streams: Map<string, number>, owner: string): () => void {
  const open = streams.get(owner) ?? 0;
  if (open >= streamsMax)
    throw new AppError("quota_exceeded", "Too many streams of this organization are open at once.", {
      retryAfter: waitSeconds,
      extensions: { "violated-policies": ["streams-at-once"] },
    });
  streams.set(owner, open + 1);
  return () => {
    const left = (streams.get(owner) ?? 1) - 1;
    if (left === 0) streams.delete(owner);
    else streams.set(owner, left);
  };
}

async function keepOpen(
  { rpc, authenticator, stopping }: StreamDeps,
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  { request, response, address }: { request: Request; response: Answer; address: string },
): Promise<void> {
  const credential = required(credentialOf(request, response.locals));
  const { params, query } = JSON.parse(Buffer.from(input).toString("utf8")) as Input;
  let after = lastEventId(request) ?? query.after ?? 0;
  const poll = async (wait: number): Promise<Page> => {
    const asked = { params, query: { ...query, after, limit: pageLimit, wait } };
    const reply = await rpc.request(definition.subject, Buffer.from(JSON.stringify(asked)), meta);
    if (reply.status >= 400) throw readProblem(reply);
    return readPage(reply);
  };
  // A poll that finds nothing tells at once whether the request is good.
  const first = await poll(0);
  openStream(response);
  let page = first;
  // Nobody reads a feed after closing the sending side; only that tells that a quiet client has left.
  while (!response.destroyed && !stopping.aborted && !request.socket.readableEnded) {
    if (page.data.length > 0 && !(await write(response, page.data.map(eventText).join("")))) break;
    after = page.page.nextAfter;
    const next = await nextPage(() => poll(waitSeconds), stopping, request, response);
    if (next === undefined || !(await stillGood(authenticator, credential, address))) break;
    if (next === "away") {
      if (!(await write(response, ": waiting\n\n"))) break;
      continue;
    }
    page = next;
    if (page.data.length === 0 && !(await write(response, ": still here\n\n"))) break;
  }
  response.end();
}

const readPage = ({ body }: BusReply): Page => JSON.parse(Buffer.from(body).toString("utf8")) as Page;

function lastEventId({ headers }: Request): number | undefined {
  const given = headers["last-event-id"];
  if (given === undefined || given === "") return undefined;
  if (typeof given !== "string" || !/^\d{1,15}$/.test(given))
    throw invalid([{ in: "header", name: "Last-Event-ID", detail: "must be the id of an event of this feed" }]);
  return Number(given);
}

const eventText = (event: Page["data"][number]): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function openStream(response: Answer): void {
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

/** Waits until a slow client has taken what was sent; false when it has left. */
function write(response: Answer, text: string): Promise<boolean> {
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

/** The next page; undefined when nobody waits for it any more; `away` when the service did not answer. */
async function nextPage(
  poll: () => Promise<Page>,
  stopping: AbortSignal,
  { socket }: Request,
  response: Answer,
): Promise<Page | "away" | undefined> {
  let leave = (): void => undefined;
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
  });
  response.once("close", leave);
  socket.once("end", leave);
  stopping.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([left, poll().catch(awayOrThrow)]);
  } catch {
    return undefined;
  } finally {
    response.removeListener("close", leave);
    socket.removeListener("end", leave);
    stopping.removeEventListener("abort", leave);
  }
}

const pauseMs = 1_000;
async function awayOrThrow(error: unknown): Promise<"away"> {
  if (!(error instanceof AppError) || error.status < 500) throw error;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return "away";
}

/** Redis being away is no end: nothing is sent until the credential can be looked at again. */
async function stillGood(
  authenticator: Authenticator,
  credential: ReturnType<typeof required>,
  address: string,
): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      await authenticator.look(credential, address, "listings");
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status !== 503) return false;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return false;
}
