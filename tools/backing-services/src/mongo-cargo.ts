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

export const compiledVersion = CRATE.version;

/** Name in the cache folder. */
export const compiledName = `mongo-secantusdb-${CRATE.version}-${process.platform}-${process.arch}`;

/** The crate's own profile optimizes across crates and compiles each of them in one thread, for a few percent of speed. */
const PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
};

/** cargo's output if the source does not compile: a retry would fail in the same way. */
const COMPILE_ERROR = /could not compile|failed to run custom build command/;

/** The compiled SecantusDB if the cache folder contains it. */
export async function cachedSecantusdb(env: NodeJS.ProcessEnv): Promise<Installation | undefined> {
  const folder = join(cacheFolder(env), "backing-services", compiledName);
  return (await exists(folder)) ? installationIn(folder) : undefined;
}

const installationIn = (folder: string): Installation => ({
  command: join(folder, "bin", CRATE.program),
  args: [],
  label: `SecantusDB ${CRATE.version}`,
  kind: "secantusdb",
  version: CRATE.version,
});

/**
 * Compiles SecantusDB with cargo unless the cache folder contains it.
 * @throws BackingServiceError if a tool is missing or the build fails
 */
export async function compiledSecantusdb(context: ProvisionContext): Promise<Installation> {
  return installationIn(await provisionOnce(compiledName, context, (folder) => build(folder, context)));
}

async function build(folder: string, context: ProvisionContext): Promise<void> {
  const { env, progress, signal } = context;
  const cargo = await findOnPath("cargo", env);
  if (cargo === undefined) throw new BackingServiceError("'cargo' is not on PATH");
  for (const tool of ["cc", "cmake"]) {
    if ((await findOnPath(tool, env)) === undefined)
      throw new BackingServiceError(`'${tool}', which the build needs, is not on PATH`);
  }
  const marker = join(dirname(folder), `${compiledName}.failed`);
  await rejectKnownFailure(marker, cargo, env);
  progress(`building SecantusDB ${CRATE.version} with cargo (once, five to ten minutes)`);
  let crates = 0;
  let compileFailed = false;
  const onLine = (line: string): void => {
    if (line.startsWith("Compiling ") && ++crates % 20 === 1)
      progress(`${crates} crates compiled, now ${line.slice(10)}`);
    compileFailed ||= COMPILE_ERROR.test(line);
  };
  // Outside the temporary folder, so that an interrupted build can be resumed.
  const target = join(dirname(folder), `${compiledName}.target`);
  const args = ["install", CRATE.name, "--version", CRATE.version, "--ignore-rust-version", "--locked"];
  args.push("--root", folder, "--target-dir", target);
  const compile = (): Promise<string> =>
    runCommand(cargo, args, { env: { ...PROFILE, ...env }, signal, cwd: folder, onLine });
  try {
    await withRetries("building", context, compile, () => !compileFailed);
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
