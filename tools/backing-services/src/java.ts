import { readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "./cache.ts";
import { findOnPath, homeFolder, isExecutable } from "./paths.ts";
import { BackingServiceError } from "./types.ts";
import { programVersion } from "./version.ts";

const JAVA_MIN = 21;

export interface Jdk {
  java: string;
  javac: string;
  jar: string;
  /** For example 25. */
  major: number;
  version: string;
}

async function below(folder: string, inside = ""): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => join(folder, name, inside));
}

/** Locations of JDKs; those that the user configured come first. */
async function candidates(env: NodeJS.ProcessEnv): Promise<string[]> {
  const homes: string[] = [];
  for (const variable of ["ES_JAVA_HOME", "JAVA_HOME"]) {
    const home = env[variable];
    if (home) homes.push(home);
  }
  const onPath = await findOnPath("javac", env);
  if (onPath !== undefined) {
    const home = dirname(dirname(await realpath(onPath)));
    // A shim (asdf, mise, jenv) is not in the folder of the JDK that it runs.
    homes.push((await hasTools(home)) ? home : ((await homeBehindShim(env)) ?? home));
  }
  const mac = "Contents/Home";
  const own = homeFolder() ?? "/nonexistent";
  homes.push(
    ...(await below("/usr/lib/jvm")),
    ...(await below("/usr/java")),
    ...(await below("/opt/java")),
    ...(await below(join(own, ".sdkman", "candidates", "java"))),
    ...(await below(join(own, ".jdks"))),
    ...(await below("/Library/Java/JavaVirtualMachines", mac)),
    ...(await below(join(own, "Library/Java/JavaVirtualMachines"), mac)),
    "/opt/homebrew/opt/openjdk",
    "/usr/local/opt/openjdk",
    "/opt/homebrew/opt/openjdk@21",
    "/usr/local/opt/openjdk@21",
  );
  return homes;
}

const hasTools = async (home: string): Promise<boolean> =>
  (await isExecutable(join(home, "bin", "javac"))) && (await isExecutable(join(home, "bin", "java")));

/** The home folder that the `java` on PATH reports. */
async function homeBehindShim(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const java = await findOnPath("java", env);
  if (java === undefined) return undefined;
  const output = await runCommand(java, ["-XshowSettings:properties", "-version"], { env }).catch(() => "");
  return /^\s*java\.home = (.+?)\s*$/m.exec(output)?.[1];
}

/** The first JDK (not only a runtime) that is new enough, in common locations. @throws BackingServiceError if there is none */
export async function findJdk(env: NodeJS.ProcessEnv): Promise<Jdk> {
  const tooOld: string[] = [];
  const seen = new Set<string>();
  for (const home of await candidates(env)) {
    const bin = join(await realpath(home).catch(() => home), "bin");
    if (seen.has(bin)) continue;
    seen.add(bin);
    const javac = join(bin, "javac");
    if (!(await hasTools(dirname(bin)))) continue;
    const version = await programVersion(javac, ["-version"], env);
    const major = Number(version?.split(".")[0] ?? 0);
    if (version !== undefined && major >= JAVA_MIN) {
      return { java: join(bin, "java"), javac, jar: join(bin, "jar"), major, version };
    }
    tooOld.push(`${home} (${version ?? "not working"})`);
  }
  throw new BackingServiceError(
    `Elasticsearch needs a JDK ${JAVA_MIN} or newer: install one (Debian 13, Ubuntu: 'apt-get install openjdk-21-jdk-headless'; ` +
      "macOS: 'brew install openjdk'; others: https://adoptium.net), point JAVA_HOME to it, or set ELASTICSEARCH_URL to a running server." +
      (tooOld.length === 0 ? " None was found." : ` Found only: ${tooOld.join(", ")}.`),
  );
}
