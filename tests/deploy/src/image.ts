import type { Ignore } from "@balena/dockerignore";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expand, type Instruction, pairs, parseDockerfile } from "./dockerfile.ts";

const run = promisify(execFile);
/** The types declare a default export, which the CommonJS module does not have. */
const dockerignore = createRequire(import.meta.url)("@balena/dockerignore") as () => Ignore;
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The content and configuration of an image. */
export interface Image {
  /** Folder with the files that the image adds to its base image. */
  files: string;
  workdir: string;
  env: Record<string, string>;
  labels: Record<string, string>;
  user: string;
  command: string[];
  healthcheck: string[];
}

interface Stage {
  files: string;
  workdir: string;
  env: Record<string, string>;
  args: Record<string, string>;
  labels: Record<string, string>;
  user: string;
  command: string[];
  healthcheck: string[];
}

export interface BuildOptions {
  /** An empty folder for the stages. */
  folder: string;
  args: Record<string, string>;
  /** Stages that depend on no argument, shared by several images. */
  kept?: Stages;
  onStep?: (text: string) => void;
}

/** Stages by name. */
export type Stages = Map<string, Stage>;

/** Files of the build context: those of the repository that .dockerignore does not exclude. */
async function contextFiles(): Promise<string[]> {
  const listed = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const rules = dockerignore().add(await readFile(join(root, ".dockerignore"), "utf8"));
  return rules.filter(listed.stdout.split("\n").filter((file) => file !== ""));
}

/**
 * Executes the Dockerfile step by step without containers: each stage is a folder, each RUN a shell with a minimal
 * environment (programs and registry settings). Absolute paths of the file refer to the stage's folder.
 * @throws Error with the output of the step that failed
 */
export async function buildImage({ folder, args, kept = new Map(), onStep }: BuildOptions): Promise<Image> {
  const instructions = parseDockerfile(await readFile(join(root, "Dockerfile"), "utf8"));
  const global: Record<string, string> = { BUILDPLATFORM: "", TARGETPLATFORM: "" };
  const stages: Stages = new Map(kept);
  const context = await contextFiles();
  const tops = topFolders(instructions);
  let stage: Stage | undefined;
  let count = 0;
  let skipping = false;

  for (const instruction of instructions) {
    const { keyword, rest, flags } = instruction;
    if (keyword === "FROM") {
      const [, from = "", name = `stage-${count}`] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      skipping = kept.has(name);
      if (skipping) continue;
      stage = await begin(join(folder, `${count++}-${name}`), stages.get(expand(from, global)));
      stages.set(name, stage);
      onStep?.(`FROM ${rest}`);
      continue;
    }
    if (skipping) continue;
    if (stage === undefined) {
      if (keyword !== "ARG") throw new Error(`line ${instruction.line}: ${keyword} before FROM`);
      Object.assign(global, readArg(rest, args));
      continue;
    }
    const values = { ...stage.env, ...stage.args };
    if (keyword === "ARG") Object.assign(stage.args, readArg(rest, { ...global, ...args }));
    else if (keyword === "ENV")
      for (const [name, value] of pairs(rest)) stage.env[name] = expand(value, { PATH: "", ...values });
    else if (keyword === "LABEL") for (const [name, value] of pairs(rest)) stage.labels[name] = expand(value, values);
    else if (keyword === "WORKDIR") {
      stage.workdir = rest;
      await mkdir(join(stage.files, rest), { recursive: true });
    } else if (keyword === "COPY") await copy(stage, rest, flags["from"], stages, context);
    else if (keyword === "RUN") {
      onStep?.(`RUN ${rest}`);
      await shell(stage, rest, tops);
    } else if (keyword === "USER") stage.user = rest;
    else if (keyword === "CMD") stage.command = JSON.parse(rest) as string[];
    else if (keyword === "HEALTHCHECK") stage.healthcheck = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
    else if (keyword !== "EXPOSE") throw new Error(`line ${instruction.line}: ${keyword} is not supported`);
  }
  if (stage === undefined) throw new Error("the Dockerfile has no FROM");
  for (const [name, made] of stages) if (Object.keys(made.args).length === 0) kept.set(name, made);
  return stage;
}

/** Settings of an image whose absolute paths are below its folder. */
export function placedEnv({ env, files }: Image): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace(/^\/app(?=\/|$)/, join(files, "app"))]),
  );
}

async function begin(files: string, base: Stage | undefined): Promise<Stage> {
  await mkdir(files, { recursive: true });
  const fresh = { args: {}, labels: {}, user: "root", command: [], healthcheck: [] };
  if (base === undefined) return { ...fresh, files, workdir: "/", env: {} };
  await cp(base.files, files, { recursive: true, verbatimSymlinks: true });
  return { ...fresh, files, workdir: base.workdir, env: { ...base.env } };
}

function readArg(rest: string, given: Record<string, string>): Record<string, string> {
  const [name = "", fallback] = rest.split(/=(.*)/s);
  const value = given[name] ?? fallback;
  return value === undefined ? {} : { [name]: value };
}

/** Top-level folders of all absolute paths in the file. */
function topFolders(instructions: readonly Instruction[]): string[] {
  const paths = instructions
    .filter(({ keyword }) => keyword === "WORKDIR" || keyword === "COPY" || keyword === "RUN")
    .flatMap(({ rest }) => rest.match(/(?<=^|\s)\/[a-z]+/g) ?? []);
  return [...new Set(paths)];
}

async function copy(
  stage: Stage,
  rest: string,
  from: string | undefined,
  stages: Map<string, Stage>,
  context: readonly string[],
): Promise<void> {
  const [source = "", target = ""] = rest.split(/\s+/);
  const into = join(stage.files, stage.workdir, target);
  if (from !== undefined) {
    const other = stages.get(from);
    if (other === undefined) throw new Error(`COPY: unknown stage ${from}`);
    await cp(join(other.files, source), into, { recursive: true, verbatimSymlinks: true });
    return;
  }
  const chosen = source === "." ? context : context.filter((file) => file === source);
  if (chosen.length === 0) throw new Error(`COPY: .dockerignore excludes all of ${source}`);
  for (const file of chosen) {
    const place = source === "." ? join(into, file) : join(into, file.slice(dirname(source).length + 1));
    await mkdir(dirname(place), { recursive: true });
    await cp(join(root, file), place, { verbatimSymlinks: true });
  }
}

/** The environment of a RUN step: programs and registry settings. */
function outside(home: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), HOME: home };
}

async function shell(stage: Stage, command: string, tops: readonly string[]): Promise<void> {
  const place = (text: string): string =>
    tops.reduce(
      (placed, top) =>
        placed.replaceAll(new RegExp(`(?<=^|[\\s:="])${top}(?=/|[\\s:"]|$)`, "g"), join(stage.files, top)),
      text,
    );
  const home = join(stage.files, "root");
  await mkdir(home, { recursive: true });
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const env = Object.fromEntries(
    Object.entries({ ...stage.env, ...stage.args }).map(([name, value]) => [name, place(value)]),
  );
  try {
    await run("/bin/sh", ["-euc", place(command)], {
      cwd: join(stage.files, stage.workdir),
      env: { ...outside(home), ...env, PATH: `${env["PATH"] ?? ""}${path}` },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`RUN ${command}\n${stdout}\n${stderr}`, { cause: error });
  }
}
