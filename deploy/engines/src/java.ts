import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { realpath } from "node:fs/promises";
import { findOnPath, isExecutable } from "./paths.ts";
import { EngineError } from "./types.ts";
import { programVersion } from "./version.ts";

export const JAVA_MIN = 21;

export interface Jdk {
  java: string;
  javac: string;
  jar: string;
  /** Such as 25. */
  major: number;
  version: string;
}

async function below(folder: string, inside = ""): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => join(folder, name, inside));
}

/** Where JDKs are, those that a person chose first. */
async function candidates(env: NodeJS.ProcessEnv): Promise<string[]> {
  const homes: string[] = [];
  for (const variable of ["ES_JAVA_HOME", "JAVA_HOME"]) {
    const home = env[variable];
    if (home) homes.push(home);
  }
  const onPath = await findOnPath("javac", env);
  if (onPath !== undefined) homes.push(dirname(dirname(await realpath(onPath))));
  const mac = "Contents/Home";
  homes.push(
    ...(await below("/usr/lib/jvm")),
    ...(await below("/usr/java")),
    ...(await below("/opt/java")),
    ...(await below(join(homedir(), ".sdkman", "candidates", "java"))),
    ...(await below(join(homedir(), ".jdks"))),
    ...(await below("/Library/Java/JavaVirtualMachines", mac)),
    ...(await below(join(homedir(), "Library/Java/JavaVirtualMachines"), mac)),
    "/opt/homebrew/opt/openjdk",
    "/usr/local/opt/openjdk",
    "/opt/homebrew/opt/openjdk@21",
    "/usr/local/opt/openjdk@21",
  );
  return homes;
}

/** The first JDK (not only a runtime) that is new enough, in the usual places. */
export async function findJdk(env: NodeJS.ProcessEnv): Promise<Jdk> {
  const tooOld: string[] = [];
  const seen = new Set<string>();
  for (const home of await candidates(env)) {
    const bin = join(await realpath(home).catch(() => home), "bin");
    if (seen.has(bin)) continue;
    seen.add(bin);
    const javac = join(bin, "javac");
    if (!(await isExecutable(javac)) || !(await isExecutable(join(bin, "java")))) continue;
    const version = await programVersion(javac, ["-version"], env);
    const major = Number(version?.split(".")[0] ?? 0);
    if (version !== undefined && major >= JAVA_MIN) {
      return { java: join(bin, "java"), javac, jar: join(bin, "jar"), major, version };
    }
    tooOld.push(`${home} (${version ?? "not working"})`);
  }
  throw new EngineError(
    `Elasticsearch needs a JDK ${JAVA_MIN} or newer: install one (Debian 13, Ubuntu: 'apt-get install openjdk-21-jdk-headless'; ` +
      "macOS: 'brew install openjdk'; others: https://adoptium.net), point JAVA_HOME to it, or set ELASTICSEARCH_URL to a server that runs." +
      (tooOld.length === 0 ? " None was found." : ` Found only: ${tooOld.join(", ")}.`),
  );
}
