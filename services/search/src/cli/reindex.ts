import { parseArgs } from "node:util";
import { connectCommand, reportFailure } from "./connect.ts";
import { rebuildIndex, type RebuildOptions } from "../indexing/rebuild.ts";

const usage = `Rebuild the search index from the listings without downtime.

  --discard     remove the unfinished index of an earlier run
  --shards N    shards of the new index (default: the setting ELASTICSEARCH_SHARDS)
`;
/** Milliseconds before the old index is removed; longer than any search takes. */
const graceMs = 5_000;
/** Milliseconds between two progress lines if the output is not a terminal. */
const progressIntervalMs = 5_000;

const labels = {
  fill: "filled",
  compare: "compared",
  swap: "searches use the new index",
  remove: "the old index was removed",
};

/** Prints the progress: updates one line on a terminal, otherwise prints a line every few seconds. */
function progress(): RebuildOptions["onProgress"] {
  let last = 0;
  return ({ step, done, expected }) => {
    const counted = step === "fill" || step === "compare";
    const line = counted ? `${labels[step]} ${done}${expected > done ? ` of ${expected}` : ""}` : labels[step];
    if (!counted && done === 0) return;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}${counted ? "" : "\n"}`);
    else if (!counted || Date.now() - last > progressIntervalMs) {
      last = Date.now();
      console.error(line);
    }
  };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      discard: { type: "boolean", default: false },
      shards: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const context = await connectCommand(values.shards === undefined ? {} : { ELASTICSEARCH_SHARDS: values.shards });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => stop.abort(new Error("Stopped: the old index stays in use, and the new one is removed.")));
  try {
    const { config, elasticsearch, store, listings } = context;
    const { index, documents } = await rebuildIndex({
      elasticsearch,
      store,
      listings,
      alias: config.ELASTICSEARCH_INDEX,
      shape: { shards: config.ELASTICSEARCH_SHARDS, replicas: config.ELASTICSEARCH_REPLICAS },
      discard: values.discard,
      graceMs,
      onProgress: progress(),
      publishRefreshed: () => context.publishRefreshed(),
      onWarning: (sentence) => console.error(sentence),
      signal: stop.signal,
    });
    console.log(`${index} contains ${documents} listings`);
    return 0;
  } finally {
    await context.close();
  }
}

process.exitCode = await main().catch(reportFailure);
