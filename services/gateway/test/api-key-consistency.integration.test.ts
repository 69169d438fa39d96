import { sendRequest, eventually, type TcpProxy, startTcpProxy, type Plat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { hashOf } from "../src/auth/credentials.ts";
import { createLoadClient, runLoad, type LoadClient, type Sample } from "./support/load-client.ts";
import { type Account, type Key, startGatewayStack, type GatewayStack } from "./support/gateway-stack.ts";
import { codeOf } from "./support/problems.ts";

/** Three gateways as processes; one of them reaches NATS over a proxy that can be cut. */
describe("API keys under load and failures", function () {
  this.timeout(slowSuiteTimeoutMs);

  let stack: GatewayStack;
  let account: Account;
  let link: TcpProxy;
  let urls: string[];
  let clients: LoadClient[];
  let first: ReturnType<Plat["service"]>;
  let third: ReturnType<Plat["service"]>;
  before(async () => {
    stack = await startGatewayStack({ KEY_LIMIT: "1000" });
    first = stack.plat.service("gateway");
    link = await startTcpProxy(stack.plat.backingServices.url("nats"));
    const second = await stack.plat.start("gateway", { NATS_URL: link.url });
    third = await stack.plat.start("gateway");
    urls = [stack.url, second.url ?? "", third.url ?? ""];
    clients = urls.map(createLoadClient);
    account = await stack.signUp();
  });
  after(async () => {
    for (const client of clients) client.close();
    await link.close();
    await stack.stop();
  });
  const usageOf = async (id: string): Promise<number> => {
    const keys = await stack.listKeys(account);
    return keys.find((key) => key.id === id)?.usageCount ?? -1;
  };
  const responded = (samples: Sample[]): number =>
    samples.filter(({ status }) => status !== 0 && status !== 401).length;

  it("a revoked key is rejected by every gateway once the revocation has been responded to (200 revocations under load)", async () => {
    const keys: Key[] = [];
    while (keys.length < 200)
      keys.push(...(await Promise.all(Array.from({ length: 20 }, () => stack.createKey(account)))));
    const revokedAt = new Map<string, number>();
    const samples: (Sample & { key: string })[] = [];
    let at = 0;
    const load = runLoad(
      12,
      () => at >= keys.length,
      async (worker) => {
        // Keys that were just revoked and keys that will be revoked next.
        const key = keys[Math.max(0, at - 2 + (samples.length % 5))]?.key ?? "";
        const sample = await clients[worker % clients.length]?.send("/properties", key);
        if (sample !== undefined) samples.push({ ...sample, key });
        // The other suites of this run need the CPU as well.
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    );
    for (const key of keys) {
      await stack.revoke(account, key.id);
      revokedAt.set(key.key, performance.now());
      const after = await Promise.all(clients.map((client) => client.send("/properties", key.key)));
      expect(after.map(({ code }) => code)).to.deep.equal(clients.map(() => "revoked_api_key"));
      at++;
    }
    await load;
    const late = samples.filter(({ key, start }) => start > (revokedAt.get(key) ?? Number.POSITIVE_INFINITY));
    expect(late.length, "requests with revoked keys").to.be.above(100);
    expect(late.filter(({ status }) => status !== 401)).to.deep.equal([]);
    expect(samples.filter(({ status }) => status === 200).length, "requests with keys not yet revoked").to.be.above(
      100,
    );
  });

  it("a revoked key is rejected by a gateway that is disconnected from NATS", async () => {
    const keys = [await stack.createKey(account), await stack.createKey(account)];
    for (const { key } of keys) expect((await clients[1]?.send("/properties", key))?.status).to.equal(200);
    await link.cut();
    try {
      const [revoked, active] = keys;
      await stack.revoke(account, revoked?.id ?? "");
      expect((await clients[1]?.send("/properties", revoked?.key ?? ""))?.code).to.equal("revoked_api_key");
      // The other key is valid; only the service behind the gateway is unavailable.
      expect((await clients[1]?.send("/properties", active?.key ?? ""))?.code).to.equal("unavailable");
    } finally {
      await link.heal();
    }
    await eventually(async () =>
      expect((await clients[1]?.send("/properties", keys[1]?.key ?? ""))?.status).to.equal(200),
    );
  });

  it("usageCount is exact after 5,000 requests over three gateways", async () => {
    const key = await stack.createKey(account);
    let left = 5_000;
    const samples: Sample[] = [];
    await runLoad(
      48,
      () => left <= 0,
      async (worker) => {
        left--;
        const sample = await clients[worker % clients.length]?.send("/properties/stats/counts", key.key);
        if (sample !== undefined) samples.push(sample);
      },
    );
    expect(new Set(samples.map(({ status }) => status))).to.deep.equal(new Set([200]));
    await eventually(async () => expect(await usageOf(key.id)).to.equal(samples.length));
    await eventually(async () => {
      const { body } = await sendRequest(stack.url, `/api-keys/${key.id}/usage?days=2`, { token: account.token });
      const { total, data } = body as { total: number; data: { total: number; endpoints: unknown[] }[] };
      expect([total, data.reduce((sum, day) => sum + day.total, 0)]).to.deep.equal([samples.length, samples.length]);
      expect(data[0]?.endpoints[0]).to.include({ endpoint: "GET /properties/stats/counts", statusClass: "2xx" });
    });
  });

  it("usageCount is between responses and requests while Redis, the keys service and a gateway are killed", async () => {
    const key = await stack.createKey(account);
    const { plat } = stack;
    const redis = new Redis(plat.backingServices.url("redis"));
    // With `everysec`, a kill during a slow fsync loses writes that were already acknowledged; `always` does not.
    await redis.config("SET", "appendfsync", "always");
    redis.disconnect();
    const samples: Sample[] = [];
    let isDone = false;
    const load = runLoad(
      12,
      () => isDone,
      async (worker) => {
        const sample = await clients[worker % clients.length]?.send("/properties", key.key);
        if (sample === undefined) return;
        samples.push(sample);
        // A killed gateway refuses connections immediately; the pause leaves CPU time to the others.
        if (sample.status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
      },
    );
    const awaitResponses = async (count: number): Promise<void> => {
      const target = responded(samples) + count;
      await eventually(() => expect(responded(samples)).to.be.at.least(target), { timeoutMs: 60_000 });
    };
    await awaitResponses(500);
    await plat.backingServices.service("redis").kill();
    await plat.backingServices.service("redis").restart();
    await awaitResponses(500);
    await plat.service("keys").kill();
    await plat.start("keys");
    await awaitResponses(500);
    await third.kill();
    await awaitResponses(500);
    isDone = true;
    await load;
    const accepted = samples.filter(({ status }) => status === 200).length;
    const notAccepted = samples.filter(({ status }) => status !== 200).length;
    await eventually(async () => {
      const count = await usageOf(key.id);
      expect(count, "every accepted request is counted").to.be.at.least(accepted);
      expect(count, "nothing but sent requests is counted").to.be.at.most(accepted + notAccepted);
    });
  });

  it("usageCount and revocations are restored from MongoDB after Redis has lost all data", async () => {
    const key = await stack.createKey(account);
    for (let sent = 0; sent < 30; sent++) await clients[0]?.send("/properties", key.key);
    const revoked = await stack.createKey(account);
    await stack.revoke(account, revoked.id);
    const redis = new Redis(stack.plat.backingServices.url("redis"));
    // Wait until MongoDB has all totals.
    await eventually(async () => {
      const sets = await redis.keys("*:used");
      const left = await Promise.all(sets.map((set) => redis.scard(set)));
      expect(left.reduce((sum, count) => sum + count, 0)).to.equal(0);
    });
    await redis.flushall();
    redis.disconnect();
    expect((await clients[0]?.send("/properties", revoked.key))?.code).to.equal("revoked_api_key");
    expect((await clients[0]?.send("/properties", key.key))?.status).to.equal(200);
    expect(await usageOf(key.id)).to.equal(31);
  });

  it("a valid key gets 503 while Redis is unavailable, and is accepted again after Redis restarts", async () => {
    const key = await stack.createKey(account);
    await stack.plat.backingServices.service("redis").kill();
    const unavailable = await sendRequest(stack.url, "/properties", { key: key.key });
    expect([unavailable.status, codeOf(unavailable), unavailable.headers.get("retry-after")]).to.deep.equal([
      503,
      "unavailable",
      "1",
    ]);
    expect((await fetch(`${first.opsUrl}/livez`)).status).to.equal(200);
    // The gateway stays ready: it serves the documentation, and problem documents with Retry-After.
    expect((await fetch(`${stack.url}/openapi.json`)).status).to.equal(200);
    const ready = await fetch(`${first.opsUrl}/readyz`);
    expect([ready.status, ((await ready.json()) as { away: string[] }).away]).to.deep.equal([200, ["redis"]]);
    const revocation = await sendRequest(stack.url, `/api-keys/${key.id}`, { method: "DELETE", token: account.token });
    expect(revocation.status).to.equal(503);
    await stack.plat.backingServices.service("redis").restart();
    await eventually(async () =>
      expect((await sendRequest(stack.url, "/properties", { key: key.key })).status).to.equal(200),
    );
    await eventually(async () => {
      const readiness = (await (await fetch(`${first.opsUrl}/readyz`)).json()) as { away: string[] };
      expect(readiness.away).to.deep.equal([]);
    });
  });

  it("no key and no session token is in any log or file of the services and backing services", async () => {
    expect(stack.secrets.length).to.be.above(200);
    const query = await sendRequest(stack.url, `/properties?api_key=${stack.secrets.at(-1)}`);
    expect(query.status).to.equal(200);
    const logs = stack.plat.log.join("\n");
    expect(stack.secrets.filter((secret) => logs.includes(secret))).to.deep.equal([]);
    expect(logs.length).to.be.above(1000);
    // Data and logs of all backing services that this suite has started.
    const folder = dirname(dirname(stack.plat.backingServices.service("redis").logFile ?? ""));
    // The append-only file of Redis contains its commands in clear: the hash of a key must be found there.
    const grep = (needle: string): number | null => spawnSync("grep", ["-rqaF", needle, folder]).status;
    await eventually(() => expect(grep(hashOf(stack.secrets.at(-1) ?? "")), "the search finds the hash").to.equal(0));
    for (const secret of [...stack.secrets.slice(0, 3), ...stack.secrets.slice(-20)]) expect(grep(secret)).to.equal(1);
  });
});
