import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** `npm run verify-index` of a checkout: compares store and index byte by byte. */
export async function verifyIndex(
  root: string,
  env: Record<string, string>,
  patienceSeconds: number,
): Promise<{ equal: boolean; told: string }> {
  const file = join(root, "services/search/src/cli/verify.ts");
  const child = spawn(process.execPath, [file, "--retry-timeout", String(patienceSeconds)], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { equal: code === 0, told: text.trim().split("\n").slice(-3).join("; ") };
}
