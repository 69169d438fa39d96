import { connect } from "@nats-io/transport-node";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { expect } from "chai";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { startBackingServices } from "../src/index.ts";
import type { BackingServices } from "../src/index.ts";
import { cleanEnv, removeTemporaryFolders, temporaryFolder } from "./support.ts";

describe("managed backing services", function () {
  // Servers start slowly on a machine that is busy with other suites.
  this.timeout(180_000);

  let backingServices: BackingServices;

  before(async () => {
    backingServices = await startBackingServices({ dataDir: await temporaryFolder(), env: cleanEnv() });
  });

  after(async () => {
    await backingServices.stop();
    await removeTemporaryFolders();
  });

  const killAndRestart = async (name: "mongo" | "elasticsearch" | "redis" | "nats"): Promise<void> => {
    const before = backingServices[name].pid;
    const { exited } = backingServices[name];
    await backingServices[name].kill();
    expect((await exited).signal).to.equal("SIGKILL");
    await backingServices[name].restart();
    expect(backingServices[name].pid).not.to.equal(before);
  };

  it("MongoDB retains an acknowledged document after SIGKILL, and has transactions and change streams", async () => {
    const { MongoClient } = mongoose.mongo;
    let client = await MongoClient.connect(backingServices.urls.MONGO_URL);
    try {
      const things = client.db("kept").collection("things");
      await things.insertOne({ name: "first" });
      const stream = things.watch();
      // The first call opens the stream; it reports only later changes.
      expect(await stream.tryNext()).to.equal(null);
      const change = stream.next();
      await client.withSession((session) =>
        session.withTransaction(() =>
          things.insertOne({ name: "second" }, { session, writeConcern: { w: "majority" } }),
        ),
      );
      expect((await change).operationType).to.equal("insert");
      await stream.close();
      await killAndRestart("mongo");
      await client.close();
      client = await MongoClient.connect(backingServices.urls.MONGO_URL);
      const names = await client.db("kept").collection("things").find().sort({ name: 1 }).toArray();
      expect(names.map(({ name }) => String(name))).to.deep.equal(["first", "second"]);
    } finally {
      await client.close();
    }
  });

  it("Redis retains a key after SIGKILL, runs scripts, and rejects writes instead of evicting keys when full", async () => {
    let client = new Redis(backingServices.urls.REDIS_URL);
    try {
      expect(await client.eval("return redis.call('set', KEYS[1], ARGV[1])", 1, "kept", "yes")).to.equal("OK");
      expect(await client.config("GET", "maxmemory-policy")).to.deep.equal(["maxmemory-policy", "noeviction"]);
      client.disconnect();
      await killAndRestart("redis");
      client = new Redis(backingServices.urls.REDIS_URL);
      expect(await client.get("kept")).to.equal("yes");
    } finally {
      client.disconnect();
    }
  });

  it("NATS retains an acknowledged JetStream message after SIGKILL, and accepts messages of 8 MiB", async () => {
    let connection = await connect({ servers: backingServices.urls.NATS_URL });
    try {
      expect(connection.info?.max_payload).to.equal(8 * 1024 * 1024);
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: "KEPT", subjects: ["kept.*"] });
      await jetstream(connection).publish("kept.one", new TextEncoder().encode("hello"));
      await connection.close();
      await killAndRestart("nats");
      connection = await connect({ servers: backingServices.urls.NATS_URL });
      const message = await (await jetstreamManager(connection)).streams.getMessage("KEPT", { seq: 1 });
      expect(message?.string()).to.equal("hello");
    } finally {
      await connection.close();
    }
    const varz: unknown = await (await fetch(`${backingServices.nats.monitorUrl}/varz`)).json();
    expect(varz).to.have.nested.property("jetstream.config.sync_always", true);
  });

  const elastic = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(backingServices.urls.ELASTICSEARCH_URL + path, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

  const tokens = async (request: unknown): Promise<string[]> => {
    const { tokens: found } = (await elastic("POST", "/_analyze", request)) as { tokens: { token: string }[] };
    return found.map(({ token }) => token);
  };

  it("Elasticsearch has the analysis components of the official distribution that the index needs", async () => {
    const text = "The Châteaux's gardens, overlooking PONIES";
    expect(
      await tokens({ tokenizer: "standard", filter: ["lowercase", "asciifolding", "porter_stem"], text }),
    ).to.deep.equal(["the", "chateaux'", "garden", "overlook", "poni"]);
    expect(await tokens({ analyzer: "english", text: "The gardens are blooming" })).to.deep.equal(["garden", "bloom"]);
    const possessive = { type: "stemmer", language: "possessive_english" };
    expect(await tokens({ tokenizer: "whitespace", filter: [possessive, "lowercase"], text: "Owner's" })).to.deep.equal(
      ["owner"],
    );
    const stemmer = { type: "stemmer", language: "english" };
    expect(
      await tokens({ tokenizer: "standard", filter: [stemmer, { type: "stop" }], text: "houses and flats" }),
    ).to.deep.equal(["hous", "flat"]);
    const folding = { type: "asciifolding", preserve_original: true };
    expect(await tokens({ tokenizer: "keyword", filter: [folding, "trim"], text: " é " })).to.have.members(["e", "é"]);
    const edges = { type: "edge_ngram", min_gram: 2, max_gram: 4 };
    expect(await tokens({ tokenizer: "standard", filter: [edges], text: "house" })).to.deep.equal([
      "ho",
      "hou",
      "hous",
    ]);
  });

  it("Elasticsearch retains a document and its version after SIGKILL, and finds it by text, distance, box and normalized term", async () => {
    const folded = { type: "custom", filter: ["lowercase", "asciifolding"] };
    const english = { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "porter_stem"] };
    await elastic("PUT", "/kept", {
      settings: { number_of_replicas: 0, analysis: { normalizer: { folded }, analyzer: { text: english } } },
      mappings: {
        properties: {
          text: { type: "text", analyzer: "text" },
          city: { type: "keyword", normalizer: "folded" },
          place: { type: "geo_point" },
        },
      },
    });
    const document = { text: "Sunny gardens", city: "Málaga", place: { lat: 36.72, lon: -4.42 } };
    await elastic("PUT", "/kept/_doc/1?version=7&version_type=external&refresh=true", document);
    await killAndRestart("elasticsearch");
    const filter = [
      { term: { city: "malaga" } },
      { geo_distance: { distance: "5km", place: { lat: 36.73, lon: -4.43 } } },
      { geo_bounding_box: { place: { top_left: { lat: 37, lon: -5 }, bottom_right: { lat: 36, lon: -4 } } } },
    ];
    const query = { bool: { must: { match: { text: "garden" } }, filter } };
    const found = await elastic("POST", "/kept/_search", { version: true, query });
    expect(found).to.have.nested.property("hits.hits[0]._version", 7);
  });

  it("all listen only on loopback, on separate ports", () => {
    const hosts = Object.values(backingServices.urls).map((url) => new URL(url).hostname);
    expect(hosts).to.deep.equal(["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"]);
    expect(new Set(Object.values(backingServices.urls).map((url) => new URL(url).port))).to.have.length(4);
  });
});
