import { AppError, type Caller, endpoint } from "@plat/contracts";
import { eventually, freeze, type TestBackingServices, testBackingServices } from "@plat/testkit";
import type { Msg } from "@nats-io/transport-node";
import { expect } from "chai";
import { z } from "zod";
import {
  callHeaders,
  connectNats,
  createLogger,
  createMetrics,
  type Handlers,
  type NatsConnection,
  replyParts,
  RpcClient,
  serve,
  type Server,
} from "../src/index.ts";

const contract = {
  echo: endpoint({
    subject: "things.v1.echo",
    summary: "Return the text",
    tag: "Test",
    auth: "internal",
    quota: "none",
    http: { method: "POST", path: "/echo", status: 201 },
    body: z.object({ text: z.string() }),
    output: z.object({ text: z.string() }),
    etag: true,
  }),
  fail: endpoint({
    subject: "things.v1.fail",
    summary: "Fail",
    tag: "Test",
    auth: "internal",
    quota: "none",
    body: z.object({ how: z.enum(["known", "unknown", "contract", "never"]) }),
    output: z.object({ text: z.string() }),
  }),
};
const log = createLogger({ service: "test", level: "silent" });
const caller: Caller = { kind: "api_key", organizationId: "o", keyId: "k", scopes: ["read"] };

