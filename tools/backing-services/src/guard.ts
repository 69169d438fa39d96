import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("./guard.sh", import.meta.url));

/**
 * Sees to it that no engine outlives this process, even when it is killed: a shell process that holds a pipe from here
 * and ends the engines when the pipe closes. Where the system offers it (Linux), the kernel tells the engines too.
 */
export class Guard {
  readonly #child: ChildProcess;

  constructor(env: NodeJS.ProcessEnv) {
    // Detached: a Ctrl-C in the terminal must reach neither guard nor engines but only their starter.
    this.#child = spawn("sh", [SCRIPT], { detached: true, stdio: ["pipe", "ignore", "ignore"], env });
    this.#child.on("error", () => undefined);
    this.#child.stdin?.on("error", () => undefined);
    this.#child.unref();
    const pipe = this.#child.stdin;
    if (pipe !== null && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  }

  watch(pid: number, mark: string): void {
    this.#child.stdin?.write(`+ ${pid} ${mark}\n`);
  }

  forget(pid: number): void {
    this.#child.stdin?.write(`- ${pid}\n`);
  }

  close(): void {
    this.#child.stdin?.end();
  }
}

let supported: boolean | undefined;

/** The command in front of an engine's that makes the kernel end it (SIGTERM) when this process dies; empty elsewhere. */
export function parentDeathPrefix(): readonly string[] {
  supported ??=
    process.platform === "linux" &&
    spawnSync("setpriv", ["--pdeathsig", "TERM", "--", "true"], { stdio: "ignore" }).status === 0;
  return supported ? ["setpriv", "--pdeathsig", "TERM", "--"] : [];
}
