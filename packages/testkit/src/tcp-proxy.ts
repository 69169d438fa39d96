import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A link to an engine that can be cut. */
export interface TcpProxy {
  /** The engine's URL, by way of the link. */
  url: string;
  /** Breaks every connection and refuses new ones until `heal`. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
}

export interface TcpProxyOptions {
  /** Says of what goes to the engine for how many milliseconds the answers on that connection are then held back. */
  responseDelayMs?: (sent: Buffer) => number;
  /** Milliseconds that everything takes on its way to the engine. */
  requestDelayMs?: number;
}

/** @param url of the engine, with one host and a port */
export async function startTcpProxy(
  url: string,
  { responseDelayMs = () => 0, requestDelayMs = 0 }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let held = Promise.resolve();
    near.on("data", (sent) => {
      const ms = responseDelayMs(sent);
      if (ms > 0) held = held.then(() => setTimeout(ms));
      if (requestDelayMs === 0) far.write(sent);
      else void setTimeout(requestDelayMs).then(() => far.write(sent));
    });
    far.on("data", (answer) => {
      held = held.then(() => void near.write(answer));
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("end", () => void held.then(() => other.end()));
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const open = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await open(0);
  const near = new URL(url);
  near.port = String(port);
  return {
    url: near.href,
    cut,
    heal: async () => {
      await open(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
