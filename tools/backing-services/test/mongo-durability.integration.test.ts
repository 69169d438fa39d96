import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import mongoose from "mongoose";
import { provision, startBackingServices } from "../src/index.ts";
import type { BackingServices } from "../src/index.ts";
import { cachedSecantusdb, compiledName } from "../src/mongo-cargo.ts";
import { wheelsName, wheelsVersion } from "../src/mongo-wheels.ts";
import { cacheFolder } from "../src/paths.ts";
import { findPython } from "../src/python.ts";
import { cleanEnv, emptyPath, program, removeTemporaryFolders, temporaryFolder } from "./support.ts";

const { MongoClient } = mongoose.mongo;
const env = cleanEnv();
const wheelsWriter = `secantusdb-python ${wheelsVersion}`;

/** A data folder whose recorded writer selects the server. */
async function dataDirOf(writer: string): Promise<string> {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "mongo"));
  await writeFile(join(dataDir, "mongo", "written-by"), `${writer}\n`);
  return dataDir;
}

describe("SecantusDB", () => {
  let running: BackingServices | undefined;
  const start = async (dataDir: string, environment = env): Promise<BackingServices> =>
    (running = await startBackingServices({ dataDir, services: ["mongo"], env: environment }));

  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await removeTemporaryFolders();
  });

  /** Inserts documents from several connections until the server is gone. @returns the acknowledged ids */
  async function write(url: string, from: number, onAcknowledged: (count: number) => void): Promise<number[]> {
    const acknowledged: number[] = [];
    let next = from;
    const client = await MongoClient.connect(url, { retryWrites: false, serverSelectionTimeoutMS: 1_000 });
    const writer = async (): Promise<void> => {
      for (;;) {
        const id = next++;
        const options = { writeConcern: { w: "majority" as const, journal: true } };
        const written = await client
          .db("durability")
          .collection<{ _id: number }>("writes")
          .insertOne({ _id: id }, options)
          .catch(() => undefined);
        if (written === undefined) return;
        acknowledged.push(id);
        onAcknowledged(acknowledged.length);
      }
    };
    await Promise.all([1, 2, 3, 4].map(writer));
    await client.close();
    return acknowledged;
  }

  async function storedIds(url: string): Promise<Set<number>> {
    const client = await MongoClient.connect(url);
    try {
      const found = await client.db("durability").collection<{ _id: number }>("writes").find().toArray();
      return new Set(found.map(({ _id }) => _id));
    } finally {
      await client.close();
    }
  }

  const variants = { compiled: "secantusdb", "from wheels": wheelsWriter };
  for (const [variant, writer] of Object.entries(variants))
    it(`${variant}, keeps every acknowledged write when it is killed amid writes`, async function () {
      if (variant === "compiled" && (await cachedSecantusdb(env)) === undefined) return;
      const { mongo } = await start(await dataDirOf(writer));
      const acknowledged: number[] = [];
      for (const round of [1, 2]) {
        let killing: Promise<void> | undefined;
        const ids = await write(mongo.url, round * 1_000_000, (count) => {
          if (count === 150) killing = mongo.kill();
        });
        await killing;
        acknowledged.push(...ids);
        await mongo.restart();
        const stored = await storedIds(mongo.url);
        expect(acknowledged.filter((id) => !stored.has(id))).to.deep.equal([]);
      }
      expect(acknowledged.length).to.be.at.least(300);
    });

  it("from wheels, still serves its data when a compiled one appears in the cache", async () => {
    const python = await findPython(env);
    const first = await temporaryFolder();
    // The wheels are the ones in the real cache.
    await provision(["mongo"], undefined, env, undefined, { dataDir: await dataDirOf(wheelsWriter) });
    const cache = join(first, "plat", "backing-services");
    await mkdir(cache, { recursive: true });
    const name = wheelsName(python.target);
    await symlink(join(cacheFolder(env), "backing-services", name), join(cache, name));
    // A mongod of this machine is not on this PATH.
    const bin = await emptyPath();
    await program(bin, "python3", `exec '${python.command}' "$@"`);
    const own = { ...env, XDG_CACHE_HOME: first, PATH: bin };
    const dataDir = await temporaryFolder();

    const before = await start(dataDir, own);
    const client = await MongoClient.connect(before.urls.MONGO_URL);
    await client.db("kept").collection("things").insertOne({ name: "first" });
    await client.close();
    await before.stop();

    // Empty: it would fail if it were started.
    await mkdir(join(cache, compiledName));
    const { mongo } = await start(dataDir, own);
    expect(mongo.note).to.include("is available").and.include("npm run export");
    const again = await MongoClient.connect(mongo.url);
    expect(await again.db("kept").collection("things").countDocuments({ name: "first" })).to.equal(1);
    await again.close();
  });
});
