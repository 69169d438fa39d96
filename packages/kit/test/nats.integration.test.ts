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

describe("NATS connection", () => {
  let folder: string;
  let users: string;
  let backingServices: BackingServices;
  const setPassword = (password: string): Promise<void> =>
    writeFile(users, `authorization { users: [{ user: "plat", password: ${JSON.stringify(password)} }] }\n`);
  const reloadConfig = (): void => {
    const { pid } = backingServices.nats;
    if (pid === undefined) throw new Error("NATS was not started by this suite");
    process.kill(pid, "SIGHUP");
  };
  const connect = (name: string): Promise<NatsConnection> =>
    connectNats({ url: backingServices.nats.url, name, user: "plat", password: "right", log });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-test-"));
    users = join(folder, "users.conf");
    await setPassword("right");
    const { NATS_URL: _url, ...env } = process.env;
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

  it("reconnects after the server has rejected its password for a while", async () => {
    const connection = await connect("rotated");
    let rejections = 0;
    void (async () => {
      for await (const status of connection.status()) if (status.type === "error") rejections++;
    })();
    await setPassword("another");
    reloadConfig();
    await eventually(() => expect(rejections).to.be.at.least(3));
    await setPassword("right");
    reloadConfig();
    await eventually(() => checkNats(connection));
    await connection.close();
  });

  it("drain completes the requests in flight while NATS is unavailable", async () => {
    const thing = endpoint({
      subject: "slow.v1.thing",
      summary: "Respond slowly",
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
