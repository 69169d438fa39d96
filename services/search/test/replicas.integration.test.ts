import { eventually, lenientTimeouts, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { createLeaseStore } from "../src/indexing/lease.ts";
import { type SearchProcess, startSearchProcess } from "./support/search-process.ts";
import { buildProperty } from "./support/property.ts";
import { organizationA, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const intervalMs = 1_000;

describe("two instances of the search service", function () {
  this.timeout(slowSuiteTimeoutMs);

  let fixture: SearchFixture;
  let replicas: SearchProcess[];
  before(async () => {
    fixture = await startSearchFixture();
    await fixture.service.stop();
    replicas = Array.from({ length: 2 }, () =>
      startSearchProcess({
        NATS_URL: fixture.config.NATS_URL,
        ELASTICSEARCH_URL: fixture.config.ELASTICSEARCH_URL,
        ELASTICSEARCH_INDEX: fixture.config.ELASTICSEARCH_INDEX,
        ...lenientTimeouts,
        RECONCILE_INTERVAL_MS: String(intervalMs),
      }),
    );
    await Promise.all(replicas.map((each) => each.ready()));
  });
  after(async () => {
    await Promise.all(replicas.map((each) => each.kill()));
    await fixture.stop();
  });

  const holder = async (): Promise<SearchProcess> => {
    const lease = createLeaseStore(fixture.elasticsearch, fixture.config.ELASTICSEARCH_INDEX, "reconciling");
    const name = (await lease.read())?.record.holder ?? "nobody";
    const found = replicas.find(({ child }) => name.endsWith(` ${child.pid}`));
    if (found === undefined) throw new Error(`${name} compares`);
    return found;
  };

  it("reconcile the index once per interval in total", async () => {
    const { scans } = fixture.listings;
    await eventually(() => expect(scans.length).to.be.at.least(6), { timeoutMs: 120_000 });
    for (const [at, began] of scans.entries())
      expect(at === 0 ? intervalMs : began - (scans[at - 1] ?? 0)).to.be.at.least(intervalMs);
  });

  it("repair an unnotified change after the reconciling instance was killed", async () => {
    const { scans } = fixture.listings;
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const before = scans.length;
    fixture.listings.beforeScan = () => held;
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await eventually(() => expect(scans.length).to.be.greaterThan(before));
    const killed = await holder();
    await killed.kill();
    fixture.listings.beforeScan = async () => undefined;
    go();
    await eventually(async () => expect((await fixture.search({})).data.map((each) => each.id)).to.deep.equal([id]));
    expect(await holder()).to.not.equal(killed);
  });

  it("stop during a reconciliation", async () => {
    const left = await holder();
    // More than one page.
    for (let at = 0; at < 501; at++) fixture.listings.put(buildProperty({ organizationId: organizationA }));
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    let pages = 0;
    fixture.listings.beforeScan = () => {
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
