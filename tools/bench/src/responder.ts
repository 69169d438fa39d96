import { type Contract, listingsContract } from "@plat/contracts";
import { connectNats, createLogger, createMetrics, serve } from "@plat/kit";

/**
 * Stands in for the listings service on one route and answers 2 KB that never change, so that what is measured is the way
 * there and back: credential, quota and bus.
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
