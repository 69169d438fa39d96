import { allContracts, contractsByOwner, type Endpoint } from "@plat/contracts";
import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { connect } from "@nats-io/transport-node";
import { heartbeatIntervalMs } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { busPasswords, type BusUser, busUsers, natsFile, openWitness, type Witness } from "../src/bus.ts";

/** Who asks through endpoints that are not for clients, and what is asked of a service by others than the gateway. */
const internalCallers: Record<string, BusUser[]> = {
  [allContracts.lookUpKey.subject]: ["gateway"],
  [allContracts.lookUpSession.subject]: ["gateway"],
  [allContracts.provisionUser.subject]: ["gateway"],
  [allContracts.identify.subject]: ["gateway", "listings"],
  "keys.v1.name-organization": ["listings"],
  [allContracts.publicKeys.subject]: ["gateway"],
  [allContracts.documents.subject]: ["search"],
  [allContracts.scan.subject]: ["search"],
  [allContracts.indexed.subject]: ["search"],
  [allContracts.unindexed.subject]: ["search"],
  [allContracts.brandings.subject]: ["search"],
  [allContracts.getProperty.subject]: ["gateway", "search"],
};

describe("deploy/nats/nats.conf, in the real server", () => {
  let folder: string;
  let backingServices: BackingServices;
  const users = new Map<BusUser, Witness>();
  const user = (name: BusUser): Witness => {
    const found = users.get(name);
    if (found === undefined) throw new Error(`${name} is not connected`);
    return found;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-nats-conf-"));
    const { NATS_URL: _, ...env } = process.env;
    backingServices = await startBackingServices({
      dataDir: folder,
      services: ["nats"],
      env: { ...env, ...busPasswords },
      nats: { configFile: natsFile("nats.conf") },
    });
    for (const name of busUsers) users.set(name, await openWitness(backingServices.nats.url, name));
  });
  after(async () => {
    await Promise.all([...users.values()].map(({ connection }) => connection.close()));
    await backingServices.stop();
    await rm(folder, { recursive: true });
  });

  const onTheBus: [owner: BusUser, definition: Endpoint][] = busUsers.flatMap((owner) =>
    owner === "gateway"
      ? []
      : Object.values(contractsByOwner[owner]).map((definition): [BusUser, Endpoint] => [owner, definition]),
  );

  it("lets every endpoint of the contracts be asked by exactly those who ask, and be answered by its owner alone", async () => {
    expect(onTheBus.length).to.be.greaterThan(40);
    for (const [owner, { subject, http }] of onTheBus) {
      const callers = internalCallers[subject] ?? (http === undefined ? [] : ["gateway"]);
      expect(callers, `${subject}: say in this test who asks, and in nats.conf`).to.not.deep.equal([]);
      for (const name of busUsers) {
        expect(await user(name).mayPublish(subject), `${name} asks ${subject}`).to.equal(callers.includes(name));
        expect(await user(name).maySubscribe(subject), `${name} hears ${subject}`).to.equal(name === owner);
      }
    }
  });

  it("keeps answers to those who asked: nobody hears another's inbox, and nobody writes to one unasked", async () => {
    for (const name of busUsers)
      for (const other of busUsers) {
        expect(await user(name).maySubscribe(`_INBOX_${other}.abc.*`), `${name} hears ${other}'s inbox`).to.equal(
          name === other,
        );
        expect(await user(name).mayPublish(`_INBOX_${other}.abc.1`), `${name} answers unasked`).to.equal(false);
      }
    for (const name of busUsers) expect(await user(name).maySubscribe("_INBOX.>"), name).to.equal(false);
  });

  it("keeps news to those who tell and hear them", async () => {
    const news: [subject: string, tells: BusUser[], hears: BusUser[]][] = [
      ["search.index.refreshed", ["search"], ["search", "listings"]],
      ["listings.branding.changed.x", ["listings"], ["search"]],
      ["listings.events.appended.x", ["listings"], ["listings"]],
      ["listings.property.changed.x", ["listings"], []],
    ];
    for (const [subject, tells, hears] of news)
      for (const name of busUsers) {
        expect(await user(name).mayPublish(subject), `${name} tells ${subject}`).to.equal(tells.includes(name));
        expect(await user(name).maySubscribe(subject), `${name} hears ${subject}`).to.equal(hears.includes(name));
      }
  });

  it("keeps the stream of changes from being deleted, purged or read by anyone but the indexer", async () => {
    const harmful = ["STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.MSG.GET", "STREAM.MSG.DELETE"];
    for (const name of busUsers) {
      for (const call of harmful)
        expect(await user(name).mayPublish(`$JS.API.${call}.LISTINGS`), `${name} ${call}`).to.equal(false);
      expect(await user(name).mayPublish("$JS.API.CONSUMER.CREATE.LISTINGS.spy"), name).to.equal(false);
      expect(await user(name).mayPublish("$JS.API.CONSUMER.DELETE.LISTINGS.search-indexer"), name).to.equal(false);
      expect(await user(name).maySubscribe("$SYS.>"), name).to.equal(false);
    }
  });

  it("refuses who has no password, or a wrong one", async () => {
    for (const login of [{}, { user: "gateway" }, { user: "gateway", pass: "password-of-keys" }]) {
      const error = await connect({ servers: backingServices.nats.url, reconnect: false, ...login }).catch(
        (e: unknown) => e,
      );
      expect(String(error)).to.match(/authorization/i);
    }
  });

  it("takes new permissions without a pause: a signal, and connections stay", async () => {
    const file = join(folder, "changed.conf");
    const text = await readFile(natsFile("nats.conf"), "utf8");
    await writeFile(file, text);
    const { NATS_URL: _, ...env } = process.env;
    const changing = await startBackingServices({
      dataDir: join(folder, "changing"),
      services: ["nats"],
      env: { ...env, ...busPasswords },
      nats: { configFile: file },
    });
    try {
      const witness = await openWitness(changing.nats.url, "search");
      expect(await witness.mayPublish("listings.v1.quite-new")).to.equal(false);
      await writeFile(
        file,
        text.replace('"listings.*.scan"\n          "listings', '"listings.*.quite-new"\n          "listings'),
      );
      process.kill(changing.nats.pid ?? 0, "SIGHUP");
      // Another version: what was refused once is remembered as refused.
      let version = 2;
      await eventually(async () => expect(await witness.mayPublish(`listings.v${version++}.quite-new`)).to.equal(true));
      expect(witness.connection.isClosed()).to.equal(false);
      await witness.connection.close();
    } finally {
      await changing.stop();
    }
  });

  it("lets answers come later than the slowest endpoint may take", async () => {
    const text = await readFile(natsFile("nats.conf"), "utf8");
    const seconds = Number(/expires: "(\d+)s"/.exec(text)?.[1]);
    const slowest = Math.max(...onTheBus.map(([, { timeoutMs = 5_000 }]) => timeoutMs));
    expect(seconds * 1_000).to.be.greaterThan(slowest);
  });

  it("lets the slowest endpoint give signs of work until its deadline, and answer in 60 messages then", async () => {
    const text = await readFile(natsFile("nats.conf"), "utf8");
    const messages = Number(/ANSWERS = \{ max: (\d+),/.exec(text)?.[1]);
    const slowest = Math.max(...onTheBus.map(([, { timeoutMs = 5_000 }]) => timeoutMs));
    expect(messages).to.be.at.least(Math.ceil(slowest / heartbeatIntervalMs) + 60);
  });
});
