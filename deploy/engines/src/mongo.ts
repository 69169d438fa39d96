import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { provisionOnce, runCommand, withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import type { EngineDefinition } from "./engine.ts";
import { mongoCommand } from "./mongo-wire.ts";
import { exists, findOnPath } from "./paths.ts";
import { HOST } from "./ports.ts";
import { EngineError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";

/** SecantusDB: MongoDB's protocol over MongoDB's storage engine, from source. */
const CRATE = { name: "secantus-mdb", version: "0.5.3-beta.193", program: "secantusd-rs" };
/** The same in Python: there at once, and ten times slower. */
const WHEEL = { name: "secantusdb", version: "0.7.0b3" };

const MISSING =
  "A MongoDB server is needed: 'mongod' 5 or newer on PATH, or what it takes to build a compatible one: cargo (https://rustup.rs), " +
  "a C compiler and cmake (Debian, Ubuntu: 'apt-get install build-essential cmake'; macOS: 'xcode-select --install' and " +
  "'brew install cmake'), or Python 3.10 or newer with venv ('apt-get install python3-venv'); or set MONGO_URL to a server that runs.";

async function provision(context: ProvisionContext): Promise<Installation> {
  const reasons: string[] = [];
  const program = await findOnPath("mongod", context.env);
  if (program !== undefined) {
    const version = await programVersion(program, ["--version"], context.env);
    if (version !== undefined && atLeast(version, 5, 0)) {
      return { command: program, args: [], label: `MongoDB ${version} (${program})`, kind: "mongod" };
    }
    reasons.push(`${program} is ${version ?? "not working"}`);
  }
  for (const way of [fromCargo, fromPython]) {
    try {
      return await way(context);
    } catch (error) {
      context.signal?.throwIfAborted();
      reasons.push(reasonOf(error));
    }
  }
  throw new EngineError(`${MISSING}\n${reasons.join("\n")}`);
}

async function fromCargo(context: ProvisionContext): Promise<Installation> {
  const { env, progress, signal } = context;
  const name = `mongo-secantusdb-${CRATE.version}-${process.platform}-${process.arch}`;
  const folder = await provisionOnce(name, context, async (made) => {
    const cargo = await findOnPath("cargo", env);
    if (cargo === undefined) throw new EngineError("there is no 'cargo' on PATH");
    for (const tool of ["cc", "cmake"]) {
      if ((await findOnPath(tool, env)) === undefined)
        throw new EngineError(`there is no '${tool}' on PATH, which cargo needs for it`);
    }
    progress(`building SecantusDB ${CRATE.version} with cargo, once, about 5 minutes`);
    let crates = 0;
    const onLine = (line: string): void => {
      if (line.startsWith("Compiling ") && ++crates % 40 === 0)
        progress(`${crates} crates compiled, now ${line.slice(10)}`);
    };
    // Beside the folder that is thrown away when this is broken off: the next try goes on from there.
    const target = join(dirname(made), `${name}.target`);
    const args = ["install", CRATE.name, "--version", CRATE.version, "--ignore-rust-version", "--locked"];
    args.push("--root", made, "--target-dir", target);
    try {
      await withRetries("building", context, () => runCommand(cargo, args, { env, signal, cwd: made, onLine }));
    } finally {
      if (signal?.aborted !== true) await rm(target, { recursive: true, force: true });
    }
    await runCommand(join(made, "bin", CRATE.program), ["--version"], { env, signal });
  });
  return {
    command: join(folder, "bin", CRATE.program),
    args: [],
    label: `SecantusDB ${CRATE.version}`,
    kind: "secantusdb",
  };
}

async function fromPython(context: ProvisionContext): Promise<Installation> {
  const { env, progress, signal } = context;
  const name = `mongo-secantusdb-python-${WHEEL.version}-${process.platform}-${process.arch}`;
  const folder = await provisionOnce(name, context, async (made) => {
    const python = await findOnPath("python3", env);
    if (python === undefined) throw new EngineError("there is no 'python3' on PATH");
    progress(`installing SecantusDB ${WHEEL.version} for Python (slower than the one that cargo builds)`);
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

/** Each of the servers has files of its own: refuses data that another wrote, rather than let it break them. */
async function keepApart(dataDir: string, { kind = "", label }: Installation): Promise<void> {
  const file = join(dataDir, "written-by");
  const before = (await readFile(file, "utf8").catch(() => kind)).trim();
  if (before !== kind) {
    throw new EngineError(
      `The data in ${dataDir} was written by ${before}, which is not what was found now (${label}). ` +
        "Make that available again, or remove the data (npm run reset).",
    );
  }
  await writeFile(file, `${kind}\n`);
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export const mongo: EngineDefinition = {
  name: "mongo",
  title: "MongoDB",
  usualPorts: [27017],
  startPatienceMs: 90_000,
  provision,
  async plan({ installation, dataDir, ports: [port = 0] }) {
    await keepApart(dataDir, installation);
    // Direct: the driver then takes the one address that is given, and not the one that the replica set names.
    const url = `mongodb://${HOST}:${port}/?directConnection=true`;
    if (installation.kind === "mongod") {
      return {
        url,
        args: [
          "--dbpath",
          dataDir,
          "--bind_ip",
          HOST,
          "--port",
          String(port),
          "--replSet",
          "plat",
          "--wiredTigerCacheSizeGB",
          "0.5",
        ],
      };
    }
    // A file of its own keeps it from reading settings in the home folder or the current one.
    const config = join(dataDir, "secantusd.toml");
    if (!(await exists(config))) await writeFile(config, "# The settings are on the command line.\n");
    return {
      url,
      args: [
        "--config",
        config,
        "--host",
        HOST,
        "--port",
        String(port),
        "--storage-path",
        join(dataDir, "store"),
        "--cache-size",
        "512M",
        "--log-level",
        "WARNING",
        // Without it acknowledged writes are lost when the process is killed.
        "--sync-on-commit",
      ],
    };
  },
  async check({ url }, pid, installation) {
    const address = addressOf(url);
    const hello = await mongoCommand(address, { hello: 1, $db: "admin" });
    if (installation.kind === "mongod") {
      const status = await mongoCommand(address, { serverStatus: 1, $db: "admin" });
      if (status["pid"] !== pid) throw new Error("another server answers there");
      if (hello["setName"] === undefined) {
        const members = [{ _id: 0, host: `${HOST}:${address.port}` }];
        await mongoCommand(address, { replSetInitiate: { _id: "plat", members }, $db: "admin" }, 30_000);
        throw new Error("the replica set is being made");
      }
    }
    if (hello["isWritablePrimary"] !== true) throw new Error("it is not a primary yet");
  },
};
