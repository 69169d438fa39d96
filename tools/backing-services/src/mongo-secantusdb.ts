import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { provisionOnce, runCommand, withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { cacheFolder, exists, findOnPath } from "./paths.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { programVersion } from "./version.ts";

/** SecantusDB: MongoDB's protocol over MongoDB's storage engine, from source. */
const CRATE = { name: "secantus-mdb", version: "0.5.3-beta.193", program: "secantusd-rs" };
/** The same for Python: needs no build, ten times slower. */
const WHEEL = { name: "secantusdb", version: "0.7.0b3" };

const cargoName = `mongo-secantusdb-${CRATE.version}-${process.platform}-${process.arch}`;
export const pythonName = `mongo-secantusdb-python-${WHEEL.version}-${process.platform}-${process.arch}`;

/** cargo's output if the source does not compile: a retry would fail in the same way. */
const COMPILE_ERROR = /could not compile|failed to run custom build command/;

/**
 * The one in the cache, otherwise built with cargo, otherwise installed for Python. An installed one for Python stays in
 * use, because the other cannot read its data.
 * @throws BackingServiceError that names the reasons if neither is available
 */
export async function secantusdb(context: ProvisionContext): Promise<Installation> {
  const root = join(cacheFolder(context.env), "backing-services");
  const pythons = join(root, pythonName);
  if (!(await exists(join(root, cargoName))) && (await exists(pythons))) {
    context.progress(
      `using SecantusDB for Python, ten times slower than the compiled one: remove ${pythons} to build that`,
    );
    return fromPython(context, "");
  }
  try {
    return await fromCargo(context);
  } catch (error) {
    context.signal?.throwIfAborted();
    const reason = reasonOf(error);
    try {
      return await fromPython(context, reason);
    } catch (second) {
      context.signal?.throwIfAborted();
      throw new BackingServiceError(`${reason}\n${reasonOf(second)}`, { cause: second });
    }
  }
}

async function fromCargo(context: ProvisionContext): Promise<Installation> {
  const { env, progress, signal } = context;
  const installDir = await provisionOnce(cargoName, context, async (folder) => {
    const cargo = await findOnPath("cargo", env);
    if (cargo === undefined) throw new BackingServiceError("'cargo' is not on PATH");
    for (const tool of ["cc", "cmake"]) {
      if ((await findOnPath(tool, env)) === undefined)
        throw new BackingServiceError(`'${tool}', which the build needs, is not on PATH`);
    }
    const marker = join(dirname(folder), `${cargoName}.failed`);
    await rejectKnownFailure(marker, cargo, env);
    progress(`building SecantusDB ${CRATE.version} with cargo (once, about 5 minutes)`);
    let crates = 0;
    let compileFailed = false;
    const onLine = (line: string): void => {
      if (line.startsWith("Compiling ") && ++crates % 20 === 1)
        progress(`${crates} crates compiled, now ${line.slice(10)}`);
      compileFailed ||= COMPILE_ERROR.test(line);
    };
    // Outside the temporary folder, so that an interrupted build can be resumed.
    const target = join(dirname(folder), `${cargoName}.target`);
    const args = ["install", CRATE.name, "--version", CRATE.version, "--ignore-rust-version", "--locked"];
    args.push("--root", folder, "--target-dir", target);
    const build = (): Promise<string> => runCommand(cargo, args, { env, signal, cwd: folder, onLine });
    try {
      await withRetries("building", context, build, () => !compileFailed);
      await runCommand(join(folder, "bin", CRATE.program), ["--version"], { env, signal });
    } catch (error) {
      if (signal?.aborted !== true && compileFailed) {
        await writeFile(marker, `cargo ${await versionOf(cargo, env)}\n${reasonOf(error)}\n`);
      }
      throw error;
    } finally {
      if (signal?.aborted !== true) await rm(target, { recursive: true, force: true });
    }
    await rm(marker, { force: true });
  });
  return {
    command: join(installDir, "bin", CRATE.program),
    args: [],
    label: `SecantusDB ${CRATE.version}`,
    kind: "secantusdb",
  };
}

const versionOf = async (cargo: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (await programVersion(cargo, ["--version"], env)) ?? "unknown";

/** A build that failed with this version of cargo is not repeated at every start. */
async function rejectKnownFailure(marker: string, cargo: string, env: NodeJS.ProcessEnv): Promise<void> {
  const text = await readFile(marker, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const version = await versionOf(cargo, env);
  if (text.startsWith(`cargo ${version}\n`))
    throw new BackingServiceError(
      `cargo ${version} failed to build it before (see ${marker}; remove that file to try again)`,
    );
}

/** @param insteadOf why the compiled one is not available */
async function fromPython(context: ProvisionContext, insteadOf: string): Promise<Installation> {
  const { env, progress, signal } = context;
  const installDir = await provisionOnce(pythonName, context, async (folder) => {
    const python = await findOnPath("python3", env);
    if (python === undefined) throw new BackingServiceError("'python3' is not on PATH");
    const [why = ""] = insteadOf.split("\n");
    progress(
      `${why.replace(/:$/, "")}: installing SecantusDB ${WHEEL.version} for Python instead, which is ten times slower`,
    );
    await runCommand(python, ["-m", "venv", join(folder, "venv")], { env, signal });
    const own = join(folder, "venv", "bin", "python");
    await withRetries("installing", context, () =>
      runCommand(own, ["-m", "pip", "install", "--quiet", `${WHEEL.name}==${WHEEL.version}`], {
        env,
        signal,
        cwd: folder,
      }),
    );
    await runCommand(own, ["-c", "import secantus.cli"], { env, signal, cwd: folder });
  });
  // Not the script that pip created: it contains the path of the temporary folder.
  return {
    command: join(installDir, "venv", "bin", "python"),
    args: ["-c", "from secantus.cli import main; main()"],
    label: `SecantusDB ${WHEEL.version} (Python)`,
    kind: "secantusdb-python",
  };
}
