import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./paths.ts";

// Ends each part with this process, even after SIGKILL.
const watch = new URL("../bootstrap/watch-parent.mjs", import.meta.url).href;

/** `npm run nightly`: everything that takes too long for `npm test`, one part after the other. All parts run even if one fails. */
const parts: readonly [name: string, file: string, args: readonly string[], env: Record<string, string>][] = [
  [
    "all suites, with random cases and more data",
    "tools/dev/src/test.ts",
    ["--force"],
    { PROPERTY_SEED: "random", ORACLE_LISTINGS: "20000" },
  ],
  ["images, Compose file, chart", "tests/deploy/src/check.ts", [], {}],
  ["chaos", "tools/chaos/src/main.ts", ["--out", "-"], {}],
  ["fuzz", "tools/fuzz/src/main.ts", [], {}],
];

const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort());

const failed: string[] = [];
for (const [name, file, args, env] of parts) {
  if (stopped.signal.aborted) break;
  console.log(`\n── ${name}`);
  const child = spawn(process.execPath, ["--import", watch, join(root, file), ...args], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, ...env },
  });
  const terminate = (): void => void child.kill("SIGTERM");
  stopped.signal.addEventListener("abort", terminate, { once: true });
  const [code] = (await once(child, "exit")) as [number | null];
  stopped.signal.removeEventListener("abort", terminate);
  if (code !== 0) failed.push(name);
}
for (const name of failed) console.log(`FAILED ${name}`);
process.exitCode = failed.length === 0 && !stopped.signal.aborted ? 0 : 1;
