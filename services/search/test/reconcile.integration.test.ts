import type { IndexDocument } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { ElasticsearchError } from "../src/elasticsearch/client.ts";
import { type ReconcileOptions, reconcile } from "../src/indexing/reconcile.ts";
import { buildProperty } from "./support/property.ts";
import { organizationA, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

describe("reconciliation", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
  });
  after(() => fixture.stop());

  const published: string[] = [];
  beforeEach(() => published.splice(0));
  /** Reads the fake listings directly, without NATS. */
  const reconcileOptions = (): ReconcileOptions => ({
    listings: {
      documents: async (ids) => ({
        documents: ids.flatMap((id) => fixture.listings.documents.get(id) ?? []),
        rest: [],
      }),
      scan: async (after, limit) => {
        const all = [...fixture.listings.documents.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
        const rest = all.filter(({ id }) => after === null || id > after);
        return { documents: rest.slice(0, limit), next: rest.length > limit ? (rest[limit - 1]?.id ?? null) : null };
      },
      reportIndexed: async () => undefined,
    },
    store: fixture.store,
    publishRefreshed: (items) => published.push(...items.map(({ id }) => id)),
  });
  const put = (more: Parameters<typeof buildProperty>[0] = {}): IndexDocument =>
    fixture.listings.put(buildProperty({ organizationId: organizationA, ...more }));
  const tombstone = (document: IndexDocument, version: number): IndexDocument => ({
    ...document,
    version,
    deleted: true,
    property: null,
    ads: [],
  });
  const found = async (id: string): Promise<boolean> => {
    const { data } = await fixture.search({ limit: 100 });
    return data.some((each) => each.id === id);
  };

  it("repairs missing, outdated and unknown documents, and purges old tombstones of purged listings", async () => {
    const missing = put();
    const behind = put();
    await fixture.load([behind]);
    const newer = put({ id: behind.id, price: 1 });
    const stranger = buildProperty({ organizationId: organizationA });
    const living: IndexDocument = {
      id: stranger.id,
      version: 3,
      deleted: false,
      property: stranger,
      ads: [],
      changedAt: stranger.updatedAt,
    };
    const old = tombstone({ ...living, id: buildProperty().id, changedAt: "2020-01-01T00:00:00.000Z" }, 3);
    const recent = { ...old, id: buildProperty().id, changedAt: new Date().toISOString() };
    await fixture.load([living, old, recent]);
    const result = await reconcile(reconcileOptions());
    expect(result).to.include({ repaired: 3, purged: 1, ahead: 0 });
    expect(published).to.have.members([missing.id, behind.id, living.id]);
    await fixture.store.refresh();
    const ids = [missing.id, behind.id, living.id, old.id, recent.id];
    const byId = new Map((await fixture.read(ids)).map((each) => [each.id, each]));
    expect(byId.get(missing.id)?.version).to.equal(missing.version);
    expect(byId.get(behind.id)?.version).to.equal(newer.version);
    expect(byId.get(living.id)).to.include({ deleted: true, version: 4 });
    expect(byId.has(old.id)).to.equal(false);
    expect(byId.has(recent.id)).to.equal(true);
  });

  it("does not report documents as repaired that the index rejects", async () => {
    const taken = put();
    const property = { ...buildProperty({ organizationId: organizationA }), yearBuilt: "long ago" as never };
    const rejection = { ...taken, id: property.id, property };
    const documents = [taken, rejection].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const reported: string[] = [];
    const { repaired, rejected: left } = await reconcile({
      ...reconcileOptions(),
      listings: {
        documents: async () => ({ documents: [], rest: [] }),
        scan: async () => ({ documents, next: null }),
        reportIndexed: async (items) => void reported.push(...items.map(({ id }) => id)),
      },
      store: { ...fixture.store, scanVersions: async () => [] },
    });
    expect({ repaired, left }).to.deep.equal({ repaired: 1, left: 1 });
    expect(published).to.deep.equal([taken.id]);
    expect(reported).to.deep.equal([taken.id]);
    expect((await fixture.read([taken.id, rejection.id])).map(({ id }) => id)).to.deep.equal([taken.id]);
  });

  it("does not report documents as purged that the index retains", async () => {
    const old = tombstone({ ...put(), id: buildProperty().id, changedAt: "2020-01-01T00:00:00.000Z" }, 3);
    await fixture.load([...fixture.listings.documents.values(), old]);
    const blocked = (isBlocked: boolean): Promise<object> =>
      fixture.elasticsearch.request("PUT", `/${fixture.config.ELASTICSEARCH_INDEX}/_settings`, {
        index: { "blocks.write": isBlocked },
      });
    await blocked(true);
    const error = await reconcile(reconcileOptions()).catch((rejection: unknown) => rejection);
    await blocked(false);
    expect(error).to.be.instanceOf(ElasticsearchError);
    expect(await reconcile(reconcileOptions())).to.include({ repaired: 0, purged: 1 });
    expect(await fixture.read([old.id])).to.deep.equal([]);
  });

  it("counts versions that the store does not have as ahead, but not changes since the store was read", async () => {
    const [quiet, changed, deleted] = [put(), put(), put()];
    await fixture.load([quiet, changed, deleted]);
    const { listings, ...rest } = reconcileOptions();
    const result = await reconcile({
      ...rest,
      listings: {
        ...listings,
        scan: async (after, limit) => {
          const page = await listings.scan(after, limit);
          // Changes between the reads of the two sides.
          fixture.listings.remove(deleted.id);
          const tomb = fixture.listings.documents.get(deleted.id);
          await fixture.load([put({ id: changed.id, price: 1 }), ...(tomb === undefined ? [] : [tomb])]);
          return page;
        },
      },
    });
    expect(result).to.include({ repaired: 0, purged: 0, ahead: 0 });
    const before = fixture.listings.documents.get(changed.id);
    if (before === undefined) throw new Error("no listing");
    // The store is restored to an earlier state.
    fixture.listings.documents.set(changed.id, changed);
    expect(await reconcile(reconcileOptions())).to.include({ repaired: 0, purged: 0, ahead: 1 });
    fixture.listings.documents.set(changed.id, before);
  });

  it("restores a listing that a tombstone of a later version hides", async () => {
    // Elasticsearch discards the versions of deleted documents after this time.
    const settings = { index: { gc_deletes: "1s" } };
    await fixture.elasticsearch.request("PUT", `/${fixture.config.ELASTICSEARCH_INDEX}/_settings`, settings);
    const again = put();
    await fixture.load([tombstone(again, 2)]);
    await fixture.load([again]);
    expect(await found(again.id)).to.equal(false);
    expect(await reconcile(reconcileOptions())).to.include({ purged: 1, ahead: 0 });
    await eventually(async () => {
      expect(await reconcile(reconcileOptions())).to.include({ purged: 0 });
      expect(await found(again.id)).to.equal(true);
    });
    expect(await reconcile(reconcileOptions())).to.include({ repaired: 0, purged: 0, ahead: 0 });
  });
});
