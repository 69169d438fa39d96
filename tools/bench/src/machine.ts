import { execFileSync } from "node:child_process";
import { arch, cpus, platform, release, totalmem } from "node:os";

/** The machine on which the benchmark ran. */
export interface Machine {
  cores: number;
  processor: string;
  memoryGiB: number;
  system: string;
  node: string;
}

/** The kernel's version without the builder's suffix, which would identify the host. */
export const kernel = (version: string): string => /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? "";

export const machine = (): Machine => ({
  cores: Number(execFileSync("nproc", { encoding: "utf8" })),
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  system: `${platform()} ${kernel(release())} ${arch()}`,
  node: process.version,
});
