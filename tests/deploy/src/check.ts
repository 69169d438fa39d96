import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * `npm run check:deploy`: checks that are too slow for `npm test` or need tools that are downloaded once (helm, hadolint,
 * Compose's loader, promtool, Kubernetes schemas). File names below `slow/` select some of them.
 */
const folder = fileURLToPath(new URL("..", import.meta.url));
const mocha = fileURLToPath(import.meta.resolve("mocha/bin/mocha.js"));
const environment = fileURLToPath(new URL("../../../tools/dev/src/test-environment.ts", import.meta.url));
const chosen = process.argv.slice(2).map((name) => `slow/${name}.test.ts`);
const files = chosen.length > 0 ? chosen : ["slow/*.test.ts"];
const options = ["--no-config", "--require", environment, "--extension", "ts", "--timeout", "30000"];
const child = spawn(process.execPath, [mocha, ...options, ...files], {
  cwd: folder,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, "exit")) as [number | null];
process.exitCode = code ?? 1;
