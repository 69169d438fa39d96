import { join } from "node:path";
import { existsSync } from "node:fs";
import { installDependencies } from "./install.mjs";
import { findNode, findPnpm } from "./tools.mjs";
import { fail, Failure, prepareCache, reasonOfSystem, ROOT } from "./common.mjs";
import { runNode } from "./child.mjs";

/** Each command: its TypeScript file, its fixed first arguments, and a description. */
const COMMANDS = {
  start: { file: "tools/dev/src/start.ts", about: "run everything on this machine, with a demo organization" },
  test: { file: "tools/dev/src/test.ts", about: "run all checks and tests" },
  "test-unit": { file: "tools/dev/src/test.ts", args: ["--unit"], about: "run the tests that start nothing" },
  nightly: { file: "tools/dev/src/nightly.ts", about: "run what takes too long for npm test" },
  check: { file: "tools/dev/src/test.ts", args: ["--check"], about: "run the checks that need no backing service" },
  "check-deploy": {
    file: "tests/deploy/src/check.ts",
    about: "build the images step by step; check them and the chart",
  },
  reset: { file: "tools/dev/src/reset.ts", about: "remove the data of npm start" },
  import: { file: "packages/importer/src/main.ts", about: "import listings from a CSV or NDJSON file" },
  export: { file: "packages/importer/src/export.ts", about: "export all listings of an organization" },
  reindex: { file: "services/search/src/cli/reindex.ts", about: "rebuild the search index" },
  "verify-index": { file: "services/search/src/cli/verify.ts", about: "compare the search index with the listings" },
  services: { file: "tools/backing-services/src/main.ts", about: "start only MongoDB, Elasticsearch, Redis and NATS" },
  docs: { file: "tests/docs/src/main.ts", about: "generate the pages that come from code" },
  "build-client": { file: "packages/client/generate/build.ts", about: "build and pack the typed client" },
  screenshots: {
    file: "apps/dashboard/test/screenshots.ts",
    about: "take the screenshots of the dashboard for the docs",
  },
  release: { file: "tools/release/src/main.ts", about: "release one service" },
  bench: { file: "tools/bench/src/main.ts", about: "compare Plat with other frameworks" },
  fuzz: { file: "tools/fuzz/src/main.ts", about: "attack Plat: hostile input, slow clients, expensive queries" },
  chaos: {
    file: "tools/chaos/src/main.ts",
    about: "kill, disconnect and restart processes under load; look for lost data",
  },
  "contracts-lock": { file: "packages/contracts/src/lock-main.ts", about: "update the snapshot of the contracts" },
};

/** Runs the command that the first argument names with the other arguments. @returns the exit code */
export async function main([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? "") ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) {
      const list = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(16)}${about}`);
      fail(`${name === undefined ? "No command given." : `Unknown command '${name}'.`} Commands:\n${list.join("\n")}`);
    }
    const file = join(ROOT, command.file);
    if (!existsSync(file))
      fail(`The file of the command '${name}', ${command.file}, is missing: is the checkout complete?`);
    prepareCache();
    const node = await findNode();
    await installDependencies(node, await findPnpm(node));
    return await runNode(node, file, [...(command.args ?? []), ...args]);
  } catch (error) {
    const message = error instanceof Failure ? error.message : reasonOfSystem(error);
    if (message === undefined) throw error;
    console.error(message);
    return 1;
  }
}
