import { AppError, type IndexDocument } from "@plat/contracts";
import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { verifyIndex } from "../src/indexing/verify-index.ts";
import { createListingsClient } from "../src/listings/listings-client.ts";
import { rebuildIndex, type RebuildOptions } from "../src/indexing/rebuild.ts";
import type { ElasticsearchClient } from "../src/elasticsearch/client.ts";
import { buildingAlias, createIndex, findIndex } from "../src/indexing/indices.ts";
import { writeDocuments } from "../src/indexing/bulk.ts";
import { Dice, generateListings } from "./support/generate.ts";
import { buildProperty } from "./support/property.ts";
import { type CommandResult, type IndexCommand, runIndexCommand } from "./support/index-command.ts";
import { organizationA, rejectionOf, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

/** A client over a link that loses some requests, or the responses to them. */
function withLostMessages(
  elasticsearch: ElasticsearchClient,
  losesMessage: (method: string, path: string) => "request" | "response" | undefined,
): ElasticsearchClient {
  const unavailable = (): AppError => new AppError("unavailable", "The search index is temporarily unavailable.");
  return {
    ...elasticsearch,
    async request<T>(method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD", path: string, body?: object | string) {
      const lost = losesMessage(method, path);
      if (lost === "request") throw unavailable();
      const response = await elasticsearch.request<T>(method, path, body);
      if (lost === "response") throw unavailable();
      return response;
    },
  };
}

describe("index rebuild", function () {
  this.timeout(slowSuiteTimeoutMs);

  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
    const documents = generateListings(1_500, 3);
    for (const document of documents) fixture.listings.documents.set(document.id, document);
    await fixture.load(documents);
  });
  after(() => fixture.stop());

  const run = (command: IndexCommand, args: string[] = []): Promise<CommandResult> =>
    runIndexCommand(fixture.config, command, args);

  const rebuildOptions = (): RebuildOptions => ({
    elasticsearch: fixture.elasticsearch,
    store: fixture.store,
    listings: createListingsClient(fixture.rpc),
    alias: fixture.config.ELASTICSEARCH_INDEX,
    shape: { shards: 1, replicas: "0" },
    discard: false,
    graceMs: 5_000,
    onProgress: () => undefined,
    publishRefreshed: () => undefined,
    onWarning: () => undefined,
    signal: new AbortController().signal,
  });

  it("switches to a new index during writes without failed or incomplete searches", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = await findIndex(fixture.elasticsearch, alias);
    const ids = [...fixture.listings.documents.keys()];
    const expected = fixture.listings.undeletedProperties().filter(({ status }) => status === "active").length;
    const running = { on: true };
    const failures: string[] = [];
    const written: IndexDocument[] = [];
    const dice = new Dice(1);
    const isIndexed = ({ id, version }: IndexDocument): boolean => (fixture.listings.indexed.get(id) ?? 0) >= version;
    const searching = (async () => {
      while (running.on) {
        try {
          const { total } = await fixture.search({ limit: 1 });
          if (total.value !== expected) failures.push(`found ${total.value} of ${expected}`);
        } catch (error) {
          failures.push(String(error));
        }
      }
    })();
    const writing = (async () => {
      while (running.on) {
        const property = fixture.listings.documents.get(dice.pick(ids))?.property;
        if (!property) continue;
        written.push(fixture.listings.put({ ...property, price: dice.whole(1, 1_000_000) }));
        await fixture.listings.notify(property.id);
        // Waits for earlier writes: on a slow machine the index would otherwise fall behind without bound.
        const before = written.at(-50);
        if (before !== undefined) await eventually(() => expect(isIndexed(before)).to.equal(true));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const steps = new Set<string>();
    await rebuildIndex({ ...rebuildOptions(), onProgress: ({ step }) => steps.add(step) });
    running.on = false;
    await Promise.all([searching, writing]);
    expect([...steps]).to.deep.equal(["fill", "compare", "swap", "remove"]);
    expect(failures).to.deep.equal([]);
    const found = await findIndex(fixture.elasticsearch, alias);
    expect(found?.name).to.not.equal(old?.name);
    expect(await findIndex(fixture.elasticsearch, old?.name ?? "")).to.equal(undefined);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
    const verification = await verifyIndex(createListingsClient(fixture.rpc), fixture.store, {
      retryTimeoutMs: 60_000,
    });
    expect(verification).to.deep.equal({ compared: 1500, differences: [] });
  });

  it("writes changes also to an index that is being built", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const shape = { shards: 1, replicas: "0" };
    await createIndex(fixture.elasticsearch, `${alias}-half`, { shape, alias: buildingAlias(alias) });
    const [id = ""] = fixture.listings.documents.keys();
    await fixture.listings.notify(id, { wait: true });
    await eventually(async () => {
      const [half] = await fixture.store.scan(null, 1, buildingAlias(alias));
      expect(half?.id).to.equal(id);
    });
    const rejection = await rebuildIndex({ ...rebuildOptions(), discard: false }).catch(
      (error: Error) => error.message,
    );
    expect(rejection).to.include("--discard");
    const { code, output } = await run("reindex", ["--discard"]);
    expect(output).to.include("searches use the new index").and.to.include("contains 1500 listings");
    expect(code).to.equal(0);
  });

  it("keeps the old index and removes the new one when it is stopped", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = await findIndex(fixture.elasticsearch, alias);
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error("stopped"));
    const outcome = await rebuildIndex({ ...rebuildOptions(), signal: stop.signal, onProgress }).catch(
      (error: Error) => error.message,
    );
    expect(outcome).to.equal("stopped");
    expect(await findIndex(fixture.elasticsearch, alias)).to.deep.equal(old);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
  });

  const total = async (): Promise<number> => (await fixture.search({ limit: 1 })).total.value;

  it("keeps the new index if the old one cannot be removed, and removes the old one in the next run", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = (await findIndex(fixture.elasticsearch, alias))?.name ?? "";
    const before = await total();
    const elasticsearch = withLostMessages(fixture.elasticsearch, (method) =>
      method === "DELETE" ? "request" : undefined,
    );
    const warnings: string[] = [];
    const rebuilt = await rebuildIndex({
      ...rebuildOptions(),
      elasticsearch,
      graceMs: 0,
      onWarning: (sentence) => warnings.push(sentence),
    });
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(rebuilt.index);
    expect(await total()).to.equal(before);
    expect(warnings.join("\n")).to.include(old);
    expect((await findIndex(fixture.elasticsearch, old))?.name).to.equal(old);
    const published: boolean[] = [];
    const next = await rebuildIndex({ ...rebuildOptions(), graceMs: 0, publishRefreshed: () => published.push(true) });
    expect(await findIndex(fixture.elasticsearch, old)).to.equal(undefined);
    expect(await findIndex(fixture.elasticsearch, rebuilt.index)).to.equal(undefined);
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(next.index);
    expect(await total()).to.equal(before);
    expect(published).to.deep.equal([true]);
  });

  it("detects a successful alias switch if its response is lost", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const before = await total();
    let changes = 0;
    const elasticsearch = withLostMessages(fixture.elasticsearch, (_, path) =>
      path === "/_aliases" && changes++ === 0 ? "response" : undefined,
    );
    const { index } = await rebuildIndex({ ...rebuildOptions(), elasticsearch, graceMs: 0 });
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(index);
    expect(await total()).to.equal(before);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
  });

  it("keeps the old index and removes the new one if the alias switch is lost", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = await findIndex(fixture.elasticsearch, alias);
    let changes = 0;
    const elasticsearch = withLostMessages(fixture.elasticsearch, (_, path) =>
      path === "/_aliases" && changes++ === 0 ? "request" : undefined,
    );
    const error = await rejectionOf(rebuildIndex({ ...rebuildOptions(), elasticsearch, graceMs: 0 }));
    expect(error.code).to.equal("unavailable");
    expect(await findIndex(fixture.elasticsearch, alias)).to.deep.equal(old);
    const indexes = await fixture.elasticsearch.request<object>("GET", `/${alias}-2*/_alias`);
    expect(Object.keys(indexes)).to.deep.equal([old?.name]);
  });

  it("removes no index while it is unknown which one the alias points to", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const before = await total();
    let changes = 0;
    const elasticsearch = withLostMessages(fixture.elasticsearch, (_, path) => {
      if (path !== "/_aliases") return undefined;
      return changes++ === 0 ? "response" : "request";
    });
    const message = await rebuildIndex({ ...rebuildOptions(), elasticsearch, graceMs: 0 }).catch(
      (error: Error) => error.message,
    );
    expect(message).to.include("does not report whether searches use");
    expect(await total()).to.equal(before);
    const { index } = await rebuildIndex({ ...rebuildOptions(), graceMs: 0, discard: true });
    const indexes = await fixture.elasticsearch.request<object>("GET", `/${alias}-2*/_alias`);
    expect(Object.keys(indexes)).to.deep.equal([index]);
  });

  describe("with an index of another document schema", () => {
    const meta = (name: string, schema: number): Promise<object> =>
      fixture.elasticsearch.request("PUT", `/${name}/_mapping`, { _meta: { schema } });

    const created: IndexDocument[] = [];
    const put = (): IndexDocument => {
      const document = fixture.listings.put(buildProperty({ organizationId: organizationA }));
      created.push(document);
      return document;
    };

    it("does not write to one that is being built, but to the one in use", async () => {
      const alias = fixture.config.ELASTICSEARCH_INDEX;
      const shape = { shards: 1, replicas: "0" };
      await createIndex(fixture.elasticsearch, `${alias}-other`, { shape, alias: buildingAlias(alias) });
      await meta(`${alias}-other`, 99);
      const { id, version } = put();
      await fixture.listings.notify(id, { wait: true });
      await eventually(() => expect(fixture.listings.indexed.get(id)).to.equal(version));
      expect((await fixture.read([id])).map((each) => each.version)).to.deep.equal([version]);
      await fixture.elasticsearch.request("POST", `/${alias}-other/_refresh`);
      expect(await fixture.store.scan(null, 10, buildingAlias(alias))).to.deep.equal([]);
      await fixture.elasticsearch.request("DELETE", `/${alias}-other`);
    });

    it("does not write to one in use, and includes documents in the rebuilt index that other releases wrote to the old one", async () => {
      const alias = fixture.config.ELASTICSEARCH_INDEX;
      await meta(alias, 99);
      const waiting = put();
      const error = await rejectionOf(fixture.store.write([waiting]));
      expect(error.message).to.include("schema 99").and.to.include("reindex");
      await fixture.listings.notify(waiting.id);
      const late = { ...waiting, id: buildProperty().id };
      created.push(late);
      // Like an indexer of the previous release, immediately before the switch.
      const elasticsearch: ElasticsearchClient = {
        ...fixture.elasticsearch,
        async request(method, path, body, timeoutMs) {
          if (path === "/_aliases") {
            fixture.listings.documents.set(late.id, late);
            await Array.fromAsync(writeDocuments(fixture.elasticsearch, [late], () => ({ alias })));
          }
          return fixture.elasticsearch.request(method, path, body, timeoutMs);
        },
      };
      await rebuildIndex({ ...rebuildOptions(), elasticsearch, graceMs: 0 });
      expect((await fixture.read([waiting.id, late.id])).map(({ id }) => id)).to.have.members([waiting.id, late.id]);
      await eventually(() => expect(fixture.listings.indexed.has(waiting.id)).to.equal(true), { timeoutMs: 60_000 });
    });

    after(async () => {
      for (const { id, version } of created) {
        fixture.listings.documents.delete(id);
        await fixture.store.purge([{ id, version }]);
      }
      await fixture.store.refresh();
    });
  });
});
