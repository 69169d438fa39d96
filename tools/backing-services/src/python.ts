import { runCommand } from "./cache.ts";
import { findOnPath } from "./paths.ts";
import { BackingServiceError } from "./types.ts";
import type { WheelTarget } from "./wheels.ts";

/** The Python versions for which wheels are locked. */
export const PYTHONS: readonly string[] = ["cp310", "cp311", "cp312", "cp313"];
const PROGRAMS = ["python3", "python3.13", "python3.12", "python3.11", "python3.10"];

/** A Python that wheels are locked for. */
export interface Python {
  /** The interpreter itself: a shim (pyenv, asdf) on PATH may select another one in another folder. */
  command: string;
  target: WheelTarget;
}

const PROBE = "import sys, sysconfig; print(sys.executable); print(sysconfig.get_config_var('SOABI'))";

/** @throws BackingServiceError if there is none on PATH */
export async function findPython(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<Python> {
  const unsuitable: string[] = [];
  for (const name of PROGRAMS) {
    const program = await findOnPath(name, env);
    if (program === undefined) continue;
    const output = await runCommand(program, ["-c", PROBE], { env, signal }).catch(() => "");
    signal?.throwIfAborted();
    const [command = "", soabi = ""] = output.trim().split("\n");
    const target = targetOf(soabi);
    if (target !== undefined) return { command, target };
    unsuitable.push(`${program} (${soabi || "not working"})`);
  }
  throw new BackingServiceError(
    `no Python 3.10 to 3.13 is on PATH${unsuitable.length === 0 ? "" : `, only ${unsuitable.join(", ")}`}`,
  );
}

/** @param soabi for example `cpython-311-x86_64-linux-gnu`, `cpython-313-darwin` */
function targetOf(soabi: string): WheelTarget | undefined {
  const [, version, platform = ""] = /^cpython-(\d+)-(.+)$/.exec(soabi) ?? [];
  const python = `cp${version}`;
  if (!PYTHONS.includes(python)) return undefined;
  if (platform === "darwin") return process.arch === "arm64" ? { python, system: "macosx", arch: "arm64" } : undefined;
  const [, arch, libc] = /^(x86_64|aarch64)-linux-(gnu|musl)$/.exec(platform) ?? [];
  if (arch === undefined) return undefined;
  return { python, system: libc === "musl" ? "musllinux" : "manylinux", arch: arch as "x86_64" | "aarch64" };
}
