import { expect } from "chai";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCounter, createMetrics, listen, type Ops, startOps } from "../src/index.ts";

describe("ops server", () => {
  let ops: Ops;
  let isMongoUnavailable = false;
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${ops.port}${path}`);

  before(async () => {
    const metrics = createMetrics("things");
    createCounter(metrics, { name: "things_created_total", help: "Things created" }).inc(3);
    ops = await startOps({
      host: "127.0.0.1",
      port: 0,
      metrics,
      checks: {
        nats: async () => undefined,
        mongo: async () => {
          if (isMongoUnavailable) throw new Error("no connection");
        },
      },
    });
  });
  after(() => ops.close());

  it("listen keeps the server running after accept errors and reports each of them", async () => {
    const server = createServer((_, response) => response.end("ok"));
    const errors: string[] = [];
    await listen(server, "127.0.0.1", 0, (error) => errors.push(error.message));
    for (const message of ["accept EMFILE", "accept ENFILE"]) server.emit("error", new Error(message));
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal("ok");
    expect(errors).to.deep.equal(["accept EMFILE", "accept ENFILE"]);
    server.close();
  });

  it("GET /livez returns 200 while a dependency is unavailable", async () => {
    isMongoUnavailable = true;
    expect((await get("/livez")).status).to.equal(200);
  });

  it("GET /readyz returns 503 with the unavailable dependency, and 200 after it recovers", async () => {
    isMongoUnavailable = true;
    const response = await get("/readyz");
    expect(response.status).to.equal(503);
    expect(await response.json())
      .to.include({ status: "not ready" })
      .and.deep.include({ away: ["mongo"] });
    isMongoUnavailable = false;
    expect((await get("/readyz")).status).to.equal(200);
  });

  it("GET /readyz with readyWhenDegraded returns 200 with the unavailable dependency until the service stops", async () => {
    const degraded = await startOps({
      host: "127.0.0.1",
      port: 0,
      metrics: createMetrics("degraded"),
      checks: { redis: () => Promise.reject(new Error("no connection")), nats: async () => undefined },
      readyWhenDegraded: true,
    });
    try {
      const getReadyz = (): Promise<Response> => fetch(`http://127.0.0.1:${degraded.port}/readyz`);
      const response = await getReadyz();
      expect(response.status).to.equal(200);
      expect(await response.json())
        .to.include({ status: "ready" })
        .and.deep.include({ away: ["redis"], dependencies: { redis: "no connection", nats: "ok" } });
      degraded.stopping();
      expect((await getReadyz()).status).to.equal(503);
    } finally {
      await degraded.close();
    }
  });

  it("GET /readyz returns 503 until started is called, while GET /livez returns 200", async () => {
    const starting = await startOps({ host: "127.0.0.1", port: 0, metrics: createMetrics("slow") });
    try {
      const getPath = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${starting.port}${path}`);
      expect((await getPath("/livez")).status).to.equal(200);
      const response = await getPath("/readyz");
      expect(response.status).to.equal(503);
      expect(await response.json()).to.include({ status: "starting" });
      starting.started({ mongo: async () => undefined });
      expect((await getPath("/readyz")).status).to.equal(200);
    } finally {
      await starting.close();
    }
  });

  it("GET /metrics returns the metrics with the label service", async () => {
    const text = await (await get("/metrics")).text();
    expect(text).to.include('things_created_total{service="things"} 3').and.include("process_resident_memory_bytes");
  });

  it("startOps rejects with the port number if the port is in use", async () => {
    const error: unknown = await startOps({
      host: "127.0.0.1",
      port: ops.port,
      metrics: createMetrics("x"),
      checks: {},
    }).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(Error).with.property("message").that.includes(`port ${ops.port}`);
  });

  it("GET /readyz returns 503 while the service stops", async () => {
    isMongoUnavailable = false;
    ops.stopping();
    const response = await get("/readyz");
    expect(response.status).to.equal(503);
    expect(await response.json()).to.include({ status: "stopping" });
  });
});
