import { eventually, type TestBackingServices, testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import { jetstreamManager } from "@nats-io/jetstream";
import {
  connectNats,
  consumeBatches,
  type BatchConsumer,
  createLogger,
  ensureStream,
  type JsMsg,
  type NatsConnection,
  JetStreamPublisher,
} from "../src/index.ts";

const log = createLogger({ service: "test", level: "silent" });
const stream = { name: "CHANGES", subjects: ["changes.things.*"] };

describe("consumeBatches", () => {
  let backingServices: TestBackingServices;
  let connection: NatsConnection;
  let publisher: JetStreamPublisher;
  /** With a short timeout, for messages that are published again after a failure. */
  let shortTimeoutPublisher: JetStreamPublisher;
  let consumer: BatchConsumer | undefined;
  /** A set, because a message whose acknowledgement takes more than a second is delivered again. */
  let received: Set<string>;

  const consume = async (handle: (messages: JsMsg[]) => Promise<void>): Promise<void> => {
    consumer = await consumeBatches(
      connection,
      { stream: stream.name, durable: "consumer", subjects: stream.subjects, batch: 10, ackWaitMs: 1_000, log },
      handle,
    );
  };
  const acknowledgeAll = async (messages: JsMsg[]): Promise<void> => {
    for (const message of messages) {
      received.add(message.subject);
      message.ack();
    }
  };

  before(async () => {
    backingServices = await testBackingServices("nats");
  });
  beforeEach(async () => {
    received = new Set();
    connection = await connectNats({ url: backingServices.url("nats"), name: "events", log });
    await ensureStream(connection, stream);
    publisher = new JetStreamPublisher(connection, "_INBOX_changes", 30_000);
    shortTimeoutPublisher = new JetStreamPublisher(connection, "_INBOX_changes", 2_000);
  });
  afterEach(async () => {
    await consumer?.stop();
    consumer = undefined;
    for (const each of [publisher, shortTimeoutPublisher]) each.close();
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(stream.name);
    await connection.close();
  });
  after(() => backingServices.stop());

  it("delivers messages that were published before the consumer started", async () => {
    await publisher.publish("changes.things.a");
    await publisher.publish("changes.things.b");
    await consume(acknowledgeAll);
    await eventually(() => expect([...received].toSorted()).to.deep.equal(["changes.things.a", "changes.things.b"]));
  });

  it("redelivers messages whose handler failed", async () => {
    let attempts = 0;
    await consume(async (messages) => {
      if (attempts++ === 0) throw new Error("rejected");
      await acknowledgeAll(messages);
    });
    await publisher.publish("changes.things.a");
    await eventually(() => expect([...received]).to.deep.equal(["changes.things.a"]));
    expect(attempts).to.be.greaterThan(1);
  });

  it("delivers messages that were acknowledged before NATS was killed with SIGKILL", async () => {
    await publisher.publish("changes.things.a");
    await backingServices.service("nats").kill();
    await backingServices.service("nats").restart();
    await consume(acknowledgeAll);
    await eventually(() => expect([...received]).to.deep.equal(["changes.things.a"]));
  });

  it("continues after NATS is restarted", async () => {
    await consume(acknowledgeAll);
    await backingServices.service("nats").restart();
    await eventually(() => shortTimeoutPublisher.publish("changes.things.c"));
    await eventually(() => expect(received).to.include("changes.things.c"));
  });

  it("continues after the stream is deleted", async () => {
    await consume(acknowledgeAll);
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(stream.name);
    await eventually(() => shortTimeoutPublisher.publish("changes.things.d"));
    await eventually(() => expect(received).to.include("changes.things.d"));
  });

  it("publish rejects within its timeout while NATS is unavailable", async () => {
    await backingServices.service("nats").kill();
    const failed = await shortTimeoutPublisher.publish("changes.things.e").then(
      () => false,
      () => true,
    );
    await backingServices.service("nats").restart();
    await eventually(() => connection.flush());
    expect(failed).to.equal(true);
  });
});
