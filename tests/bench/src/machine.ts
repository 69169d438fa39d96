import { execFileSync } from "node:child_process";
import { arch, cpus, platform, release, totalmem } from "node:os";

/** What the numbers were made on. */
export interface Machine {
  cores: number;
  processor: string;
  memoryGiB: number;
  system: string;
  node: string;
}

export const machine = (): Machine => ({
  cores: Number(execFileSync("nproc", { encoding: "utf8" })),
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
});
