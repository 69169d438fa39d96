import { parseArgs } from "node:util";
import { connectTools, explain } from "./connect.ts";
import { verifyIndex } from "../indexing/verify-index.ts";

const usage = `Compares the search index with the listings, byte by byte.

  --patience SECONDS   how long a difference may last that a running change explains (default 10)

Exit code: 0 equal, 1 different, 2 not compared.
`;
const shownMax = 20;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { patience: { type: "string" }, help: { type: "boolean", short: "h" } } });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const patience = Number(values.patience ?? "10");
  if (!(patience >= 0)) throw new Error("--patience must be a number of seconds");
  const tools = await connectTools(process.env);
  try {
    const { compared, differences } = await verifyIndex(tools.peer, tools.store, {
      patienceMs: patience * 1000,
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
    await tools.close();
  }
}

process.exitCode = await main().catch(explain);
