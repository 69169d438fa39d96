import { setTimeout } from "node:timers/promises";
import type { BackingServiceName } from "@plat/backing-services";
import type { ServiceName } from "@plat/dev";
import { expectOk, bodyOf } from "../client.ts";
import { compareWithHistory, differences } from "../history.ts";
import type { Random } from "../random.ts";
import { readIndex, readStore } from "../read-listings.ts";
import { Revoker } from "../revoker.ts";
import type { ScenarioContext } from "../scenario.ts";
import { verifyIndex } from "../verify-index.ts";
import { openAccount, type Cluster } from "../cluster.ts";
import { type SharedListing, Writer } from "../writer.ts";

type Victim = ServiceName | BackingServiceName;
const victims: readonly Victim[] = ["gateway", "listings", "search", "keys", "nats", "redis", "elasticsearch", "mongo"];
const isBackingService = (victim: Victim): victim is BackingServiceName =>
  victim === "nats" || victim === "redis" || victim === "elasticsearch" || victim === "mongo";

const writerCount = 8;
/** Concurrent increments of the shared listing per writer before the first kill. */
const initialIncrements = 15;
/** Seconds after the last recovery within which index and store must be equal. */
const convergenceSeconds = 30;

/** Kills each kind of process in turn while eight writers and a revoker run, then compares all data with the history. */
export async function kills(context: ScenarioContext): Promise<void> {
  const { checks, options, random, onProgress } = context;
  const cluster = await context.open({ name: "kills", replicas: { gateway: 2, listings: 2, search: 1, keys: 1 } });
  const { account, clients } = await openAccount(cluster);
  const [client] = clients;
  if (client === undefined) throw new Error("the cluster has no gateway");
  const shared = await createShared(client, account.token);
  const writers: Writer[] = [];
  const keyIds: string[] = [];
  for (let at = 0; at < writerCount; at++) {
    const { id, key } = await account.createKey(`writer ${at}`);
    keyIds.push(id);
    writers.push(new Writer({ name: `w${at}`, random: random.derive(`writer ${at}`), clients, key, shared }));
  }
  const revoker = new Revoker(account, clients, random.derive("revoker"));

  await context.prepare?.(cluster);
  await Promise.all(writers.map((writer) => writer.incrementSharedOften(initialIncrements)));
  onProgress(`${shared.acknowledged} concurrent changes of one listing by all writers`);
  let done = false;
  const work = Promise.all([...writers.map((writer) => writer.run(() => done)), revoker.run(() => done)]);
  const sum = (of: (writer: Writer) => number): number => writers.reduce((total, writer) => total + of(writer), 0);
  const written = (): number => sum(({ counts }) => counts.acknowledged + counts.rejected + counts.unknown);
  const choices = random.derive("kills");
  const chosen = context.focus.victims ?? victims;
  const plan = Array.from({ length: options.kills }, () => choices.shuffled(chosen)).flat();
  const notRejected: string[] = [];
  const slowest = new Map<Victim, number>();
  const began = performance.now();
  for (const [at, victim] of plan.entries()) {
    // Spreads the writes evenly over the kills.
    const due = (options.writes * at) / plan.length;
    while (written() < due) await setTimeout(50);
    await setTimeout(choices.between(100, 1_200));
    const name = await killAndRestart(cluster, victim, choices);
    const recoveredMs = await cluster.untilReady();
    slowest.set(victim, Math.max(slowest.get(victim) ?? 0, recoveredMs));
    notRejected.push(...(await revoker.sweep(5)));
    onProgress(
      `killed ${at + 1} of ${plan.length}: ${name}, ready ${(recoveredMs / 1000).toFixed(1)} s after its restart; ${written()} writes, ${sum(({ counts }) => counts.unknown)} unknown`,
    );
  }
  while (written() < options.writes) await setTimeout(50);
  done = true;
  await work;
  const seconds = (performance.now() - began) / 1000;

  const drainStart = performance.now();
  const { equal, output } = await verifyIndex(context.root, cluster.env, convergenceSeconds);
  const drainedSeconds = (performance.now() - drainStart) / 1000;
  const store = (await readStore(client, account.token)).filter(({ id }) => id !== shared.id);
  const index = (await readIndex(client, account.token)).filter(({ id }) => id !== shared.id);
  const tracked = writers.flatMap((writer) => writer.tracked);
  const inStore = compareWithHistory(tracked, store);
  const inIndex = compareWithHistory(tracked, index);

  checks.recordFact("kills", "Kills", `${plan.length}: ${options.kills} each of ${chosen.join(", ")}`);
  checks.recordFact(
    "kills",
    "Writes",
    `${written()} in ${seconds.toFixed(0)} s by ${writerCount} writers: ${sum(({ counts }) => counts.acknowledged)} acknowledged, ${sum(({ counts }) => counts.rejected)} rejected, ${sum(({ counts }) => counts.unknown)} unknown`,
  );
  checks.recordFact(
    "kills",
    "Of these",
    `${sum(({ counts }) => counts.creations)} creations, ${sum(({ counts }) => counts.updates)} updates, ${sum(({ counts }) => counts.deletions)} deletions; ${sum(({ counts }) => counts.repeats)} repeated with the same Idempotency-Key`,
  );
  checks.recordFact(
    "kills",
    "Listings whose last write has an unknown outcome",
    `${inStore.unknown.happened + inStore.unknown.not}: ${inStore.unknown.happened} with the write, ${inStore.unknown.not} without`,
  );
  checks.recordFact(
    "kills",
    "Longest time to readiness after a restart",
    [...slowest].map(([victim, ms]) => `${victim} ${(ms / 1000).toFixed(1)} s`).join(", "),
  );
  checks.recordNone("kills", "lost", "Acknowledged but missing in the store", inStore.lost);
  checks.recordNone("kills", "lost-search", "Acknowledged but not found by search", inIndex.lost);
  checks.recordNone("kills", "overwritten", "Acknowledged changes undone, in store or search", [
    ...inStore.overwritten,
    ...inIndex.overwritten,
  ]);
  checks.recordNone("kills", "resurrected", "Deleted but present again, in store or search", [
    ...inStore.resurrected,
    ...inIndex.resurrected,
  ]);
  checks.recordNone("kills", "duplicated", "Listings duplicated for one Idempotency-Key", [
    ...inStore.duplicated,
    ...inIndex.duplicated,
    ...writers.flatMap((writer) => writer.duplicated),
  ]);
  checks.recordNone("kills", "foreign", "Listings that no client wrote", [...inStore.foreign, ...inIndex.foreign]);
  checks.recordNone(
    "kills",
    "unexplained",
    "Responses that no order of events explains, and 500s",
    writers.flatMap((writer) => writer.unexplained),
  );
  checks.recordNone(
    "kills",
    "search-differs",
    "Differences between store and search, over HTTP",
    differences(store, index),
  );
  checks.record("kills", "index-differs", {
    what: "Index equals store, byte by byte",
    expected: `equal within ${convergenceSeconds} s of the last recovery`,
    seen: `${output} after ${drainedSeconds.toFixed(1)} s`,
    ok: equal && drainedSeconds < convergenceSeconds + 10,
  });
  await checkShared(context, client, account.token, shared);
  await checkUsage(context, client, account.token, keyIds, writers);
  notRejected.push(...(await revoker.sweep()));
  checks.recordNone(
    "kills",
    "revoked-immediately",
    "Revoked keys accepted immediately after the acknowledgement",
    revoker.acceptedImmediately,
  );
  checks.recordNone("kills", "revoked-later", "Revoked keys accepted at any later time", revoker.acceptedLater);
  checks.recordNone("kills", "revoked-401", "Revoked keys without a 401 after recovery", notRejected);
  checks.recordFact(
    "kills",
    "Keys revoked",
    `${revoker.revoked.length}, tried ${revoker.probes} times during the scenario`,
  );
  checks.recordNone("kills", "deaths", "Processes that exited without being killed", cluster.unexpectedExits);
  for (const each of clients) each.close();
  await context.close(cluster);
}

