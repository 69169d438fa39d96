import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Launch {
  name: string;
  /** Program and arguments. */
  command: readonly string[];
  cwd: string;
  /** The complete environment of the process. */
  env: Readonly<Record<string, string>>;
  /** Another user and group; requires root. */
  user?: { uid: number; gid: number };
  /** Timeout in milliseconds until it is ready. Default 60,000. */
  readyTimeoutMs?: number;
}

export interface Launched {
  name: string;
  opsPort: number;
  /** Defined only for the gateway. */
  url: string | undefined;
  /** Every line that it wrote. */
  lines: string[];
  stop(): Promise<void>;
}

/**
 * Starts a service from any folder and waits for its log line `ready`.
 * @throws Error with its log if it exits first or the timeout passes
 */
export async function launch({ name, command, cwd, env, user, readyTimeoutMs = 60_000 }: Launch): Promise<Launched> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], ...user });
  const exited = once(child, "exit");
  const lines: string[] = [];
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  const ready = Promise.withResolvers<{ opsPort: number; url?: string }>();
  const late = setTimeout(() => ready.reject(new Error(`was not ready after ${readyTimeoutMs} ms`)), readyTimeoutMs);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) ready.resolve(JSON.parse(line) as { opsPort: number; url?: string });
    });
  child.once("error", (error) => ready.reject(error));
  void exited.then(([code, signal]) => ready.reject(new Error(`exited with ${signal ?? code}`)));
  try {
    const { opsPort, url } = await ready.promise;
    return { name, opsPort, url, lines, stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}\n${lines.join("\n")}`, {
      cause: error,
    });
  } finally {
    clearTimeout(late);
  }
}
