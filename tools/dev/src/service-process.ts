import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./paths.ts";

export type ServiceName = "keys" | "listings" | "search" | "gateway";
/** In the order in which they start. */
export const serviceNames: readonly ServiceName[] = ["keys", "listings", "search", "gateway"];

export interface ServiceOptions {
  /** Settings of the service. It inherits nothing else of this process's environment except PATH and the like. */
  env: Readonly<Record<string, string>>;
  /** Called with every line that the service writes (JSON). */
  onLine?: (line: string) => void;
  /** Timeout in milliseconds until the service is ready. Default 60,000. */
  readyTimeoutMs?: number;
  /** Aborts the start; has no effect once the service is ready. */
  signal?: AbortSignal;
  /** Folder of the checkout whose service is run. Default: this one. */
  root?: string;
  /** Options of Node.js, for example `--inspect`. */
  nodeOptions?: readonly string[];
}

/** A service as an operating-system process. */
export interface ServiceProcess {
  name: ServiceName;
  pid: number;
  /** Base URL of the ops port (`/livez`, `/readyz`, `/metrics`). */
  opsUrl: string;
  /** Base URL of the HTTP interface; undefined except for the gateway. */
  url: string | undefined;
  /** Settles when the process has exited. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends a signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Graceful: SIGTERM, then waits for the exit. */
  stop(): Promise<void>;
}

interface ReadyLine {
  msg?: string;
  level?: string;
  opsPort?: number;
  url?: string;
}

const maxRetainedLines = 40;
/** Returns large freed blocks to the system: a password hash allocates 19 MiB per thread, which glibc would retain. */
const allocator = { MALLOC_MMAP_THRESHOLD_: "1048576" };
/** Inherited from the environment by every program. */
const inheritedVariables = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "NODE_EXTRA_CA_CERTS", "NODE_COMPILE_CACHE"];

function environment(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const inherited = inheritedVariables.flatMap((key) =>
    process.env[key] === undefined ? [] : [[key, process.env[key]]],
  );
  return { ...Object.fromEntries(inherited), ...allocator, ...env };
}

/** Runs a service with `--check-settings`, which only reads them. @throws Error that names every invalid setting */
export async function checkSettings(name: ServiceName, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [mainOf(root, name), "--check-settings"], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the ${name} service cannot start:\n${lines.map(readable).join("\n")}`);
}

const mainOf = (folder: string, name: ServiceName): string => join(folder, "services", name, "src/main.ts");

/**
 * Starts a service and waits until it logs "ready". If this process dies, the service's standard input closes and it
 * stops as well.
 * @throws Error with the last lines of its log if it exits first or the timeout passes
 */
export async function startService(name: ServiceName, options: ServiceOptions): Promise<ServiceProcess> {
  const main = mainOf(options.root ?? root, name);
  const preload = new URL("./end-with-parent.ts", import.meta.url).href;
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), "--import", preload, main], {
    env: environment(options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const abort = (): void => void child.kill("SIGKILL");
  options.signal?.addEventListener("abort", abort, { once: true });
  const lines: string[] = [];
  const ready = await waitUntilReady(name, child, exited, lines, options).finally(() =>
    options.signal?.removeEventListener("abort", abort),
  );
  return {
    name,
    pid: pidOf(child),
    opsUrl: `http://127.0.0.1:${ready.opsPort}`,
    url: ready.url,
    exited,
    kill: async (signal = "SIGKILL") => {
      child.kill(signal);
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error("the process has no pid");
  return child.pid;
}

function waitUntilReady(
  name: ServiceName,
  child: ChildProcess,
  exited: ServiceProcess["exited"],
  lines: string[],
  { onLine, readyTimeoutMs = 60_000 }: ServiceOptions,
): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`the ${name} service ${what}:\n${lines.map(readable).join("\n")}`));
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`was not ready after ${readyTimeoutMs / 1000} s`);
    }, readyTimeoutMs);
    const take = (line: string): void => {
      lines.push(line);
      if (lines.length > maxRetainedLines) lines.shift();
      onLine?.(line);
      const entry = parse(line);
      if (entry?.msg !== "ready") return;
      clearTimeout(timer);
      resolve(entry);
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null) createInterface({ input: stream }).on("line", take);
    child.once("error", (error) => fail(`could not be started (${error.message})`));
    void exited.then(({ code, signal }) => fail(`exited with ${signal ?? `exit code ${code}`}`));
  });
}

function parse(line: string): ReadyLine | undefined {
  try {
    return JSON.parse(line) as ReadyLine;
  } catch {
    return undefined;
  }
}

/** Level and message of a JSON log line; other lines unchanged. */
function readable(line: string): string {
  const entry = parse(line);
  return entry?.msg === undefined ? `  ${line}` : `  ${entry.level ?? ""} ${entry.msg}`;
}
