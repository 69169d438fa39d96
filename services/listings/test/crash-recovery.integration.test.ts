import { propertyChanged } from "@plat/contracts";
import { consumeBatches, newId } from "@plat/kit";
import { eventually, startTcpProxy, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { type TestClient, connectClient, house, log, service, startSuite, type Suite } from "./support.ts";

/** Includes restarts of the service and of a backing service, and a sweep. */
const recoveryTimeout = { timeoutMs: 60_000 };
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Starts the service as a child process and waits until it is ready. */
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

describe("crash recovery", function () {
  this.timeout(slowSuiteTimeoutMs);

  let suite: Suite;
  let client: TestClient;
  let organization: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    suite = await startSuite();
    // These tests run the service as a child process.
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

  const collectNotifications = async () => {
    const notified = new Set<string>();
    const consumer = await connectClient(suite.env["NATS_URL"] ?? "");
    const consumption = await consumeBatches(
      consumer.connection,
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
          notified.add(message.subject.slice(propertyChanged.subject("").length));
          message.ack();
        }
        await Promise.resolve();
      },
    );
    return {
      notified,
      stop: async () => {
        await consumption.stop();
        await consumer.close();
      },
    };
  };
  const readFeed = async () => {
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

  it("a process killed after its response: every acknowledged change is notified and in the feed", async () => {
    const acknowledged: { id: string; version: number }[] = [];
    for (let round = 0; round < 4; round++) {
      child = await startProcess(suite.env);
      const killed = once(child, "exit");
      const victim = child;
      const state = { writing: true };
      const writer = async (): Promise<void> => {
        while (state.writing) {
          const reply = await client
            .request(organization, "createProperty", { body: house() }, { timeoutMs: 5_000 })
            .catch(() => undefined);
          if (reply?.status === 201) acknowledged.push({ id: reply.body.id, version: 1 });
        }
      };
      const writers = Array.from({ length: 4 }, writer);
      const target = acknowledged.length + 3 + round * 4;
      await eventually(() => expect(acknowledged.length).to.be.greaterThan(target), {
        ...recoveryTimeout,
      });
      // During writes: some are acknowledged, but neither notified nor relayed.
      victim.kill("SIGKILL");
      await killed;
      state.writing = false;
      await Promise.all(writers);
    }
    const listener = await collectNotifications();
    child = await startProcess(suite.env);
    try {
      const ids = acknowledged.map(({ id }) => id);
      await eventually(() => expect([...listener.notified]).to.include.members(ids), recoveryTimeout);
      await eventually(async () => {
        const feed = await readFeed();
        expect(feed.map(({ subject }) => subject.id)).to.include.members(ids);
        expect(feed.map(({ sequence }) => sequence)).to.deep.equal(feed.map((_, at) => at + 1));
        expect(new Set(feed.map(({ id }) => id)).size).to.equal(feed.length);
      }, recoveryTimeout);
      const { body } = await client.request(service, "documents", { body: { ids: ids.slice(0, 500) } });
      expect(body.documents).to.have.length(Math.min(ids.length, 500));
    } finally {
      await listener.stop();
    }
  });

  it("a process killed after its writes while NATS is unavailable: notifications and events follow later", async () => {
    child = await startProcess(suite.env);
    const before = await client.request(organization, "createProperty", { body: house() });
    const items = Array.from({ length: 200 }, () => house());
    const nats = suite.backingServices.service("nats");
    // NATS stops while the batch is stored, so that its change notifications fail.
    const batch = client
      .request(organization, "batchProperties", { body: { mode: "create", items } }, { timeoutMs: 1_000 })
      .catch(() => undefined);
    await client.connection.flush();
    await nats.kill();
    await batch;
    await kill(child);
    await nats.restart();
    const listener = await collectNotifications();
    child = await startProcess(suite.env);
    try {
      await eventually(async () => {
        // Commands of the killed process may still be in flight.
        const { status, body } = await client.request(organization, "propertyCounts", {}, { timeoutMs: 2_000 });
        expect(status).to.equal(200);
        expect(body.total).to.be.greaterThan(0);
        expect(listener.notified.size).to.equal(body.total);
        expect(await readFeed()).to.have.length(body.total);
      }, recoveryTimeout);
      expect([...listener.notified]).to.include(before.body.id);
    } finally {
      await listener.stop();
    }
  });

  it("writes succeed while JetStream rejects change notifications, which follow once it accepts them", async () => {
    child = await startProcess(suite.env);
    const listener = await collectNotifications();
    try {
      // A stream of the same name with other subjects makes publications fail. The service recreates its stream when
      // it is missing, so this may take more than one attempt.
      await eventually(async () => {
        await client.jetStream(`STREAM.DELETE.${propertyChanged.stream}`);
        const subjects = ["nothing.at.all"];
        await client.jetStream(`STREAM.CREATE.${propertyChanged.stream}`, { name: propertyChanged.stream, subjects });
      });
      const { status, body } = await client.request(organization, "createProperty", { body: house() });
      expect(status).to.equal(201);
      await eventually(async () => expect(await readFeed()).to.have.length(1));
      expect([...listener.notified]).to.not.include(body.id);
      await client.jetStream(`STREAM.DELETE.${propertyChanged.stream}`);
      await eventually(() => expect([...listener.notified]).to.include(body.id), recoveryTimeout);
    } finally {
      await listener.stop();
    }
  });

  it("an interrupted deletion of an agent is completed: no listing has the agent", async () => {
    child = await startProcess(suite.env);
    const { body } = await client.request(organization, "createAgent", { body: { name: "Ann" } });
    const items = Array.from({ length: 300 }, () => house({ agentId: body.id }));
    await client.request(organization, "batchProperties", { body: { mode: "create", items } });
    const deletion = client
      .request(organization, "deleteAgent", { params: { id: body.id } }, { timeoutMs: 2_000 })
      .catch(() => undefined);
    await eventually(async () => {
      const { status } = await client.request(organization, "getAgent", { params: { id: body.id } });
      expect(status).to.equal(404);
    });
    await kill(child);
    await deletion;
    child = await startProcess(suite.env);
    await eventually(async () => {
      const remaining = await client.request(organization, "listProperties", { query: { agentId: body.id } });
      expect(remaining.body.data).to.deep.equal([]);
      const { body: counts } = await client.request(organization, "propertyCounts");
      expect(counts.total).to.equal(300);
    }, recoveryTimeout);
  });

  it("requests return 503 while MongoDB is unavailable, and succeed when it is back", async () => {
    const link = await startTcpProxy(suite.backingServices.url("mongo"));
    try {
      child = await startProcess({ ...suite.env, MONGO_URL: link.url });
      const { body } = await client.request(organization, "createProperty", { body: house() });
      const params = { id: body.id };
      await link.cut();
      const replies = [
        await client.request(organization, "getProperty", { params }, { timeoutMs: 5_000 }),
        await client.request(organization, "updateProperty", { params, body: { price: 1 } }, { timeoutMs: 5_000 }),
        await client.request(
          organization,
          "batchProperties",
          { body: { mode: "create", items: [house()] } },
          { timeoutMs: 5_000 },
        ),
      ];
      for (const { status, problem } of replies) {
        expect(status).to.equal(503);
        expect(problem).to.include({ code: "unavailable", retryAfter: 1 });
        expect(JSON.stringify(problem)).to.not.match(/mongo|ECONN|127\.0\.0\.1/i);
      }
      await link.heal();
      await eventually(async () => {
        const recovered = await client.request(organization, "getProperty", { params });
        expect(recovered.body).to.deep.equal(body);
      }, recoveryTimeout);
    } finally {
      await link.close();
    }
  });
});
