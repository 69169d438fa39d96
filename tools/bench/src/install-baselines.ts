import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../baselines/", import.meta.url));
const stamp = join(folder, "node_modules", ".bench-install");

/** Installs and builds the baselines unless they are up to date. */
export async function installBaselines(onProgress: (line: string) => void): Promise<void> {
  const expectedFingerprint = await fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expectedFingerprint) return;
  onProgress("installing the baselines");
  await npm("ci");
  await npm("run", "build");
  writeFileSync(stamp, expectedFingerprint);
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const sources = ["nest/src", "shared"].map(async (name) =>
    (await readdir(join(folder, name))).map((file) => join(name, file)),
  );
  const files = ["package-lock.json", "nest/tsconfig.json", ...(await Promise.all(sources)).flat().toSorted()];
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

function npm(...args: string[]): Promise<void> {
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(":");
  const child = spawn("npm", args, { cwd: folder, env: { ...process.env, PATH: path }, stdio: ["ignore", 2, 2] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args.join(" ")} in tools/bench/baselines ended with ${code}`)),
    );
  });
}