async function killAndRestart(cluster: Cluster, victim: Victim, random: Random): Promise<string> {
  const down = random.between(0, 1_500);
  if (isBackingService(victim)) {
    await cluster.backingServices[victim].kill();
    await setTimeout(down);
    await cluster.backingServices[victim].restart();
    return victim;
  }
  const replica = random.pick(cluster.replicaList.filter(({ name }) => name === victim));
  await replica.kill();
  await setTimeout(down);
  await replica.start();
  return replica.label;
}

type Reader = Parameters<typeof readStore>[0];

async function createShared(client: Reader, credential: string): Promise<SharedListing> {
  const body = {
    title: "shared",
    description: "shared",
    propertyType: "House",
    propertyCategory: "Residential",
    price: 0,
    currency: "EUR",
  };
  const created = await expectOk(client.send("/properties", { credential, body }), "creating the shared listing");
  return { id: String(bodyOf(created)["id"]), acknowledged: 0, unknown: 0 };
}

async function checkShared(
  { checks }: ScenarioContext,
  client: Reader,
  credential: string,
  shared: SharedListing,
): Promise<void> {
  const read = await expectOk(client.send(`/properties/${shared.id}`, { credential }), "reading the shared listing");
  const price = Number(bodyOf(read)["price"]);
  const { acknowledged, unknown } = shared;
  checks.record("kills", "lost-update", {
    what: "Shared listing that all writers increment with If-Match",
    expected: `${acknowledged} to ${acknowledged + unknown} (acknowledged, plus unknown)`,
    seen: String(price),
    ok: price >= acknowledged && price <= acknowledged + unknown,
  });
}

async function checkUsage(
  { checks }: ScenarioContext,
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
  const usage = writers.map(({ uses }, at) => {
    const count = keys.find(({ id }) => id === keyIds[at])?.usageCount ?? -1;
    return { line: `${uses.responses} ≤ ${count} ≤ ${uses.sent}`, ok: count >= uses.responses && count <= uses.sent };
  });
  checks.record("kills", "usage", {
    what: "usageCount of the writers' keys",
    expected: "responses ≤ count ≤ sent",
    seen: usage.map(({ line }) => line).join("; "),
    ok: usage.every(({ ok }) => ok),
    examples: usage.flatMap(({ ok, line }) => (ok ? [] : [line])),
  });
}
