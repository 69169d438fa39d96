import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./paths.ts";

const run = promisify(execFile);

/**
 * Builds the dashboard if its sources have changed. Everything else works without it, so a failure is only reported.
 * @param signal aborts the build
 * @returns its folder, or undefined if the build failed
 */
export async function dashboardFolder(
  env: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (env["DASHBOARD_DIR"] !== undefined) return env["DASHBOARD_DIR"];
  try {
    const building = run(process.execPath, [join(root, "apps/dashboard/build/main.ts")], { env, signal });
    // The build writes to standard error only if there is something to build.
    building.child.stderr?.once("data", () => onProgress("building the dashboard"));
    const { stdout, stderr } = await building;
    if (stderr !== "") onProgress("dashboard built");
    return stdout.trim();
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    onProgress(`the dashboard is not available, its build failed: ${reason.trim().slice(-2000)}`);
    return undefined;
  }
}
