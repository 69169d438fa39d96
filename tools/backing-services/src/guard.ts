import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("./guard.sh", import.meta.url));

/**
 * Ensures that no backing service outlives this process, even after SIGKILL: a shell process reads a pipe from this
 * process and stops the backing services when the pipe closes. On Linux, the kernel signals them as well.
 */
export class ParentDeathGuard {
  readonly #child: ChildProcess;

  constructor(env: NodeJS.ProcessEnv) {
    // Detached: Ctrl-C in the terminal must reach only this process, not the guard or the backing services.
    this.#child = spawn("sh", [SCRIPT], { detached: true, stdio: ["pipe", "ignore", "ignore"], env });
    this.#child.on("error", () => undefined);
    this.#child.stdin?.on("error", () => undefined);
    this.#child.unref();
    const pipe = this.#child.stdin;
    if (pipe !== null && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  }

  watch(pid: number, marker: string): void {
    this.#child.stdin?.write(`+ ${pid} ${marker}\n`);
  }

  unwatch(pid: number): void {
    this.#child.stdin?.write(`- ${pid}\n`);
  }

  close(): void {
    this.#child.stdin?.end();
  }
}

let supported: boolean | undefined;

/** A command prefix that makes the kernel send SIGTERM to the program when this process dies; empty if not supported. */
export function parentDeathPrefix(): readonly string[] {
  supported ??=
    process.platform === "linux" &&
    spawnSync("setpriv", ["--pdeathsig", "TERM", "--", "true"], { stdio: "ignore" }).status === 0;
  return supported ? ["setpriv", "--pdeathsig", "TERM", "--"] : [];
}
