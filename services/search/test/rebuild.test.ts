import { AppError, type IndexDocument } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { canonicalJson, verifyIndex } from "../src/indexing/verify-index.ts";
import { createListingsClient } from "../src/listings/listings-client.ts";
import { rebuildIndex, type RebuildOptions } from "../src/indexing/rebuild.ts";
import type { ElasticsearchClient } from "../src/elasticsearch/client.ts";
import { buildingAlias, createIndex, findIndex } from "../src/indexing/indices.ts";
import { writeDocuments } from "../src/indexing/bulk.ts";
import { Dice, generateListings } from "./support/generate.ts";
import { buildProperty } from "./support/property.ts";
import { organizationA, rejectionOf, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

interface Ended {
  code: number;
  output: string;
}

/** The engine over a link that loses some requests before they arrive, or the answers to them. */
function overBadLink(
  elasticsearch: ElasticsearchClient,
  loses: (method: string, path: string) => "request" | "answer" | undefined,
): ElasticsearchClient {
  const away = (): AppError => new AppError("unavailable", "The search index cannot be reached at the moment.");
  return {
    ...elasticsearch,
    async request<T>(method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD", path: string, body?: object | string) {
      const lost = loses(method, path);
      if (lost === "request") throw away();
      const answer = await elasticsearch.request<T>(method, path, body);
      if (lost === "answer") throw away();
      return answer;
    },
  };
}

describe("rebuilding and comparing the index", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
    const documents = generateListings(1_500, 3);
    for (const document of documents) fixture.listings.documents.set(document.id, document);
    await fixture.load(documents);
  });
  after(() => fixture.stop());

  const run = (command: "reindex" | "verify", args: string[] = [], env: Record<string, string> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const file = fileURLToPath(new URL(`../src/cli/${command}.ts`, import.meta.url));
      const settings = {
        PATH: process.env["PATH"] ?? "",
        NATS_URL: fixture.config.NATS_URL,
        ELASTICSEARCH_URL: fixture.config.ELASTICSEARCH_URL,
        ELASTICSEARCH_INDEX: fixture.config.ELASTICSEARCH_INDEX,
        ...env,
      };
      execFile(process.execPath, [file, ...args], { env: settings }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
      });
    });

  const rebuilding = (): RebuildOptions => ({
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

  it("builds a new index and uses it without a failed or a short search while writes go on", async () => {
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
        // A slow machine is not asked for more than it can do: behind an index that falls back for ever is no end.
        const before = written.at(-50);
        if (before !== undefined) await eventually(() => expect(isIndexed(before)).to.equal(true));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const steps = new Set<string>();
    await rebuildIndex({ ...rebuilding(), onProgress: ({ step }) => steps.add(step) });
    running.on = false;
    await Promise.all([searching, writing]);
    expect([...steps]).to.deep.equal(["fill", "compare", "swap", "remove"]);
    expect(failures).to.deep.equal([]);
    const found = await findIndex(fixture.elasticsearch, alias);
    expect(found?.name).to.not.equal(old?.name);
    expect(await findIndex(fixture.elasticsearch, old?.name ?? "")).to.equal(undefined);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
    const verdict = await verifyIndex(createListingsClient(fixture.rpc), fixture.store, { retryTimeoutMs: 60_000 });
    expect(verdict).to.deep.equal({ compared: 1500, differences: [] });
  });

  it("writes changes to an index that is being built as well", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const shape = { shards: 1, replicas: "0" };
    await createIndex(fixture.elasticsearch, `${alias}-half`, { shape, alias: buildingAlias(alias) });
    const [id = ""] = fixture.listings.documents.keys();
    await fixture.listings.notify(id, { wait: true });
    await eventually(async () => {
      const [half] = await fixture.store.scan(null, 1, buildingAlias(alias));
      expect(half?.id).to.equal(id);
    });
    const refused = await rebuildIndex({ ...rebuilding(), discard: false }).catch((error: Error) => error.message);
    expect(refused).to.include("--discard");
    const { code, output } = await run("reindex", ["--discard"]);
    expect(output).to.include("searches use the new index").and.to.include("contains 1500 listings");
    expect(code).to.equal(0);
  });

  it("leaves the old index serving and removes the new one when it is stopped", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = await findIndex(fixture.elasticsearch, alias);
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error("stopped"));
    const outcome = await rebuildIndex({ ...rebuilding(), signal: stop.signal, onProgress }).catch(
      (error: Error) => error.message,
    );
    expect(outcome).to.equal("stopped");
    expect(await findIndex(fixture.elasticsearch, alias)).to.deep.equal(old);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
  });

  const total = async (): Promise<number> => (await fixture.search({ limit: 1 })).total.value;

  it("keeps the new index when the old one cannot be removed, and removes that the next time", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = (await findIndex(fixture.elasticsearch, alias))?.name ?? "";
    const before = await total();
    const elasticsearch = overBadLink(fixture.elasticsearch, (method) => (method === "DELETE" ? "request" : undefined));
    const troubles: string[] = [];
    const rebuilt = await rebuildIndex({
      ...rebuilding(),
      elasticsearch,
      graceMs: 0,
      onWarning: (sentence) => troubles.push(sentence),
    });
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(rebuilt.index);
    expect(await total()).to.equal(before);
    expect(troubles.join("\n")).to.include(old);
    expect((await findIndex(fixture.elasticsearch, old))?.name).to.equal(old);
    const announced: boolean[] = [];
    const next = await rebuildIndex({ ...rebuilding(), graceMs: 0, publishRefreshed: () => announced.push(true) });
    expect(await findIndex(fixture.elasticsearch, old)).to.equal(undefined);
    expect(await findIndex(fixture.elasticsearch, rebuilt.index)).to.equal(undefined);
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(next.index);
    expect(await total()).to.equal(before);
    expect(announced).to.deep.equal([true]);
  });

  it("takes the change to the new index as made when only the answer to it is lost", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const before = await total();
    let changes = 0;
    const elasticsearch = overBadLink(fixture.elasticsearch, (_, path) =>
      path === "/_aliases" && changes++ === 0 ? "answer" : undefined,
    );
    const { index } = await rebuildIndex({ ...rebuilding(), elasticsearch, graceMs: 0 });
    expect((await findIndex(fixture.elasticsearch, alias))?.name).to.equal(index);
    expect(await total()).to.equal(before);
    expect(await findIndex(fixture.elasticsearch, buildingAlias(alias))).to.equal(undefined);
  });

  it("leaves the old index serving and removes the new one when the change to it never arrived", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const old = await findIndex(fixture.elasticsearch, alias);
    let changes = 0;
    const elasticsearch = overBadLink(fixture.elasticsearch, (_, path) =>
      path === "/_aliases" && changes++ === 0 ? "request" : undefined,
    );
    const error = await rejectionOf(rebuildIndex({ ...rebuilding(), elasticsearch, graceMs: 0 }));
    expect(error.code).to.equal("unavailable");
    expect(await findIndex(fixture.elasticsearch, alias)).to.deep.equal(old);
    const indexes = await fixture.elasticsearch.request<object>("GET", `/${alias}-2*/_alias`);
    expect(Object.keys(indexes)).to.deep.equal([old?.name]);
  });

  it("removes no index while it is not known which one serves", async () => {
    const alias = fixture.config.ELASTICSEARCH_INDEX;
    const before = await total();
    let changes = 0;
    const elasticsearch = overBadLink(fixture.elasticsearch, (_, path) => {
      if (path !== "/_aliases") return undefined;
      return changes++ === 0 ? "answer" : "request";
    });
    const told = await rebuildIndex({ ...rebuilding(), elasticsearch, graceMs: 0 }).catch(
      (error: Error) => error.message,
    );
    expect(told).to.include("does not report whether searches use");
    expect(await total()).to.equal(before);
    const { index } = await rebuildIndex({ ...rebuilding(), graceMs: 0, discard: true });
    const indexes = await fixture.elasticsearch.request<object>("GET", `/${alias}-2*/_alias`);
    expect(Object.keys(indexes)).to.deep.equal([index]);
  });

  describe("with an index for documents of another form", () => {
    const meta = (name: string, schema: number): Promise<object> =>
      fixture.elasticsearch.request("PUT", `/${name}/_mapping`, { _meta: { schema } });

    const made: IndexDocument[] = [];
    const put = (): IndexDocument => {
      const document = fixture.listings.put(buildProperty({ organizationId: organizationA }));
      made.push(document);
      return document;
    };

    it("writes nothing to one that is being built, and goes on with the one that serves", async () => {
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

    it("writes nothing to one that serves, and has everything in the next: what others wrote to the old one alone too", async () => {
      const alias = fixture.config.ELASTICSEARCH_INDEX;
      await meta(alias, 99);
      const waiting = put();
      const error = await rejectionOf(fixture.store.write([waiting]));
      expect(error.message).to.include("form 99").and.to.include("reindex");
      await fixture.listings.notify(waiting.id);
      const late = { ...waiting, id: buildProperty().id };
      made.push(late);
      // As an indexer of the release before does, at the last moment.
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
      await rebuildIndex({ ...rebuilding(), elasticsearch, graceMs: 0 });
      expect((await fixture.read([waiting.id, late.id])).map(({ id }) => id)).to.have.members([waiting.id, late.id]);
      await eventually(() => expect(fixture.listings.indexed.has(waiting.id)).to.equal(true), { timeoutMs: 60_000 });
    });

    after(async () => {
      for (const { id, version } of made) {
        fixture.listings.documents.delete(id);
        await fixture.store.purge([{ id, version }]);
      }
      await fixture.store.refresh();
    });
  });

  it("tells each listing that differs by a byte, is missing, or is in the index alone, with exit code 1", async () => {
    const [changed, missing] = [...fixture.listings.documents.values()].filter(({ property }) => property !== null);
    if (changed?.property === null || changed === undefined || missing === undefined) throw new Error("no listing");
    fixture.listings.documents.set(changed.id, {
      ...changed,
      property: { ...changed.property, title: `${changed.property.title} ` },
    });
    fixture.listings.documents.delete(missing.id);
    const { code, output } = await run("verify", ["--retry-timeout", "0"]);
    expect(output)
      .to.include(`${changed.id} different`)
      .and.to.include(`${missing.id} unknown`)
      .and.to.include("1500 compared, 2 different");
    expect(code).to.equal(1);
    fixture.listings.documents.set(changed.id, changed);
    fixture.listings.documents.set(missing.id, missing);
    expect(await run("verify")).to.deep.equal({ code: 0, output: "1500 compared, 0 different\n" });
  });

  it("says in a sentence what it cannot reach, with exit code 2", async () => {
    const [away, wrong] = await Promise.all([
      run("verify", [], { NATS_URL: "nats://127.0.0.1:1" }),
      run("reindex", [], { ELASTICSEARCH_SHARDS: "many" }),
    ]);
    expect(away).to.deep.equal({ code: 2, output: "NATS cannot be reached at nats://127.0.0.1:1: is Plat running?\n" });
    expect(wrong.code).to.equal(2);
    expect(wrong.output).to.include("ELASTICSEARCH_SHARDS");
  });

  it("compares objects whatever the order of their members", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 0.1 })).to.equal(
      canonicalJson({ a: 0.1, b: [{ c: null, d: 1 }] }),
    );
    expect(canonicalJson({ a: [1, 2] })).to.not.equal(canonicalJson({ a: [2, 1] }));
  });
});
