import type { BackingServiceName } from "@plat/backing-services";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Client, expectOk, bodyOf } from "../client.ts";
import { redisCommand } from "../redis-command.ts";
import type { ScenarioContext } from "../scenario.ts";
import { straceUnavailable, trace } from "../strace.ts";
import { acknowledgement, syncs, type SystemCall } from "../system-calls.ts";
import { type Account, openAccount, type Cluster } from "../cluster.ts";

/** Redis syncs once per second. After this many milliseconds, a write must have been synced. */
const redisSyncMs = 2_500;

/** Checks durability of acknowledged writes: settings, and the order of system calls. */
export async function fsync(context: ScenarioContext): Promise<void> {
  const { checks, backingServices } = context;
  const cluster = await context.open({ name: "fsync", replicas: { gateway: 1, listings: 1, search: 1, keys: 1 } });
  const { account, clients } = await openAccount(cluster);
  const [client] = clients;
  if (client === undefined) throw new Error("the cluster has no gateway");
  await expectOk(create(client, account, "first"), "creating a listing");
  await context.prepare?.(cluster);
  await checkSettings(context, cluster);

  const problem = straceUnavailable();
  if (problem === undefined) {
    await checkSyncOrder(context, cluster, client, account);
    await checkRedisSync(context, client, account);
  } else checks.recordFact("fsync", "System calls were not traced", problem);
  checks.recordFact("fsync", "Document store", commandLineOf(backingServices.mongo.pid));
  client.close();
  await context.close(cluster);
}

const create = (client: Client, { key }: Account, title: string): ReturnType<Client["send"]> =>
  client.send("/properties?waitForIndex=true", {
    credential: key,
    body: { title, propertyType: "House", propertyCategory: "Residential", price: 1, currency: "EUR" },
  });

async function checkSettings({ checks, backingServices }: ScenarioContext, cluster: Cluster): Promise<void> {
  const record = (id: string, what: string, expected: string, seen: string, ok: boolean): void =>
    checks.record("fsync", id, { what, expected, seen, ok });

  const [appendOnly, appendFsync] = await Promise.all(
    ["appendonly", "appendfsync"].map((name) => redisSetting(backingServices.redis.url, name)),
  );
  record(
    "redis-settings",
    "Redis writes an append-only file and syncs it",
    "appendonly yes; appendfsync everysec or always",
    `${appendOnly}; ${appendFsync}`,
    appendOnly === "yes" && (appendFsync === "everysec" || appendFsync === "always"),
  );

  const index = cluster.env["ELASTICSEARCH_INDEX"] ?? "";
  const found = await fetch(
    `${backingServices.elasticsearch.url}/${index}/_settings?include_defaults=true&flat_settings=true`,
  );
  const durability = Object.values(
    (await found.json()) as Record<string, Record<"settings" | "defaults", Record<string, string>>>,
  ).map((each) => each.settings["index.translog.durability"] ?? each.defaults["index.translog.durability"]);
  record(
    "elasticsearch-settings",
    "Elasticsearch syncs its translog with each request",
    "REQUEST",
    durability.join(", "),
    durability.every((each) => each?.toUpperCase() === "REQUEST"),
  );

  const monitor = await fetch(`${backingServices.nats.monitorUrl}/varz`);
  const { jetstream } = (await monitor.json()) as { jetstream?: { config?: { sync_always?: boolean } } };
  record(
    "nats-settings",
    "NATS syncs each stored message",
    "sync_always",
    jetstream?.config?.sync_always === true ? "sync_always" : "not always",
    jetstream?.config?.sync_always === true,
  );
}

/** Traces one backing service after another during a write through Plat. */
async function checkSyncOrder(
  context: ScenarioContext,
  cluster: Cluster,
  client: Client,
  account: Account,
): Promise<void> {
  const { checks } = context;
  const cases: {
    service: BackingServiceName;
    what: string;
    response?: RegExp;
    marker: (title: string, id: string) => string;
  }[] = [
    { service: "mongo", what: "the insert of a listing", marker: (title) => title },
    {
      service: "nats",
      what: "the publication of its change notification",
      response: /\\"seq\\":/,
      marker: (_, id) => `changed.${id}`,
    },
    { service: "elasticsearch", what: "the bulk request that indexes it", marker: (title) => title },
  ];
  for (const { service, what, response, marker } of cases) {
    const title = `fsync-${service}-${crypto.randomUUID()}`;
    const { id, calls } = await traceWhile(context, service, async () => {
      const created = await expectOk(create(client, account, title), "creating a listing");
      await cluster.untilReady();
      return String(bodyOf(created)["id"]);
    });
    const found = acknowledgement(calls, marker(title, id), response);
    checks.record("fsync", `${service}-sync`, {
      what: `${service}: synced between the arrival of ${what} and its acknowledgement`,
      expected: "at least one fsync or fdatasync",
      seen:
        found === undefined
          ? `request or response not found among ${calls.length} calls`
          : found.syncs.length === 0
            ? `none (${found.syncCount} in the complete trace)`
            : namesOf(found.syncs),
      ok: found !== undefined && found.syncs.length > 0,
    });
  }
}

/** Redis acknowledges before it syncs, unless configured with `always`. Checks that it syncs soon after. */
async function checkRedisSync(context: ScenarioContext, client: Client, account: Account): Promise<void> {
  const { id } = await account.createKey("fsync");
  const { calls } = await traceWhile(context, "redis", async () => {
    await expectOk(client.send(`/api-keys/${id}`, { method: "DELETE", credential: account.token }), "revoking a key");
    await setTimeout(redisSyncMs);
    return id;
  });
  const arrived = calls.find(({ text }) => text.includes(id));
  const after = calls.filter(({ name, began }) => syncs.has(name) && arrived !== undefined && began > arrived.ended);
  context.checks.record("fsync", "redis-sync", {
    what: `redis: synced within ${redisSyncMs / 1000} s after a revocation (not before its acknowledgement: the revocation is stored in MongoDB first)`,
    expected: "at least one fsync or fdatasync",
    seen: arrived === undefined ? "revocation not found" : after.length === 0 ? "none" : namesOf(after),
    ok: after.length > 0,
  });
}

async function traceWhile(
  { backingServices, logDir, closers }: ScenarioContext,
  service: BackingServiceName,
  work: () => Promise<string>,
): Promise<{ id: string; calls: SystemCall[] }> {
  const { pid } = backingServices[service];
  if (pid === undefined) throw new Error(`${service} was not started by this run`);
  const watching = await trace(pid, join(logDir, `strace-${service}.txt`), closers);
  let id: string;
  try {
    id = await work();
  } catch (error) {
    await watching.end();
    throw error;
  }
  return { id, calls: await watching.end() };
}

function namesOf(calls: readonly SystemCall[]): string {
  const groups = Object.entries(Object.groupBy(calls, ({ name, target }) => `${name} of ${fileOf(target)}`));
  return groups
    .slice(0, 3)
    .map(([name, same]) => `${same?.length ?? 0} × ${name}`)
    .join(", ");
}

/** The file name in strace's notation, for example of `28</tmp/x/WiredTigerLog.0000000001>`. */
const fileOf = (target: string): string => /([^/<>]+)>$/.exec(target)?.[1] ?? target;

const redisSetting = (url: string, name: string): Promise<string> => redisCommand(url, `CONFIG GET ${name}`);

/** The program of a process with its options about syncing and journaling. */
function commandLineOf(pid: number | undefined): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const program = words[0]?.split("/").at(-1) ?? "unknown";
  return [program, ...words.filter((word) => /sync|journal/.test(word) && !word.includes("/"))].join(" ");
}
