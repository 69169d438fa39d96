import { BackingServiceError, requireFastMongo } from "@plat/backing-services";
import { type Check, report } from "./check.ts";
import { runCorpus } from "./corpus/run.ts";
import { runCost } from "./cost.ts";
import { type Options, type Part, readOptions, usage } from "./options.ts";
import { startTarget, type Target } from "./target.ts";
import { runSchemathesis } from "./schemathesis/run.ts";
import { runSlow } from "./slow.ts";

/** `npm run fuzz`: attacks a dedicated Plat with hostile and random input, slow clients and expensive searches. */
const began = performance.now();
const onProgress = (line: string): void =>
  console.error(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
let target: Target | undefined;

async function stop(): Promise<void> {
  const running = target;
  target = undefined;
  await running?.stop();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(130)));
}

async function fuzz(options: Options): Promise<number> {
  await requireFastMongo(onProgress);
  const running = await startTarget(onProgress);
  target = running;
  const run: Record<Part, () => Promise<Check[]>> = {
    corpus: () => runCorpus(running, onProgress),
    slow: () => runSlow(running, onProgress),
    cost: () => runCost(running, onProgress),
    schemathesis: () => runSchemathesis(running, { ...options, onProgress }),
  };
  const checks: Check[] = [];
  // Latencies are measured first, before the corpus has filled the database with unusual data.
  for (const part of ["slow", "corpus", "schemathesis", "cost"] as const) {
    if (!options.only.includes(part)) continue;
    // The results of the other parts are reported even if one part fails.
    checks.push(...(await run[part]().catch(failedPart(part))));
  }
  console.log(report(checks));
  return checks.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

const failedPart =
  (part: Part) =>
  (error: unknown): Check[] => {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ what: part, expected: "to complete", seen: "aborted", failures: [reason] }];
  };

try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") console.log(usage);
  else process.exitCode = await fuzz(options);
} catch (error) {
  const isPlain = error instanceof BackingServiceError || error instanceof Error;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
