import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Runs the index verification of a checkout, which compares store and index byte by byte.
 * @param retryTimeoutSeconds how long differences are checked again
 */
export async function verifyIndex(
  root: string,
  env: Record<string, string>,
  retryTimeoutSeconds: number,
): Promise<{ equal: boolean; output: string }> {
  const file = join(root, "services/search/src/cli/verify.ts");
  const child = spawn(process.execPath, [file, "--retry-timeout", String(retryTimeoutSeconds)], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { equal: code === 0, output: text.trim().split("\n").slice(-3).join("; ") };
}
