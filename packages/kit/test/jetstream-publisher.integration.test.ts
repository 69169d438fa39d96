import { jetstreamManager } from "@nats-io/jetstream";
import { type TestBackingServices, testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import { connectNats, createLogger, ensureStream, type NatsConnection, JetStreamPublisher } from "../src/index.ts";

const log = createLogger({ service: "test", level: "silent" });

describe("JetStreamPublisher", () => {
  let backingServices: TestBackingServices;
  let connection: NatsConnection;
  let publisher: JetStreamPublisher;
  before(async () => {
    backingServices = await testBackingServices("nats");
    connection = await connectNats({ url: backingServices.url("nats"), name: "publisher", log });
    await ensureStream(connection, { name: "CHANGES", subjects: ["changes.things.*"] });
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

  it("publish resolves when the server has stored the message and its header, for 1,000 concurrent messages", async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `changes.things.${at}`);
    // The server syncs each message to the disk, which can be slow.
    const lenient = new JetStreamPublisher(connection, "_INBOX_lenient", 30_000);
    await Promise.all(names.map((name) => lenient.publish(name, ["Plat-Wait", "1"])));
    lenient.close();
    const manager = await jetstreamManager(connection);
    expect((await manager.streams.info("CHANGES")).state.messages).to.equal(1_000);
    const last = await manager.streams.getMessage("CHANGES", { last_by_subj: "changes.things.999" });
    expect(last?.header.get("Plat-Wait")).to.equal("1");
  });

  it("publish rejects if no stream has the subject", async () => {
    expect(await reasonOf(publisher.publish("no.stream"))).to.contain("no stream has this subject");
  });

  it("publish rejects with the reason if the stream rejects the message", async () => {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: "SMALL", subjects: ["small.*"], max_msg_size: 16 });
    const long = ["Header", "x".repeat(100)] as const;
    expect(await reasonOf(publisher.publish("small.a", long))).to.match(/not stored: .*size/);
  });

  it("publish rejects after a malformed acknowledgement, and the next publish succeeds", async () => {
    const responder = connection.subscribe("malformed", { callback: (_, message) => void message.respond("hello") });
    expect(await reasonOf(publisher.publish("malformed"))).to.contain("not a JetStream acknowledgement");
    expect(await reasonOf(publisher.publish("changes.things.after"))).to.equal("stored");
    responder.unsubscribe();
  });

  it("publish rejects after the timeout, and when the publisher is closed", async () => {
    connection.subscribe("silent", { callback: () => undefined });
    expect(await reasonOf(publisher.publish("silent"))).to.contain("not acknowledged within");
    const waiting = reasonOf(publisher.publish("silent"));
    publisher.close();
    expect(await waiting).to.contain("closed");
  });
});
