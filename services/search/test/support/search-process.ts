import { eventually, programEnvironment } from "@plat/testkit";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The search service in a child process. */
export interface SearchProcess {
  child: ChildProcess;
  /** Its log lines. */
  lines: string[];
  /** Waits until it is ready. Resolves with its operations port. */
  ready(): Promise<number>;
  kill(): Promise<void>;
}

export function startSearchProcess(env: Record<string, string>): SearchProcess {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: programEnvironment({ OPS_HOST: "127.0.0.1", ...env }),
  });
  const lines: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(...text.split("\n").filter(Boolean)));
  return {
    child,
    lines,
    async ready() {
      const readOpsPort = (): { msg: string; opsPort: number } => {
        const all = lines.map((line) => JSON.parse(line) as { msg: string; opsPort: number });
        const ready = all.find(({ msg }) => msg === "ready");
        if (ready === undefined) throw new Error(`not ready: ${lines.join("\n")}`);
        return ready;
      };
      return (await eventually(readOpsPort, { timeoutMs: 120_000 })).opsPort;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
