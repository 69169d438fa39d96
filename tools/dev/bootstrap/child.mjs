import { constants } from "node:os";
import { dirname, join } from "node:path";
import { CACHE, ROOT, withPath } from "./common.mjs";
import { start } from "./processes.mjs";
import { proxySettings } from "./proxy.mjs";

const WATCH = new URL("./watch-parent.mjs", import.meta.url).href;

/** Starts a TypeScript file with this Node in the caller's folder. It ends with this process, even by SIGKILL. */
function startNode({ node, pnpm }, file, args, { stdio, env = {} }) {
  const folders = pnpm === undefined ? [] : [dirname(pnpm)];
  return start(node, ["--import", WATCH, file, ...args], {
    cwd: callerFolder(),
    // A compile cache halves the start time of every Node process below and saves a fifth of its memory.
    env: {
      NODE_COMPILE_CACHE: join(CACHE, "compiled"),
      ...withPath(node, ...folders),
      ...proxySettings(process.env),
      ...env,
    },
    stdio,
  });
}

/** Closes when this process exits, even by SIGKILL; the child watches it. */
const WATCHED = "pipe";

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs the file of a command to its end. If a display is given, the command reports its progress to it, until it writes
 * its first output.
 * @param programs paths of Node and, if the command needs it on PATH, pnpm
 * @returns its exit code
 */
export function runNode(programs, file, args, { began, display }) {
  const own = display === undefined ? ["inherit", "inherit", WATCHED] : ["pipe", "pipe", WATCHED, "ipc"];
  const child = startNode(programs, file, args, {
    stdio: ["inherit", ...own],
    env: { PLAT_STARTED_AT: String(began) },
  });
  if (display !== undefined) {
    child.on("message", ({ title, text, state }) => display.status(title, text, state));
    const print = (to) => (chunk) => {
      display.end();
      to.write(chunk);
    };
    child.stdout.on("data", print(process.stdout));
    child.stderr.on("data", print(process.stderr));
  }
  return new Promise((done) => {
    child.once("error", (error) => {
      console.error(`${programs.node} could not be started: ${error.message}`);
      done(1);
    });
    child.once("close", (code, signal) => done(exitCode(code, signal)));
  });
}

/**
 * Installs backing services while the dependencies are being installed; it needs none of them.
 * @param dataDir data folder of the later start, undefined for a new one
 * @returns resolves with the failure's message, or undefined if all are installed
 */
export function provision(node, names, dataDir, display) {
  const file = join(ROOT, "tools/backing-services/src/main.ts");
  const args = ["--provision-only", ...(dataDir === undefined ? [] : ["--data", dataDir]), ...names];
  const child = startNode({ node }, file, args, { stdio: ["ignore", "ignore", "pipe", WATCHED, "ipc"] });
  let failure = "";
  child.on("message", (message) => {
    if ("failure" in message) failure = message.failure;
    else if ("line" in message) display.line(message.line);
    else display.status(message.title, message.text, message.state);
  });
  child.stderr.on("data", (chunk) => (failure += chunk));
  return new Promise((done) => {
    child.once("error", (error) => done(error.message));
    child.once("close", (code, signal) => {
      const status = exitCode(code, signal);
      done(status === 0 ? undefined : failure || `The backing services could not be installed (exit code ${status}).`);
    });
  });
}

/** npm changes to the project's folder; relative paths in arguments refer to the caller's folder. */
function callerFolder() {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  return script !== undefined && INIT_CWD !== undefined && process.cwd() === ROOT ? INIT_CWD : process.cwd();
}
