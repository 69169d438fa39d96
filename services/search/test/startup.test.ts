import { createLogger } from "@plat/kit";
import { startTcpProxy } from "@plat/testkit";
import { expect } from "chai";
import { startSearch } from "../src/app.ts";
import { startWorld } from "./support/world.ts";

describe("the start of the search service", () => {
  it("is over when requests reach it, from wherever they come", async () => {
    const world = await startWorld();
    await world.service.stop();
    const link = await startTcpProxy(world.config.NATS_URL, { lateMs: 250 });
    const log = createLogger({ service: "test", level: "fatal" });
    const service = await startSearch({ ...world.config, NATS_URL: link.url, OPS_PORT: 0 }, log);
    try {
      expect((await world.search({})).total.value).to.equal(0);
    } finally {
      await service.stop();
      await link.close();
      await world.stop();
    }
  });
});
