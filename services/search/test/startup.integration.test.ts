import { createLogger } from "@plat/kit";
import { startTcpProxy } from "@plat/testkit";
import { expect } from "chai";
import { startSearch } from "../src/app.ts";
import { startSearchFixture } from "./support/search-fixture.ts";

describe("start of the search service", () => {
  it("ends when NATS delivers requests from any connection", async () => {
    const fixture = await startSearchFixture();
    await fixture.service.stop();
    const link = await startTcpProxy(fixture.config.NATS_URL, { requestDelayMs: 250 });
    const log = createLogger({ service: "test", level: "fatal" });
    const service = await startSearch({ ...fixture.config, NATS_URL: link.url, OPS_PORT: 0 }, log);
    try {
      expect((await fixture.search({})).total.value).to.equal(0);
    } finally {
      await service.stop();
      await link.close();
      await fixture.stop();
    }
  });
});
