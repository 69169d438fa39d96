import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./paths.ts";
import type { StartProgress } from "./progress.ts";

const run = promisify(execFile);

const title = "dashboard";

/**
 * Builds the dashboard if its sources have changed. Everything else works without it, so a failure is only reported.
 * @param signal aborts the build
 * @returns its folder, or the reason if the build failed
 */
export async function dashboardFolder(
  env: NodeJS.ProcessEnv,
  { onProgress, onStatus }: StartProgress,
  signal: AbortSignal,
): Promise<{ folder: string } | { failure: string }> {
  const given = env["DASHBOARD_DIR"];
  if (given !== undefined) {
    onStatus(title, `using ${given}`, "done");
    return { folder: given };
  }
  try {
    onStatus(title, "checking its sources", "running");
    const building = run(process.execPath, [join(root, "apps/dashboard/build/main.ts")], { env, signal });
    // The build writes to standard error only if there is something to build.
    building.child.stderr?.once("data", () => {
      onProgress("building the dashboard");
      onStatus(title, "building", "running");
    });
    const { stdout, stderr } = await building;
    if (stderr !== "") onProgress("dashboard built");
    onStatus(title, stderr === "" ? "up to date" : "built", "done");
    return { folder: stdout.trim() };
  } catch (error) {
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    onStatus(title, "not available", "failed");
    return { failure: `The dashboard is not available, its build failed: ${reason.trim().slice(-2000)}` };
  }
}
