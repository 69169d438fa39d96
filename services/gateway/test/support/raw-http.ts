import { connect, type Socket } from "node:net";

export interface RawResponse {
  status: number;
  headers: Map<string, string>;
  body: string;
  /** Everything received, to detect a second response. */
  all: string;
}

/** Sends raw bytes and returns what is received until the server closes or the first response is complete. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  options: { untilClosed?: boolean; halfClose?: boolean } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: Number(port), host: hostname, allowHalfOpen: options.halfClose === true });
    let all = "";
    socket.on("connect", () => (options.halfClose === true ? socket.end(bytes) : socket.write(bytes)));
    socket.on("data", (chunk: Buffer) => {
      all += chunk.toString("latin1");
      if (options.untilClosed !== true && isComplete(all)) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (all === "") reject(error);
    });
    socket.on("close", () =>
      all === "" ? reject(new Error("connection closed without a response")) : resolve(parse(all)),
    );
  });
}

function isComplete(all: string): boolean {
  const end = all.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(all.slice(0, end))?.[1];
  return all.length >= end + 4 + Number(length ?? 0);
}

function parse(all: string): RawResponse {
  const [head = "", ...rest] = all.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n"), all };
}
