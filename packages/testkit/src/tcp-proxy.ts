import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A TCP proxy in front of a backing service, for network faults. */
export interface TcpProxy {
  /** URL of the backing service through the proxy. */
  url: string;
  /** Closes all connections and rejects new ones until `heal`. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

export interface TcpProxyOptions {
  /**
   * Returns the milliseconds by which all later responses on the connection are delayed, given the data of a request.
   */
  responseDelayMs?: (sent: Buffer) => number;
  /** Milliseconds by which all data to the backing service is delayed. */
  requestDelayMs?: number;
}

/**
 * Starts a TCP proxy.
 * @param url URL of the backing service, with one host and a port
 */
export async function startTcpProxy(
  url: string,
  { responseDelayMs = () => 0, requestDelayMs = 0 }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let responseQueue = Promise.resolve();
    client.on("data", (sent) => {
      const ms = responseDelayMs(sent);
      if (ms > 0) responseQueue = responseQueue.then(() => setTimeout(ms));
      if (requestDelayMs === 0) upstream.write(sent);
      else void setTimeout(requestDelayMs).then(() => upstream.write(sent));
    });
    upstream.on("data", (data) => {
      responseQueue = responseQueue.then(() => void client.write(data));
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("end", () => void responseQueue.then(() => other.end()));
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
  const proxyUrl = new URL(url);
  proxyUrl.port = String(port);
  return {
    url: proxyUrl.href,
    cut,
    heal: async () => {
      await open(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
