import { parseArgs } from "node:util";
import { connectTools, explain } from "./connect.ts";
import { rebuild, type RebuildOptions } from "../indexing/rebuild.ts";

const usage = `Builds the search index anew from the listings and lets searches use it, without a pause.

  --discard     throw away what an earlier run left unfinished
  --shards N    shards of the new index (default: the setting ELASTICSEARCH_SHARDS)
`;
/** Longer than any search takes. */
const graceMs = 5_000;
const everyMs = 5_000;

const words = {
  fill: "filled",
  compare: "compared",
  swap: "searches use the new index",
  remove: "the old index is removed",
};

/** One line that renews itself on a terminal, now and then a line elsewhere. */
function progress(): RebuildOptions["onProgress"] {
  let last = 0;
  return ({ step, done, expected }) => {
    const counted = step === "fill" || step === "compare";
    const line = counted ? `${words[step]} ${done}${expected > done ? ` of ${expected}` : ""}` : words[step];
    if (!counted && done === 0) return;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}${counted ? "" : "\n"}`);
    else if (!counted || Date.now() - last > everyMs) {
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
  const given = values.shards === undefined ? {} : { ELASTICSEARCH_SHARDS: values.shards };
  const tools = await connectTools({ ...process.env, ...given });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => stop.abort(new Error("Stopped: the old index serves on, the new one is removed.")));
  try {
    const { config, engine, store, peer } = tools;
    const { index, documents } = await rebuild({
      engine,
      store,
      peer,
      alias: config.ELASTICSEARCH_INDEX,
      shape: { shards: config.ELASTICSEARCH_SHARDS, replicas: config.ELASTICSEARCH_REPLICAS },
      discard: values.discard,
      graceMs,
      onProgress: progress(),
      announce: () => tools.announce(),
      onTrouble: (sentence) => console.error(sentence),
      signal: stop.signal,
    });
    console.log(`${index} holds ${documents} listings`);
    return 0;
  } finally {
    await tools.close();
  }
}

process.exitCode = await main().catch(explain);
