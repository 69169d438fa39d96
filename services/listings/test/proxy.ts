import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A link to an engine that can be cut. */
export interface Link {
  /** The engine's URL, by way of the link. */
  url: string;
  cut(): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** @param url of the engine, with one host and a port */
export async function linkTo(url: string): Promise<Link> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
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
