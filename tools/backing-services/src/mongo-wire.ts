import { connect } from "node:net";

/** The BSON types that a health check needs. */
type BsonValue = number | string | boolean | BsonDocument | readonly BsonValue[];
export interface BsonDocument {
  readonly [name: string]: BsonValue;
}

function encodeElement(name: string, value: BsonValue): Buffer {
  const key = Buffer.from(`${name}\0`);
  if (typeof value === "number") {
    const number = Buffer.alloc(4);
    number.writeInt32LE(value);
    return Buffer.concat([Buffer.of(0x10), key, number]);
  }
  if (typeof value === "boolean") return Buffer.concat([Buffer.of(0x08), key, Buffer.of(value ? 1 : 0)]);
  if (typeof value === "string") {
    const text = Buffer.from(`${value}\0`);
    const length = Buffer.alloc(4);
    length.writeInt32LE(text.length);
    return Buffer.concat([Buffer.of(0x02), key, length, text]);
  }
  const isArray = Array.isArray(value);
  return Buffer.concat([Buffer.of(isArray ? 0x04 : 0x03), key, encode(value as BsonDocument)]);
}

/** A document (or an array, as a document with the names 0, 1, …) as BSON; numbers as int32. */
function encode(document: BsonDocument): Buffer {
  const elements = Object.entries(document).map(([name, value]) => encodeElement(name, value));
  const body = Buffer.concat([...elements, Buffer.of(0)]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(body.length + 4);
  return Buffer.concat([length, body]);
}

/** Top-level numbers, strings and booleans of a BSON document; everything else is skipped. */
function decode(bytes: Buffer): Record<string, number | string | boolean> {
  const found: Record<string, number | string | boolean> = {};
  let at = 4;
  while (at < bytes.length - 1) {
    const type = bytes.readUInt8(at++);
    if (type === 0) break;
    const end = bytes.indexOf(0, at);
    const name = bytes.toString("utf8", at, end);
    at = end + 1;
    switch (type) {
      case 0x01:
        found[name] = bytes.readDoubleLE(at);
        at += 8;
        break;
      case 0x02: {
        const length = bytes.readInt32LE(at);
        found[name] = bytes.toString("utf8", at + 4, at + 3 + length);
        at += 4 + length;
        break;
      }
      case 0x03:
      case 0x04:
        at += bytes.readInt32LE(at);
        break;
      case 0x05:
        at += 5 + bytes.readInt32LE(at);
        break;
      case 0x07:
        at += 12;
        break;
      case 0x08:
        found[name] = bytes.readUInt8(at) === 1;
        at += 1;
        break;
      case 0x09:
      case 0x11:
        at += 8;
        break;
      case 0x12:
        found[name] = Number(bytes.readBigInt64LE(at));
        at += 8;
        break;
      case 0x0a:
        break;
      case 0x10:
        found[name] = bytes.readInt32LE(at);
        at += 4;
        break;
      case 0x13:
        at += 16;
        break;
      default:
        return found;
    }
  }
  return found;
}

/** Sends one command (OP_MSG) over a new connection. @returns the top level of the reply */
export function mongoCommand(
  address: { host: string; port: number },
  command: BsonDocument,
  timeoutMs = 2000,
): Promise<Record<string, number | string | boolean>> {
  const body = Buffer.concat([Buffer.alloc(5), encode(command)]);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(2013, 12);
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address, timeout: timeoutMs });
    let received = Buffer.alloc(0);
    socket.once("connect", () => socket.write(Buffer.concat([header, body])));
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 16 || received.length < received.readInt32LE(0)) return;
      socket.destroy();
      resolve(decode(received.subarray(21)));
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("closed")));
  });
}
