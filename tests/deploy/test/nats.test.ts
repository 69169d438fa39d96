import { allContracts, contractsByOwner, type Endpoint } from "@plat/contracts";
import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { connect } from "@nats-io/transport-node";
import { heartbeatIntervalMs } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsPasswords, type NatsUser, natsUsers, natsFile, startObserver, type Observer } from "../src/nats-users.ts";

/** Callers of internal endpoints, and the requests that a service receives from services other than the gateway. */
const internalCallers: Record<string, NatsUser[]> = {
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

describe("deploy/nats/nats.conf on a real server", () => {
  let folder: string;
  let backingServices: BackingServices;
  const users = new Map<NatsUser, Observer>();
  const user = (name: NatsUser): Observer => {
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
      env: { ...env, ...natsPasswords },
      nats: { configFile: natsFile("nats.conf") },
    });
    for (const name of natsUsers) users.set(name, await startObserver(backingServices.nats.url, name));
  });
  after(async () => {
    await Promise.all([...users.values()].map(({ connection }) => connection.close()));
    await backingServices.stop();
    await rm(folder, { recursive: true });
  });

  const onTheBus: [owner: NatsUser, definition: Endpoint][] = natsUsers.flatMap((owner) =>
    owner === "gateway"
      ? []
      : Object.values(contractsByOwner[owner]).map((definition): [NatsUser, Endpoint] => [owner, definition]),
  );

  it("allows exactly the callers of each endpoint to send requests, and only its owner to reply", async () => {
    expect(onTheBus.length).to.be.greaterThan(40);
    for (const [owner, { subject, http }] of onTheBus) {
      const callers = internalCallers[subject] ?? (http === undefined ? [] : ["gateway"]);
      expect(callers, `${subject}: say in this test who asks, and in nats.conf`).to.not.deep.equal([]);
      for (const name of natsUsers) {
        expect(await user(name).mayPublish(subject), `${name} asks ${subject}`).to.equal(callers.includes(name));
        expect(await user(name).maySubscribe(subject), `${name} subscribes to ${subject}`).to.equal(name === owner);
      }
    }
  });

  it("allows nobody to read another user's inbox, or to publish to one without a request", async () => {
    for (const name of natsUsers)
      for (const other of natsUsers) {
        expect(await user(name).maySubscribe(`_INBOX_${other}.abc.*`), `${name} hears ${other}'s inbox`).to.equal(
          name === other,
        );
        expect(await user(name).mayPublish(`_INBOX_${other}.abc.1`), `${name} answers unasked`).to.equal(false);
      }
    for (const name of natsUsers) expect(await user(name).maySubscribe("_INBOX.>"), name).to.equal(false);
  });

  it("restricts events to their publishers and subscribers", async () => {
    const events: [subject: string, publishers: NatsUser[], subscribers: NatsUser[]][] = [
      ["search.index.refreshed", ["search"], ["search", "listings"]],
      ["listings.branding.changed.x", ["listings"], ["search"]],
      ["listings.events.appended.x", ["listings"], ["listings"]],
      ["listings.property.changed.x", ["listings"], []],
    ];
    for (const [subject, publishers, subscribers] of events)
      for (const name of natsUsers) {
        expect(await user(name).mayPublish(subject), `${name} publishes ${subject}`).to.equal(
          publishers.includes(name),
        );
        expect(await user(name).maySubscribe(subject), `${name} subscribes to ${subject}`).to.equal(
          subscribers.includes(name),
        );
      }
  });

  it("allows only the indexer to read the stream of changes, and nobody to delete or purge it", async () => {
    const harmful = ["STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.MSG.GET", "STREAM.MSG.DELETE"];
    for (const name of natsUsers) {
      for (const call of harmful)
        expect(await user(name).mayPublish(`$JS.API.${call}.LISTINGS`), `${name} ${call}`).to.equal(false);
      expect(await user(name).mayPublish("$JS.API.CONSUMER.CREATE.LISTINGS.spy"), name).to.equal(false);
      expect(await user(name).mayPublish("$JS.API.CONSUMER.DELETE.LISTINGS.search-indexer"), name).to.equal(false);
      expect(await user(name).maySubscribe("$SYS.>"), name).to.equal(false);
    }
  });

  it("rejects a missing or wrong password", async () => {
    for (const login of [{}, { user: "gateway" }, { user: "gateway", pass: "password-of-keys" }]) {
      const error = await connect({ servers: backingServices.nats.url, reconnect: false, ...login }).catch(
        (e: unknown) => e,
      );
      expect(String(error)).to.match(/authorization/i);
    }
  });

  it("reloads permissions on SIGHUP without closing connections", async () => {
    const file = join(folder, "changed.conf");
    const text = await readFile(natsFile("nats.conf"), "utf8");
    await writeFile(file, text);
    const { NATS_URL: _, ...env } = process.env;
    const changing = await startBackingServices({
      dataDir: join(folder, "changing"),
      services: ["nats"],
      env: { ...env, ...natsPasswords },
      nats: { configFile: file },
    });
    try {
      const witness = await startObserver(changing.nats.url, "search");
      expect(await witness.mayPublish("listings.v1.quite-new")).to.equal(false);
      await writeFile(
        file,
        text.replace('"listings.*.scan"\n          "listings', '"listings.*.quite-new"\n          "listings'),
      );
      process.kill(changing.nats.pid ?? 0, "SIGHUP");
      // Another version: the server caches rejections.
      let version = 2;
      await eventually(async () => expect(await witness.mayPublish(`listings.v${version++}.quite-new`)).to.equal(true));
      expect(witness.connection.isClosed()).to.equal(false);
      await witness.connection.close();
    } finally {
      await changing.stop();
    }
  });

  it("accepts replies after the longest endpoint timeout", async () => {
    const text = await readFile(natsFile("nats.conf"), "utf8");
    const seconds = Number(/expires: "(\d+)s"/.exec(text)?.[1]);
    const slowest = Math.max(...onTheBus.map(([, { timeoutMs = 5_000 }]) => timeoutMs));
    expect(seconds * 1_000).to.be.greaterThan(slowest);
  });

  it("allows the slowest endpoint to send heartbeats until its deadline and then a reply of 60 messages", async () => {
    const text = await readFile(natsFile("nats.conf"), "utf8");
    const messages = Number(/RESPONSES = \{ max: (\d+),/.exec(text)?.[1]);
    const slowest = Math.max(...onTheBus.map(([, { timeoutMs = 5_000 }]) => timeoutMs));
    expect(messages).to.be.at.least(Math.ceil(slowest / heartbeatIntervalMs) + 60);
  });
});