describe("RPC over NATS", () => {
  let backingServices: TestBackingServices;
  let clientConnection: NatsConnection;
  let serverConnection: NatsConnection;
  let client: RpcClient;
  let server: Server;
  let release: (() => void) | undefined;
  let failNow: (() => void) | undefined;
  const received: unknown[] = [];

  const handlers: Handlers<typeof contract> = {
    echo: async (call) => {
      received.push({ caller: call.caller, ifMatch: call.ifMatch, body: call.body });
      if (call.body.text === "wait") await new Promise<void>((resolve) => (release = resolve));
      return { body: call.body, version: 3 };
    },
    fail: async ({ body: { how } }) => {
      if (how === "known") throw new AppError("conflict", "Taken.", { extensions: { id: 1 }, retryAfter: 2 });
      if (how === "contract") return { body: { text: 7 as unknown as string } };
      if (how === "never") await new Promise<void>((resolve) => (failNow = resolve));
      throw new Error("internal text");
    },
  };
  /** With a timeout that only a hanging request reaches. */
  const meta = { requestId: "r", caller, timeoutMs: 60_000 };
  /** With a short timeout, for requests that are retried. */
  const retryMeta = { ...meta, timeoutMs: 2_000 };
  const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "completed",
      (error: AppError) => error.code,
    );

  before(async () => {
    backingServices = await testBackingServices("nats");
    clientConnection = await connectNats({ url: backingServices.url("nats"), name: "client", log });
    serverConnection = await connectNats({ url: backingServices.url("nats"), name: "server", log });
    client = new RpcClient(clientConnection, "_INBOX_client");
    server = serve(serverConnection, contract, handlers, { queue: "things", log, metrics: createMetrics("test") });
    await serverConnection.flush();
  });

  after(async () => {
    client.close();
    await clientConnection.close();
    await serverConnection.close();
    await backingServices.stop();
  });

  it("passes the caller and the parsed body to the handler, without unknown members", async () => {
    const body = Buffer.from(JSON.stringify({ body: { text: "hello", extra: 1 } }));
    const reply = await client.request("things.v1.echo", body, { ...meta, ifMatch: '"3-x"' });
    expect(reply.status).to.equal(201);
    expect(JSON.parse(Buffer.from(reply.body).toString())).to.deep.equal({ text: "hello" });
    expect(reply.headers["etag"]).to.match(/^"3-/);
    expect(received.at(-1)).to.deep.equal({ caller, ifMatch: '"3-x"', body: { text: "hello" } });
  });

  it("returns a reply that is larger than the maximum payload of NATS", async () => {
    const text = Array.from({ length: 400_000 }, (_, index) => index.toString(36)).join("");
    expect(text.length).to.be.greaterThan(1024 * 1024);
    const output = await client.call(contract.echo, { body: { text } }, meta);
    expect(output.text === text).to.equal(true);
  });

  it("returns each reply to its request for 500 concurrent requests", async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `text ${index}`);
    const outputs = await Promise.all(texts.map((text) => client.call(contract.echo, { body: { text } }, meta)));
    expect(outputs.map((output) => output.text)).to.deep.equal(texts);
    expect(client.inFlight).to.equal(0);
  });

  it("rejects a request immediately as unavailable if no server subscribes to its subject", async () => {
    expect(await codeOf(client.request("unserved.v1.thing", new Uint8Array(), meta))).to.equal("unavailable");
  });

  it("rejects a request with timeout after its timeout", async () => {
    const work = client.call(contract.fail, { body: { how: "never" } }, { requestId: "r", timeoutMs: 100 });
    expect(await codeOf(work)).to.equal("timeout");
    // The request may reach the server only now. It must complete, otherwise the server cannot drain.
    await eventually(() => expect(failNow).to.be.a("function"));
    failNow?.();
  });

  it("returns 400 for a body that violates the contract, without calling the handler", async () => {
    const before = received.length;
    const body = Buffer.from(JSON.stringify({ body: { text: 5 } }));
    const reply = await client.request("things.v1.echo", body, meta);
    expect(reply.status).to.equal(400);
    expect(received).to.have.length(before);
  });

  it("returns 500 for a request with malformed JSON or without metadata", async () => {
    const reply = await client.request("things.v1.echo", Buffer.from("{"), meta);
    expect(reply.status).to.equal(500);
    const bareReply = await clientConnection.request("things.v1.echo", "{}", { timeout: 60_000 });
    expect(bareReply.string()).to.include("internal");
  });

  it("passes an error of the handler to the caller with code, message and extensions", async () => {
    const error: unknown = await client
      .call(contract.fail, { body: { how: "known" } }, meta)
      .catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(AppError).and.include({ code: "conflict", message: "Taken.", retryAfter: 2 });
    expect(error).to.have.property("extensions").that.deep.equals({ id: 1 });
  });

  it("returns 500 without the text of an unexpected error", async () => {
    const reply = await client.request("things.v1.fail", Buffer.from('{"body":{"how":"unknown"}}'), meta);
    expect(reply.status).to.equal(500);
    expect(Buffer.from(reply.body).toString()).to.not.include("internal text");
  });

  it("returns 500 for an output that violates the contract", async () => {
    const reply = await client.request("things.v1.fail", Buffer.from('{"body":{"how":"contract"}}'), meta);
    expect(reply.status).to.equal(500);
  });

  it("rejects a request as unavailable if parts of its reply are missing", async () => {
    const subscription = serverConnection.subscribe("broken.v1.parts", {
      callback: (_, message) => {
        const headers = callHeaders(meta);
        headers.set("Plat-Part", "1");
        headers.set("Plat-Reply", JSON.stringify({ status: 200, headers: {} }));
        message.respond("second half", { headers });
      },
    });
    await serverConnection.flush();
    expect(await codeOf(client.request("broken.v1.parts", new Uint8Array(), meta))).to.equal("unavailable");
    subscription.unsubscribe();
  });

  it("rejects a request as unavailable if its reply is malformed, and still serves other requests", async () => {
    const subscription = serverConnection.subscribe("broken.v1.reply", {
      callback: (_, message) => {
        const headers = callHeaders(meta);
        headers.set("Plat-Reply", "{");
        message.respond("{}", { headers });
      },
    });
    await serverConnection.flush();
    expect(await codeOf(client.request("broken.v1.reply", new Uint8Array(), meta))).to.equal("unavailable");
    expect((await client.call(contract.echo, { body: { text: "next" } }, meta)).text).to.equal("next");
    subscription.unsubscribe();
  });

  it("rejects requests as unavailable while NATS is suspended, and works again when it resumes", async () => {
    const { pid } = backingServices.service("nats");
    if (pid === undefined) throw new Error("NATS was not started by this suite");
    await freeze(pid);
    try {
      expect(await codeOf(client.call(contract.echo, { body: { text: "suspended" } }, meta))).to.equal("unavailable");
      // Further requests fail immediately.
      const rejected = client.request("things.v1.echo", new Uint8Array(), meta);
      expect(
        await Promise.race([codeOf(rejected), new Promise((resolve) => setImmediate(resolve, "pending"))]),
      ).to.equal("unavailable");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const output = await eventually(() => client.call(contract.echo, { body: { text: "again" } }, retryMeta));
    expect(output.text).to.equal("again");
  });

  it("waits for a slow service while NATS responds to probes", async () => {
    const flush = clientConnection.flush.bind(clientConnection);
    let probes = 0;
    clientConnection.flush = () => {
      probes++;
      return flush();
    };
    // A server without heartbeats, because heartbeats would also prove that NATS works.
    let request: Msg | undefined;
    const subscription = serverConnection.subscribe("slow.v1.thing", {
      callback: (_, message) => void (request = message),
    });
    await serverConnection.flush();
    const slow = client.request("slow.v1.thing", new Uint8Array(), meta);
    await eventually(() => expect(probes, "probes of the connection").to.be.at.least(2));
    clientConnection.flush = flush;
    for (const part of replyParts({ status: 200, headers: {}, body: Buffer.from("{}") }, 1024 * 1024))
      request?.respond(part.data, { headers: part.headers });
    expect((await slow).status).to.equal(200);
    subscription.unsubscribe();
  });

  it("works again after NATS is restarted", async () => {
    await backingServices.service("nats").restart();
    const output = await eventually(() => client.call(contract.echo, { body: { text: "again" } }, retryMeta), {
      timeoutMs: 20_000,
    });
    expect(output.text).to.equal("again");
  });

  it("drain completes the requests in flight, and later requests are not accepted", async () => {
    const slow = client.call(contract.echo, { body: { text: "wait" } }, meta);
    await eventually(() => expect(release).to.be.a("function"));
    const drained = server.drain();
    await eventually(async () =>
      expect(await codeOf(client.request("things.v1.echo", new Uint8Array(), retryMeta))).to.equal("unavailable"),
    );
    release?.();
    expect((await slow).text).to.equal("wait");
    await drained;
  });
});
