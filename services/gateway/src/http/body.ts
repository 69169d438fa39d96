import { AppError, invalid, jsonExceeds } from "@plat/contracts";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { jsonErrorPosition } from "./json-error-position.ts";

/** Parsing blocks the event loop. A batch of a thousand listings with hundreds of features each is below the limits. */
const bounds = { depth: 32, values: 500_000 };

export const defaultBodyBytesMax = 256 * 1024;

/**
 * Limit in bytes for endpoints that accept large bodies: what a NATS message can carry less 64 KiB for the rest of the
 * message, between 900 KiB and 8 MiB.
 * @param maxPayload `max_payload` of the NATS server, in bytes
 */
export function largeBodyBytesMax(maxPayload = 1024 * 1024): number {
  return Math.min(Math.max(maxPayload - 64 * 1024, 900 * 1024), 8 * 1024 * 1024);
}

export interface JsonBody {
  /** As received. */
  bytes: Uint8Array;
  value: unknown;
}

const charset = String.raw` *(?:; *charset *= *"?utf-8"? *)?$`;
const json = new RegExp(String.raw`^application/(?:[\w.+-]+\+)?json${charset}`, "i");
/** Media types of PATCH. Others, such as JSON Patch, have different semantics. */
const mergePatch = new RegExp(String.raw`^application/(?:merge-patch\+)?json${charset}`, "i");

function requireJson({ method, headers }: IncomingMessage): void {
  const type = headers["content-type"] ?? "";
  if (method === "PATCH" && !mergePatch.test(type))
    throw new AppError(
      "unsupported_media_type",
      "PATCH requires a JSON merge patch: send Content-Type: application/merge-patch+json or application/json.",
      { headers: { "accept-patch": "application/merge-patch+json, application/json" } },
    );
  if (!json.test(type))
    throw new AppError("unsupported_media_type", "The body must be JSON: send Content-Type: application/json.");
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity")
    throw new AppError("unsupported_media_type", "The body must not be compressed.");
}

/**
 * Reads a JSON body. Without a body, the bytes are empty and the value is undefined.
 * @param bytesMax limit in bytes
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `validation_failed`
 */
export async function readJson(request: IncomingMessage, bytesMax: number): Promise<JsonBody> {
  const { headers } = request;
  const length = headers["content-length"];
  const isEmpty = headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
  if (isEmpty) return { bytes: new Uint8Array(), value: undefined };
  requireJson(request);
  if (Number(length) > bytesMax) throw payloadTooLarge(bytesMax);
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) return { bytes, value: undefined };
  return { bytes, value: parse(bytes) };
}

function parse(bytes: Buffer): unknown {
  const bodyError = (detail: string): AppError => invalid([{ in: "body", pointer: "", detail }]);
  if (!isUtf8(bytes)) throw bodyError("is not valid UTF-8");
  const exceeded = jsonExceeds(bytes, bounds);
  if (exceeded === "depth") throw bodyError(`is nested deeper than ${bounds.depth} levels`);
  if (exceeded === "values") throw bodyError(`has more than ${bounds.values} values`);
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    const position = jsonErrorPosition(text);
    const where = position === undefined ? "" : ` (line ${position.line}, column ${position.column})`;
    throw bodyError(`is not valid JSON${where}`);
  }
}

const payloadTooLarge = (bytesMax: number): AppError =>
  new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);

/** Uses events: they cost half as much as asynchronous iteration. */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = new ByteBuffer();
    const done = (settle: () => void): void => {
      request.removeListener("data", onData);
      request.removeListener("end", onEnd);
      request.removeListener("close", onClose);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      if (received.size + chunk.length > bytesMax) {
        done(() => reject(payloadTooLarge(bytesMax)));
        request.resume();
      } else received.add(chunk);
    };
    const onEnd = (): void => done(() => resolve(received.bytes()));
    const onClose = (): void => done(() => reject(invalid([{ in: "body", pointer: "", detail: "must be complete" }])));
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
}

const minCapacity = 16 * 1024;

/**
 * A growing buffer that chunks are copied into. Retaining the chunks would cost about 100 bytes per chunk plus the 64 KiB
 * that each was read with: a body sent byte by byte would need a hundred times its size.
 */
class ByteBuffer {
  /** The first chunk without a copy, because most bodies have only one; then the buffer that all are copied into. */
  #buffer: Buffer = Buffer.alloc(0);
  size = 0;

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (this.size === 0) this.#buffer = chunk;
    else {
      if (size > this.#buffer.length) this.#buffer = this.#grown(size);
      chunk.copy(this.#buffer, this.size);
    }
    this.size = size;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.size);
  }

  #grown(size: number): Buffer {
    const buffer = Buffer.allocUnsafeSlow(Math.max(2 * size, minCapacity));
    this.#buffer.copy(buffer, 0, 0, this.size);
    return buffer;
  }
}
