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
const stream = { name: "BELLS", subjects: ["bells.rung.*"] };

describe("stored events", () => {
  let backingServices: TestBackingServices;
  let connection: NatsConnection;
  let publisher: JetStreamPublisher;
  /** That gives up soon what it then publishes again. */
  let hasty: JetStreamPublisher;
  let consumption: BatchConsumer | undefined;
  /** At least once: where it takes a second to say that a message was heard, it comes again. */
  let heard: Set<string>;

  const listen = async (handle: (messages: JsMsg[]) => Promise<void>): Promise<void> => {
    consumption = await consumeBatches(
      connection,
      { stream: stream.name, durable: "listener", subjects: stream.subjects, batch: 10, ackWaitMs: 1_000, log },
      handle,
    );
  };
  const takeAll = async (messages: JsMsg[]): Promise<void> => {
    for (const message of messages) {
      heard.add(message.subject);
      message.ack();
    }
  };

  before(async () => {
    backingServices = await testBackingServices("nats");
  });
  beforeEach(async () => {
    heard = new Set();
    connection = await connectNats({ url: backingServices.url("nats"), name: "events", log });
    await ensureStream(connection, stream);
    publisher = new JetStreamPublisher(connection, "_INBOX_bells", 30_000);
    hasty = new JetStreamPublisher(connection, "_INBOX_bells", 2_000);
  });
  afterEach(async () => {
    await consumption?.stop();
    consumption = undefined;
    for (const each of [publisher, hasty]) each.close();
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(stream.name);
    await connection.close();
  });
  after(() => backingServices.stop());

  it("published while nobody listened are handed over later", async () => {
    await publisher.publish("bells.rung.a");
    await publisher.publish("bells.rung.b");
    await listen(takeAll);
    await eventually(() => expect([...heard].toSorted()).to.deep.equal(["bells.rung.a", "bells.rung.b"]));
  });

  it("not acknowledged come again", async () => {
    let refused = 0;
    await listen(async (messages) => {
      if (refused++ === 0) throw new Error("not now");
      await takeAll(messages);
    });
    await publisher.publish("bells.rung.a");
    await eventually(() => expect([...heard]).to.deep.equal(["bells.rung.a"]));
    expect(refused).to.be.greaterThan(1);
  });

  it("acknowledged before a kill -9 of the bus are still stored after it", async () => {
    await publisher.publish("bells.rung.a");
    await backingServices.service("nats").kill();
    await backingServices.service("nats").restart();
    await listen(takeAll);
    await eventually(() => expect([...heard]).to.deep.equal(["bells.rung.a"]));
  });

  it("are consumed again after the bus was restarted under the consumer", async () => {
    await listen(takeAll);
    await backingServices.service("nats").restart();
    await eventually(() => hasty.publish("bells.rung.c"));
    await eventually(() => expect(heard).to.include("bells.rung.c"));
  });

  it("are consumed again after the stream was removed under the consumer", async () => {
    await listen(takeAll);
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(stream.name);
    await eventually(() => hasty.publish("bells.rung.d"));
    await eventually(() => expect(heard).to.include("bells.rung.d"));
  });

  it("published while the bus is away are an error within the time given", async () => {
    await backingServices.service("nats").kill();
    const failed = await hasty.publish("bells.rung.e").then(
      () => false,
      () => true,
    );
    await backingServices.service("nats").restart();
    await eventually(() => connection.flush());
    expect(failed).to.equal(true);
  });
});
