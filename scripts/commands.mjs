import { join } from "node:path";
import { existsSync } from "node:fs";
import { installDependencies } from "./install.mjs";
import { findNode, findPnpm } from "./tools.mjs";
import { fail, Failure, prepareCache, reasonOfSystem, ROOT } from "./common.mjs";
import { runNode } from "./child.mjs";

/** A command: its TypeScript file, the arguments that always come first, and what it does. */
const COMMANDS = {
  start: { file: "deploy/local/start.ts", about: "start everything on this machine" },
  test: { file: "deploy/local/test.ts", about: "run all checks and tests" },
  check: { file: "deploy/local/test.ts", args: ["--check"], about: "run the checks that need no engine" },
  "check-deploy": {
    file: "tests/deploy/src/check.ts",
    about: "build the images step by step; check them and the chart",
  },
  reset: { file: "deploy/local/reset.ts", about: "remove the data of npm start" },
  import: { file: "packages/importer/src/main.ts", about: "put listings from a CSV or NDJSON file in" },
  export: { file: "packages/importer/src/export.ts", about: "write all listings of an organization out" },
  reindex: { file: "services/search/src/reindex.ts", about: "build the search index anew" },
  "verify-index": { file: "services/search/src/verify.ts", about: "compare the search index with the listings" },
  engines: { file: "deploy/engines/src/main.ts", about: "start only the databases" },
  docs: { file: "tests/docs/src/main.ts", about: "write the pages that are made from code" },
  "build-client": { file: "packages/client/generate/build.ts", about: "build and pack the typed client" },
  pictures: {
    file: "services/dashboard/test/pictures.ts",
    about: "take the pictures of the dashboard that the docs show",
  },
  release: { file: "deploy/release/src/main.ts", about: "release one service on its own" },
  bench: { file: "tests/bench/src/main.ts", about: "measure Plat beside its peers" },
  fuzz: { file: "tests/fuzz/src/main.ts", about: "attack Plat: hostile input, slow clients, dear searches" },
  faults: {
    file: "tests/faults/src/main.ts",
    about: "kill, cut and restart parts under load, and look for what was lost",
  },
  "contracts-lock": { file: "packages/contracts/src/lock-main.ts", about: "write the snapshot of the contracts" },
};

/** Runs the command that the first argument names, with the others; gives the exit code. */
export async function main([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? "") ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) {
      const list = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(16)}${about}`);
      fail(
        `${name === undefined ? "Which command?" : `There is no command '${name}'.`} There are:\n${list.join("\n")}`,
      );
    }
    const file = join(ROOT, command.file);
    if (!existsSync(file)) fail(`The command '${name}' is ${command.file}, which is not there: is the checkout whole?`);
    prepareCache();
    const node = await findNode();
    await installDependencies(node, await findPnpm(node));
    return await runNode(node, file, [...(command.args ?? []), ...args]);
  } catch (error) {
    const sentence = error instanceof Failure ? error.message : reasonOfSystem(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  }
}
