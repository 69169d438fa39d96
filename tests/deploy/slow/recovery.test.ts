import { sendRequest, eventually, type Plat, row, rows, startPlat } from "@plat/testkit";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../src/image.ts";

const run = promisify(execFile);
const house = { title: "House", propertyType: "House", propertyCategory: "Residential", price: 100_000 };

describe("docs/operate/failure-modes.md: data loss of a backing service and recovery", function () {
  this.timeout(180_000);
  let plat: Plat;
  let key: string;
  let revoked: string;
  let token: string;
  const settings = { MONGO_DATABASE_KEYS: "", MONGO_DATABASE_LISTINGS: "", ELASTICSEARCH_INDEX: "recovery" };

  const create = async (title: string): Promise<string> => {
    const made = await sendRequest(plat.url, "/properties", { key, body: { ...house, title } });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return String(row(made)["id"]);
  };
  const found = async (): Promise<string[]> => {
    const answer = await sendRequest(plat.url, "/properties/search", { key, body: { limit: 100 } });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return rows(answer).map((each) => String(each["id"]));
  };
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, [join(root, `services/search/src/cli/${name}.ts`), ...args], {
      env: {
        PATH: process.env["PATH"],
        NATS_URL: plat.backingServices.url("nats"),
        ELASTICSEARCH_URL: plat.backingServices.url("elasticsearch"),
        ELASTICSEARCH_INDEX: settings.ELASTICSEARCH_INDEX,
      },
    });
  const usageCount = async (): Promise<number> => {
    const keys = (await sendRequest(plat.url, "/api-keys", { token })).body as { name: string; usageCount: number }[];
    return keys.find(({ name }) => name === "kept")?.usageCount ?? -1;
  };

  before(async () => {
    const unique = `recovery_${process.pid}_${Date.now().toString(36)}`;
    settings.MONGO_DATABASE_KEYS = `${unique}_keys`;
    settings.MONGO_DATABASE_LISTINGS = `${unique}_listings`;
    settings.ELASTICSEARCH_INDEX = unique;
    plat = await startPlat({
      env: {
        all: { ELASTICSEARCH_INDEX: unique },
        keys: { MONGO_DATABASE: settings.MONGO_DATABASE_KEYS },
        listings: { MONGO_DATABASE: settings.MONGO_DATABASE_LISTINGS },
      },
    });
    const user = { email: "recovery@example.com", password: "correct horse battery" };
    token = String(
      row(await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "R", ...user } }))["token"],
    );
    key = String(row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "kept" } }))["key"]);
    const made = row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "revoked" } }));
    revoked = String(made["key"]);
    await sendRequest(plat.url, `/api-keys/${String(made["id"])}`, { method: "DELETE", token });
  });
  after(() => plat.stop());

  it("Redis: keys work, revoked keys stay revoked, counts continue", async () => {
    for (let at = 0; at < 10; at++) await sendRequest(plat.url, "/properties", { key });
    // Counts are flushed to MongoDB within two seconds.
    const stored = await eventually(async () => {
      const connection = await mongoose.createConnection(plat.backingServices.url("mongo")).asPromise();
      try {
        const database = connection.getClient().db(settings.MONGO_DATABASE_KEYS);
        for (const { name } of await database.listCollections().toArray()) {
          const record = await database.collection(name).findOne({ name: "kept" });
          if (Number(record?.["usageCount"]) >= 10) return Number(record?.["usageCount"]);
        }
        throw new Error("the count is not stored yet");
      } finally {
        await connection.close();
      }
    });
    const admin = new Redis(plat.backingServices.url("redis"));
    await admin.flushall();
    admin.disconnect();
    await eventually(async () => expect((await sendRequest(plat.url, "/properties", { key })).status).to.equal(200));
    expect((await sendRequest(plat.url, "/properties", { key: revoked })).status).to.equal(401);
    await eventually(async () => expect(await usageCount()).to.be.greaterThan(stored));
  });

  it("NATS: a deleted stream is created again, and changes made meanwhile reach the index", async () => {
    const connection = await connect({ servers: plat.backingServices.url("nats") });
    await (await jetstreamManager(connection)).streams.delete("LISTINGS");
    await connection.close();
    const id = await create("written without a stream");
    await eventually(async () => expect(await found()).to.include(id), { timeoutMs: 30_000 });
  });

  it("Elasticsearch: npm run reindex rebuilds the index, and npm run verify-index reports no difference", async () => {
    const before = await found();
    const url = plat.backingServices.url("elasticsearch");
    const indexes = (await (await fetch(`${url}/${settings.ELASTICSEARCH_INDEX}/_alias`)).json()) as object;
    for (const name of Object.keys(indexes)) await fetch(`${url}/${name}`, { method: "DELETE" });
    await command("reindex", "--discard");
    expect((await found()).toSorted()).to.deep.equal(before.toSorted());
    expect((await command("verify")).stdout).to.not.equal("");
  });

  it("MongoDB: after restoring an older backup and npm run reindex, searches return exactly what the store contains", async () => {
    const kept = await create("in the backup");
    const connection = await mongoose.createConnection(plat.backingServices.url("mongo")).asPromise();
    try {
      const database = connection.getClient().db(settings.MONGO_DATABASE_LISTINGS);
      const backup = new Map<string, Record<string, unknown>[]>();
      for (const { name } of await database.listCollections().toArray())
        backup.set(name, await database.collection(name).find().toArray());
      const late = await create("after the backup");
      await eventually(async () => expect(await found()).to.include.members([kept, late]));
      for (const [name, documents] of backup) {
        await database.collection(name).deleteMany({});
        if (documents.length > 0) await database.collection(name).insertMany(documents);
      }
      await command("reindex", "--discard");
      expect(await found())
        .to.include(kept)
        .and.not.include(late);
      await command("verify");
      expect((await sendRequest(plat.url, `/properties/${late}`, { key })).status).to.equal(404);
    } finally {
      await connection.close();
    }
  });
});
