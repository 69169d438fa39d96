import { AppError, invalid } from "@plat/contracts";
import { redact } from "@plat/kit";
import type { Response } from "express";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Credential, missing, readCredential } from "../auth/credentials.ts";

/** What the gateway knows of one request; carried in `response.locals`. */
export interface Exchange {
  requestId: string;
  /** As it came, without the query. */
  path: string;
  /** As it came, without the question mark. May hold a key: never logged, never echoed. */
  query: string;
  started: number;
  /** Endpoint as metrics and usage name it. */
  endpoint: string;
  /** Of the API key that was presented, once it is known to be good. */
  keyHash: string | undefined;
  rateLimitPolicy: string | undefined;
  rateLimit: string | undefined;
}
export type Answer = Response<unknown, Exchange & Record<string, unknown>>;

const saneId = /^[A-Za-z0-9._:-]{1,128}$/;

const traceparent = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's place in a trace (W3C Trace Context), if it is well-formed. */
export function traceparentOf({ headers }: IncomingMessage): string | undefined {
  const given = headers["traceparent"];
  return typeof given === "string" && traceparent.test(given) ? given : undefined;
}

/** A sane id that came with the request is kept, unless it looks like a credential. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && saneId.test(given) && redact(given) === given ? given : randomUUID();
}

/** What a target in absolute form (RFC 9112 3.2.2) says before its path. */
const origin = /^https?:\/\/[^/?]*/i;

/** Fills in the exchange. Must come first: everything else relies on it. */
export function openExchange(request: IncomingMessage, response: Answer): void {
  const url = (request.url ?? "").replace(origin, "");
  const mark = url.indexOf("?");
  response.locals = {
    requestId: requestIdOf(request),
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? "" : url.slice(mark + 1),
    started: performance.now(),
    endpoint: "none",
    keyHash: undefined,
    rateLimitPolicy: undefined,
    rateLimit: undefined,
  };
}

/**
 * Refuses what Node's parser lets through but others may read in another way.
 * @throws AppError `validation_failed` that names the header
 */
export function checkFraming(request: IncomingMessage): void {
  const { headers, httpVersionMinor, url = "" } = request;
  if (url.includes("#")) throw invalid([{ in: "path", name: "request line", detail: "must have no fragment" }]);
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding !== "chunked")
    throw invalid([{ in: "header", name: "transfer-encoding", detail: "must be chunked" }]);
  if (headers.host === undefined && httpVersionMinor >= 1)
    throw invalid([{ in: "header", name: "host", detail: "is required" }]);
}

/** The credential of a request. @throws AppError as `readCredential` does */
export const credentialOf = (request: IncomingMessage, { query }: Exchange): Credential | undefined =>
  readCredential(request.rawHeaders, query);

export function required(credential: Credential | undefined): Credential {
  if (credential === undefined) throw missing();
  return credential;
}

/** The error for a path that no endpoint has. */
export const noSuchPath = (): AppError => new AppError("not_found", "There is nothing at this path.");
