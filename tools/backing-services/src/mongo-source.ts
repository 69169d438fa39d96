import type { ProvisionContext } from "./cache.ts";
import { cachedSecantusdb, compiledSecantusdb, compiledVersion } from "./mongo-cargo.ts";
import { secantusdbWheels, wheelsVersion } from "./mongo-wheels.ts";
import { readWriter } from "./mongo-writer.ts";
import type { Writer } from "./mongo-writer.ts";
import { findOnPath } from "./paths.ts";
import { findPython } from "./python.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";

const MISSING =
  "A MongoDB server is needed: Python 3.10 to 3.13 (Debian, Ubuntu: 'apt-get install python3'; macOS: 'brew install " +
  "python@3.13'), for which a compatible one is downloaded; or 'mongod' 5 or newer on PATH; or what it takes to build the " +
  "compatible one: cargo (https://rustup.rs), a C compiler and cmake (Debian, Ubuntu: 'apt-get install build-essential " +
  "cmake'; macOS: 'xcode-select --install' and 'brew install cmake'); or set MONGO_URL to a server that runs.";

const BUILD = "npm run services -- build mongo";
const SWITCH =
  "To switch: npm run export, npm run reset, npm start, npm run import (docs/operate/backup-and-restore.md).";

/**
 * The server that wrote the data, if there are any; otherwise `mongod` on PATH, the compiled SecantusDB if it was built,
 * SecantusDB from wheels, and without a suitable Python a build.
 * @throws BackingServiceError that says what to install, or how to make the server that wrote the data available
 */
export async function provisionMongo(context: ProvisionContext): Promise<Installation> {
  const build = context.env["MONGO_BUILD"] ?? "";
  if (!["", "cargo"].includes(build))
    throw new BackingServiceError(`MONGO_BUILD must be 'cargo' or not set, not '${build}'.`);
  const reasons: string[] = [];
  const best = (await mongod(context, reasons)) ?? (await cachedSecantusdb(context.env));
  const writer = context.dataDir === undefined ? undefined : await readWriter(context.dataDir);
  if (writer !== undefined) return writerOf(writer, best, context, build === "cargo");
  if (best !== undefined) return best;
  try {
    return build === "cargo" ? await compiledSecantusdb(context) : await wheelsOrBuild(context);
  } catch (error) {
    context.signal?.throwIfAborted();
    throw new BackingServiceError([MISSING, ...reasons, reasonOf(error)].join("\n"), { cause: error });
  }
}

async function mongod(context: ProvisionContext, reasons: string[]): Promise<Installation | undefined> {
  const program = await findOnPath("mongod", context.env);
  if (program === undefined) return undefined;
  const version = await programVersion(program, ["--version"], context.env);
  if (version !== undefined && atLeast(version, 5, 0))
    return { command: program, args: [], label: `MongoDB ${version} (${program})`, kind: "mongod", version };
  reasons.push(`${program} is ${version ?? "not working"}`);
  return undefined;
}

async function wheelsOrBuild(context: ProvisionContext): Promise<Installation> {
  const python = await findPython(context.env, context.signal).catch((error: unknown) => {
    context.signal?.throwIfAborted();
    return reasonOf(error);
  });
  // A failed download is reported: it takes less time to repair than a build takes.
  if (typeof python !== "string") return offeringBuild(await secantusdbWheels(context, python));
  try {
    return await compiledSecantusdb(context);
  } catch (error) {
    context.signal?.throwIfAborted();
    throw new BackingServiceError(`${python}\n${reasonOf(error)}`, { cause: error });
  }
}

const offeringBuild = (wheels: Installation): Installation => ({
  ...wheels,
  note: `MongoDB is ${wheels.label}. For load and benchmarks, compile the fast one (five to ten minutes): ${BUILD}`,
});

/**
 * The server that wrote the data, even if a better one is available meanwhile, which could not read them.
 * @param best what a new data folder would use, if that needs no download
 */
async function writerOf(
  writer: Writer,
  best: Installation | undefined,
  context: ProvisionContext,
  mayBuild: boolean,
): Promise<Installation> {
  const found = await findWriter(writer, best, context, mayBuild).catch((error: unknown) => {
    context.signal?.throwIfAborted();
    throw new BackingServiceError(
      `The data in ${context.dataDir} was written by ${TITLES[writer.kind] ?? writer.kind} ${writer.version ?? ""}`.trimEnd() +
        `, which is not available: ${reasonOf(error)}, or remove the data (npm run reset).`,
      { cause: error },
    );
  });
  if (best === undefined || best.kind === found.kind)
    return found.kind === "secantusdb-python" ? offeringBuild(found) : found;
  const note = `${best.label} is available, but ${found.label} wrote the data and stays in use. ${SWITCH}`;
  return { ...found, note };
}

const TITLES: Readonly<Record<string, string>> = {
  mongod: "MongoDB",
  secantusdb: "the compiled SecantusDB",
  "secantusdb-python": "SecantusDB for Python",
};

/** @throws Error that says how to make it available */
async function findWriter(
  { kind, version }: Writer,
  best: Installation | undefined,
  context: ProvisionContext,
  mayBuild: boolean,
): Promise<Installation> {
  if (kind === "mongod") {
    if (best?.kind === kind) return best;
    throw new Error("install 'mongod' 5 or newer on PATH");
  }
  const current = { secantusdb: compiledVersion, "secantusdb-python": wheelsVersion }[kind];
  if (current === undefined) throw new Error("it is not known to this release; use the release that wrote the data");
  if (version !== undefined && version !== current)
    throw new Error(`this release has version ${current}; use the release that wrote the data`);
  if (kind === "secantusdb-python") {
    return secantusdbWheels(context).catch((error: unknown) => {
      throw new Error(`make a Python 3.10 to 3.13 and its packages available (${reasonOf(error)})`, { cause: error });
    });
  }
  const compiled = (await cachedSecantusdb(context.env)) ?? (mayBuild ? await compiledSecantusdb(context) : undefined);
  if (compiled === undefined) throw new Error(`build it (${BUILD})`);
  return compiled;
}
