import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * The behavior of a link: `open` forwards everything, `cut` closes all connections and rejects new ones, `slow` delays
 * each chunk by five seconds, `black hole` accepts connections and forwards nothing, `reset` resets every connection.
 */
export type LinkMode = "open" | "cut" | "slow" | "black hole" | "reset";
export const faultModes = ["cut", "slow", "black hole", "reset"] as const satisfies readonly LinkMode[];

export interface Link {
  /** The target's URL with the proxy's port. */
  url: string;
  set(mode: LinkMode): Promise<void>;
  close(): Promise<void>;
}

const slowMs = 5_000;

interface Pair {
  near: Socket;
  far: Socket;
  directions: [Direction, Direction];
}

/**
 * Starts a TCP proxy that can inject network faults. In the mode `black hole` it buffers the bytes and forwards them
 * later, as TCP retransmission does; a proxy that drops them would leave a corrupt stream.
 * @param target URL with one host and port
 */
export async function startLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let mode: LinkMode = "open";
  const server = createServer((near) => {
    if (mode === "reset") {
      near.on("error", () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const pair: Pair = {
      near,
      far,
      directions: [new Direction(near, far, () => mode), new Direction(far, near, () => mode)],
    };
    pairs.add(pair);
    const closeBoth = (): void => {
      pairs.delete(pair);
      for (const direction of pair.directions) direction.end();
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", closeBoth);
      socket.on("close", closeBoth);
    }
  });
  const listening = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  const closed = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  await listening(0);
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.port = String(own);
  const drop = (how: (socket: Socket) => void): void => {
    for (const { near, far } of pairs) {
      how(near);
      how(far);
    }
  };
  return {
    url: url.pathname === "/" && !target.endsWith("/") ? url.href.replace(/\/$/, "") : url.href,
    async set(newMode) {
      mode = newMode;
      if (newMode === "cut" && server.listening) {
        const ended = closed();
        drop((socket) => socket.destroy());
        await ended;
      } else if (newMode !== "cut" && !server.listening) await listening(own);
      if (newMode === "reset") drop((socket) => socket.resetAndDestroy());
      for (const pair of pairs) for (const direction of pair.directions) direction.changed();
    },
    async close() {
      mode = "cut";
      const ended = server.listening ? closed() : Promise.resolve();
      drop((socket) => socket.destroy());
      await ended;
    },
  };
}

/** One direction of a connection. Forwards chunks in order, each when it is due. */
class Direction {
  readonly #to: Socket;
  readonly #mode: () => LinkMode;
  readonly #buffered: { chunk: Buffer; due: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, mode: () => LinkMode) {
    this.#to = to;
    this.#mode = mode;
    from.on("data", (chunk: Buffer) => {
      this.#buffered.push({ chunk, due: mode() === "slow" ? performance.now() + slowMs : 0 });
      this.changed();
    });
    from.on("end", () => this.#to.end());
  }

  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const mode = this.#mode();
    for (;;) {
      const [first] = this.#buffered;
      if (first === undefined || mode === "black hole") return;
      const wait = mode === "slow" ? first.due - performance.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.changed(), wait);
        return;
      }
      this.#buffered.shift();
      this.#to.write(first.chunk);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#buffered.length = 0;
  }
}
