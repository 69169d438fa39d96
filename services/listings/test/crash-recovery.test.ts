import { propertyChanged } from "@plat/contracts";
import { consumeBatches, newId } from "@plat/kit";
import { eventually, startTcpProxy } from "@plat/testkit";
import { expect } from "chai";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { type TestClient, connectClient, house, log, service, startSuite, type Suite } from "./support.ts";

/** A service starts anew, an engine comes back and a sweep passes before what is waited for. */
const patient = { timeoutMs: 60_000 };
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The service as a process of its own, once it is ready. */
async function startProcess(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"msg":"ready"')) break;
  child.stdout?.resume();
  if (child.exitCode !== null) throw new Error("the listings service ended before it was ready");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

describe("when something dies", () => {
  let suite: Suite;
  let client: TestClient;
  let organization: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    suite = await startSuite();
    // The service of this process is not the one that is tested here.
    await suite.listings.stop();
    ({ client } = suite);
    organization = newId();
  });
  afterEach(async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await kill(child);
    child = undefined;
    await client.close();
    await suite.backingServices.stop();
  });

  const listenForDoorbells = async () => {
    const rung = new Set<string>();
    const own = await connectClient(suite.env["NATS_URL"] ?? "");
    const consumption = await consumeBatches(
      own.connection,
      {
        stream: propertyChanged.stream,
        durable: "test",
        subjects: [propertyChanged.subjects],
        batch: 100,
        ackWaitMs: 5_000,
        log,
      },
      async (messages) => {
        for (const message of messages) {
          rung.add(message.subject.slice(propertyChanged.subject("").length));
          message.ack();
        }
        await Promise.resolve();
      },
    );
    return {
      rung,
      stop: async () => {
        await consumption.stop();
        await own.close();
      },
    };
  };
  const feedOf = async () => {
    const seen: { id: string; sequence: number; subject: { id: string } }[] = [];
    let after = 0;
    for (;;) {
      const { status, body } = await client.request(organization, "listEvents", { query: { after, limit: 100 } });
      expect(status).to.equal(200);
      if (body.data.length === 0) return seen;
      seen.push(...body.data);
      after = body.page.nextAfter;
    }
  };

  it("kill -9 of listings right after an answer: the index and the feed still get every change", async () => {
    const acknowledged: { id: string; version: number }[] = [];
    for (let round = 0; round < 4; round++) {
      child = await startProcess(suite.env);
      const killed = once(child, "exit");
      const dying = child;
      const state = { writing: true };
      const writer = async (): Promise<void> => {
        while (state.writing) {
          const answer = await client
            .request(organization, "createProperty", { body: house() }, { timeoutMs: 5_000 })
            .catch(() => undefined);
          if (answer?.status === 201) acknowledged.push({ id: answer.body.id, version: 1 });
        }
      };
      const writers = Array.from({ length: 4 }, writer);
      const target = acknowledged.length + 3 + round * 4;
      await eventually(() => expect(acknowledged.length).to.be.greaterThan(target), { ...patient, intervalMs: 1 });
      // In the middle of writes: some are answered and not yet told to anybody.
      dying.kill("SIGKILL");
      await killed;
      state.writing = false;
      await Promise.all(writers);
    }
    const listener = await listenForDoorbells();
    child = await startProcess(suite.env);
    try {
      const ids = acknowledged.map(({ id }) => id);
      await eventually(() => expect([...listener.rung]).to.include.members(ids), patient);
      await eventually(async () => {
        const feed = await feedOf();
        expect(feed.map(({ subject }) => subject.id)).to.include.members(ids);
        expect(feed.map(({ sequence }) => sequence)).to.deep.equal(feed.map((_, at) => at + 1));
        expect(new Set(feed.map(({ id }) => id)).size).to.equal(feed.length);
      }, patient);
      const { body } = await client.request(service, "documents", { body: { ids: ids.slice(0, 500) } });
      expect(body.documents).to.have.length(Math.min(ids.length, 500));
    } finally {
      await listener.stop();
    }
  });

  it("kill -9 between write and doorbell, the bus being away: both are made up for later", async () => {
    child = await startProcess(suite.env);
    const before = await client.request(organization, "createProperty", { body: house() });
    const items = Array.from({ length: 200 }, () => house());
    const nats = suite.backingServices.service("nats");
    // The batch is stored while the bus goes away under it, so that its doorbells cannot be rung.
    const batch = client
      .request(organization, "batchProperties", { body: { mode: "create", items } }, { timeoutMs: 1_000 })
      .catch(() => undefined);
    await client.connection.flush();
    await nats.kill();
    await batch;
    await kill(child);
    await nats.restart();
    const listener = await listenForDoorbells();
    child = await startProcess(suite.env);
    try {
      await eventually(async () => {
        // What the dead process had sent may still be on its way into the store.
        const { status, body } = await client.request(organization, "propertyCounts", {}, { timeoutMs: 2_000 });
        expect(status).to.equal(200);
        expect(body.total).to.be.greaterThan(0);
        expect(listener.rung.size).to.equal(body.total);
        expect(await feedOf()).to.have.length(body.total);
      }, patient);
      expect([...listener.rung]).to.include(before.body.id);
    } finally {
      await listener.stop();
    }
  });

  it("writes are accepted while the bus cannot store doorbells, and told once it can", async () => {
    child = await startProcess(suite.env);
    const listener = await listenForDoorbells();
    try {
      // A stream in its place that stores nothing of the kind: rings are refused, requests are not.
      // Whoever needs the right one makes it again, so it may take more than one try to be faster.
      await eventually(async () => {
        await client.jetStream(`STREAM.DELETE.${propertyChanged.stream}`);
        const subjects = ["nothing.at.all"];
        await client.jetStream(`STREAM.CREATE.${propertyChanged.stream}`, { name: propertyChanged.stream, subjects });
      });
      const { status, body } = await client.request(organization, "createProperty", { body: house() });
      expect(status).to.equal(201);
      await eventually(async () => expect(await feedOf()).to.have.length(1));
      expect([...listener.rung]).to.not.include(body.id);
      await client.jetStream(`STREAM.DELETE.${propertyChanged.stream}`);
      await eventually(() => expect([...listener.rung]).to.include(body.id), patient);
    } finally {
      await listener.stop();
    }
  });

  it("a deletion of an agent that was cut short goes on: no listing keeps the agent", async () => {
    child = await startProcess(suite.env);
    const { body } = await client.request(organization, "createAgent", { body: { name: "Ann" } });
    const items = Array.from({ length: 300 }, () => house({ agentId: body.id }));
    await client.request(organization, "batchProperties", { body: { mode: "create", items } });
    const deletion = client
      .request(organization, "deleteAgent", { params: { id: body.id } }, { timeoutMs: 2_000 })
      .catch(() => undefined);
    await eventually(
      async () => {
        const { status } = await client.request(organization, "getAgent", { params: { id: body.id } });
        expect(status).to.equal(404);
      },
      { intervalMs: 1 },
    );
    await kill(child);
    await deletion;
    child = await startProcess(suite.env);
    await eventually(async () => {
      const left = await client.request(organization, "listProperties", { query: { agentId: body.id } });
      expect(left.body.data).to.deep.equal([]);
      const { body: counts } = await client.request(organization, "propertyCounts");
      expect(counts.total).to.equal(300);
    }, patient);
  });

  it("a store that goes away is told as unavailable, and found again when it is back", async () => {
    const link = await startTcpProxy(suite.backingServices.url("mongo"));
    try {
      child = await startProcess({ ...suite.env, MONGO_URL: link.url });
      const { body } = await client.request(organization, "createProperty", { body: house() });
      const params = { id: body.id };
      await link.cut();
      const away = [
        await client.request(organization, "getProperty", { params }, { timeoutMs: 5_000 }),
        await client.request(organization, "updateProperty", { params, body: { price: 1 } }, { timeoutMs: 5_000 }),
        await client.request(
          organization,
          "batchProperties",
          { body: { mode: "create", items: [house()] } },
          { timeoutMs: 5_000 },
        ),
      ];
      for (const { status, problem } of away) {
        expect(status).to.equal(503);
        expect(problem).to.include({ code: "unavailable", retryAfter: 1 });
        expect(JSON.stringify(problem)).to.not.match(/mongo|ECONN|127\.0\.0\.1/i);
      }
      await link.heal();
      await eventually(async () => {
        const back = await client.request(organization, "getProperty", { params });
        expect(back.body).to.deep.equal(body);
      }, patient);
    } finally {
      await link.close();
    }
  });
});
