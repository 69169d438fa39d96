import { endpoint } from "@plat/contracts";
import { type BackingServices, eventually, startBackingServices } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import {
  checkNats,
  connectNats,
  createLogger,
  createMetrics,
  type NatsConnection,
  RpcClient,
  serve,
} from "../src/index.ts";

const log = createLogger({ service: "test", level: "silent" });

describe("a connection to the bus", () => {
  let folder: string;
  let users: string;
  let backingServices: BackingServices;
  const allow = (password: string): Promise<void> =>
    writeFile(users, `authorization { users: [{ user: "plat", password: ${JSON.stringify(password)} }] }\n`);
  const readAgain = (): void => {
    const { pid } = backingServices.nats;
    if (pid === undefined) throw new Error("the bus is not ours");
    process.kill(pid, "SIGHUP");
  };
  const connect = (name: string): Promise<NatsConnection> =>
    connectNats({ url: backingServices.nats.url, name, user: "plat", password: "right", log });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-test-"));
    users = join(folder, "users.conf");
    await allow("right");
    const { NATS_URL: _given, ...env } = process.env;
    backingServices = await startBackingServices({
      dataDir: join(folder, "data"),
      services: ["nats"],
      nats: { configFile: users },
      env,
    });
  });
  after(async () => {
    await backingServices.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("that the server refuses for a while comes back once its password is good again", async () => {
    const connection = await connect("patient");
    let refusals = 0;
    void (async () => {
      for await (const status of connection.status()) if (status.type === "error") refusals++;
    })();
    await allow("another");
    readAgain();
    await eventually(() => expect(refusals).to.be.at.least(3));
    await allow("right");
    readAgain();
    await eventually(() => checkNats(connection));
    await connection.close();
  });

  it("that is gone keeps no server from draining: what was begun is finished first", async () => {
    const thing = endpoint({
      subject: "slow.v1.thing",
      summary: "Take its time",
      tag: "Test",
      auth: "internal",
      quota: "none",
      output: z.object({ done: z.boolean() }),
    });
    const [here, there] = [await connect("client"), await connect("server")];
    const events: string[] = [];
    let finish: (() => void) | undefined;
    const handlers = {
      thing: async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        events.push("finished");
        return { body: { done: true } };
      },
    };
    const server = serve(there, { thing }, handlers, { queue: "things", log, metrics: createMetrics("test") });
    await there.flush();
    const client = new RpcClient(here, "_INBOX_client");
    const call = client.call(thing, {}, { requestId: "r" }).catch(() => undefined);
    await eventually(() => expect(finish).to.be.a("function"));
    await backingServices.nats.kill();
    const drained = server.drain().then(() => events.push("drained"));
    finish?.();
    await drained;
    expect(events).to.deep.equal(["finished", "drained"]);
    await call;
    client.close();
    await Promise.all([here.close(), there.close()]);
  });
});
