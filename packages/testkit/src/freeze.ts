import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { eventually } from "./eventually.ts";

/**
 * Holds a process where it is (SIGSTOP), until SIGCONT. The signal reaches its threads one by one, and what one of them
 * is at it may still finish: resolves once all of them stand still.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await eventually(
    () => {
      const running = statesOf(pid).filter((state) => state !== "T");
      if (running.length > 0) throw new Error(`process ${pid} goes on: ${running.join("")}`);
    },
    { intervalMs: 1 },
  );
}

/** Of its threads, or where the system does not show them, of itself. Source: proc_pid_stat(5), ps(1). */
function statesOf(pid: number): string[] {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads))
    return [execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).charAt(0)];
  // Behind the name, which stands in brackets and may hold any.
  return readdirSync(threads).map(
    (thread) => /.*\) (.)/s.exec(readFileSync(`${threads}/${thread}/stat`, "utf8"))?.[1] ?? "",
  );
}
