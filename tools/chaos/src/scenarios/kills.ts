import { setTimeout } from "node:timers/promises";
import type { BackingServiceName } from "@plat/backing-services";
import type { ServiceName } from "@plat/dev";
import { expectOk, rowOf } from "../client.ts";
import { differences, judge } from "../history.ts";
import type { Random } from "../random.ts";
import { readIndex, readStore } from "../read-listings.ts";
import { Revoker } from "../revoker.ts";
import type { Ground } from "../scenario.ts";
import { verifyIndex } from "../verify-index.ts";
import { openAccount, type World } from "../cluster.ts";
import { type Shared, Writer } from "../writer.ts";

type Victim = ServiceName | BackingServiceName;
const victims: readonly Victim[] = ["gateway", "listings", "search", "keys", "nats", "redis", "elasticsearch", "mongo"];
const isEngine = (victim: Victim): victim is BackingServiceName =>
  victim === "nats" || victim === "redis" || victim === "elasticsearch" || victim === "mongo";

const writerCount = 8;
/** Changes of one listing that each writer tries before the kills begin, all at the same time. */
const raisesTogether = 15;
/** Seconds after the last healing within which index and store must be equal. */
const equalSeconds = 30;

/** Eight writers and a revoker work while every kind of process is killed in turn; then what is there is compared. */
export async function kills(ground: Ground): Promise<void> {
  const { checks, options, random, onProgress } = ground;
  const world = await ground.open({ name: "kills", replicas: { gateway: 2, listings: 2, search: 1, keys: 1 } });
  const { account, clients } = await openAccount(world);
  const [client] = clients;
  if (client === undefined) throw new Error("there is no gateway");
  const shared = await makeShared(client, account.token);
  const writers: Writer[] = [];
  const keyIds: string[] = [];
  for (let at = 0; at < writerCount; at++) {
    const { id, key } = await account.createKey(`writer ${at}`);
    keyIds.push(id);
    writers.push(new Writer({ name: `w${at}`, random: random.part(`writer ${at}`), clients, key, shared }));
  }
  const revoker = new Revoker(account, clients, random.part("revoker"));

  await ground.prepare?.(world);
  await Promise.all(writers.map((writer) => writer.raiseOften(raisesTogether)));
  onProgress(`${shared.acknowledged} changes of one listing by all writers at once`);
  let done = false;
  const work = Promise.all([...writers.map((writer) => writer.run(() => done)), revoker.run(() => done)]);
  const sum = (of: (writer: Writer) => number): number => writers.reduce((total, writer) => total + of(writer), 0);
  const written = (): number => sum(({ counts }) => counts.acknowledged + counts.refused + counts.unknown);
  const choices = random.part("kills");
  const chosen = ground.focus.victims ?? victims;
  const plan = Array.from({ length: options.kills }, () => choices.shuffled(chosen)).flat();
  const notRefused: string[] = [];
  const slowest = new Map<Victim, number>();
  const began = performance.now();
  for (const [at, victim] of plan.entries()) {
    // So that the writes are spread over the kills.
    const due = (options.writes * at) / plan.length;
    while (written() < due) await setTimeout(50);
    await setTimeout(choices.between(100, 1_200));
    const name = await killAndRestart(world, victim, choices);
    const healedAfter = await world.healthy();
    slowest.set(victim, Math.max(slowest.get(victim) ?? 0, healedAfter));
    notRefused.push(...(await revoker.sweep(5)));
    onProgress(
      `killed ${at + 1} of ${plan.length}: ${name}, ready ${(healedAfter / 1000).toFixed(1)} s after its restart; ${written()} writes, ${sum(({ counts }) => counts.unknown)} unknown`,
    );
  }
  while (written() < options.writes) await setTimeout(50);
  done = true;
  await work;
  const seconds = (performance.now() - began) / 1000;

  const drained = performance.now();
  const { equal, told } = await verifyIndex(ground.root, world.env, equalSeconds);
  const drainedSeconds = (performance.now() - drained) / 1000;
  const store = (await readStore(client, account.token)).filter(({ id }) => id !== shared.id);
  const index = (await readIndex(client, account.token)).filter(({ id }) => id !== shared.id);
  const tracked = writers.flatMap((writer) => writer.tracked);
  const judged = judge(tracked, store);
  const seen = judge(tracked, index);

  checks.fact("kills", "Kills", `${plan.length}: ${options.kills} each of ${chosen.join(", ")}`);
  checks.fact(
    "kills",
    "Writes",
    `${written()} in ${seconds.toFixed(0)} s by ${writerCount} writers: ${sum(({ counts }) => counts.acknowledged)} acknowledged, ${sum(({ counts }) => counts.refused)} refused, ${sum(({ counts }) => counts.unknown)} unknown`,
  );
  checks.fact(
    "kills",
    "Of them",
    `${sum(({ counts }) => counts.creations)} creations, ${sum(({ counts }) => counts.updates)} updates, ${sum(({ counts }) => counts.deletions)} deletions; ${sum(({ counts }) => counts.repeats)} repeated with the same Idempotency-Key`,
  );
  checks.fact(
    "kills",
    "Listings whose outcome stayed unknown",
    `${judged.unknown.happened + judged.unknown.not}: ${judged.unknown.happened} as last tried, ${judged.unknown.not} not`,
  );
  checks.fact(
    "kills",
    "Longest until ready after a restart",
    [...slowest].map(([victim, ms]) => `${victim} ${(ms / 1000).toFixed(1)} s`).join(", "),
  );
  checks.none("kills", "lost", "Acknowledged and not in the store", judged.lost);
  checks.none("kills", "lost-search", "Acknowledged and not found by search", seen.lost);
  checks.none("kills", "overwritten", "Acknowledged changes undone, in store or search", [
    ...judged.overwritten,
    ...seen.overwritten,
  ]);
  checks.none("kills", "resurrected", "Deleted and there again, in store or search", [
    ...judged.resurrected,
    ...seen.resurrected,
  ]);
  checks.none("kills", "doubled", "Listings doubled for one Idempotency-Key", [
    ...judged.doubled,
    ...seen.doubled,
    ...writers.flatMap((writer) => writer.doubled),
  ]);
  checks.none("kills", "foreign", "Listings that nobody wrote", [...judged.foreign, ...seen.foreign]);
  checks.none(
    "kills",
    "odd",
    "Answers that no order of events explains, and 500s",
    writers.flatMap((writer) => writer.odd),
  );
  checks.none("kills", "search-differs", "Differences between store and search, over HTTP", differences(store, index));
  checks.judge("kills", "index-differs", {
    what: "Index equals store, byte by byte",
    must: `equal within ${equalSeconds} s of the last healing`,
    seen: `${told} after ${drainedSeconds.toFixed(1)} s`,
    ok: equal && drainedSeconds < equalSeconds + 10,
  });
  await judgeShared(ground, client, account.token, shared);
  await judgeUses(ground, client, account.token, keyIds, writers);
  notRefused.push(...(await revoker.sweep()));
  checks.none("kills", "revoked-at-once", "Revoked keys accepted right after the answer", revoker.acceptedAtOnce);
  checks.none("kills", "revoked-later", "Revoked keys accepted at any time after", revoker.acceptedLater);
  checks.none("kills", "revoked-401", "Revoked keys not answered with 401 once all is healed", notRefused);
  checks.fact("kills", "Keys revoked", `${revoker.revoked.length}, tried ${revoker.probes} times while the round ran`);
  checks.none("kills", "deaths", "Processes that ended without being killed", world.deaths);
  for (const each of clients) each.close();
  await ground.close(world);
}

