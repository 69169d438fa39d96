import { Agent, request } from "node:http";

/** One request of a load, on the clock of this process (milliseconds, monotonic). */
export interface Shot {
  start: number;
  end: number;
  /** 0: no answer came. */
  status: number;
  retryAfter: number | undefined;
  code: string | undefined;
  /** Why no answer came. */
  error?: string | undefined;
}

export interface Gun {
  shoot(path: string, key: string): Promise<Shot>;
  close(): void;
}

/** A client that keeps one connection a concurrent request open, and neither retries nor throws. */
export function gunAt(base: string): Gun {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  return {
    shoot: (path, key) =>
      new Promise((resolve) => {
        const start = performance.now();
        const none = ({ code }: NodeJS.ErrnoException): void =>
          resolve({ start, end: performance.now(), status: 0, retryAfter: undefined, code: undefined, error: code });
        const sent = request(
          { hostname, port, path, agent, headers: { authorization: `Bearer ${key}` } },
          (response) => {
            let text = "";
            response.on("data", (chunk: Buffer) => {
              text += chunk.toString();
            });
            response.on("error", none);
            response.on("end", () => {
              const retry = response.headers["retry-after"];
              resolve({
                start,
                end: performance.now(),
                status: response.statusCode ?? 0,
                retryAfter: retry === undefined ? undefined : Number(retry),
                code: response.statusCode === 200 ? undefined : (JSON.parse(text) as { code: string }).code,
              });
            });
          },
        );
        sent.on("error", none);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Runs `lanes` loops until `done`; each shoots again as soon as it has its answer. */
export async function loop(
  lanes: number,
  done: () => boolean,
  shoot: (lane: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (!done()) await shoot(lane);
    }),
  );
}
