import { brandingChanged, propertyChanged, indexRefreshed, type IndexRefreshed, searchContract } from "@plat/contracts";
import { connectNats, createLogger, type NatsConnection } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Engine } from "../src/elasticsearch/client.ts";
import { failuresIndex, indexStore } from "../src/indexing/index-store.ts";
import { Dice } from "./support/generate.ts";
import { aProperty } from "./support/property.ts";
import { organizationA, organizationB, refusal, startWorld, type World } from "./support/world.ts";

describe("keeping the index right", () => {
  let world: World;
  let bus: NatsConnection;
  const refreshed: IndexRefreshed[] = [];
  before(async () => {
    world = await startWorld({ INDEX_ATTEMPTS: "2" });
    bus = await connectNats({
      url: world.config.NATS_URL,
      name: "spy",
      log: createLogger({ service: "spy", level: "fatal" }),
    });
    bus.subscribe(indexRefreshed.subject, { callback: (_, message) => void refreshed.push(message.json()) });
    await bus.flush();
  });
  after(async () => {
    await bus.close();
    await world.stop();
  });

  const shown = async (id: string): Promise<number | undefined> => {
    const { data } = await world.search({ filters: { status: ["active", "sold"] }, limit: 100 });
    return data.find((each) => each.id === id)?.version;
  };

  it("tells everyone the version once searches see it, and counts show it at once when somebody waited", async () => {
    await world.ask(searchContract.aggregate, { query: {} });
    for (let round = 0; round < 5; round++) {
      const { id, version } = world.listings.put(
        aProperty({ organizationId: organizationA, propertyType: `Waited ${round}` }),
      );
      await world.listings.ring(id, { wait: true });
      await eventually(
        () =>
          expect(
            refreshed.some(({ items }) => items.some((item) => item.id === id && item.version === version)),
          ).to.equal(true),
        {
          intervalMs: 1,
        },
      );
      const counts: { byPropertyType: Record<string, number> } = await world.ask(searchContract.aggregate, {
        query: {},
      });
      expect(counts.byPropertyType[`Waited ${round}`]).to.equal(1);
      expect(await shown(id)).to.equal(version);
    }
  });

  it("reports versions to the store only when searches see them", async () => {
    const { id, version } = world.listings.put(aProperty({ organizationId: organizationA }));
    await world.listings.ring(id);
    await eventually(() => expect(world.listings.indexed.get(id)).to.equal(version), { intervalMs: 1 });
    expect(await shown(id)).to.equal(version);
  });

  it("asks for all listings of a batch of doorbells at once", async () => {
    const made = Array.from({ length: 50 }, () =>
      world.listings.put(aProperty({ organizationId: organizationB, status: "sold" })),
    );
    const calls = world.listings.asked.length;
    const undelivered = async (): Promise<number> => {
      const info = await bus.request(`$JS.API.CONSUMER.INFO.${propertyChanged.stream}.search-indexer`);
      return info.json<{ num_pending: number }>().num_pending;
    };
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    world.listings.beforeDocuments = () => held;
    const [first, ...others] = made;
    await world.listings.ring(first?.id ?? "");
    await eventually(() => expect(world.listings.asked.length).to.equal(calls + 1));
    await Promise.all(others.map(({ id }) => world.listings.ring(id)));
    // On their way to the service, ahead of the answer that it waits for.
    await eventually(async () => expect(await undelivered()).to.equal(0));
    go();
    await eventually(() => expect(made.every(({ id }) => world.listings.indexed.has(id))).to.equal(true));
    world.listings.beforeDocuments = async () => undefined;
    expect(world.listings.asked.length - calls).to.be.lessThan(5);
  });

  it("never brings a deleted listing back, nor an older version: messages shuffled, tripled, and late after the delete", async () => {
    // The engine itself forgets versions of deleted documents after this.
    await world.engine.request("PUT", `/${world.config.ELASTICSEARCH_INDEX}/_settings`, {
      index: { gc_deletes: "1s" },
    });
    const dice = new Dice(77);
    const histories = Array.from({ length: 20 }, () => {
      const { id } = world.listings.put(
        aProperty({ organizationId: organizationA, status: "sold", title: "version 1" }),
      );
      const versions = [world.listings.documents.get(id)];
      for (let version = 2; version <= 4; version++) {
        world.listings.put(
          aProperty({ id, organizationId: organizationA, status: "sold", title: `version ${version}` }),
        );
        versions.push(world.listings.documents.get(id));
      }
      const deleted = dice.chance(0.5);
      if (deleted) {
        world.listings.remove(id);
        versions.push(world.listings.documents.get(id));
      }
      return { id, deleted, versions: versions.flatMap((version) => version ?? []) };
    });
    const messages = histories.flatMap(({ versions }) => [...versions, ...versions, ...versions]);
    const shuffled = messages.map((message) => ({ message, at: dice.whole(0, 1e9) })).toSorted((a, b) => a.at - b.at);
    const writes = async (documents: typeof messages): Promise<void> => {
      // As an indexer does that read the store long ago.
      for (let at = 0; at < documents.length; at += 7) await world.store.write(documents.slice(at, at + 7));
    };
    await writes(shuffled.map(({ message }) => message));
    await world.store.refresh();
    const verify = async (): Promise<void> => {
      const found = new Map(
        (await world.read(histories.map(({ id }) => id))).map((document) => [document.id, document]),
      );
      for (const { id, deleted, versions } of histories) {
        expect(found.get(id)?.version).to.equal(versions.at(-1)?.version);
        expect(found.get(id)?.deleted).to.equal(deleted);
        expect(await shown(id)).to.equal(deleted ? undefined : versions.at(-1)?.version);
      }
    };
    await verify();
    // A document deleted for good shows when the engine has forgotten: then any version is taken.
    const probe = aProperty();
    const forgotten = {
      id: probe.id,
      version: 1,
      deleted: false,
      property: probe,
      ads: [],
      changedAt: probe.updatedAt,
    };
    await world.store.write([{ ...forgotten, version: 5 }]);
    await world.store.purge([{ id: probe.id, version: 5 }]);
    await eventually(async () => {
      await world.store.write([forgotten]);
      await world.store.refresh();
      expect(await world.read([probe.id])).to.have.length(1);
    });
    await writes(shuffled.map(({ message }) => message));
    for (const { id } of histories) await world.listings.ring(id);
    await eventually(() => expect(histories.every(({ id }) => world.listings.indexed.has(id))).to.equal(true));
    await verify();
    await world.store.purge([{ id: probe.id, version: 1 }]);
    await world.store.refresh();
  });

  it("does nothing for a doorbell of a listing that the store does not know", async () => {
    const { id } = aProperty();
    await world.listings.ring(id);
    const other = world.listings.put(aProperty({ organizationId: organizationA }));
    await world.listings.ring(other.id);
    await eventually(() => expect(world.listings.indexed.has(other.id)).to.equal(true));
    expect(await world.read([id])).to.deep.equal([]);
  });

  it("records a listing that cannot be read after some tries, and goes on with the others", async () => {
    // Beyond the contract, so that the store of record cannot answer with it.
    const poison = world.listings.put(aProperty({ organizationId: organizationA, location: { lat: 47, lon: 8 } }));
    const document = world.listings.documents.get(poison.id);
    if (document?.property) document.property.status = { not: "a status" } as never;
    const healthy = world.listings.put(aProperty({ organizationId: organizationA }));
    await Promise.all([world.listings.ring(poison.id), world.listings.ring(healthy.id)]);
    await eventually(() => expect(world.listings.indexed.has(healthy.id)).to.equal(true));
    const record = await eventually(() =>
      world.engine.request<{ _source: { id: string; version: number | null; reason: string; attempts: number } }>(
        "GET",
        `/${failuresIndex(world.config.ELASTICSEARCH_INDEX)}/_doc/${poison.id}`,
      ),
    );
    const { _source: source } = record;
    expect(source).to.include({ id: poison.id, version: null, attempts: 2 });
    expect(source.reason).to.include("could not be completed");
    expect(world.listings.indexed.has(poison.id)).to.equal(false);
    world.listings.documents.delete(poison.id);
  });

  it("tells up to which moment every change is in", async () => {
    const before = Date.now();
    const { id } = world.listings.put(aProperty({ organizationId: organizationA }));
    await world.listings.ring(id);
    const written = Date.now();
    // Whenever the answer claims a moment after the write, the write is in it.
    await eventually(async () => {
      const answer = await world.search({ filterByOrganization: true, limit: 100 });
      const claimed = Date.parse(answer.indexedThrough);
      const isIn = answer.data.some((each) => each.id === id);
      if (claimed >= written) expect(isIn).to.equal(true);
      expect(claimed).to.be.greaterThan(before);
      expect(claimed).to.be.at.least(written);
    });
  });

  it("claims no moment after a change that no doorbell told of, until the index shows it", async () => {
    // Past the moment of the last look, which knew nothing of it.
    await eventually(() => expect(Date.now()).to.be.greaterThan(world.listings.lookedAt), { intervalMs: 1 });
    const silent = world.listings.put(aProperty({ organizationId: organizationA }));
    const written = Date.parse(silent.changedAt);
    const claimed = async (): Promise<number> => Date.parse((await world.search({ limit: 1 })).indexedThrough);
    const looks = world.listings.looks;
    await eventually(() => expect(world.listings.looks).to.be.at.least(looks + 2));
    expect(await claimed()).to.be.lessThan(written);
    await world.listings.ring(silent.id);
    await eventually(async () => {
      const through = await claimed();
      if (through >= written) expect(await shown(silent.id)).to.equal(silent.version);
      expect(through).to.be.at.least(written);
    });
  });

  it("does not take a change as shown when a part of the index did not refresh", async () => {
    const { engine, config } = world;
    const shape = { shards: 1, replicas: "0" };
    const partly: Engine = {
      ...engine,
      async request<T>(method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD", path: string, body?: object | string) {
        const answer = await engine.request<T>(method, path, body);
        return path.includes("/_refresh") ? (JSON.parse('{"_shards": {"failed": 1}}') as T) : answer;
      },
    };
    const error = await refusal(indexStore(partly, config.ELASTICSEARCH_INDEX, shape).refresh());
    expect(error.code).to.equal("unavailable");
    await world.store.refresh();
  });

  it("keeps branding until it is told that it changed", async () => {
    world.listings.brandings.set(organizationB, "Before");
    const { id } = world.listings.put(aProperty({ organizationId: organizationB, address: { city: "Brandville" } }));
    await world.listings.ring(id, { wait: true });
    const name = async (): Promise<string | null | undefined> => {
      const { data } = await world.search({ filters: { cities: ["Brandville"] }, includeBranding: true });
      return data[0]?.branding?.displayName;
    };
    await eventually(async () => expect(await name()).to.equal("Before"));
    const calls = world.listings.brandingCalls;
    expect(await name()).to.equal("Before");
    expect(world.listings.brandingCalls).to.equal(calls);
    world.listings.brandings.set(organizationB, "After");
    bus.publish(brandingChanged.subject(organizationB));
    await eventually(async () => expect(await name()).to.equal("After"));
  });

  it("makes the index anew when somebody has removed it", async () => {
    await world.engine.request("DELETE", `/${world.config.ELASTICSEARCH_INDEX}-000001`);
    const { id } = world.listings.put(aProperty({ organizationId: organizationA }));
    await world.listings.ring(id);
    await eventually(() => expect(world.listings.indexed.has(id)).to.equal(true), { timeoutMs: 60_000 });
    expect(await shown(id)).to.equal(1);
  });
});
