import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./paths.ts";

export type ServiceName = "keys" | "listings" | "search" | "gateway";
/** In the order in which they start. */
export const serviceNames: readonly ServiceName[] = ["keys", "listings", "search", "gateway"];

export interface ServiceOptions {
  /** Settings of the service. Nothing else of this process's environment reaches it but PATH and the like. */
  env: Readonly<Record<string, string>>;
  /** Every line that it writes (JSON). */
  onLine?: (line: string) => void;
  /** Milliseconds until it must be ready. Default 60,000. */
  readyTimeoutMs?: number;
  /** Ends a start that is no longer wanted; means nothing once the service is ready. */
  signal?: AbortSignal;
  /** Folder of the checkout whose service is run. Default: this one. */
  root?: string;
}

/** One service as an operating-system process. */
export interface ServiceProcess {
  name: ServiceName;
  pid: number;
  /** Base address of the ops port (`/livez`, `/readyz`, `/metrics`). */
  opsUrl: string;
  /** Base address of the HTTP interface; the gateway alone has one. */
  url: string | undefined;
  /** Settles when the process has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends a signal (default SIGKILL) and waits until the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Graceful end. */
  stop(): Promise<void>;
}

interface ReadyLine {
  msg?: string;
  level?: string;
  opsPort?: number;
  url?: string;
}

const maxRetainedLines = 40;
/** Large blocks go back to the system when freed: a password hash takes 19 MiB in a thread, which glibc would keep. */
const allocator = { MALLOC_MMAP_THRESHOLD_: "1048576" };
/** What programs of any kind need from the environment; settings of services are given one by one. */
const passedOn = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "NODE_EXTRA_CA_CERTS", "NODE_COMPILE_CACHE"];

function environment(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const inherited = passedOn.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]]));
  return { ...Object.fromEntries(inherited), ...allocator, ...env };
}

/** Has a service read its settings and do no more. @throws Error that names all that are not usable */
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
 * Starts a service and waits until it says that it is ready. When this process dies, the service sees its standard
 * input end and stops as well.
 * @throws Error with the last lines of its log when it ends before that or takes too long
 */
export async function startService(name: ServiceName, options: ServiceOptions): Promise<ServiceProcess> {
  const main = mainOf(options.root ?? root, name);
  const child = spawn(process.execPath, ["--import", new URL("./end-with-parent.ts", import.meta.url).href, main], {
    env: environment(options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const giveUp = (): void => void child.kill("SIGKILL");
  options.signal?.addEventListener("abort", giveUp, { once: true });
  const lines: string[] = [];
  const ready = await waitUntilReady(name, child, exited, lines, options).finally(() =>
    options.signal?.removeEventListener("abort", giveUp),
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
    child.once("error", (error) => fail(`could not be run (${error.message})`));
    void exited.then(({ code, signal }) => fail(`ended with ${signal ?? `exit code ${code}`}`));
  });
}

function parse(line: string): ReadyLine | undefined {
  try {
    return JSON.parse(line) as ReadyLine;
  } catch {
    return undefined;
  }
}

/** A log line as a person reads it: the message alone where there is one. */
function readable(line: string): string {
  const entry = parse(line);
  return entry?.msg === undefined ? `  ${line}` : `  ${entry.level ?? ""} ${entry.msg}`;
}
