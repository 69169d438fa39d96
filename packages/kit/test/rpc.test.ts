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
    summary: "Give back",
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

describe("requests over the bus", () => {
  let backingServices: TestBackingServices;
  let here: NatsConnection;
  let there: NatsConnection;
  let client: RpcClient;
  let server: Server;
  let release: (() => void) | undefined;
  let giveUp: (() => void) | undefined;
  const seen: unknown[] = [];

  const handlers: Handlers<typeof contract> = {
    echo: async (call) => {
      seen.push({ caller: call.caller, ifMatch: call.ifMatch, body: call.body });
      if (call.body.text === "wait") await new Promise<void>((resolve) => (release = resolve));
      return { body: call.body, version: 3 };
    },
    fail: async ({ body: { how } }) => {
      if (how === "known") throw new AppError("conflict", "Taken.", { extensions: { id: 1 }, retryAfter: 2 });
      if (how === "contract") return { body: { text: 7 as unknown as string } };
      if (how === "never") await new Promise<void>((resolve) => (giveUp = resolve));
      throw new Error("inner text that nobody may see");
    },
  };
  /** With a deadline that only a hang lives to see. */
  const meta = { requestId: "r", caller, timeoutMs: 60_000 };
  /** For what is tried again. */
  const soon = { ...meta, timeoutMs: 2_000 };
  const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "answered",
      (error: AppError) => error.code,
    );

  before(async () => {
    backingServices = await testBackingServices("nats");
    here = await connectNats({ url: backingServices.url("nats"), name: "client", log });
    there = await connectNats({ url: backingServices.url("nats"), name: "server", log });
    client = new RpcClient(here, "_INBOX_client");
    server = serve(there, contract, handlers, { queue: "things", log, metrics: createMetrics("test") });
    await there.flush();
  });

  after(async () => {
    client.close();
    await here.close();
    await there.close();
    await backingServices.stop();
  });

  it("reach the handler with the caller and the parsed body, unknown members dropped", async () => {
    const body = Buffer.from(JSON.stringify({ body: { text: "hello", extra: 1 } }));
    const reply = await client.request("things.v1.echo", body, { ...meta, ifMatch: '"3-x"' });
    expect(reply.status).to.equal(201);
    expect(JSON.parse(Buffer.from(reply.body).toString())).to.deep.equal({ text: "hello" });
    expect(reply.headers["etag"]).to.match(/^"3-/);
    expect(seen.at(-1)).to.deep.equal({ caller, ifMatch: '"3-x"', body: { text: "hello" } });
  });

  it("carry answers larger than one message of the bus, whole and in order", async () => {
    const text = Array.from({ length: 400_000 }, (_, index) => index.toString(36)).join("");
    expect(text.length).to.be.greaterThan(1024 * 1024);
    const answer = await client.call(contract.echo, { body: { text } }, meta);
    expect(answer.text === text).to.equal(true);
  });

  it("keep answers apart when many are under way", async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => client.call(contract.echo, { body: { text } }, meta)));
    expect(answers.map((answer) => answer.text)).to.deep.equal(texts);
    expect(client.inFlight).to.equal(0);
  });

  it("that nobody serves are refused at once as unavailable", async () => {
    expect(await codeOf(client.request("nobody.v1.there", new Uint8Array(), meta))).to.equal("unavailable");
  });

  it("without an answer in time end as timeout", async () => {
    const work = client.call(contract.fail, { body: { how: "never" } }, { requestId: "r", timeoutMs: 100 });
    expect(await codeOf(work)).to.equal("timeout");
    // It may come to the server only now; what is never given up would keep it from draining.
    await eventually(() => expect(giveUp).to.be.a("function"));
    giveUp?.();
  });

  it("with a body against the contract are refused and never reach the handler", async () => {
    const before = seen.length;
    const body = Buffer.from(JSON.stringify({ body: { text: 5 } }));
    const reply = await client.request("things.v1.echo", body, meta);
    expect(reply.status).to.equal(400);
    expect(seen).to.have.length(before);
  });

  it("that are no JSON or lack the caller are answered as failures, not left without answer", async () => {
    const reply = await client.request("things.v1.echo", Buffer.from("{"), meta);
    expect(reply.status).to.equal(500);
    const bare = await here.request("things.v1.echo", "{}", { timeout: 60_000 });
    expect(bare.string()).to.include("internal");
  });

  it("bring an error of the service to the caller with code, message and extensions", async () => {
    const error: unknown = await client
      .call(contract.fail, { body: { how: "known" } }, meta)
      .catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(AppError).and.include({ code: "conflict", message: "Taken.", retryAfter: 2 });
    expect(error).to.have.property("extensions").that.deep.equals({ id: 1 });
  });

  it("never show an unforeseen error's text", async () => {
    const reply = await client.request("things.v1.fail", Buffer.from('{"body":{"how":"unknown"}}'), meta);
    expect(reply.status).to.equal(500);
    expect(Buffer.from(reply.body).toString()).to.not.include("inner text");
  });

  it("never give out an answer that breaks the contract", async () => {
    const reply = await client.request("things.v1.fail", Buffer.from('{"body":{"how":"contract"}}'), meta);
    expect(reply.status).to.equal(500);
  });

  it("that come in parts out of step are refused instead of pieced together wrongly", async () => {
    const subscription = there.subscribe("broken.v1.parts", {
      callback: (_, message) => {
        const headers = callHeaders(meta);
        headers.set("Plat-Part", "1");
        headers.set("Plat-Reply", JSON.stringify({ status: 200, headers: {} }));
        message.respond("second half", { headers });
      },
    });
    await there.flush();
    expect(await codeOf(client.request("broken.v1.parts", new Uint8Array(), meta))).to.equal("unavailable");
    subscription.unsubscribe();
  });

  it("whose answer cannot be read are refused, and others on the connection are none the worse for it", async () => {
    const broken = there.subscribe("broken.v1.answer", {
      callback: (_, message) => {
        const headers = callHeaders(meta);
        headers.set("Plat-Reply", "{");
        message.respond("{}", { headers });
      },
    });
    await there.flush();
    expect(await codeOf(client.request("broken.v1.answer", new Uint8Array(), meta))).to.equal("unavailable");
    expect((await client.call(contract.echo, { body: { text: "next" } }, meta)).text).to.equal("next");
    broken.unsubscribe();
  });

  it("are refused well before their deadline when the bus gives no sign of life, and pass again when it does", async () => {
    const { pid } = backingServices.service("nats");
    if (pid === undefined) throw new Error("the bus is not ours");
    await freeze(pid);
    try {
      expect(await codeOf(client.call(contract.echo, { body: { text: "held" } }, meta))).to.equal("unavailable");
      // While it hangs nobody waits.
      const turned = client.request("things.v1.echo", new Uint8Array(), meta);
      expect(await Promise.race([codeOf(turned), new Promise((resolve) => setImmediate(resolve, "waits"))])).to.equal(
        "unavailable",
      );
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const answer = await eventually(() => client.call(contract.echo, { body: { text: "again" } }, soon));
    expect(answer.text).to.equal("again");
  });

  it("wait for a service that is slow while the bus is well", async () => {
    const flush = here.flush.bind(here);
    let looks = 0;
    here.flush = () => {
      looks++;
      return flush();
    };
    // Of a release that gives no signs of work, which would be signs of the bus too.
    let asked: Msg | undefined;
    const subscription = there.subscribe("slow.v1.thing", { callback: (_, message) => void (asked = message) });
    await there.flush();
    const slow = client.request("slow.v1.thing", new Uint8Array(), meta);
    await eventually(() => expect(looks, "signs of life asked for").to.be.at.least(2));
    here.flush = flush;
    for (const part of replyParts({ status: 200, headers: {}, body: Buffer.from("{}") }, 1024 * 1024))
      asked?.respond(part.data, { headers: part.headers });
    expect((await slow).status).to.equal(200);
    subscription.unsubscribe();
  });

  it("survive a restart of the bus", async () => {
    await backingServices.service("nats").restart();
    const answer = await eventually(() => client.call(contract.echo, { body: { text: "again" } }, soon), {
      timeoutMs: 20_000,
    });
    expect(answer.text).to.equal("again");
  });

  it("under way are answered before a server has drained, later ones go elsewhere", async () => {
    const slow = client.call(contract.echo, { body: { text: "wait" } }, meta);
    await eventually(() => expect(release).to.be.a("function"));
    const drained = server.drain();
    await eventually(async () =>
      expect(await codeOf(client.request("things.v1.echo", new Uint8Array(), soon))).to.equal("unavailable"),
    );
    release?.();
    expect((await slow).text).to.equal("wait");
    await drained;
  });
});
