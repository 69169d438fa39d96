import { eventually, lenientTimeouts } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { leaseStore } from "../src/indexing/lease.ts";
import { type Started, startProcess } from "./support/search-process.ts";
import { aProperty } from "./support/property.ts";
import { organizationA, startWorld, type World } from "./support/world.ts";

const intervalMs = 1_000;

describe("two search services", () => {
  let world: World;
  let replicas: Started[];
  before(async () => {
    world = await startWorld();
    await world.service.stop();
    replicas = Array.from({ length: 2 }, () =>
      startProcess({
        NATS_URL: world.config.NATS_URL,
        ELASTICSEARCH_URL: world.config.ELASTICSEARCH_URL,
        ELASTICSEARCH_INDEX: world.config.ELASTICSEARCH_INDEX,
        ...lenientTimeouts,
        RECONCILE_INTERVAL_S: String(intervalMs / 1_000),
      }),
    );
    await Promise.all(replicas.map((each) => each.ready()));
  });
  after(async () => {
    await Promise.all(replicas.map((each) => each.kill()));
    await world.stop();
  });

  const holder = async (): Promise<Started> => {
    const lease = leaseStore(world.engine, world.config.ELASTICSEARCH_INDEX, "reconciling");
    const name = (await lease.read())?.note.holder ?? "nobody";
    const found = replicas.find(({ child }) => name.endsWith(` ${child.pid}`));
    if (found === undefined) throw new Error(`${name} compares`);
    return found;
  };

  it("compare the index with the store once an interval, all together", async () => {
    const { scans } = world.listings;
    await eventually(() => expect(scans.length).to.be.at.least(6), { timeoutMs: 120_000 });
    for (const [at, began] of scans.entries())
      expect(at === 0 ? intervalMs : began - (scans[at - 1] ?? 0)).to.be.at.least(intervalMs);
  });

  it("repair what no doorbell told when the one that compares is killed at it", async () => {
    const { scans } = world.listings;
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const before = scans.length;
    world.listings.beforeScan = () => held;
    const { id } = world.listings.put(aProperty({ organizationId: organizationA }));
    await eventually(() => expect(scans.length).to.be.greaterThan(before));
    const killed = await holder();
    await killed.kill();
    world.listings.beforeScan = async () => undefined;
    go();
    await eventually(async () => expect((await world.search({})).data.map((each) => each.id)).to.deep.equal([id]));
    expect(await holder()).to.not.equal(killed);
  });

  it("stop in the middle of a comparison", async () => {
    const left = await holder();
    // More than a page.
    for (let at = 0; at < 501; at++) world.listings.put(aProperty({ organizationId: organizationA }));
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    let pages = 0;
    world.listings.beforeScan = () => {
      pages++;
      return held;
    };
    await eventually(() => expect(pages).to.equal(1));
    left.child.kill("SIGTERM");
    await eventually(() => expect(left.lines.join("\n")).to.include('"stopping"'));
    const ended = once(left.child, "exit");
    go();
    expect(await ended).to.deep.equal([0, null]);
    expect(pages).to.equal(1);
  });
});
