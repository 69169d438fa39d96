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
/** The same in Python: there at once, and ten times slower. */
const WHEEL = { name: "secantusdb", version: "0.7.0b3" };

const cargoName = `mongo-secantusdb-${CRATE.version}-${process.platform}-${process.arch}`;
export const pythonName = `mongo-secantusdb-python-${WHEEL.version}-${process.platform}-${process.arch}`;

/** What cargo prints when the source, and not the network, is the trouble: again it would fail the same way. */
const NOT_TO_BE_BUILT = /could not compile|failed to run custom build command/;

/**
 * The one in the cache, else built with cargo, else made for Python. One for Python that is there stays in use: the data
 * that it has written can't be read by the other.
 * @throws BackingServiceError that says why neither can be had
 */
export async function secantusdb(context: ProvisionContext): Promise<Installation> {
  const folder = join(cacheFolder(context.env), "backing-services");
  const pythons = join(folder, pythonName);
  if (!(await exists(join(folder, cargoName))) && (await exists(pythons))) {
    context.progress(
      `using SecantusDB for Python, ten times slower than the one of cargo: remove ${pythons} to try that`,
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
  const folder = await provisionOnce(cargoName, context, async (made) => {
    const cargo = await findOnPath("cargo", env);
    if (cargo === undefined) throw new BackingServiceError("there is no 'cargo' on PATH");
    for (const tool of ["cc", "cmake"]) {
      if ((await findOnPath(tool, env)) === undefined)
        throw new BackingServiceError(`there is no '${tool}' on PATH, which cargo needs for it`);
    }
    const marker = join(dirname(made), `${cargoName}.failed`);
    await refuseWhatFailed(marker, cargo, env);
    progress(`building SecantusDB ${CRATE.version} with cargo, once, about 5 minutes`);
    let crates = 0;
    let hopeless = false;
    const onLine = (line: string): void => {
      if (line.startsWith("Compiling ") && ++crates % 20 === 1)
        progress(`${crates} crates compiled, now ${line.slice(10)}`);
      hopeless ||= NOT_TO_BE_BUILT.test(line);
    };
    // Beside the folder that is thrown away when this is broken off: the next try goes on from there.
    const target = join(dirname(made), `${cargoName}.target`);
    const args = ["install", CRATE.name, "--version", CRATE.version, "--ignore-rust-version", "--locked"];
    args.push("--root", made, "--target-dir", target);
    const build = (): Promise<string> => runCommand(cargo, args, { env, signal, cwd: made, onLine });
    try {
      await withRetries("building", context, build, () => !hopeless);
      await runCommand(join(made, "bin", CRATE.program), ["--version"], { env, signal });
    } catch (error) {
      if (signal?.aborted !== true && hopeless) {
        await writeFile(marker, `cargo ${await versionOf(cargo, env)}\n${reasonOf(error)}\n`);
      }
      throw error;
    } finally {
      if (signal?.aborted !== true) await rm(target, { recursive: true, force: true });
    }
    await rm(marker, { force: true });
  });
  return {
    command: join(folder, "bin", CRATE.program),
    args: [],
    label: `SecantusDB ${CRATE.version}`,
    kind: "secantusdb",
  };
}

const versionOf = async (cargo: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (await programVersion(cargo, ["--version"], env)) ?? "unknown";

/** What this version of cargo could not build is not built again for minutes at every start. */
async function refuseWhatFailed(marker: string, cargo: string, env: NodeJS.ProcessEnv): Promise<void> {
  const text = await readFile(marker, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const version = await versionOf(cargo, env);
  if (text.startsWith(`cargo ${version}\n`))
    throw new BackingServiceError(
      `cargo ${version} could not build it before (why is in ${marker}; remove that to try again)`,
    );
}

/** @param insteadOf why it can't be the one of cargo */
async function fromPython(context: ProvisionContext, insteadOf: string): Promise<Installation> {
  const { env, progress, signal } = context;
  const folder = await provisionOnce(pythonName, context, async (made) => {
    const python = await findOnPath("python3", env);
    if (python === undefined) throw new BackingServiceError("there is no 'python3' on PATH");
    const [why = ""] = insteadOf.split("\n");
    progress(
      `${why.replace(/:$/, "")}: installing SecantusDB ${WHEEL.version} for Python instead, which is ten times slower`,
    );
    await runCommand(python, ["-m", "venv", join(made, "venv")], { env, signal });
    const own = join(made, "venv", "bin", "python");
    await withRetries("installing", context, () =>
      runCommand(own, ["-m", "pip", "install", "--quiet", `${WHEEL.name}==${WHEEL.version}`], {
        env,
        signal,
        cwd: made,
      }),
    );
    await runCommand(own, ["-c", "import secantus.cli"], { env, signal, cwd: made });
  });
  // Not the script that pip made: it holds the path of the folder in which it was made.
  return {
    command: join(folder, "venv", "bin", "python"),
    args: ["-c", "from secantus.cli import main; main()"],
    label: `SecantusDB ${WHEEL.version} (Python)`,
    kind: "secantusdb-python",
  };
}
