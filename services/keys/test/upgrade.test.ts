import { createLogger, createMetrics } from "@plat/kit";
import { linkTo, testEngines, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { openStore } from "../src/store.ts";

describe("the store of keys", () => {
  it("gets its indexes although making one takes longer than a query may", async () => {
    const lines: string[] = [];
    const log = createLogger({
      service: "keys",
      level: "warn",
      destination: { write: (line) => void lines.push(line) },
    });
    const engines = await testEngines("mongo");
    let asked = 0;
    const link = await linkTo(engines.url("mongo"), {
      hold: (sent) => (sent.includes("createIndexes") && asked++ === 0 ? 1_000 : 0),
    });
    const store = await openStore({
      url: link.url,
      database: uniqueName("keys"),
      socketTimeoutMs: 250,
      signingKeySecret: "0123456789".repeat(4),
      log,
      metrics: createMetrics("test"),
    });
    expect(asked).to.be.above(10);
    expect(lines).to.deep.equal([]);
    await store.close();
    await link.close();
    await engines.stop();
  });
});
