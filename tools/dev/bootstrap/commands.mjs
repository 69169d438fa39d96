import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { provision, runNode } from "./child.mjs";
import { fail, Failure, prepareCache, reasonOfSystem, ROOT } from "./common.mjs";
import { createDisplay } from "./display.mjs";
import { installDependencies, needsInstallation } from "./install.mjs";
import { forwardSignals, stopCode, stopRunning } from "./processes.mjs";
import { findNode, findPnpm } from "./tools.mjs";

const SERVICES = ["mongo", "elasticsearch", "redis", "nats"];

const START = {
  file: "tools/dev/src/start.ts",
  services: servicesOfStart,
  dataDir: () => join(process.env.PLAT_DATA_DIR || join(ROOT, ".data"), "backing-services"),
  showsProgress: true,
  steps: [
    "Node",
    "pnpm",
    "dependencies",
    "MongoDB",
    "Elasticsearch",
    "Redis",
    "NATS",
    "dashboard",
    "Plat services",
    "demo data",
  ],
};

/**
 * Each command: its TypeScript file, its fixed first arguments, and a description. `services`: the backing services that
 * it needs, installed while the dependencies are. `showsProgress`: it reports its own steps, `steps` are shown from the
 * beginning. `dependencies: false`: it imports no package. `pnpm`: it runs turbo, which runs scripts with pnpm. `env`:
 * variables that it needs, unless they are set.
 */
const COMMANDS = {
  start: { ...START, about: "run everything on this machine, with a demo organization" },
  dev: { ...START, args: ["--watch"], about: "npm start, with a restart of each service whose source changes" },
  test: {
    file: "tools/dev/src/test.ts",
    about: "run all checks and tests",
    services: servicesOfTest,
    env: environmentOfTest,
    pnpm: true,
  },
  "test-unit": {
    file: "tools/dev/src/test.ts",
    args: ["--unit"],
    about: "run the tests that start nothing",
    pnpm: true,
  },
  nightly: { file: "tools/dev/src/nightly.ts", about: "run what takes too long for npm test", pnpm: true },
  check: {
    file: "tools/dev/src/test.ts",
    args: ["--check"],
    about: "run the checks that need no backing service",
    pnpm: true,
  },
  "check-deploy": {
    file: "tests/deploy/src/check.ts",
    about: "build the images step by step; check them and the chart",
  },
  reset: { file: "tools/dev/src/reset.ts", about: "remove the data of npm start" },
  import: { file: "packages/importer/src/main.ts", about: "import listings from a CSV or NDJSON file" },
  export: { file: "packages/importer/src/export.ts", about: "export all listings of an organization" },
  reindex: { file: "services/search/src/cli/reindex.ts", about: "rebuild the search index" },
  "verify-index": { file: "services/search/src/cli/verify.ts", about: "compare the search index with the listings" },
  interpret: { file: "tools/dev/src/interpret.ts", about: "show how a plain-language query is interpreted" },
  services: {
    file: "tools/backing-services/src/main.ts",
    about: "start only MongoDB, Elasticsearch, Redis and NATS",
    dependencies: false,
  },
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
  const began = Date.now();
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
    for (const [variable, value] of Object.entries(command.env?.() ?? {})) process.env[variable] ??= value;
    forwardSignals();
    return await runCommand(command, file, args, began);
  } catch (error) {
    if (stopCode() !== undefined) return stopCode();
    const message = messageOf(error);
    if (message === undefined) throw error;
    console.error(message);
    return 1;
  } finally {
    stopRunning();
  }
}

/** A sentence for an error that the user can resolve, otherwise undefined. */
const messageOf = (error) => (error instanceof Failure ? error.message : reasonOfSystem(error));

async function runCommand(command, file, args, began) {
  const { showsProgress = false, steps = [] } = command;
  const display = createDisplay(process.stderr, { began, names: showsProgress ? steps : [] });
  const all = [...(command.args ?? []), ...args];
  try {
    const programs = await prepare(command, args, display);
    if (showsProgress && display.isTerminal) return await runNode(programs, file, all, { began, display });
    display.end();
    return await runNode(programs, file, all, { began });
  } finally {
    display.end();
  }
}

/**
 * Finds or installs Node, pnpm, the dependencies and the backing services, concurrently where possible. The installation
 * of backing services may continue when this function returns: the command waits for it.
 * @returns the paths of Node and, if it is needed, pnpm
 * @throws Failure with every failure so far
 */
async function prepare({ dependencies = true, services, dataDir, pnpm: needsPnpm = false }, args, display) {
  const step = stepsOn(display);
  const node = step("Node", findNode);
  const installs = dependencies && needsInstallation();
  const pnpm = installs || needsPnpm ? step("pnpm", (report) => findPnpm(node, report)) : undefined;
  if (pnpm === undefined) display.status("pnpm", "up to date", "done");
  const work = pnpm === undefined ? [node] : [node, pnpm];
  if (installs)
    work.push(step("dependencies", async (...listeners) => installDependencies(await node, await pnpm, ...listeners)));
  else display.status("dependencies", "up to date", "done");
  const needed = services?.(args) ?? [];
  let missing;
  const install = async (found) => {
    missing = await provision(found, needed, dataDir?.(), display);
  };
  const provisioned = needed.length === 0 ? undefined : node.then(install).catch(() => undefined);
  const results = await Promise.allSettled(work);
  const failures = results.flatMap(({ status, reason }) => (status === "rejected" ? [reason] : []));
  if (failures.length > 0)
    await Promise.race([provisioned, new Promise((later) => setTimeout(later, COLLECT_ERRORS_MS).unref())]);
  const unexpected = failures.find((error) => messageOf(error) === undefined);
  if (unexpected !== undefined) throw unexpected;
  const messages = [...new Set(failures.map(messageOf)), ...(missing === undefined ? [] : [missing])];
  if (messages.length > 0) fail(messages.join("\n\n"));
  return { node: await node, pnpm: await pnpm };
}

/** Runs a step and shows its progress: `work` receives a function for lines and one for what changes often. */
const stepsOn = (display) => async (name, work) => {
  const status = (text) => display.status(name, text);
  const report = (text) => {
    status(text);
    display.line(`${name}: ${text}`);
  };
  try {
    const result = await work(report, status);
    display.status(name, "ready", "done");
    return result;
  } catch (error) {
    display.status(name, messageOf(error) ?? String(error), "failed");
    throw error;
  }
};

/** A missing program is reported together with a failed download, but no failure waits for a long installation. */
const COLLECT_ERRORS_MS = 5_000;

const isGiven = (name) => Boolean(process.env[`${name.toUpperCase()}_URL`]);

/** Services without a URL in the environment. */
function servicesOfStart() {
  return SERVICES.filter((name) => !isGiven(name));
}

/** All suites need them, unless some are selected; tests stop and fill Redis and NATS, so they use no others. */
function servicesOfTest(args) {
  if (args.includes("--affected") || args.some((arg) => !arg.startsWith("--"))) return [];
  return SERVICES.filter((name) => name === "redis" || name === "nats" || !isGiven(name));
}

/**
 * The compiled SecantusDB, if it can be built: the one for Python has no users of its own, which some tests create, and
 * stops responding under the load of all suites.
 */
function environmentOfTest() {
  return ["cargo", "cc", "cmake"].every(isOnPath) ? { MONGO_BUILD: "cargo" } : {};
}

const isOnPath = (program) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
