/** Finds the end of an HTTP/1.1 response and its status, which is all that a load generator needs. */
export interface ResponseReader {
  /**
   * Consumes data from a socket.
   * @returns the status once the response is complete, undefined before
   * @throws Error if the bytes are not an HTTP/1.1 response, or exceed one response
   */
  push(chunk: Buffer): number | undefined;
}

const headEnd = Buffer.from("\r\n\r\n");
const headMax = 32 * 1024;

/** Reads successive responses on a keep-alive connection without pipelining. */
export function responseReader(): ResponseReader {
  let status = 0;
  /** Bytes of an incomplete head or chunk size. */
  let rest: Buffer | undefined;
  let state: "head" | "body" | "chunked" = "head";
  let left = 0;

  const complete = (chunk: Buffer, at: number): number => {
    if (at !== chunk.length) throw new Error("bytes after the end of the response");
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
      if (Number.isNaN(size)) throw new Error("a chunk without a size");
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
        if (chunk.length > headMax) throw new Error("response head too large");
        rest = chunk;
        return undefined;
      }
      const head = chunk.toString("latin1", 0, end + 2);
      const code = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (code === undefined) throw new Error(`not an HTTP response: ${JSON.stringify(head.slice(0, 40))}`);
      status = Number(code);
      const body = end + headEnd.length;
      if (status === 204 || status === 304) return complete(chunk, body);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error("a response of unknown length");
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
