import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { eventually } from "./eventually.ts";

/**
 * Suspends a process (SIGSTOP) until it receives SIGCONT. The signal reaches its threads one after another, so a thread
 * may run a little longer: resolves when all threads are stopped.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await eventually(() => {
    const running = threadStates(pid).filter((state) => state !== "T");
    if (running.length > 0) throw new Error(`process ${pid} has running threads: ${running.join("")}`);
  });
}

/**
 * Returns the state of each thread (proc_pid_stat(5)), or of the whole process on systems without /proc (ps(1)). `T`
 * means stopped.
 */
function threadStates(pid: number): string[] {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads))
    return [execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).charAt(0)];
  // The state follows the name, which is in parentheses and may itself contain parentheses.
  return readdirSync(threads).map(
    (thread) => /.*\) (.)/s.exec(readFileSync(`${threads}/${thread}/stat`, "utf8"))?.[1] ?? "",
  );
}
