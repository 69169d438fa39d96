import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";

/** Processes that run now. They end with this one. */
const running = new Set();
let stoppedBy;
let prefix;

/** A command prefix that makes Linux end the program when this process dies, even by SIGKILL; otherwise empty. */
function parentDeathPrefix() {
  const test = ["--pdeathsig", "TERM", "--"];
  if (prefix === undefined)
    prefix =
      process.platform === "linux" && spawnSync("setpriv", [...test, "true"]).status === 0 ? ["setpriv", ...test] : [];
  return prefix;
}

/** The exit code for the signal that stopped this process, if one did. */
export const stopCode = () => (stoppedBy === undefined ? undefined : 128 + (constants.signals[stoppedBy] ?? 0));

/** Passes signals on to the running processes, and stops them if npm is killed. */
export function forwardSignals() {
  const terminal = process.stdin.isTTY || process.stdout.isTTY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      stoppedBy ??= signal;
      // Ctrl-C in a terminal reaches them as well.
      for (const child of running) if (signal !== "SIGINT" || !terminal) child.kill(signal);
    });
  }
  stopWithNpm();
}

/** Stops what still runs, for example the installation of backing services that a failed command no longer needs. */
export function stopRunning() {
  for (const child of running) child.kill("SIGTERM");
}

/** Starts a process that gets this one's signals. */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("error", () => running.delete(child));
  child.once("exit", () => running.delete(child));
  return child;
}

/**
 * Runs a program to its end and collects its output.
 * @param options those of spawn, and `onLine`, which receives each line
 */
export function run(command, args, { onLine, ...options } = {}) {
  if (stoppedBy !== undefined) return Promise.resolve({ ok: false, output: `stopped by ${stoppedBy}` });
  const [program, ...rest] = [...parentDeathPrefix(), command, ...args];
  return new Promise((done) => {
    const child = start(program, rest, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (chunk) => {
      output += chunk;
      if (onLine !== undefined) for (const line of String(chunk).split("\n")) onLine(line);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => done({ ok: false, output: error.message }));
    child.once("close", (code) => done({ ok: code === 0, output: output.trim() }));
  });
}

/** If npm itself is killed, it sends no signal, but our parent changes. There may be a shell between npm and this process. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

function parents() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
    return `${parent} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
  } catch {
    return String(parent);
  }
}
