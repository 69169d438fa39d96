/** Where an HTTP/1.1 answer ends, and its status: all that a load generator has to know of it. */
export interface ResponseReader {
  /**
   * Takes what a socket gave. Returns the status once an answer is complete, else undefined.
   * @throws Error when the bytes are no HTTP/1.1 answer, or more came than one answer
   */
  push(chunk: Buffer): number | undefined;
}

const headEnd = Buffer.from("\r\n\r\n");
const headMax = 32 * 1024;

/** Reads answers one after the other on a keep-alive connection without pipelining. */
export function responseReader(): ResponseReader {
  let status = 0;
  /** Bytes of the head, or of a chunk's length, that are not whole yet. */
  let rest: Buffer | undefined;
  let state: "head" | "body" | "chunked" = "head";
  let left = 0;

  const complete = (chunk: Buffer, at: number): number => {
    if (at !== chunk.length) throw new Error("more bytes than the answer has");
    state = "head";
    return status;
  };

  /** Chunks and the empty trailer; `left` counts the bytes of a chunk with its line end. */
  const takeChunks = (chunk: Buffer, from: number): number | undefined => {
    let at = from;
    for (;;) {
      const skipped = Math.min(left, chunk.length - at);
      at += skipped;
      left -= skipped;
      if (left > 0) return undefined;
      const end = chunk.indexOf("\r\n", at);
      if (end === -1) {
        rest = chunk.subarray(at);
        return undefined;
      }
      const size = Number.parseInt(chunk.toString("latin1", at, end), 16);
      if (Number.isNaN(size)) throw new Error("a chunk without a length");
      if (size === 0) {
        if (chunk.length < end + 4) {
          rest = chunk.subarray(at);
          return undefined;
        }
        return complete(chunk, end + 4);
      }
      at = end + 2;
      left = size + 2;
    }
  };

  return {
    push(received) {
      const chunk = rest === undefined ? received : Buffer.concat([rest, received]);
      rest = undefined;
      if (state === "chunked") return takeChunks(chunk, 0);
      if (state === "body") {
        left -= chunk.length;
        if (left > 0) return undefined;
        return complete(chunk, chunk.length + left);
      }
      const end = chunk.indexOf(headEnd);
      if (end === -1) {
        if (chunk.length > headMax) throw new Error("a head without an end");
        rest = chunk;
        return undefined;
      }
      const head = chunk.toString("latin1", 0, end + 2);
      const code = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (code === undefined) throw new Error(`not an HTTP answer: ${JSON.stringify(head.slice(0, 40))}`);
      status = Number(code);
      const body = end + headEnd.length;
      if (status === 204 || status === 304) return complete(chunk, body);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error("an answer of unknown length");
        state = "chunked";
        left = 0;
        return takeChunks(chunk, body);
      }
      left = Number(length) - (chunk.length - body);
      if (left > 0) {
        state = "body";
        return undefined;
      }
      return complete(chunk, chunk.length + left);
    },
  };
}
