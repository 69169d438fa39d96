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
    subject: "works.v1.slow",
    summary: "Take as long as it takes",
    tag: "Test",
    auth: "internal",
    quota: "none",
    body: z.object({ wait: z.boolean() }),
    output: z.object({ done: z.boolean() }),
  }),
};
const log = createLogger({ service: "test", level: "silent" });
const caller: Caller = { kind: "service" };
/** A deadline that no test lives to see. */
const meta: CallMeta = { requestId: "r", caller, timeoutMs: 600_000 };
const waiting = Buffer.from('{"body":{"wait":true}}');
const noBody = new Uint8Array();

describe("signs of work", () => {
  let backingServices: TestBackingServices;
  let here: NatsConnection;
  let there: NatsConnection;
  let client: RpcClient;
  const releases: (() => void)[] = [];
  const release = (): void => releases.splice(0).forEach((each) => each());
  /** All that came back, by the inbox it came to. */
  const signsTo = new Map<string, number>();

  before(async () => {
    backingServices = await testBackingServices("nats");
    here = await connectNats({ url: backingServices.url("nats"), name: "client", log });
    there = await connectNats({ url: backingServices.url("nats"), name: "server", log });
    const handlers = {
      slow: async (call: { body: { wait: boolean } }) => {
        if (call.body.wait) await new Promise<void>((resolve) => releases.push(resolve));
        return { body: { done: true } };
      },
    };
    serve(there, contract, handlers, { queue: "works", log, metrics: createMetrics("test") });
    here.subscribe("_INBOX_signs.>", {
      callback: (_, { subject, headers }) => {
        if (isHeartbeat(headers)) signsTo.set(subject, (signsTo.get(subject) ?? 0) + 1);
      },
    });
    await there.flush();
    await here.flush();
  });
  beforeEach(() => {
    client = new RpcClient(here, "_INBOX_signs");
    signsTo.clear();
  });
  afterEach(() => {
    release();
    client.close();
  });
  after(async () => {
    await here.close();
    await there.close();
    await backingServices.stop();
  });

  const outcome = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "answered",
      (error: AppError) => ({ code: error.code, message: error.message, retryAfter: error.retryAfter }),
    );
  const silent = { code: "timeout", message: "The service gives no sign of life.", retryAfter: 1 };
  const tooLate = { code: "timeout", message: "The service did not answer in time.", retryAfter: 1 };
  const quick = async (): Promise<void> => {
    await client.call(contract.slow, { body: { wait: false } }, { requestId: "r" });
  };

  /** A service that answers the requests for which `answers` says how, and takes the others without a word. */
  async function peer(
    subject: string,
    answers: (asked: CallMeta) => { signs: boolean } | undefined,
  ): Promise<() => void> {
    const subscription = there.subscribe(subject, {
      callback: (_, message) => {
        const how = answers(readCallMeta(message.headers));
        if (how !== undefined) answer(message, how.signs);
      },
    });
    await there.flush();
    return () => subscription.unsubscribe();
  }
  function answer(message: Msg, signs: boolean): void {
    const reply = { status: 200, headers: {}, body: noBody, ...(signs ? { heartbeats: true as const } : {}) };
    for (const part of replyParts(reply, 1024 * 1024)) message.respond(part.data, { headers: part.headers });
  }

  it("keep a request waiting for far longer than silence would", async () => {
    await quick();
    const work = outcome(client.request("works.v1.slow", waiting, meta));
    // Half a second lies between two of them.
    await eventually(() => expect(Math.max(0, ...signsTo.values())).to.be.at.least(6));
    release();
    expect(await work).to.equal("answered");
  });

  it("that stop coming end a request long before its deadline, as a timeout with Retry-After", async () => {
    let requests = 0;
    const leave = await peer("deaf.v1.thing", () => (requests++ === 0 ? { signs: true } : undefined));
    await client.request("deaf.v1.thing", noBody, meta);
    expect(await outcome(client.request("deaf.v1.thing", noBody, meta))).to.deep.equal(silent);
    expect(client.inFlight).to.equal(0);
    leave();
  });

  it("are not missed from a release that never promised them: its deadline holds", async () => {
    let requests = 0;
    const leave = await peer("old.v1.thing", () => (requests++ === 0 ? { signs: false } : undefined));
    await client.request("old.v1.thing", noBody, meta);
    const work = client.request("old.v1.thing", noBody, { ...meta, timeoutMs: 3_000 });
    expect(await outcome(work)).to.deep.equal(tooLate);
    leave();
  });

  it("are not missed where a release with and one without them serve together", async () => {
    const answers = [{ signs: true }, { signs: false }, { signs: true }];
    const leave = await peer("mixed.v1.thing", () => answers.shift());
    for (let at = 0; at < 3; at++) await client.request("mixed.v1.thing", noBody, meta);
    const work = client.request("mixed.v1.thing", noBody, { ...meta, timeoutMs: 3_000 });
    expect(await outcome(work)).to.deep.equal(tooLate);
    leave();
  });

  it("go to nobody who did not ask, nor does the promise of them", async () => {
    const received: Msg[] = [];
    const inbox = here.subscribe("_INBOX_old.1", { callback: (_, message) => void received.push(message) });
    here.publish("works.v1.slow", waiting, { reply: "_INBOX_old.1", headers: callHeaders(meta) });
    const asking = client.request("works.v1.slow", waiting, meta);
    await eventually(() => expect(Math.max(0, ...signsTo.values())).to.be.at.least(3));
    expect(received).to.have.length(0);
    release();
    expect((await asking).heartbeats).to.equal(true);
    await eventually(() => expect(received).to.have.length(1));
    expect(JSON.parse(received[0]?.headers?.get("Plat-Reply") ?? "")).to.deep.equal({ status: 200, headers: {} });
    inbox.unsubscribe();
  });

  it("end with the caller's deadline, though the work goes on", async () => {
    const short = { ...meta, timeoutMs: 800, heartbeats: true as const };
    here.publish("works.v1.slow", waiting, { reply: "_INBOX_signs.short", headers: callHeaders(short) });
    const asking = client.request("works.v1.slow", waiting, meta);
    await eventually(() => expect(Math.max(0, ...signsTo.values())).to.be.at.least(5));
    expect(signsTo.get("_INBOX_signs.short") ?? 0).to.be.at.most(2);
    release();
    await asking;
  });

  it("are not missed while the bus itself is asked for a sign of life: it counts as away, should it give none", async () => {
    let requests = 0;
    const leave = await peer("cut.v1.thing", () => (requests++ === 0 ? { signs: true } : undefined));
    await client.request("cut.v1.thing", noBody, meta);
    const flush = here.flush.bind(here);
    const answers: (() => void)[] = [];
    here.flush = () => {
      // Asked late, so that the time for a sign of the service is over first; not so late that it would be seen.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      return new Promise<void>((resolve) => answers.push(resolve));
    };
    expect(await outcome(client.request("cut.v1.thing", noBody, meta))).to.include({ code: "unavailable" });
    here.flush = flush;
    for (const each of answers) each();
    leave();
  });

  it("are not missed by a process that was held up and could not hear them", async () => {
    let requests = 0;
    let held: Msg | undefined;
    const leave = await peer("held.v1.thing", () => (requests++ === 0 ? { signs: true } : undefined));
    await client.request("held.v1.thing", noBody, meta);
    const taking = there.subscribe("held.v1.thing", { callback: (_, message) => void (held = message) });
    await there.flush();
    const work = outcome(client.request("held.v1.thing", noBody, meta));
    await eventually(() => expect(held).to.not.equal(undefined));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    // Turns enough for what would refuse it.
    for (let turn = 0; turn < 5; turn++) await here.flush();
    if (held !== undefined) answer(held, true);
    expect(await work).to.equal("answered");
    taking.unsubscribe();
    leave();
  });
});
