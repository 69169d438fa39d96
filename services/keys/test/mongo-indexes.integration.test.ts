import { createLogger, createMetrics, newId } from "@plat/kit";
import { startTcpProxy, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { createConnection } from "mongoose";
import { openStore } from "../src/store/mongo.ts";

describe("index creation on a database of an earlier release", () => {
  it("succeeds although it takes longer than the socket timeout of queries, and logs its start and end", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({
      service: "keys",
      level: "info",
      destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    const backingServices = await testBackingServices("mongo");
    const database = uniqueName("keys");
    const earlierRelease = await createConnection(backingServices.url("mongo"), { dbName: database }).asPromise();
    await earlierRelease.collection<{ _id: string; hash: string }>("keys").insertOne({ _id: newId(), hash: "a" });
    await earlierRelease.close();
    let indexRequests = 0;
    const proxy = await startTcpProxy(backingServices.url("mongo"), {
      responseDelayMs: (sent) => (sent.includes("createIndexes") && indexRequests++ === 0 ? 4_000 : 0),
    });
    const store = await openStore({
      url: proxy.url,
      database,
      // Less than the delay above, but enough for every other request at start on a slow machine.
      socketTimeoutMs: 2_000,
      signingKeySecret: "0123456789".repeat(4),
      log,
      metrics: createMetrics("test"),
    });
    expect(indexRequests).to.be.above(10);
    expect(
      lines.map(({ level }) => level),
      "no request was retried",
    ).to.not.include("warn");
    const about = { collection: "keys", index: ["hash"], documents: 1 };
    expect(lines[0]).to.deep.include({
      msg: "index build started; the service becomes ready when it is finished",
      ...about,
    });
    expect(lines[1]).to.deep.include({ msg: "index build finished", ...about });
    await store.close();
    await proxy.close();
    await backingServices.stop();
  });
});
