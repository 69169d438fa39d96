import type { Caller } from "@plat/contracts";
import { headers, type MsgHdrs } from "@nats-io/transport-node";

/** What travels beside the body of a request over the bus, as one JSON header. */
export interface CallMeta {
  requestId: string;
  caller: Caller;
  /** Milliseconds left for an answer, as seen by the sender. */
  timeoutMs: number;
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string;
  acceptEncoding?: string;
  traceparent?: string;
  /** The sender wants signs of work while it waits. */
  heartbeats?: true;
}

/** What travels beside the body of a reply. */
export interface ReplyMeta {
  status: number;
  /** Header fields of the HTTP answer, in lower case. */
  headers: Record<string, string>;
  /** Who answers gives signs of work to those who ask for them. */
  heartbeats?: true;
}

export interface RpcReply extends ReplyMeta {
  body: Uint8Array;
}

const callHeader = "Plat-Call";
const replyHeader = "Plat-Reply";
const partHeader = "Plat-Part";
const heartbeatHeader = "Plat-Heartbeat";
/** Room for the protocol's own lines and the headers. */
const partOverhead = 16 * 1024;

export function callHeaders(meta: CallMeta): MsgHdrs {
  const result = headers();
  result.set(callHeader, JSON.stringify(meta));
  return result;
}

/** Of a message that says only that the request is being worked on. */
export const heartbeatHeaders: MsgHdrs = headers();
heartbeatHeaders.set(heartbeatHeader, "1");

export const isHeartbeat = (hdrs: MsgHdrs | undefined): boolean => hdrs?.has(heartbeatHeader) === true;

/** @throws SyntaxError or TypeError when the message does not come from a gateway or a service. */
export function readCallMeta(hdrs: MsgHdrs | undefined): CallMeta {
  const raw = hdrs?.get(callHeader);
  if (raw === undefined || raw === "") throw new TypeError(`a request without ${callHeader}`);
  return JSON.parse(raw) as CallMeta;
}

export interface Part {
  headers: MsgHdrs;
  data: Uint8Array;
}

/** Cuts a reply into messages that the bus carries. The last one says that it is the last and holds the meta data. */
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
  /** Set on the last part. */
  meta: ReplyMeta | undefined;
}

export function readPart(hdrs: MsgHdrs | undefined): ReceivedPart {
  const index = hdrs?.get(partHeader);
  const meta = hdrs?.get(replyHeader);
  return {
    index: index === undefined || index === "" ? 0 : Number(index),
    meta: meta === undefined || meta === "" ? undefined : (JSON.parse(meta) as ReplyMeta),
  };
}
