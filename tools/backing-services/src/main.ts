import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { provision, startBackingServices } from "./start.ts";
import { backingServiceNames, BackingServiceError, urlVariables } from "./types.ts";
import type { BackingServiceName } from "./types.ts";

const DATA_DIR = fileURLToPath(new URL("../../../.data/backing-services", import.meta.url));

const USAGE = `Starts MongoDB, Elasticsearch, Redis and NATS on this machine, on their default ports if those are free.
Arguments (mongo, elasticsearch, redis, nats) select some of them.

  --data DIR         data and logs (default: .data/backing-services of the project)
  --provision-only   only install them
`;

const progress = (line: string): void => console.error(line);

function namesOf(words: readonly string[]): readonly BackingServiceName[] {
  if (words.length === 0) return backingServiceNames;
  return words.map((word) => {
    const name = backingServiceNames.find((known) => known === word);
    if (name === undefined)
      throw new BackingServiceError(`Unknown backing service '${word}'. Expected ${backingServiceNames.join(", ")}.`);
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
    const installed = await provision(names, progress);
    for (const name of names) console.log(`${name}: ${installed[name]?.label ?? ""}`);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  const starting = startBackingServices({
    dataDir: values.data ?? DATA_DIR,
    services: names,
    preferDefaultPorts: true,
    onProgress: progress,
  });
  const backingServices = await Promise.race([starting, stopped]);
  // Interrupted during the start: processes that were started stop with this one.
  if (backingServices === undefined) return 0;
  for (const name of names) console.log(`export ${urlVariables[name]}='${backingServices[name].url}'`);
  progress("All are ready. Ctrl-C stops them.");
  const died = Promise.race(
    names.map(async (name) => {
      const service = backingServices[name];
      const { code, signal } = await service.exited;
      return `${name} exited unexpectedly (${signal ?? code}). Its log: ${service.logFile}`;
    }),
  );
  const failure = await Promise.race([stopped, died]);
  if (typeof failure === "string") progress(failure);
  await backingServices.stop();
  return typeof failure === "string" ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  const isExpected = error instanceof BackingServiceError || (error instanceof TypeError && "code" in error);
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
