import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface StartedProcess {
  pid: number;
  /** Base URL if the process serves HTTP. */
  url: string | undefined;
  stop(): Promise<void>;
}

const readyMs = 60_000;
const outputLinesMax = 30;

/**
 * Starts a JavaScript or TypeScript file as a process that prints `{"msg": "ready", "url"?}` when it accepts requests,
 * and exits on SIGTERM or when its standard input closes.
 * @throws Error with its output if it is not ready within 60 s
 */
export async function startProcess(file: string, env: Readonly<Record<string, string>>): Promise<StartedProcess> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  const lines: string[] = [];
  const url = await new Promise<string | undefined>((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`${file} ${what}:\n${lines.join("\n")}`));
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`was not ready after ${readyMs / 1_000} s`);
    }, readyMs);
    const take = (line: string): void => {
      lines.push(line);
      if (lines.length > outputLinesMax) lines.shift();
      if (!line.startsWith('{"msg":"ready"')) return;
      clearTimeout(timer);
      resolve((JSON.parse(line) as { url?: string }).url);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", take);
    child.once("error", (error) => fail(`could not be started (${error.message})`));
    void exited.then(([code]) => fail(`ended with exit code ${String(code)}`));
  });
  if (child.pid === undefined) throw new Error(`${file} has no pid`);
  return {
    pid: child.pid,
    url,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
