import { connect, createServer } from "node:net";

export const HOST = "127.0.0.1";

/** The port if nothing listens on it, otherwise undefined. */
async function ifFree(port: number): Promise<number | undefined> {
  if (await accepts(port)) return undefined;
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}

/** On macOS a listener on all interfaces does not prevent a second one on loopback, so try to connect. */
async function accepts(port: number): Promise<boolean> {
  if (port === 0) return false;
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST, timeout: 500 });
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => done(true));
    socket.once("timeout", () => done(true));
    socket.once("error", () => done(false));
  });
}

const reserved = new Set<number>();

/** Reserves a free port on loopback, preferably the given one. One process never reserves a port twice. */
export async function reservePort(preferred?: number): Promise<number> {
  if (preferred !== undefined) {
    const port = await ifFree(preferred);
    if (port !== undefined && !reserved.has(port)) {
      reserved.add(port);
      return port;
    }
  }
  for (;;) {
    const port = await ifFree(0);
    if (port === undefined) throw new Error(`no free port on ${HOST}`);
    if (reserved.has(port)) continue;
    reserved.add(port);
    return port;
  }
}

/** Releases reserved ports once their listeners have exited. */
export function releasePorts(ports: readonly number[]): void {
  for (const port of ports) reserved.delete(port);
}
