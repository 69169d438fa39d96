import { AppError, invalid, jsonExceeds } from "@plat/contracts";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { whereJsonBreaks } from "./json-error-position.ts";

/** A thousand listings with hundreds of features each have fewer values; more of them keep everybody else waiting. */
const bounds = { depth: 32, values: 500_000 };

export interface JsonBody {
  /** As the client sent it. */
  bytes: Uint8Array;
  value: unknown;
}

const charset = String.raw` *(?:; *charset *= *"?utf-8"? *)?$`;
const json = new RegExp(String.raw`^application/(?:[\w.+-]+\+)?json${charset}`, "i");
/** Of a change: other types, like json-patch, mean another kind of change. */
const mergePatch = new RegExp(String.raw`^application/(?:merge-patch\+)?json${charset}`, "i");

function requireJson({ method, headers }: IncomingMessage): void {
  const type = headers["content-type"] ?? "";
  if (method === "PATCH" && !mergePatch.test(type))
    throw new AppError(
      "unsupported_media_type",
      "A change is a JSON merge patch: send Content-Type: application/merge-patch+json or application/json.",
      { headers: { "accept-patch": "application/merge-patch+json, application/json" } },
    );
  if (!json.test(type))
    throw new AppError("unsupported_media_type", "The body must be JSON: send Content-Type: application/json.");
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity")
    throw new AppError("unsupported_media_type", "The body must not be compressed.");
}

/**
 * Reads a JSON body. Without one the bytes are empty and the value is undefined.
 * @param bytesMax most bytes that are taken
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `validation_failed`
 */
export async function readJson(request: IncomingMessage, bytesMax: number): Promise<JsonBody> {
  const { headers } = request;
  const length = headers["content-length"];
  const isEmpty = headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
  if (isEmpty) return { bytes: new Uint8Array(), value: undefined };
  requireJson(request);
  if (Number(length) > bytesMax) throw tooLarge(bytesMax);
  const bytes = await collect(request, bytesMax);
  if (bytes.length === 0) return { bytes, value: undefined };
  return { bytes, value: parse(bytes) };
}

function parse(bytes: Buffer): unknown {
  const refuse = (detail: string): AppError => invalid([{ in: "body", pointer: "", detail }]);
  if (!isUtf8(bytes)) throw refuse("is not valid UTF-8");
  const exceeded = jsonExceeds(bytes, bounds);
  if (exceeded === "depth") throw refuse(`is nested deeper than ${bounds.depth} levels`);
  if (exceeded === "values") throw refuse(`has more than ${bounds.values} values`);
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    const place = whereJsonBreaks(text);
    const where = place === undefined ? "" : ` (line ${place.line}, column ${place.column})`;
    throw refuse(`is not valid JSON${where}`);
  }
}

const tooLarge = (bytesMax: number): AppError =>
  new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);

/** Listens to events, which costs half of what iterating does. */
function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const kept = new Gathered();
    const done = (settle: () => void): void => {
      request.removeListener("data", onData);
      request.removeListener("end", onEnd);
      request.removeListener("close", onClose);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      if (kept.size + chunk.length > bytesMax) {
        done(() => reject(tooLarge(bytesMax)));
        request.resume();
      } else kept.add(chunk);
    };
    const onEnd = (): void => done(() => resolve(kept.bytes()));
    const onClose = (): void => done(() => reject(invalid([{ in: "body", pointer: "", detail: "ended early" }])));
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
}

const roomMin = 16 * 1024;

/**
 * Bytes as they come, copied together. Each piece is an object of a hundred bytes and holds on to the 64 KiB that it was
 * read with, so that a body sent byte by byte would take up a hundred times its size.
 */
class Gathered {
  /** The first piece as it came: most bodies have no other. Then what all are copied into. */
  #room: Buffer = Buffer.alloc(0);
  size = 0;

  add(piece: Buffer): void {
    const size = this.size + piece.length;
    if (this.size === 0) this.#room = piece;
    else {
      if (size > this.#room.length) this.#room = this.#enlarged(size);
      piece.copy(this.#room, this.size);
    }
    this.size = size;
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.size);
  }

  #enlarged(size: number): Buffer {
    const room = Buffer.allocUnsafeSlow(Math.max(2 * size, roomMin));
    this.#room.copy(room, 0, 0, this.size);
    return room;
  }
}
