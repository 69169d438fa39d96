import { brandingChanged, propertyChanged, indexRefreshed, type IndexRefreshed, searchContract } from "@plat/contracts";
import { connectNats, createLogger, type NatsConnection } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { ElasticsearchClient } from "../src/elasticsearch/client.ts";
import { failuresIndex, createIndexStore } from "../src/indexing/index-store.ts";
import { Dice } from "./support/generate.ts";
import { buildProperty } from "./support/property.ts";
import {
  organizationA,
  organizationB,
  rejectionOf,
  startSearchFixture,
  type SearchFixture,
} from "./support/search-fixture.ts";

describe("indexing of changes", () => {
  let fixture: SearchFixture;
  let nats: NatsConnection;
  const refreshed: IndexRefreshed[] = [];
  before(async () => {
    fixture = await startSearchFixture({ INDEX_ATTEMPTS: "2" });
    nats = await connectNats({
      url: fixture.config.NATS_URL,
      name: "spy",
      log: createLogger({ service: "spy", level: "fatal" }),
    });
    nats.subscribe(indexRefreshed.subject, { callback: (_, message) => void refreshed.push(message.json()) });
    await nats.flush();
  });
  after(async () => {
    await nats.close();
    await fixture.stop();
  });

  const searchedVersion = async (id: string): Promise<number | undefined> => {
    const { data } = await fixture.search({ filters: { status: ["active", "sold"] }, limit: 100 });
    return data.find((each) => each.id === id)?.version;
  };

  it("publishes a version once searches include it; counts include an awaited change immediately", async () => {
    await fixture.request(searchContract.aggregate, { query: {} });
    for (let round = 0; round < 5; round++) {
      const { id, version } = fixture.listings.put(
        buildProperty({ organizationId: organizationA, propertyType: `Awaited ${round}` }),
      );
      await fixture.listings.notify(id, { wait: true });
      await eventually(() =>
        expect(
          refreshed.some(({ items }) => items.some((item) => item.id === id && item.version === version)),
        ).to.equal(true),
      );
      const counts: { byPropertyType: Record<string, number> } = await fixture.request(searchContract.aggregate, {
        query: {},
      });
      expect(counts.byPropertyType[`Awaited ${round}`]).to.equal(1);
      expect(await searchedVersion(id)).to.equal(version);
    }
  });

  it("reports versions to the listings service only once searches include them", async () => {
    const { id, version } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(id);
    await eventually(() => expect(fixture.listings.indexed.get(id)).to.equal(version));
    expect(await searchedVersion(id)).to.equal(version);
  });

  it("reads all listings of a batch of change notifications in one call", async () => {
    const created = Array.from({ length: 50 }, () =>
      fixture.listings.put(buildProperty({ organizationId: organizationB, status: "sold" })),
    );
    const calls = fixture.listings.documentRequests.length;
    const undelivered = async (): Promise<number> => {
      const info = await nats.request(`$JS.API.CONSUMER.INFO.${propertyChanged.stream}.search-indexer`);
      return info.json<{ num_pending: number }>().num_pending;
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    fixture.listings.beforeDocuments = () => released;
    const [first, ...others] = created;
    await fixture.listings.notify(first?.id ?? "");
    await eventually(() => expect(fixture.listings.documentRequests.length).to.equal(calls + 1));
    await Promise.all(others.map(({ id }) => fixture.listings.notify(id)));
    // The notifications are in the service before the response that it waits for.
    await eventually(async () => expect(await undelivered()).to.equal(0));
    release();
    await eventually(() => expect(created.every(({ id }) => fixture.listings.indexed.has(id))).to.equal(true));
    fixture.listings.beforeDocuments = async () => undefined;
    expect(fixture.listings.documentRequests.length - calls).to.be.lessThan(5);
  });

  it("never restores a deleted listing or an older version if messages are shuffled, tripled or delivered after the deletion", async () => {
    // Elasticsearch discards the versions of deleted documents after this time.
    await fixture.elasticsearch.request("PUT", `/${fixture.config.ELASTICSEARCH_INDEX}/_settings`, {
      index: { gc_deletes: "1s" },
    });
    const dice = new Dice(77);
    const histories = Array.from({ length: 20 }, () => {
      const { id } = fixture.listings.put(
        buildProperty({ organizationId: organizationA, status: "sold", title: "version 1" }),
      );
      const versions = [fixture.listings.documents.get(id)];
      for (let version = 2; version <= 4; version++) {
        fixture.listings.put(
          buildProperty({ id, organizationId: organizationA, status: "sold", title: `version ${version}` }),
        );
        versions.push(fixture.listings.documents.get(id));
      }
      const deleted = dice.chance(0.5);
      if (deleted) {
        fixture.listings.remove(id);
        versions.push(fixture.listings.documents.get(id));
      }
      return { id, deleted, versions: versions.flatMap((version) => version ?? []) };
    });
    const messages = histories.flatMap(({ versions }) => [...versions, ...versions, ...versions]);
    const shuffled = messages.map((message) => ({ message, at: dice.whole(0, 1e9) })).toSorted((a, b) => a.at - b.at);
    const writes = async (documents: typeof messages): Promise<void> => {
      // Like an indexer that read the listing long ago.
      for (let at = 0; at < documents.length; at += 7) await fixture.store.write(documents.slice(at, at + 7));
    };
    await writes(shuffled.map(({ message }) => message));
    await fixture.store.refresh();
    const verify = async (): Promise<void> => {
      const found = new Map(
        (await fixture.read(histories.map(({ id }) => id))).map((document) => [document.id, document]),
      );
      for (const { id, deleted, versions } of histories) {
        expect(found.get(id)?.version).to.equal(versions.at(-1)?.version);
        expect(found.get(id)?.deleted).to.equal(deleted);
        expect(await searchedVersion(id)).to.equal(deleted ? undefined : versions.at(-1)?.version);
      }
    };
    await verify();
    // A document that was deleted completely accepts any version once Elasticsearch has discarded its version.
    const probe = buildProperty();
    const forgotten = {
      id: probe.id,
      version: 1,
      deleted: false,
      property: probe,
      ads: [],
      changedAt: probe.updatedAt,
    };
    await fixture.store.write([{ ...forgotten, version: 5 }]);
    await fixture.store.purge([{ id: probe.id, version: 5 }]);
    await eventually(async () => {
      await fixture.store.write([forgotten]);
      await fixture.store.refresh();
      expect(await fixture.read([probe.id])).to.have.length(1);
    });
    await writes(shuffled.map(({ message }) => message));
    for (const { id } of histories) await fixture.listings.notify(id);
    await eventually(() => expect(histories.every(({ id }) => fixture.listings.indexed.has(id))).to.equal(true));
    await verify();
    await fixture.store.purge([{ id: probe.id, version: 1 }]);
    await fixture.store.refresh();
  });

  it("acknowledges a change notification of an unknown listing without a write", async () => {
    const { id } = buildProperty();
    await fixture.listings.notify(id);
    const other = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(other.id);
    await eventually(() => expect(fixture.listings.indexed.has(other.id)).to.equal(true));
    expect(await fixture.read([id])).to.deep.equal([]);
  });

  it("records a failure for an unreadable listing after the maximum number of attempts, and indexes the others", async () => {
    // Violates the contract, so that the listings service cannot return it.
    const unreadable = fixture.listings.put(
      buildProperty({ organizationId: organizationA, location: { lat: 47, lon: 8 } }),
    );
    const document = fixture.listings.documents.get(unreadable.id);
    if (document?.property) document.property.status = { not: "a status" } as never;
    const healthy = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await Promise.all([fixture.listings.notify(unreadable.id), fixture.listings.notify(healthy.id)]);
    await eventually(() => expect(fixture.listings.indexed.has(healthy.id)).to.equal(true));
    const record = await eventually(() =>
      fixture.elasticsearch.request<{
        _source: { id: string; version: number | null; reason: string; attempts: number };
      }>("GET", `/${failuresIndex(fixture.config.ELASTICSEARCH_INDEX)}/_doc/${unreadable.id}`),
    );
    const { _source: source } = record;
    expect(source).to.include({ id: unreadable.id, version: null, attempts: 2 });
    expect(source.reason).to.include("could not be completed");
    expect(fixture.listings.indexed.has(unreadable.id)).to.equal(false);
    fixture.listings.documents.delete(unreadable.id);
  });

  it("returns indexedThrough up to the present while no change is pending", async () => {
    const before = Date.now();
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(id);
    const written = Date.now();
    // If indexedThrough is after the write, the response contains the write.
    await eventually(async () => {
      const response = await fixture.search({ filterByOrganization: true, limit: 100 });
      const claimed = Date.parse(response.indexedThrough);
      const isIn = response.data.some((each) => each.id === id);
      if (claimed >= written) expect(isIn).to.equal(true);
      expect(claimed).to.be.greaterThan(before);
      expect(claimed).to.be.at.least(written);
    });
  });

  it("keeps indexedThrough before a change without notification until the index includes it", async () => {
    // After the last read of the progress, which did not include the change.
    await eventually(() => expect(Date.now()).to.be.greaterThan(fixture.listings.lastProgressReadAt));
    const unnotified = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    const written = Date.parse(unnotified.changedAt);
    const claimed = async (): Promise<number> => Date.parse((await fixture.search({ limit: 1 })).indexedThrough);
    const reads = fixture.listings.progressReads;
    await eventually(() => expect(fixture.listings.progressReads).to.be.at.least(reads + 2));
    expect(await claimed()).to.be.lessThan(written);
    await fixture.listings.notify(unnotified.id);
    await eventually(async () => {
      const through = await claimed();
      if (through >= written) expect(await searchedVersion(unnotified.id)).to.equal(unnotified.version);
      expect(through).to.be.at.least(written);
    });
  });

  it("does not report a change if a shard was not refreshed", async () => {
    const { elasticsearch, config } = fixture;
    const shape = { shards: 1, replicas: "0" };
    const partly: ElasticsearchClient = {
      ...elasticsearch,
      async request<T>(method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD", path: string, body?: object | string) {
        const response = await elasticsearch.request<T>(method, path, body);
        return path.includes("/_refresh") ? (JSON.parse('{"_shards": {"failed": 1}}') as T) : response;
      },
    };
    const error = await rejectionOf(createIndexStore(partly, config.ELASTICSEARCH_INDEX, shape).refresh());
    expect(error.code).to.equal("unavailable");
    await fixture.store.refresh();
  });

  it("returns a cached branding until the organization's branding changes", async () => {
    fixture.listings.brandings.set(organizationB, "Before");
    const { id } = fixture.listings.put(
      buildProperty({ organizationId: organizationB, address: { city: "Brandville" } }),
    );
    await fixture.listings.notify(id, { wait: true });
    const name = async (): Promise<string | null | undefined> => {
      const { data } = await fixture.search({ filters: { cities: ["Brandville"] }, includeBranding: true });
      return data[0]?.branding?.displayName;
    };
    await eventually(async () => expect(await name()).to.equal("Before"));
    const calls = fixture.listings.brandingCalls;
    expect(await name()).to.equal("Before");
    expect(fixture.listings.brandingCalls).to.equal(calls);
    fixture.listings.brandings.set(organizationB, "After");
    nats.publish(brandingChanged.subject(organizationB));
    await eventually(async () => expect(await name()).to.equal("After"));
  });

  it("creates the index again after it was removed", async () => {
    await fixture.elasticsearch.request("DELETE", `/${fixture.config.ELASTICSEARCH_INDEX}-000001`);
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(id);
    await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true), { timeoutMs: 60_000 });
    expect(await searchedVersion(id)).to.equal(1);
  });
});
