import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { provision, startBackingServices } from "./start.ts";
import { backingServiceNames, BackingServiceError, urlVariables } from "./types.ts";
import type { BackingServiceName } from "./types.ts";

const DATA_DIR = fileURLToPath(new URL("../../../.data/backing-services", import.meta.url));

const USAGE = `Starts MongoDB, Elasticsearch, Redis and NATS on this machine, on the usual ports where they are free.
With names (mongo, elasticsearch, redis, nats) only those.

  --data DIR         data and logs (default: .data/backing-services of the project)
  --provision-only   put them in place and end
`;

const progress = (line: string): void => console.error(line);

function namesOf(words: readonly string[]): readonly BackingServiceName[] {
  if (words.length === 0) return backingServiceNames;
  return words.map((word) => {
    const name = backingServiceNames.find((known) => known === word);
    if (name === undefined)
      throw new BackingServiceError(`There is no engine '${word}'; there are ${backingServiceNames.join(", ")}.`);
    return name;
  });
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: "string" }, "provision-only": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const names = namesOf(positionals);
  if (values["provision-only"] === true) {
    const made = await provision(names, progress);
    for (const name of names) console.log(`${name}: ${made[name]?.label ?? ""}`);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  const starting = startBackingServices({
    dataDir: values.data ?? DATA_DIR,
    services: names,
    preferUsualPorts: true,
    onProgress: progress,
  });
  const backingServices = await Promise.race([starting, stopped]);
  // Ended while it starts: what is up by then ends with this process.
  if (backingServices === undefined) return 0;
  for (const name of names) console.log(`export ${urlVariables[name]}='${backingServices[name].url}'`);
  progress("All serve. Ctrl-C stops them.");
  const died = Promise.race(
    names.map(async (name) => {
      const engine = backingServices[name];
      const { code, signal } = await engine.exited;
      return `${name} ended by itself (${signal ?? code}). Its log: ${engine.logFile}`;
    }),
  );
  const news = await Promise.race([stopped, died]);
  if (typeof news === "string") progress(news);
  await backingServices.stop();
  return typeof news === "string" ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  const clear = error instanceof BackingServiceError || (error instanceof TypeError && "code" in error);
  console.error(clear ? error.message : error);
  process.exit(1);
}
