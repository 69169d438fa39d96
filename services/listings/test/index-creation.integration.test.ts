import { createLogger, newId } from "@plat/kit";
import { startTcpProxy, type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { createConnection } from "mongoose";
import { connectStore } from "../src/store/connect.ts";

describe("index creation at startup", () => {
  let backingServices: TestBackingServices;
  let database: string;
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({
    service: "listings",
    level: "info",
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const levels = (): unknown[] => lines.map(({ level }) => level);
  before(async () => {
    backingServices = await testBackingServices("mongo");
  });
  after(() => backingServices.stop());
  beforeEach(() => {
    lines.length = 0;
    database = uniqueName("listings");
  });
  const fill = async (documents: object[]): Promise<void> => {
    const earlier = await createConnection(backingServices.url("mongo"), { dbName: database }).asPromise();
    await earlier.collection("properties").insertMany(documents);
    await earlier.close();
  };

  it("creates indexes that take longer than the query timeout, and logs which index it waits for", async () => {
    await fill([{ _id: newId() }]);
    let createCommands = 0;
    const link = await startTcpProxy(backingServices.url("mongo"), {
      responseDelayMs: (sent) => (sent.includes("createIndexes") && createCommands++ === 0 ? 1_000 : 0),
    });
    const store = await connectStore({ url: link.url, database, socketTimeoutMs: 250, log });
    try {
      expect(createCommands).to.be.above(10);
      expect(levels(), "no retries").to.not.include("warn");
      expect(lines[0]).to.deep.include({
        msg: "index build started; the service becomes ready when it is finished",
        collection: "properties",
        index: ["organizationId", "externalId"],
        documents: 1,
      });
      // A separate connection, because the store's queries time out after 250 ms.
      const own = await createConnection(backingServices.url("mongo"), { dbName: database }).asPromise();
      expect(await own.collection("properties").indexes()).to.have.length.above(10);
      await own.close();
    } finally {
      await store.close();
      await link.close();
    }
  });

  it("fails immediately if the stored data violates a unique index", async () => {
    const organizationId = newId();
    await fill([newId(), newId()].map((_id) => ({ _id, organizationId, externalId: "the same" })));
    const failure: unknown = await connectStore({ url: backingServices.url("mongo"), database, log }).catch(
      (error: unknown) => error,
    );
    expect(failure)
      .to.be.an.instanceOf(Error)
      .with.property("message")
      .that.matches(/^MongoDB cannot be used: .*E11000/);
    expect(levels()).to.not.include("warn");
  });
});
