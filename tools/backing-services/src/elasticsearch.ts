import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { provisionOnce, runCommand } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { classArchive } from "./elasticsearch-classes.ts";
import { downloadJars, lockedJars } from "./elasticsearch-jars.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { findJdk } from "./java.ts";
import type { Jdk } from "./java.ts";
import { HOST } from "./ports.ts";
import { BackingServiceError } from "./types.ts";
import type { Installation, StartOptions } from "./types.ts";

const VERSION = "9.5.3";
const SOURCES = fileURLToPath(new URL("../elasticsearch/", import.meta.url));

const MODULES = [
  {
    name: "transport-netty4",
    className: "org.elasticsearch.transport.netty4.Netty4Plugin",
    module: "org.elasticsearch.transport.netty4",
  },
  { name: "analysis-common", className: "org.plat.engines.CommonAnalysis", module: undefined },
];

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
# The native libraries are not published; Java's own means are used.
logger.native.name = org.elasticsearch.nativeaccess
logger.native.level = off
`;

async function provision(context: ProvisionContext): Promise<Installation> {
  const jdk = await findJdk(context.env);
  const sources = await Promise.all(
    ["Launcher.java", "CommonAnalysis.java", "jars.lock.json"].map((file) => readFile(join(SOURCES, file))),
  );
  const stamp = createHash("sha256");
  for (const source of sources) stamp.update(source);
  stamp.update(JSON.stringify(MODULES)).update(LOGGING);
  stamp.update(jdk.version);
  const name = `elasticsearch-${VERSION}-${stamp.digest("hex").slice(0, 12)}`;
  const installDir = await provisionOnce(name, context, (folder) => build(folder, jdk, context));
  const installation = {
    command: jdk.java,
    args: [
      "--module-path",
      join(installDir, "lib"),
      "--add-modules",
      "jdk.net,jdk.management.agent,jdk.incubator.vector,ALL-MODULE-PATH",
      "--enable-native-access=ALL-UNNAMED,org.elasticsearch.nativeaccess,org.apache.lucene.core",
      `-Des.path.home=${installDir}`,
      "-Dfile.encoding=UTF-8",
      "-Djava.awt.headless=true",
      "-XX:+ExitOnOutOfMemoryError",
    ],
    label: `Elasticsearch ${VERSION} (Java ${jdk.version})`,
    env: { PLAT_ES_HOME: installDir },
  };
  const classes = await classArchive(name, running, installation, context);
  if (classes === undefined) return installation;
  return { ...installation, args: [`-XX:SharedArchiveFile=${classes}`, ...installation.args] };
}

async function build(folder: string, jdk: Jdk, context: ProvisionContext): Promise<void> {
  const jars = await lockedJars(join(SOURCES, "jars.lock.json"));
  context.progress(`downloading Elasticsearch ${VERSION}, ${jars.length} files, 46 MB`);
  await downloadJars(jars, folder, context);
  context.progress("compiling its launcher");
  const classPath = join(folder, "lib", "*");
  const compile = async (source: string, jar: string): Promise<void> => {
    const classes = join(folder, `classes-${source}`);
    await runCommand(jdk.javac, ["--release", "21", "-cp", classPath, "-d", classes, join(SOURCES, source)], context);
    await runCommand(jdk.jar, ["--create", "--file", jar, "-C", classes, "."], context);
    await rm(classes, { recursive: true });
  };
  for (const { name, className, module } of MODULES) {
    const home = join(folder, "modules", name);
    await mkdir(home, { recursive: true });
    const lines = [
      `name=${name}`,
      `description=${name}`,
      `version=${VERSION}`,
      `elasticsearch.version=${VERSION}`,
      "java.version=21",
      `classname=${className}`,
      ...(module === undefined ? [] : [`modulename=${module}`]),
      "extended.plugins=",
      "has.native.controller=false",
    ];
    await writeFile(join(home, "plugin-descriptor.properties"), `${lines.join("\n")}\n`);
  }
  await compile("Launcher.java", join(folder, "launcher.jar"));
  await compile("CommonAnalysis.java", join(folder, "modules", "analysis-common", "analysis-common.jar"));
}

function heapOptions(options: StartOptions, env: NodeJS.ProcessEnv): string[] {
  const heap = options.elasticsearch?.heap ?? env["ES_HEAP"] ?? "1g";
  const found = /^([1-9]\d*)([kmg])$/i.exec(heap);
  if (found === null) throw new BackingServiceError(`ES_HEAP must be a size such as 512m or 1g, not '${heap}'.`);
  const megabytes =
    Number(found[1]) * { k: 1 / 1024, m: 1, g: 1024 }[(found[2] ?? "m").toLowerCase() as "k" | "m" | "g"];
  if (megabytes < 256) throw new BackingServiceError(`ES_HEAP is ${heap}; Elasticsearch needs 256m or more.`);
  return [`-Xms${Math.min(512, Math.floor(megabytes))}m`, `-Xmx${heap}`];
}

const running: Omit<BackingServiceDefinition, "provision"> = {
  name: "elasticsearch",
  title: "Elasticsearch",
  defaultPorts: [9200, 0],
  startTimeoutMs: 180_000,
  async plan({ installation, dataDir, ports: [port = 0, transport = 0], options, env }) {
    const home = installation.env?.["PLAT_ES_HOME"] ?? "";
    const config = join(dataDir, "config");
    const temporary = join(dataDir, "tmp");
    await mkdir(config, { recursive: true });
    await mkdir(temporary, { recursive: true });
    await writeFile(join(config, "log4j2.properties"), LOGGING);
    const settings = {
      "path.home": home,
      "path.data": join(dataDir, "data"),
      "path.logs": join(dataDir, "logs"),
      "node.name": "plat",
      "cluster.name": "plat",
      "discovery.type": "single-node",
      "http.host": HOST,
      "http.port": String(port),
      "transport.host": HOST,
      "transport.port": String(transport),
      // A nearly full disk must not make the index read-only on a developer's machine.
      "cluster.routing.allocation.disk.threshold_enabled": "false",
    };
    return {
      url: `http://${HOST}:${port}`,
      args: [
        ...heapOptions(options, env),
        ...(env["ES_JAVA_OPTS"] ?? "").split(/\s+/).filter((option) => option !== ""),
        `-Djava.io.tmpdir=${temporary}`,
        "-cp",
        join(home, "launcher.jar"),
        "org.plat.engines.Launcher",
        join(home, "modules"),
        config,
        ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ],
    };
  },
  async check({ url }, pid) {
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
      const body = await response.text();
      if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${body.slice(0, 300)}`);
      return body;
    };
    const processes = await get("/_nodes/_local/process?filter_path=nodes.*.process.id");
    if (!processes.includes(`"id":${pid}}`)) throw new Error("another server listens on that port");
    // Yellow: every primary shard is available, including those of an earlier run.
    const health = await get("/_cluster/health?wait_for_status=yellow&timeout=5s&filter_path=status,timed_out");
    if (!health.includes('"timed_out":false')) throw new Error(health);
  },
};

export const elasticsearch: BackingServiceDefinition = { ...running, provision };
