import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE, fail, Failure, ROOT, withPath } from "./common.mjs";
import { withLock } from "./lock.mjs";
import { run } from "./processes.mjs";

const NODE_MAJOR = 24;

/** The npm that runs this script, otherwise the one on PATH. */
function npm() {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script) && existsSync(script)) return [process.execPath, script];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** The cache folder with these npm packages, installed once. `check` returns what is wrong with it, or undefined. */
async function npmFolder(name, packages, { scripts = false, check, report }) {
  const folder = join(CACHE, "tools", name);
  if (existsSync(folder) && (await check(folder)) === undefined) return folder;
  const install = async () => {
    if (existsSync(folder) && (await check(folder)) === undefined) return folder;
    const temporary = `${folder}.tmp.${process.pid}`;
    mkdirSync(temporary, { recursive: true });
    try {
      const [command, ...first] = npm();
      const options = ["--prefix", temporary, "--no-audit", "--no-fund", "--loglevel=error", "--no-save"];
      if (!scripts) options.push("--ignore-scripts");
      const result = await run(command, [...first, "install", ...options, ...packages], {
        cwd: temporary,
      });
      const problem = result.ok ? await check(temporary) : result.output;
      if (problem !== undefined) fail(`npm could not install ${packages.join(" ")}: ${problem}`);
      rmSync(folder, { recursive: true, force: true });
      renameSync(temporary, folder);
      return folder;
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  };
  return withLock(name, `installing ${name}`, install, report);
}

/**
 * A Node of the major version that runs TypeScript directly: this one, otherwise one from npm in the cache folder.
 * @param report receives a line per step
 */
export async function findNode(report) {
  if (process.versions.node.startsWith(`${NODE_MAJOR}.`)) return process.execPath;
  const { platform, arch } = process;
  const os = platform === "win32" ? "win" : platform;
  // The binary is a package of its own; the package `node` downloads it in an install script, which npm may forbid.
  const direct = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${os}-${arch}`;
  const program = platform === "win32" ? "node.exe" : "node";
  const binary = (folder, name) => join(folder, "node_modules", name, "bin", program);
  const check = (name) => async (folder) => {
    const { ok, output } = await run(binary(folder, name), ["-v"]);
    return ok && output.startsWith(`v${NODE_MAJOR}.`) ? undefined : `its version is '${output}'`;
  };
  const key = `node-${NODE_MAJOR}-${platform}-${arch}`;
  if (!existsSync(join(CACHE, "tools", key))) report(`downloading Node ${NODE_MAJOR} (this is ${process.version})`);
  try {
    return binary(await npmFolder(key, [`${direct}@${NODE_MAJOR}`], { check: check(direct), report }), direct);
  } catch (first) {
    // A full disk or a read-only folder: another package would fail as well.
    if (!(first instanceof Failure)) throw first;
    try {
      return binary(
        await npmFolder(`${key}-node`, [`node@${NODE_MAJOR}`], { scripts: true, check: check("node"), report }),
        "node",
      );
    } catch (second) {
      return fail(
        `Plat runs on Node ${NODE_MAJOR}; this is ${process.version}, and Node ${NODE_MAJOR} could not be downloaded from npm.\n` +
          `Install it (https://nodejs.org) and start again.\n${first.message}\n${second.message}`,
      );
    }
  }
}

/** The native program, which turbo can execute; the script in its place has no shebang. */
function pnpmIn(folder) {
  const modules = join(folder, "node_modules");
  const [program, script] = process.platform === "win32" ? ["pnpm.exe", "pnpm.cmd"] : ["pnpm", "pnpm"];
  const scope = join(modules, "@pnpm");
  const native = existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name, program)) : [];
  return native.find((file) => existsSync(file)) ?? join(modules, ".bin", script);
}

/**
 * The pnpm that the root package.json names, as a command to run with that Node first on PATH.
 * @param findingNode promise of the Node that runs it; both are downloaded concurrently
 */
export async function findPnpm(findingNode, report) {
  const { packageManager = "" } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const version = /^pnpm@(\d+\.\d+\.\d+[^+]*)/.exec(packageManager)?.[1];
  if (version === undefined)
    return fail(`package.json: packageManager must name pnpm with its version, not '${packageManager}'.`);
  const key = `pnpm-${version}-${process.platform}-${process.arch}`;
  // Runs outside the project, where pnpm would switch to the version that the project names.
  const check = async (folder) => {
    const env = withPath(await findingNode);
    const { ok, output } = await run(pnpmIn(folder), ["--version"], { cwd: folder, env });
    return ok && output === version ? undefined : `its version is '${output}'`;
  };
  if (!existsSync(join(CACHE, "tools", key))) report(`downloading pnpm ${version}`);
  return pnpmIn(await npmFolder(key, [`pnpm@${version}`], { check, report }));
}
