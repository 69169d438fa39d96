import { redisKeys } from "@plat/contracts";
import { sendRequest, eventually, type Plat, pluck, row, rows, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RedisCluster, type RedisNode, startRedisCluster } from "../src/redis-cluster.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

const keysMade = 12;
const limit = 20;

describe("Redis Cluster with three servers", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let cluster: RedisCluster;
  let plat: Plat;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-redis-cluster-"));
    cluster = await startRedisCluster(folder);
    plat = await startPlat({
      backingServices: ["mongo", "elasticsearch", "nats"],
      env: {
        all: { REDIS_URL: cluster.url, REDIS_PREFIX: "" },
        gateway: { RATE_LIMITS: `${limit}/1h` },
      },
    });
  });
  after(async () => {
    await plat?.stop();
    await cluster?.stop();
    await rm(folder, { recursive: true });
  });

  /** API keys of a new account, and the node that owns the record of each. */
  async function makeKeys(name: string) {
    const body = { organizationName: name, email: `${name}@example.com`, password: "correct horse battery" };
    const token = String(row(await sendRequest(plat.url, "/auth/sign-up", { body }))["token"]);
    const { key: recordOf } = redisKeys("");
    const keys: { id: string; key: string; node: RedisNode }[] = [];
    for (let at = 0; at < keysMade; at++) {
      const made = row(await sendRequest(plat.url, "/api-keys", { token, body: { name: `key ${at}` } }));
      const key = String(made["key"]);
      const record = recordOf(createHash("sha256").update(key).digest("hex"));
      for (const node of cluster.nodes) if (await node.holds(record)) keys.push({ id: String(made["id"]), key, node });
    }
    return { token, keys };
  }
  const statusOf = async (key: string): Promise<number> =>
    (await sendRequest(plat.url, "/auth/whoami", { key })).status;
  const list = (key: string) => sendRequest(plat.url, "/properties?limit=1", { key });

  it("passes the smoke test", async () => {
    await runSmokeTest(plat.url, "cluster");
  });

  it("enforces quotas exactly and counts every use on every server", async () => {
    // The gateway connects to a server on first use, which may time out on a busy machine: warm up with other keys.
    const { keys: first } = await makeKeys("first");
    await Promise.all(first.map(({ key }) => eventually(async () => expect(await statusOf(key)).to.equal(200))));
    const { token, keys } = await makeKeys("quota");
    expect(new Set(keys.map(({ node }) => node)).size, "servers that hold keys").to.be.greaterThan(1);
    await Promise.all(
      keys.map(async ({ key }) => {
        const answers = await Promise.all(Array.from({ length: limit + 10 }, () => list(key)));
        const statuses = answers.map(({ status }) => status);
        const others = answers.filter(({ status }) => status !== 200 && status !== 429).map(({ body }) => body);
        expect(others).to.deep.equal([]);
        expect(statuses.filter((status) => status === 200)).to.have.length(limit);
      }),
    );
    await eventually(async () => {
      const counts = pluck(rows(await sendRequest(plat.url, "/api-keys", { token })), "usageCount");
      expect(counts).to.deep.equal(keys.map(() => limit + 10));
    });
  });

  it("responds with 503 for keys of a lost server, serves the others, and recovers when it is back", async () => {
    const { token, keys } = await makeKeys("loss");
    for (const { key } of keys) expect(await statusOf(key)).to.equal(200);
    const [first] = keys;
    if (first === undefined) throw new Error("no key was created");
    const lost = keys.filter(({ node }) => node === first.node);
    const kept = keys.filter(({ node }) => node !== first.node);
    await first.node.kill();
    await eventually(async () => {
      for (const { key } of kept) expect(await statusOf(key)).to.equal(200);
    });
    for (const { key } of lost) {
      const unavailable = await list(key);
      expect(unavailable.status, JSON.stringify(unavailable.body)).to.equal(503);
      expect(unavailable.headers.get("retry-after")).to.equal("1");
    }
    await first.node.start();
    await eventually(async () => {
      for (const { key } of keys) expect(await statusOf(key)).to.equal(200);
    });
    expect((await sendRequest(plat.url, `/api-keys/${first.id}`, { method: "DELETE", token })).status).to.equal(200);
    expect(row(await list(first.key))).to.include({ code: "revoked_api_key" });
  });
});
