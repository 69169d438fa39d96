import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What a link does: `open` passes everything on, `cut` closes all and refuses connections, `slow` delays every piece by
 * five seconds, `black hole` takes connections and lets nothing through, `reset` ends every connection with a reset.
 */
export type LinkMode = "open" | "cut" | "slow" | "black hole" | "reset";
export const faultModes = ["cut", "slow", "black hole", "reset"] as const satisfies readonly LinkMode[];

export interface Link {
  /** The target's URL, by way of the link. */
  url: string;
  set(mode: LinkMode): Promise<void>;
  close(): Promise<void>;
}

const slowMs = 5_000;

interface Pair {
  near: Socket;
  far: Socket;
  lanes: [Lane, Lane];
}

/**
 * A TCP connection in between that can be disturbed, of our own: a proxy that drops the bytes of a black hole would
 * leave a broken stream after healing, where a network sends them again. Here they are held, and come late.
 * @param target URL with one host and port
 */
export async function linkTo(target: string): Promise<Link> {
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
    const pair: Pair = { near, far, lanes: [new Lane(near, far, () => mode), new Lane(far, near, () => mode)] };
    pairs.add(pair);
    const gone = (): void => {
      pairs.delete(pair);
      for (const lane of pair.lanes) lane.end();
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", gone);
      socket.on("close", gone);
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
    async set(wanted) {
      mode = wanted;
      if (wanted === "cut" && server.listening) {
        const ended = closed();
        drop((socket) => socket.destroy());
        await ended;
      } else if (wanted !== "cut" && !server.listening) await listening(own);
      if (wanted === "reset") drop((socket) => socket.resetAndDestroy());
      for (const pair of pairs) for (const lane of pair.lanes) lane.changed();
    },
    async close() {
      mode = "cut";
      const ended = server.listening ? closed() : Promise.resolve();
      drop((socket) => socket.destroy());
      await ended;
    },
  };
}

/** One direction of a connection: passes pieces on in their order, each when its time has come. */
class Lane {
  readonly #to: Socket;
  readonly #mode: () => LinkMode;
  readonly #held: { piece: Buffer; due: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, mode: () => LinkMode) {
    this.#to = to;
    this.#mode = mode;
    from.on("data", (piece: Buffer) => {
      this.#held.push({ piece, due: mode() === "slow" ? performance.now() + slowMs : 0 });
      this.changed();
    });
    from.on("end", () => this.#to.end());
  }

  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const mode = this.#mode();
    for (;;) {
      const [first] = this.#held;
      if (first === undefined || mode === "black hole") return;
      const wait = mode === "slow" ? first.due - performance.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.changed(), wait);
        return;
      }
      this.#held.shift();
      this.#to.write(first.piece);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#held.length = 0;
  }
}
