import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { provision, startEngines } from "./start.ts";
import { ENGINE_NAMES, EngineError, URL_VARIABLES } from "./types.ts";
import type { Engine, Engines } from "./types.ts";

const DATA_DIR = fileURLToPath(new URL("../../../.data/engines", import.meta.url));

const USAGE = `Starts MongoDB, Elasticsearch, Redis and NATS on this machine, on the usual ports where they are free.

  --data DIR         data and logs (default: .data/engines of the project)
  --provision-only   put them in place and end
`;

const progress = (line: string): void => console.error(line);

function running(engines: Engines): Engine[] {
  return ENGINE_NAMES.map((name) => engines[name]);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, "provision-only": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (values["provision-only"] === true) {
    const made = await provision(ENGINE_NAMES, progress);
    for (const name of ENGINE_NAMES) console.log(`${name}: ${made[name]?.label ?? ""}`);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  const starting = startEngines({
    dataDir: values.data ?? DATA_DIR,
    preferUsualPorts: true,
    onProgress: progress,
  });
  const engines = await Promise.race([starting, stopped]);
  // Ended while it starts: what is up by then ends with this process.
  if (engines === undefined) return 0;
  for (const name of ENGINE_NAMES) console.log(`export ${URL_VARIABLES[name]}='${engines[name].url}'`);
  progress("All serve. Ctrl-C stops them.");
  const died = Promise.race(
    running(engines).map(async (engine) => {
      const { code, signal } = await engine.exited;
      return `${engine.name} ended by itself (${signal ?? code}). Its log: ${engine.logFile}`;
    }),
  );
  const news = await Promise.race([stopped, died]);
  if (typeof news === "string") progress(news);
  await engines.stop();
  return typeof news === "string" ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(error instanceof EngineError ? error.message : error);
  process.exit(1);
}
