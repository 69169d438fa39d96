import { connect, createServer } from "node:net";

export const HOST = "127.0.0.1";

/** The port if nothing listens there, else undefined. */
async function ifFree(port: number): Promise<number | undefined> {
  if (await answers(port)) return undefined;
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

/** Listening on all interfaces need not hinder a second listener on loopback (macOS), so ask. */
async function answers(port: number): Promise<boolean> {
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

const given = new Set<number>();

/** A free port on loopback: the wished one if nothing listens there. The same port is not given twice by one process. */
export async function freePort(wished?: number): Promise<number> {
  if (wished !== undefined) {
    const port = await ifFree(wished);
    if (port !== undefined && !given.has(port)) {
      given.add(port);
      return port;
    }
  }
  for (;;) {
    const port = await ifFree(0);
    if (port === undefined) throw new Error(`no free port on ${HOST}`);
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** Gives ports back once what listened there has ended. */
export function releasePorts(ports: readonly number[]): void {
  for (const port of ports) given.delete(port);
}
