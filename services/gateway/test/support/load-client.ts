import { Agent, request } from "node:http";

/** One request under load. Times are monotonic milliseconds of this process. */
export interface Sample {
  start: number;
  end: number;
  /** 0 if there was no response. */
  status: number;
  /** In seconds. */
  retryAfter: number | undefined;
  code: string | undefined;
  /** Error code of Node if there was no response. */
  error?: string | undefined;
}

export interface LoadClient {
  send(path: string, key: string): Promise<Sample>;
  close(): void;
}

/** Creates an HTTP client with persistent connections that neither retries nor throws. */
export function createLoadClient(base: string): LoadClient {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  return {
    send: (path, key) =>
      new Promise((resolve) => {
        const start = performance.now();
        const fail = ({ code }: NodeJS.ErrnoException): void =>
          resolve({ start, end: performance.now(), status: 0, retryAfter: undefined, code: undefined, error: code });
        const sent = request(
          { hostname, port, path, agent, headers: { authorization: `Bearer ${key}` } },
          (response) => {
            let text = "";
            response.on("data", (chunk: Buffer) => {
              text += chunk.toString();
            });
            response.on("error", fail);
            response.on("end", () => {
              const retryAfter = response.headers["retry-after"];
              resolve({
                start,
                end: performance.now(),
                status: response.statusCode ?? 0,
                retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
                code: response.statusCode === 200 ? undefined : (JSON.parse(text) as { code: string }).code,
              });
            });
          },
        );
        sent.on("error", fail);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Runs `workers` concurrent loops until `isDone`. Each sends its next request as soon as the previous one completes. */
export async function runLoad(
  workers: number,
  isDone: () => boolean,
  send: (worker: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (!isDone()) await send(worker);
    }),
  );
}
