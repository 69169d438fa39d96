import { createLogger, createMetrics, newId } from "@plat/kit";
import { startTcpProxy, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { createConnection } from "mongoose";
import { openStore } from "../src/store/mongo.ts";

describe("a store of keys that an earlier release has filled", () => {
  it("gets its indexes although making one takes longer than a query may, and says what it waits for", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({
      service: "keys",
      level: "info",
      destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    const backingServices = await testBackingServices("mongo");
    const database = uniqueName("keys");
    const earlier = await createConnection(backingServices.url("mongo"), { dbName: database }).asPromise();
    await earlier.collection<{ _id: string; hash: string }>("keys").insertOne({ _id: newId(), hash: "a" });
    await earlier.close();
    let asked = 0;
    const link = await startTcpProxy(backingServices.url("mongo"), {
      hold: (sent) => (sent.includes("createIndexes") && asked++ === 0 ? 4_000 : 0),
    });
    const store = await openStore({
      url: link.url,
      database,
      // Enough for every question of a start on a slow machine.
      socketTimeoutMs: 2_000,
      signingKeySecret: "0123456789".repeat(4),
      log,
      metrics: createMetrics("test"),
    });
    expect(asked).to.be.above(10);
    expect(
      lines.map(({ level }) => level),
      "nothing had to be tried again",
    ).to.not.include("warn");
    const about = { collection: "keys", index: ["hash"], documents: 1 };
    expect(lines[0]).to.deep.include({ msg: "making an index; the service is ready once it is there", ...about });
    expect(lines[1]).to.deep.include({ msg: "the index is there", ...about });
    await store.close();
    await link.close();
    await backingServices.stop();
  });
});
