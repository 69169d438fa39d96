import { jetstreamManager } from "@nats-io/jetstream";
import { type TestBackingServices, testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import { connectNats, createLogger, ensureStream, type NatsConnection, JetStreamPublisher } from "../src/index.ts";

const log = createLogger({ service: "test", level: "silent" });

describe("a publisher of stored messages", () => {
  let backingServices: TestBackingServices;
  let connection: NatsConnection;
  let publisher: JetStreamPublisher;
  before(async () => {
    backingServices = await testBackingServices("nats");
    connection = await connectNats({ url: backingServices.url("nats"), name: "publisher", log });
    await ensureStream(connection, { name: "BELLS", subjects: ["bells.rung.*"] });
    publisher = new JetStreamPublisher(connection, "_INBOX_publisher");
  });
  after(async () => {
    publisher.close();
    await connection.close();
    await backingServices.stop();
  });

  const reasonOf = (promise: Promise<void>): Promise<string> =>
    promise.then(
      () => "stored",
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  it("resolves when the server has stored them, a thousand at once, with their headers", async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `bells.rung.${at}`);
    // Each is synced to the disk: on a slow one that takes its time.
    const patient = new JetStreamPublisher(connection, "_INBOX_patient", 30_000);
    await Promise.all(names.map((name) => patient.publish(name, ["Plat-Wait", "1"])));
    patient.close();
    const manager = await jetstreamManager(connection);
    expect((await manager.streams.info("BELLS")).state.messages).to.equal(1_000);
    const last = await manager.streams.getMessage("BELLS", { last_by_subj: "bells.rung.999" });
    expect(last?.header.get("Plat-Wait")).to.equal("1");
  });

  it("fails when no stream takes a message", async () => {
    expect(await reasonOf(publisher.publish("nobody.listens"))).to.contain("no stream takes it");
  });

  it("fails when the stream refuses", async () => {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: "SMALL", subjects: ["small.*"], max_msg_size: 16 });
    const long = ["Header", "x".repeat(100)] as const;
    expect(await reasonOf(publisher.publish("small.a", long))).to.match(/was not stored: .*size/);
  });

  it("fails when what comes back is no answer of a stream, and hears the next answer all the same", async () => {
    const strange = connection.subscribe("strange", { callback: (_, message) => void message.respond("hello") });
    expect(await reasonOf(publisher.publish("strange"))).to.contain("no answer of a stream");
    expect(await reasonOf(publisher.publish("bells.rung.after"))).to.equal("stored");
    strange.unsubscribe();
  });

  it("fails when nothing answers in time, and when it is closed", async () => {
    connection.subscribe("silent", { callback: () => undefined });
    expect(await reasonOf(publisher.publish("silent"))).to.contain("in time");
    const waiting = reasonOf(publisher.publish("silent"));
    publisher.close();
    expect(await waiting).to.contain("closed");
  });
});
