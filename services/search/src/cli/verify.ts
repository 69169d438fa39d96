import { parseArgs } from "node:util";
import { verifyIndex } from "../indexing/verify-index.ts";
import { connectCommand, reportFailure } from "./connect.ts";

const usage = `Compare the search index with the listings, byte by byte.

  --retry-timeout SECONDS   how long to check differences again, because changes may be in flight (default 10)

Exit codes: 0 equal, 1 different, 2 comparison failed.
`;
const shownMax = 20;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { "retry-timeout": { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const retryTimeout = Number(values["retry-timeout"] ?? "10");
  if (!(retryTimeout >= 0)) throw new Error("--retry-timeout must be a number of seconds");
  const context = await connectCommand();
  try {
    const { compared, differences } = await verifyIndex(context.listings, context.store, {
      retryTimeoutMs: retryTimeout * 1000,
      onProgress: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${done} compared`);
      },
    });
    if (process.stderr.isTTY) process.stderr.write("\r");
    for (const { id, kind } of differences.slice(0, shownMax)) console.log(`${id} ${kind}`);
    if (differences.length > shownMax) console.log(`… and ${differences.length - shownMax} more`);
    console.log(`${compared} compared, ${differences.length} different`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    await context.close();
  }
}

process.exitCode = await main().catch(reportFailure);
