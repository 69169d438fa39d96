import { BackingServiceError, requireFastMongo } from "@plat/backing-services";
import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { reportFile, type Options, readOptions, usage } from "./options.ts";
import { report } from "./report.ts";
import { run } from "./run.ts";

/** `npm run bench`: compares Plat with other frameworks and writes the report. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const closers: (() => Promise<void>)[] = [];
let interrupted = false;

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    interrupted = true;
    void closeAll().finally(() => process.exit(130));
  });
}

async function bench(options: Options, args: readonly string[]): Promise<number> {
  const began = performance.now();
  const onProgress = (line: string): void =>
    console.error(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
  const command = ["npm run bench", ...(args.length === 0 ? [] : ["--", ...args])].join(" ");
  await requireFastMongo(onProgress);
  const result = await run(options, command, closers, onProgress);
  // Measurements taken during shutdown are invalid.
  if (interrupted) return 130;
  const text = report(result);
  if (options.out === "-") console.log(text);
  else {
    const file = options.out === reportFile ? `${root}${options.out}` : options.out;
    await writeFile(file, text);
    onProgress(`report written: ${relative(process.cwd(), file)}`);
  }
  const failures = [...result.measurements, ...result.coldResults].reduce(
    (total, each) => total + each.failures.size,
    0,
  );
  const hasRejections = result.measurements.some(({ rounds }) =>
    (rounds.get("plat") ?? []).some(({ rejected }) => Object.keys(rejected).length > 0),
  );
  return failures === 0 && !hasRejections ? 0 : 1;
}

try {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options === "help") console.log(usage);
  else process.exitCode = await bench(options, args);
} catch (error) {
  const isPlain = error instanceof BackingServiceError || error instanceof Error;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeAll();
}
