import type { BackingServiceName } from "@plat/backing-services";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Client, expectOk, rowOf } from "../client.ts";
import { redisCommand } from "../redis-command.ts";
import type { Ground } from "../scenario.ts";
import { straceProblem, trace } from "../strace.ts";
import { acknowledgement, syncs, type TracedCall } from "../system-calls.ts";
import { type Account, openAccount, type World } from "../cluster.ts";

/** Redis syncs each second; what came a moment after one sync is on the disk after the next. */
const everySecondMs = 2_500;

/** What stands between an acknowledged write and a power loss: settings, and the order of system calls. */
export async function fsync(ground: Ground): Promise<void> {
  const { checks, backingServices } = ground;
  const world = await ground.open({ name: "fsync", replicas: { gateway: 1, listings: 1, search: 1, keys: 1 } });
  const { account, clients } = await openAccount(world);
  const [client] = clients;
  if (client === undefined) throw new Error("there is no gateway");
  await expectOk(create(client, account, "the first"), "creating a listing");
  await ground.prepare?.(world);
  await settings(ground, world);

  const problem = straceProblem();
  if (problem === undefined) {
    await syncedBefore(ground, world, client, account);
    await syncedSoon(ground, client, account);
  } else checks.fact("fsync", "System calls were not watched", problem);
  checks.fact("fsync", "Document engine", commandOf(backingServices.mongo.pid));
  client.close();
  await ground.close(world);
}

const create = (client: Client, { key }: Account, title: string): ReturnType<Client["send"]> =>
  client.send("/properties?waitForIndex=true", {
    credential: key,
    body: { title, propertyType: "House", propertyCategory: "Residential", price: 1, currency: "EUR" },
  });

async function settings({ checks, backingServices }: Ground, world: World): Promise<void> {
  const judge = (id: string, what: string, must: string, seen: string, ok: boolean): void =>
    checks.judge("fsync", id, { what, must, seen, ok });

  const [appendOnly, appendFsync] = await Promise.all(
    ["appendonly", "appendfsync"].map((name) => redisSetting(backingServices.redis.url, name)),
  );
  judge(
    "redis-settings",
    "Redis keeps an append-only file and syncs it",
    "appendonly yes; appendfsync everysec or always",
    `${appendOnly}; ${appendFsync}`,
    appendOnly === "yes" && (appendFsync === "everysec" || appendFsync === "always"),
  );

  const index = world.env["ELASTICSEARCH_INDEX"] ?? "";
  const found = await fetch(
    `${backingServices.elasticsearch.url}/${index}/_settings?include_defaults=true&flat_settings=true`,
  );
  const durability = Object.values(
    (await found.json()) as Record<string, Record<"settings" | "defaults", Record<string, string>>>,
  ).map((each) => each.settings["index.translog.durability"] ?? each.defaults["index.translog.durability"]);
  judge(
    "elasticsearch-settings",
    "Elasticsearch syncs its translog with each request",
    "REQUEST",
    durability.join(", "),
    durability.every((each) => each?.toUpperCase() === "REQUEST"),
  );

  const monitor = await fetch(`${backingServices.nats.monitorUrl}/varz`);
  const { jetstream } = (await monitor.json()) as { jetstream?: { config?: { sync_always?: boolean } } };
  judge(
    "nats-settings",
    "NATS syncs each stored message",
    "sync_always",
    jetstream?.config?.sync_always === true ? "sync_always" : "not always",
    jetstream?.config?.sync_always === true,
  );
}

/** A write through Plat, with one engine after the other watched. */
async function syncedBefore(ground: Ground, world: World, client: Client, account: Account): Promise<void> {
  const { checks } = ground;
  const cases: {
    engine: BackingServiceName;
    what: string;
    answer?: RegExp;
    marker: (title: string, id: string) => string;
  }[] = [
    { engine: "mongo", what: "the insert of a listing", marker: (title) => title },
    { engine: "nats", what: "the storing of its doorbell", answer: /\\"seq\\":/, marker: (_, id) => `changed.${id}` },
    { engine: "elasticsearch", what: "the bulk request that indexes it", marker: (title) => title },
  ];
  for (const { engine, what, answer, marker } of cases) {
    const title = `fsync-${engine}-${crypto.randomUUID()}`;
    const { id, calls } = await watched(ground, engine, async () => {
      const made = await expectOk(create(client, account, title), "creating a listing");
      await world.healthy();
      return String(rowOf(made)["id"]);
    });
    const found = acknowledgement(calls, marker(title, id), answer);
    checks.judge("fsync", `${engine}-sync`, {
      what: `${engine}: synced between the arrival of ${what} and its acknowledgement`,
      must: "at least one fsync or fdatasync",
      seen:
        found === undefined
          ? `request or answer not found among ${calls.length} calls`
          : found.syncs.length === 0
            ? `none (${found.syncsInAll} in the whole trace)`
            : namesOf(found.syncs),
      ok: found !== undefined && found.syncs.length > 0,
    });
  }
}

/** Redis acknowledges before it syncs, unless the operator asks for `always`: what is shown is that it does so soon. */
async function syncedSoon(ground: Ground, client: Client, account: Account): Promise<void> {
  const { id } = await account.createKey("fsync");
  const { calls } = await watched(ground, "redis", async () => {
    await expectOk(client.send(`/api-keys/${id}`, { method: "DELETE", credential: account.token }), "revoking a key");
    await setTimeout(everySecondMs);
    return id;
  });
  const arrived = calls.find(({ text }) => text.includes(id));
  const after = calls.filter(({ name, began }) => syncs.has(name) && arrived !== undefined && began > arrived.ended);
  ground.checks.judge("fsync", "redis-sync", {
    what: `redis: synced within ${everySecondMs / 1000} s after a revocation (not before its acknowledgement: MongoDB, which has it first, holds it)`,
    must: "at least one fsync or fdatasync",
    seen: arrived === undefined ? "the revocation was not seen" : after.length === 0 ? "none" : namesOf(after),
    ok: after.length > 0,
  });
}

async function watched(
  { backingServices, logDir, closers }: Ground,
  engine: BackingServiceName,
  work: () => Promise<string>,
): Promise<{ id: string; calls: TracedCall[] }> {
  const { pid } = backingServices[engine];
  if (pid === undefined) throw new Error(`${engine} was not started here`);
  const watching = await trace(pid, join(logDir, `strace-${engine}.txt`), closers);
  let id: string;
  try {
    id = await work();
  } catch (error) {
    await watching.end();
    throw error;
  }
  return { id, calls: await watching.end() };
}

function namesOf(calls: readonly TracedCall[]): string {
  const groups = Object.entries(Object.groupBy(calls, ({ name, target }) => `${name} of ${fileOf(target)}`));
  return groups
    .slice(0, 3)
    .map(([name, same]) => `${same?.length ?? 0} × ${name}`)
    .join(", ");
}

/** `28</tmp/x/WiredTigerLog.0000000001>` without the folders. */
const fileOf = (target: string): string => /([^/<>]+)>$/.exec(target)?.[1] ?? target;

const redisSetting = (url: string, name: string): Promise<string> => redisCommand(url, `CONFIG GET ${name}`);

/** The engine's program with the options that decide what a crash leaves. */
function commandOf(pid: number | undefined): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const program = words[0]?.split("/").at(-1) ?? "unknown";
  return [program, ...words.filter((word) => /sync|journal/.test(word) && !word.includes("/"))].join(" ");
}
