import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./paths.ts";

const run = promisify(execFile);

/**
 * Folder of the dashboard, built when its sources have changed since the last time. Without one, everything but the
 * dashboard works, so a failure is told and no more.
 * @param signal gives the build up
 */
export async function dashboardFolder(
  env: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (env["DASHBOARD_DIR"] !== undefined) return env["DASHBOARD_DIR"];
  try {
    const building = run(process.execPath, [join(root, "apps/dashboard/build/main.ts")], { env, signal });
    // It says so when there is something to build.
    building.child.stderr?.once("data", () => onProgress("building the dashboard"));
    const { stdout, stderr } = await building;
    if (stderr !== "") onProgress("the dashboard was built");
    return stdout.trim();
  } catch (error) {
    if (signal.aborted) return undefined;
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    onProgress(`there is no dashboard, because it could not be built: ${said.trim().slice(-2000)}`);
    return undefined;
  }
}
