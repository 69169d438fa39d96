import { expect } from "chai";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CleanupStack, createCounter, createLogger, createMetrics, listen, type Ops, startOps } from "../src/index.ts";

describe("the ops port", () => {
  let ops: Ops;
  let databaseIsAway = false;
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${ops.port}${path}`);

  before(async () => {
    const metrics = createMetrics("things");
    createCounter(metrics, { name: "things_made_total", help: "Things made" }).inc(3);
    ops = await startOps({
      host: "127.0.0.1",
      port: 0,
      metrics,
      checks: {
        nats: async () => undefined,
        mongo: async () => {
          if (databaseIsAway) throw new Error("no connection");
        },
      },
    });
  });
  after(() => ops.close());

  it("goes on when single connections cannot be taken, and tells of each", async () => {
    const server = createServer((_, response) => response.end("here"));
    const told: string[] = [];
    await listen(server, "127.0.0.1", 0, (error) => told.push(error.message));
    for (const message of ["accept EMFILE", "accept ENFILE"]) server.emit("error", new Error(message));
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal("here");
    expect(told).to.deep.equal(["accept EMFILE", "accept ENFILE"]);
    server.close();
  });

  it("says that the process lives, whatever is away", async () => {
    databaseIsAway = true;
    expect((await get("/livez")).status).to.equal(200);
  });

  it("says which dependency is away, and is ready again once it is back", async () => {
    databaseIsAway = true;
    const away = await get("/readyz");
    expect(away.status).to.equal(503);
    expect(await away.json())
      .to.include({ status: "not ready" })
      .and.deep.include({ away: ["mongo"] });
    databaseIsAway = false;
    expect((await get("/readyz")).status).to.equal(200);
  });

  it("of a service that answers without its dependencies: ready, and says what is away, until it stops", async () => {
    const alone = await startOps({
      host: "127.0.0.1",
      port: 0,
      metrics: createMetrics("edge"),
      checks: { redis: () => Promise.reject(new Error("no connection")), nats: async () => undefined },
      readyWhenDegraded: true,
    });
    try {
      const look = (): Promise<Response> => fetch(`http://127.0.0.1:${alone.port}/readyz`);
      const answer = await look();
      expect(answer.status).to.equal(200);
      expect(await answer.json())
        .to.include({ status: "ready" })
        .and.deep.include({ away: ["redis"], dependencies: { redis: "no connection", nats: "ok" } });
      alone.stopping();
      expect((await look()).status).to.equal(503);
    } finally {
      await alone.close();
    }
  });

  it("of a service that is still starting: alive, and ready only when it has started", async () => {
    const early = await startOps({ host: "127.0.0.1", port: 0, metrics: createMetrics("slow") });
    try {
      const look = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${early.port}${path}`);
      expect((await look("/livez")).status).to.equal(200);
      const answer = await look("/readyz");
      expect(answer.status).to.equal(503);
      expect(await answer.json()).to.include({ status: "starting" });
      early.started({ mongo: async () => undefined });
      expect((await look("/readyz")).status).to.equal(200);
    } finally {
      await early.close();
    }
  });

  it("exposes metrics with the service's name", async () => {
    const text = await (await get("/metrics")).text();
    expect(text).to.include('things_made_total{service="things"} 3').and.include("process_resident_memory_bytes");
  });

  it("refuses a taken port with its number", async () => {
    const error: unknown = await startOps({
      host: "127.0.0.1",
      port: ops.port,
      metrics: createMetrics("x"),
      checks: {},
    }).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(Error).with.property("message").that.includes(`port ${ops.port}`);
  });

  it("is not ready while the service stops", async () => {
    databaseIsAway = false;
    ops.stopping();
    const answer = await get("/readyz");
    expect(answer.status).to.equal(503);
    expect(await answer.json()).to.include({ status: "stopping" });
  });
});

describe("closers", () => {
  it("close in reverse order, and a failing one keeps no other open", async () => {
    const closed: string[] = [];
    const closers = new CleanupStack();
    closers.add("first", () => void closed.push("first"));
    closers.add("second", () => {
      throw new Error("stuck");
    });
    closers.add("third", async () => void closed.push("third"));
    await closers.closeAll(createLogger({ service: "test", level: "silent" }));
    expect(closed).to.deep.equal(["third", "first"]);
  });
});
