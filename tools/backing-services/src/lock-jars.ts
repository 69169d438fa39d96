// Regenerates jars.lock.json for a new version: node tools/backing-services/src/lock-jars.ts 9.5.3 (needs Maven).
// Maven resolves and verifies the jars; the lock file guarantees that everyone downloads the same ones.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Jar } from "./elasticsearch-jars.ts";

const version = process.argv[2] ?? "";
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("usage: lock-jars.ts <version of Elasticsearch>");

const dependency = (group: string, artifact: string): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;

const work = mkdtempSync(join(tmpdir(), "lock-jars-"));
try {
  const dependencies =
    dependency("org.elasticsearch", "elasticsearch") + dependency("org.elasticsearch.plugin", "transport-netty4");
  writeFileSync(
    join(work, "pom.xml"),
    "<project><modelVersion>4.0.0</modelVersion><groupId>plat</groupId><artifactId>lock</artifactId><version>1</version>" +
      `<dependencies>${dependencies}</dependencies></project>`,
  );
  const layout = ["-DincludeScope=runtime", "-Dmdep.useRepositoryLayout=true", "-DoutputDirectory=jars"];
  execFileSync("mvn", ["-B", "-q", "-C", "dependency:copy-dependencies", ...layout], { cwd: work, stdio: "inherit" });
  const jars: Jar[] = readdirSync(join(work, "jars"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jar"))
    .map((file) => {
      const path = file.split(sep).join("/");
      const bytes = readFileSync(join(work, "jars", file));
      // Dependencies of the network module must be in its folder, all others in the common one.
      const network = path.startsWith("io/netty/") || path.includes("/transport-netty4/");
      return {
        path,
        folder: network ? "modules/transport-netty4" : "lib",
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      };
    })
    .toSorted((a, b) => (a.folder + a.path < b.folder + b.path ? -1 : 1));
  const file = fileURLToPath(new URL("../elasticsearch/jars.lock.json", import.meta.url));
  writeFileSync(file, JSON.stringify(jars, undefined, 1));
  console.log(`${jars.length} jars. Now set VERSION in src/elasticsearch.ts to ${version}.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
