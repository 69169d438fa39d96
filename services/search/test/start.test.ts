import { createLogger } from "@plat/kit";
import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { startSearch } from "../src/app.ts";
import { startWorld } from "./support/world.ts";

/** A way to the bus on which what is sent to it takes a while. */
async function slowWay(url: string) {
  const target = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on("data", (sent) => void setTimeout(() => far.write(sent), 250));
    far.pipe(near);
    for (const socket of [near, far]) {
      socket.on("error", () => undefined);
      socket.on("close", () => [near, far].forEach((each) => each.destroy()));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe("the start of the search service", () => {
  it("is over when requests reach it, from wherever they come", async () => {
    const world = await startWorld();
    await world.service.stop();
    const way = await slowWay(world.config.NATS_URL);
    const log = createLogger({ service: "test", level: "fatal" });
    const service = await startSearch({ ...world.config, NATS_URL: way.url, OPS_PORT: 0 }, log);
    try {
      expect((await world.search({})).total.value).to.equal(0);
    } finally {
      await service.stop();
      way.close();
      await world.stop();
    }
  });
});
