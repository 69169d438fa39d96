import { type AppError, type Caller, endpoint } from "@plat/contracts";
import { eventually, type TestBackingServices, testBackingServices } from "@plat/testkit";
import type { Msg } from "@nats-io/transport-node";
import { expect } from "chai";
import { z } from "zod";
import {
  callHeaders,
  type CallMeta,
  connectNats,
  createLogger,
  createMetrics,
  type NatsConnection,
  readCallMeta,
  replyParts,
  RpcClient,
  serve,
} from "../src/index.ts";
import { isHeartbeat } from "../src/rpc-protocol.ts";

const contract = {
  slow: endpoint({
    subject: "jobs.v1.slow",
    summary: "Respond when the test allows it",
    tag: "Test",
    auth: "internal",
    quota: "none",
    body: z.object({ wait: z.boolean() }),
    output: z.object({ done: z.boolean() }),
  }),
};
const log = createLogger({ service: "test", level: "silent" });
const caller: Caller = { kind: "service" };
/** With a timeout that no test reaches. */
const meta: CallMeta = { requestId: "r", caller, timeoutMs: 600_000 };
const waiting = Buffer.from('{"body":{"wait":true}}');
const noBody = new Uint8Array();

describe("RPC heartbeats", () => {
  let backingServices: TestBackingServices;
  let clientConnection: NatsConnection;
  let serverConnection: NatsConnection;
  let client: RpcClient;
  const releases: (() => void)[] = [];
  const release = (): void => releases.splice(0).forEach((resolve) => resolve());
  /** Number of heartbeats by reply subject. */
  const heartbeatCounts = new Map<string, number>();

  before(async () => {
    backingServices = await testBackingServices("nats");
    clientConnection = await connectNats({ url: backingServices.url("nats"), name: "client", log });
    serverConnection = await connectNats({ url: backingServices.url("nats"), name: "server", log });
    const handlers = {
      slow: async (call: { body: { wait: boolean } }) => {
        if (call.body.wait) await new Promise<void>((resolve) => releases.push(resolve));
        return { body: { done: true } };
      },
    };
    serve(serverConnection, contract, handlers, { queue: "jobs", log, metrics: createMetrics("test") });
    clientConnection.subscribe("_INBOX_heartbeats.>", {
      callback: (_, { subject, headers }) => {
        if (isHeartbeat(headers)) heartbeatCounts.set(subject, (heartbeatCounts.get(subject) ?? 0) + 1);
      },
    });
    await serverConnection.flush();
    await clientConnection.flush();
  });
  beforeEach(() => {
    client = new RpcClient(clientConnection, "_INBOX_heartbeats");
    heartbeatCounts.clear();
  });
  afterEach(() => {
    release();
    client.close();
  });
  after(async () => {
    await clientConnection.close();
    await serverConnection.close();
    await backingServices.stop();
  });

  const outcome = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "completed",
      (error: AppError) => ({ code: error.code, message: error.message, retryAfter: error.retryAfter }),
    );
  const heartbeatTimeout = { code: "timeout", message: "The service stopped responding.", retryAfter: 1 };
  const deadlineExceeded = { code: "timeout", message: "The service did not respond in time.", retryAfter: 1 };
  const callQuickly = async (): Promise<void> => {
    await client.call(contract.slow, { body: { wait: false } }, { requestId: "r" });
  };

  /**
   * Starts a fake server. It replies to the requests for which `replyTo` returns options, and ignores the others.
   * @returns stops the server
   */
  async function startFakeServer(
    subject: string,
    replyTo: (request: CallMeta) => { heartbeats: boolean } | undefined,
  ): Promise<() => void> {
    const subscription = serverConnection.subscribe(subject, {
      callback: (_, message) => {
        const options = replyTo(readCallMeta(message.headers));
        if (options !== undefined) sendReply(message, options.heartbeats);
      },
    });
    await serverConnection.flush();
    return () => subscription.unsubscribe();
  }
  function sendReply(message: Msg, heartbeats: boolean): void {
    const reply = { status: 200, headers: {}, body: noBody, ...(heartbeats ? { heartbeats: true as const } : {}) };
    for (const part of replyParts(reply, 1024 * 1024)) message.respond(part.data, { headers: part.headers });
  }

  it("a request with heartbeats waits longer than the heartbeat timeout", async () => {
    await callQuickly();
    const work = outcome(client.request("jobs.v1.slow", waiting, meta));
    // Six heartbeats take three seconds.
    await eventually(() => expect(Math.max(0, ...heartbeatCounts.values())).to.be.at.least(6));
    release();
    expect(await work).to.equal("completed");
  });

  it("a request whose heartbeats stop fails with timeout and Retry-After before its deadline", async () => {
    let requests = 0;
    const stopServer = await startFakeServer("silent.v1.thing", () =>
      requests++ === 0 ? { heartbeats: true } : undefined,
    );
    await client.request("silent.v1.thing", noBody, meta);
    expect(await outcome(client.request("silent.v1.thing", noBody, meta))).to.deep.equal(heartbeatTimeout);
    expect(client.inFlight).to.equal(0);
    stopServer();
  });

  it("a request to a release without heartbeats fails at its deadline", async () => {
    let requests = 0;
    const stopServer = await startFakeServer("old.v1.thing", () =>
      requests++ === 0 ? { heartbeats: false } : undefined,
    );
    await client.request("old.v1.thing", noBody, meta);
    const work = client.request("old.v1.thing", noBody, { ...meta, timeoutMs: 3_000 });
    expect(await outcome(work)).to.deep.equal(deadlineExceeded);
    stopServer();
  });

  it("a request fails at its deadline while releases with and without heartbeats serve the subject", async () => {
    const replies = [{ heartbeats: true }, { heartbeats: false }, { heartbeats: true }];
    const stopServer = await startFakeServer("mixed.v1.thing", () => replies.shift());
    for (let count = 0; count < 3; count++) await client.request("mixed.v1.thing", noBody, meta);
    const work = client.request("mixed.v1.thing", noBody, { ...meta, timeoutMs: 3_000 });
    expect(await outcome(work)).to.deep.equal(deadlineExceeded);
    stopServer();
  });

  it("the server sends neither heartbeats nor their promise to a caller that does not ask for them", async () => {
    const received: Msg[] = [];
    const inbox = clientConnection.subscribe("_INBOX_old.1", { callback: (_, message) => void received.push(message) });
    clientConnection.publish("jobs.v1.slow", waiting, { reply: "_INBOX_old.1", headers: callHeaders(meta) });
    const work = client.request("jobs.v1.slow", waiting, meta);
    await eventually(() => expect(Math.max(0, ...heartbeatCounts.values())).to.be.at.least(3));
    expect(received).to.have.length(0);
    release();
    expect((await work).heartbeats).to.equal(true);
    await eventually(() => expect(received).to.have.length(1));
    expect(JSON.parse(received[0]?.headers?.get("Plat-Reply") ?? "")).to.deep.equal({ status: 200, headers: {} });
    inbox.unsubscribe();
  });

  it("the server stops sending heartbeats at the deadline of the caller", async () => {
    const short = { ...meta, timeoutMs: 800, heartbeats: true as const };
    clientConnection.publish("jobs.v1.slow", waiting, {
      reply: "_INBOX_heartbeats.short",
      headers: callHeaders(short),
    });
    const work = client.request("jobs.v1.slow", waiting, meta);
    await eventually(() => expect(Math.max(0, ...heartbeatCounts.values())).to.be.at.least(5));
    expect(heartbeatCounts.get("_INBOX_heartbeats.short") ?? 0).to.be.at.most(2);
    release();
    await work;
  });

  it("a request fails with unavailable if NATS does not respond to the probe of the connection", async () => {
    let requests = 0;
    const stopServer = await startFakeServer("cut.v1.thing", () =>
      requests++ === 0 ? { heartbeats: true } : undefined,
    );
    await client.request("cut.v1.thing", noBody, meta);
    const flush = clientConnection.flush.bind(clientConnection);
    const pongs: (() => void)[] = [];
    clientConnection.flush = () => {
      // Delays the probe until the heartbeat timeout has passed, but not so long that it counts as a stall.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      return new Promise<void>((resolve) => pongs.push(resolve));
    };
    expect(await outcome(client.request("cut.v1.thing", noBody, meta))).to.include({ code: "unavailable" });
    clientConnection.flush = flush;
    for (const pong of pongs) pong();
    stopServer();
  });

  it("a stall of the event loop does not count towards the heartbeat timeout", async () => {
    let requests = 0;
    let received: Msg | undefined;
    const stopServer = await startFakeServer("stalled.v1.thing", () =>
      requests++ === 0 ? { heartbeats: true } : undefined,
    );
    await client.request("stalled.v1.thing", noBody, meta);
    const subscription = serverConnection.subscribe("stalled.v1.thing", {
      callback: (_, message) => void (received = message),
    });
    await serverConnection.flush();
    const work = outcome(client.request("stalled.v1.thing", noBody, meta));
    await eventually(() => expect(received).to.not.equal(undefined));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    // Enough ticks to reject the request.
    for (let tick = 0; tick < 5; tick++) await clientConnection.flush();
    if (received !== undefined) sendReply(received, true);
    expect(await work).to.equal("completed");
    subscription.unsubscribe();
    stopServer();
  });
});
