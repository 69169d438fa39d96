import { provisionOnce, runCommand } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { findPython } from "./python.ts";
import type { Python } from "./python.ts";
import type { Installation } from "./types.ts";
import { installWheels, lockedWheels } from "./wheels.ts";
import type { WheelTarget } from "./wheels.ts";

/** SecantusDB for Python and what it imports, by package. To change a version, run src/lock-wheels.ts. */
export const SECANTUSDB_WHEELS = {
  secantusdb: "0.7.0b3",
  pymongo: "4.15.5",
  "python-dateutil": "2.9.0.post0",
  six: "1.17.0",
  s2sphere: "0.2.5",
  future: "1.0.0",
  shapely: "2.1.2",
  numpy: "2.2.6",
  dnspython: "2.8.0",
};
/** Part of Python since 3.11. */
export const PYTHON_310_WHEELS = { tomli: "2.2.1" };

export const wheelsVersion = SECANTUSDB_WHEELS.secantusdb;

/** Name in the cache folder. */
export const wheelsName = ({ python, system, arch }: WheelTarget): string =>
  `mongo-secantusdb-${wheelsVersion}-${python}-${system}-${arch}`;

/**
 * SecantusDB from wheels. They are unpacked into one folder, which needs neither pip nor venv: parts of Python that
 * Debian packages separately.
 * @throws BackingServiceError if they cannot be downloaded or do not run
 */
export async function secantusdbWheels(context: ProvisionContext, python?: Python): Promise<Installation> {
  const { env, signal } = context;
  const { command, target } = python ?? (await findPython(env, signal));
  const folder = await provisionOnce(wheelsName(target), context, async (temporary) => {
    const names = Object.keys({ ...SECANTUSDB_WHEELS, ...(target.python === "cp310" ? PYTHON_310_WHEELS : {}) });
    context.progress(`downloading SecantusDB ${wheelsVersion} for Python`);
    await installWheels(await lockedWheels(names, target), temporary, context);
    context.status?.("importing it once");
    await runCommand(command, ["-c", "import secantus.cli"], {
      env: pythonEnv(env, temporary),
      signal,
      cwd: temporary,
    });
  });
  return {
    command,
    args: ["-c", "from secantus.cli import main; main()"],
    env: pythonEnv({}, folder),
    label: `SecantusDB ${wheelsVersion} (Python)`,
    kind: "secantusdb-python",
    version: wheelsVersion,
  };
}

/** Modules of the user must not replace those of the folder, as they would with the user's own PYTHON variables. */
const pythonEnv = (env: NodeJS.ProcessEnv, folder: string): Record<string, string> => ({
  ...(env as Record<string, string>),
  PYTHONPATH: folder,
  PYTHONHOME: "",
  PYTHONNOUSERSITE: "1",
  // The first import stores the byte code, which halves the time of later ones.
  PYTHONDONTWRITEBYTECODE: "",
});
