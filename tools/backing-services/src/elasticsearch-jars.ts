import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { runCommand } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { downloadAll, sha256Of } from "./download.ts";
import { findOnPath } from "./paths.ts";
import { BackingServiceError, reasonOf } from "./types.ts";

export interface Jar {
  /** Relative to the repository's URL. */
  path: string;
  /** Relative to the installation. */
  folder: string;
  bytes: number;
  sha256: string;
}

const MAVEN_CENTRAL = "https://repo1.maven.org/maven2";

export async function lockedJars(lockFile: string): Promise<Jar[]> {
  return JSON.parse(await readFile(lockFile, "utf8")) as Jar[];
}

/** Downloads from Maven Central (or MAVEN_REPO_URL), or through Maven if only Maven is configured to reach it. */
export async function downloadJars(jars: readonly Jar[], folder: string, context: ProvisionContext): Promise<void> {
  const base = (context.env["MAVEN_REPO_URL"] ?? MAVEN_CENTRAL).replace(/\/+$/, "");
  try {
    await downloadAll(
      jars.map((jar) => ({
        url: `${base}/${jar.path}`,
        file: join(folder, jar.folder, basename(jar.path)),
        bytes: jar.bytes,
        sha256: jar.sha256,
      })),
      context,
    );
  } catch (error) {
    context.signal?.throwIfAborted();
    const mvn = await findOnPath("mvn", context.env);
    const reason = reasonOf(error);
    if (mvn === undefined) {
      throw new BackingServiceError(
        `Elasticsearch could not be downloaded: ${reason}. MAVEN_REPO_URL can name a mirror of Maven Central; otherwise install ` +
          "Maven, configured for your mirror, or set ELASTICSEARCH_URL to a running server.",
      );
    }
    context.progress(`direct download failed (${reason}), trying Maven`);
    await downloadWithMaven(mvn, jars, folder, context);
  }
}

async function downloadWithMaven(
  mvn: string,
  jars: readonly Jar[],
  folder: string,
  context: ProvisionContext,
): Promise<void> {
  const work = join(folder, "maven");
  await mkdir(work, { recursive: true });
  const dependencies = jars.map(({ path }) => {
    const parts = path.split("/").slice(0, -1);
    const version = parts.pop() ?? "";
    const artifact = parts.pop() ?? "";
    return (
      `<dependency><groupId>${parts.join(".")}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>` +
      "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>"
    );
  });
  await writeFile(
    join(work, "pom.xml"),
    "<project><modelVersion>4.0.0</modelVersion><groupId>plat</groupId><artifactId>engines</artifactId><version>1</version>" +
      `<dependencies>${dependencies.join("")}</dependencies></project>`,
  );
  await runCommand(mvn, ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=jars"], {
    env: context.env,
    signal: context.signal,
    cwd: work,
  });
  for (const jar of jars) {
    const file = join(work, "jars", basename(jar.path));
    if ((await sha256Of(file)) !== jar.sha256)
      throw new BackingServiceError(`${jar.path} from Maven does not have the expected SHA-256`);
    await mkdir(join(folder, jar.folder), { recursive: true });
    await copyFile(file, join(folder, jar.folder, basename(jar.path)));
  }
  await rm(work, { recursive: true });
}