async function killAndRestart(world: World, victim: Victim, random: Random): Promise<string> {
  const down = random.between(0, 1_500);
  if (isEngine(victim)) {
    await world.backingServices[victim].kill();
    await setTimeout(down);
    await world.backingServices[victim].restart();
    return victim;
  }
  const member = random.pick(world.members.filter(({ name }) => name === victim));
  await member.kill();
  await setTimeout(down);
  await member.start();
  return member.label;
}

type Reader = Parameters<typeof readStore>[0];

async function makeShared(client: Reader, credential: string): Promise<Shared> {
  const body = {
    title: "shared",
    description: "shared",
    propertyType: "House",
    propertyCategory: "Residential",
    price: 0,
    currency: "EUR",
  };
  const made = await expectOk(client.send("/properties", { credential, body }), "creating the shared listing");
  return { id: String(rowOf(made)["id"]), acknowledged: 0, unknown: 0 };
}

async function judgeShared({ checks }: Ground, client: Reader, credential: string, shared: Shared): Promise<void> {
  const read = await expectOk(client.send(`/properties/${shared.id}`, { credential }), "reading the shared listing");
  const price = Number(rowOf(read)["price"]);
  const { acknowledged, unknown } = shared;
  checks.judge("kills", "lost-update", {
    what: "A listing that all writers raise by one with If-Match",
    must: `${acknowledged} to ${acknowledged + unknown} (acknowledged, and unknown)`,
    seen: String(price),
    ok: price >= acknowledged && price <= acknowledged + unknown,
  });
}

async function judgeUses(
  { checks }: Ground,
  client: Reader,
  credential: string,
  keyIds: readonly string[],
  writers: readonly Writer[],
): Promise<void> {
  await setTimeout(2_000);
  const keys = (await expectOk(client.send("/api-keys", { credential }), "listing keys")).body as {
    id: string;
    usageCount: number;
  }[];
  const told = writers.map(({ uses }, at) => {
    const count = keys.find(({ id }) => id === keyIds[at])?.usageCount ?? -1;
    return { line: `${uses.answered} ≤ ${count} ≤ ${uses.sent}`, ok: count >= uses.answered && count <= uses.sent };
  });
  checks.judge("kills", "usage", {
    what: "usageCount of the writers' keys",
    must: "answered ≤ count ≤ sent",
    seen: told.map(({ line }) => line).join("; "),
    ok: told.every(({ ok }) => ok),
    examples: told.flatMap(({ ok, line }) => (ok ? [] : [line])),
  });
}
