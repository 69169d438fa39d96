import { redisKeys } from "@plat/contracts";
import { sendRequest, eventually, type Plat, pluck, row, rows, startPlat } from "@plat/testkit";
import { expect } from "chai";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RedisCluster, type RedisNode, startRedisCluster } from "../src/redis-cluster.ts";
import { followOneListing } from "../src/thread.ts";

const keysMade = 12;
const limit = 20;

describe("a Redis Cluster of three", () => {
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

  /** Keys of a new account, and which of the nodes has what is known of each. */
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

  it("carries everything that Plat does", async () => {
    await followOneListing(plat.url, "cluster");
  });

  it("keeps the quota of every key exact, and counts every use, whichever server has it", async () => {
    // The gateway connects to a server with the first request for it, which a busy machine may let fail: others' do that.
    const { keys: first } = await makeKeys("first");
    await Promise.all(
      first.map(({ key }) => eventually(async () => expect(await statusOf(key)).to.equal(200), { intervalMs: 100 })),
    );
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

  it("that loses a server refuses the keys it held with 503, serves the others, and goes on when it is back", async () => {
    const { token, keys } = await makeKeys("loss");
    for (const { key } of keys) expect(await statusOf(key)).to.equal(200);
    const [first] = keys;
    if (first === undefined) throw new Error("no key was made");
    const lost = keys.filter(({ node }) => node === first.node);
    const kept = keys.filter(({ node }) => node !== first.node);
    await first.node.kill();
    await eventually(async () => {
      for (const { key } of kept) expect(await statusOf(key)).to.equal(200);
    });
    for (const { key } of lost) {
      const refused = await list(key);
      expect(refused.status, JSON.stringify(refused.body)).to.equal(503);
      expect(refused.headers.get("retry-after")).to.equal("1");
    }
    await first.node.start();
    await eventually(async () => {
      for (const { key } of keys) expect(await statusOf(key)).to.equal(200);
    });
    expect((await sendRequest(plat.url, `/api-keys/${first.id}`, { method: "DELETE", token })).status).to.equal(200);
    expect(row(await list(first.key))).to.include({ code: "revoked_api_key" });
  });
});
