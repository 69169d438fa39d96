import type { Caller } from "@plat/contracts";
import { headers, type MsgHdrs } from "@nats-io/transport-node";

/** Metadata of an RPC request, sent as one JSON header. */
export interface CallMeta {
  requestId: string;
  caller: Caller;
  /** Milliseconds that the sender waits for the reply. */
  timeoutMs: number;
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string;
  acceptEncoding?: string;
  traceparent?: string;
  /** The sender asks for heartbeats while it waits. */
  heartbeats?: true;
}

/** Metadata of a reply, sent as one JSON header. */
export interface ReplyMeta {
  status: number;
  /** HTTP response headers with lower-case names. */
  headers: Record<string, string>;
  /** The server promises to send heartbeats to callers that ask for them. */
  heartbeats?: true;
}

export interface RpcReply extends ReplyMeta {
  body: Uint8Array;
}

const callHeader = "Plat-Call";
const replyHeader = "Plat-Reply";
const partHeader = "Plat-Part";
const heartbeatHeader = "Plat-Heartbeat";
/** Bytes reserved in each message for protocol lines and headers. */
const partOverhead = 16 * 1024;

/** Returns the headers of a request. */
export function callHeaders(meta: CallMeta): MsgHdrs {
  const result = headers();
  result.set(callHeader, JSON.stringify(meta));
  return result;
}

/** Headers of a heartbeat: an empty message to the reply subject, sent while the request is being processed. */
export const heartbeatHeaders: MsgHdrs = headers();
heartbeatHeaders.set(heartbeatHeader, "1");

/** Whether a message with these headers is a heartbeat. */
export const isHeartbeat = (hdrs: MsgHdrs | undefined): boolean => hdrs?.has(heartbeatHeader) === true;

/** @throws SyntaxError or TypeError if the message does not come from a gateway or a service */
export function readCallMeta(hdrs: MsgHdrs | undefined): CallMeta {
  const raw = hdrs?.get(callHeader);
  if (raw === undefined || raw === "") throw new TypeError(`the ${callHeader} header is missing`);
  return JSON.parse(raw) as CallMeta;
}

export interface Part {
  headers: MsgHdrs;
  data: Uint8Array;
}

/**
 * Splits a reply into messages that NATS accepts. Only the last one contains the metadata, which marks it as the last.
 * @param maxPayload the server's maximum message size in bytes
 */
export function replyParts(reply: RpcReply, maxPayload: number): Part[] {
  const size = Math.max(maxPayload - partOverhead, 1024);
  const count = Math.max(1, Math.ceil(reply.body.length / size));
  const parts: Part[] = [];
  for (let index = 0; index < count; index++) {
    const hdrs = headers();
    if (index === count - 1) {
      const meta: ReplyMeta = { status: reply.status, headers: reply.headers };
      if (reply.heartbeats === true) meta.heartbeats = true;
      hdrs.set(replyHeader, JSON.stringify(meta));
    }
    if (count > 1) hdrs.set(partHeader, String(index));
    parts.push({ headers: hdrs, data: reply.body.subarray(index * size, (index + 1) * size) });
  }
  return parts;
}

export interface ReceivedPart {
  index: number;
  /** Present in the last part. */
  meta: ReplyMeta | undefined;
}

/** @throws SyntaxError if the metadata is malformed */
export function readPart(hdrs: MsgHdrs | undefined): ReceivedPart {
  const index = hdrs?.get(partHeader);
  const meta = hdrs?.get(replyHeader);
  return {
    index: index === undefined || index === "" ? 0 : Number(index),
    meta: meta === undefined || meta === "" ? undefined : (JSON.parse(meta) as ReplyMeta),
  };
}
