import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compiledSecantusdb } from "./mongo-cargo.ts";
import { repeatWhileSilent } from "./progress.ts";
import { provision, startBackingServices } from "./start.ts";
import { backingServiceNames, BackingServiceError, urlVariables } from "./types.ts";
import type { BackingServiceName, StatusListener, StatusState } from "./types.ts";

const DATA_DIR = fileURLToPath(new URL("../../../.data/backing-services", import.meta.url));

const USAGE = `Starts MongoDB, Elasticsearch, Redis and NATS on this machine, on their default ports if those are free.
Arguments (mongo, elasticsearch, redis, nats) select some of them.

  --data DIR         data and logs (default: .data/backing-services of the project)
  --provision-only   only install them (with --data: those that can read these data)
  build mongo        only compile SecantusDB, about ten times faster than its wheels (five to ten minutes, needs cargo)
`;

/** Messages to the process that started this one and shows them. */
type Message = { line: string } | { title: string; text: string; state: StatusState } | { failure: string };

const tell =
  process.send === undefined
    ? undefined
    : (message: Message, sent?: () => void): void => void process.send?.(message, undefined, undefined, sent);
const progress = (line: string): void => (tell === undefined ? console.error(line) : tell({ line }));
const reporting: { onStatus?: StatusListener } =
  tell === undefined ? {} : { onStatus: (title, text, state) => tell({ title, text, state }) };

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
  if (positionals[0] === "build") return build(positionals.slice(1));
  const names = namesOf(positionals);
  if (values["provision-only"] === true) {
    const { data: dataDir } = values;
    const installed = await provision(names, progress, process.env, abortedBySignals(), { dataDir, ...reporting });
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
  for (const name of names) if (backingServices[name].note !== undefined) progress(backingServices[name].note);
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

/** Programs of an installation are in process groups of their own: Ctrl-C does not reach them. */
function abortedBySignals(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => abort.abort(new BackingServiceError("Stopped.")));
  return abort.signal;
}

async function build(names: readonly string[]): Promise<number> {
  if (names.join() !== "mongo")
    throw new BackingServiceError("Only MongoDB has a build: npm run services -- build mongo");
  const { report, end } = repeatWhileSilent(progress);
  const context = { env: process.env, progress: report, signal: abortedBySignals() };
  const { label, command } = await compiledSecantusdb(context).finally(end);
  console.log(
    `${label} is in ${command}. New data folders use it; existing data stay with the server that wrote them.`,
  );
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  const isExpected = error instanceof BackingServiceError || (error instanceof TypeError && "code" in error);
  const failure = isExpected ? error.message : String(error instanceof Error ? error.stack : error);
  if (tell === undefined) console.error(failure);
  // The exit would otherwise discard the message.
  else await new Promise<void>((resolve) => tell({ failure }, resolve));
  process.exit(1);
}
