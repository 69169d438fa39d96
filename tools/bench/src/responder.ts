import { type Contract, listingsContract } from "@plat/contracts";
import { connectNats, createLogger, createMetrics, serve } from "@plat/kit";

/**
 * Replaces the listings service for one endpoint and responds with a constant 2 KB, so that the benchmark measures only
 * the path through the gateway: credential, quota and RPC over NATS.
 */
const body = Buffer.from(
  JSON.stringify({
    items: Array.from({ length: 16 }, (_, index) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      title: "A bright apartment in the middle of the city",
      price: 250_000 + index,
      city: "Sacramento",
    })),
  }),
);

const log = createLogger({ service: "responder", level: "warn" });
const connection = await connectNats({ url: process.env["NATS_URL"] ?? "", name: "listings", log });
const contract = { fixed: listingsContract.propertyCounts } satisfies Contract;
serve(
  connection,
  contract,
  { fixed: () => Promise.resolve({ bytes: body, headers: { "content-type": "application/json" } }) },
  { queue: "listings", log, metrics: createMetrics("responder") },
);
await connection.flush();
process.stdout.write(`${JSON.stringify({ msg: "ready" })}\n`);
const stop = (): void => void connection.drain().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.stdin.once("end", stop);
process.stdin.resume();
