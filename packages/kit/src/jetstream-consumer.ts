import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type ConsumerMessages,
  type JsMsg,
} from "@nats-io/jetstream";
import { nanos, type NatsConnection } from "@nats-io/transport-node";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "./log.ts";

export type { JsMsg } from "@nats-io/jetstream";

export interface StreamOptions {
  name: string;
  subjects: string[];
  /** Number of replicas in a NATS cluster. Default 1. */
  replicas?: number;
}

/**
 * Creates a stream if it does not exist. The configuration of an existing stream is not changed: operators may edit it.
 */
export async function ensureStream(connection: NatsConnection, options: StreamOptions): Promise<void> {
  const manager = await jetstreamManager(connection);
  try {
    await manager.streams.info(options.name);
  } catch {
    await manager.streams.add({
      name: options.name,
      subjects: options.subjects,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_msgs_per_subject: 1,
      max_age: nanos(7 * 24 * 3_600_000),
      num_replicas: options.replicas ?? 1,
    });
  }
}

export interface ConsumeOptions {
  stream: string;
  /** Name of the durable consumer. All instances with the same name share its messages. */
  durable: string;
  subjects: string[];
  /** Number of replicas in a NATS cluster, used if the stream does not exist yet. */
  replicas?: number;
  /** Maximum number of messages per batch. */
  batch: number;
  /** Milliseconds after which an unacknowledged message is redelivered. */
  ackWaitMs: number;
  log: Logger;
}

export interface BatchConsumer {
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

/** Milliseconds before a consumer is opened again. */
const reopenDelayMs = 500;

/**
 * Passes the messages of a durable consumer to a handler in batches, at least once. The handler acknowledges each
 * message itself (`ack`, `nak`, `term`); the server redelivers the others after `ackWaitMs`. The consumer is opened
 * again after the connection is lost and after the stream or the consumer is deleted.
 */
export async function consumeBatches(
  connection: NatsConnection,
  options: ConsumeOptions,
  handle: (messages: JsMsg[]) => Promise<void>,
): Promise<BatchConsumer> {
  const { stream, durable, log } = options;
  const queue: JsMsg[] = [];
  const state: { stopped: boolean; wake: () => void; messages: ConsumerMessages | undefined } = {
    stopped: false,
    wake: () => undefined,
    messages: undefined,
  };

  const open = async (): Promise<ConsumerMessages> => {
    const { subjects, replicas = 1 } = options;
    await ensureStream(connection, { name: stream, subjects, replicas });
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(options.ackWaitMs),
      deliver_policy: DeliverPolicy.All,
      // The server delivers no more than this without acknowledgement, which bounds the queue of this process.
      max_ack_pending: options.batch * 4,
      max_deliver: -1,
    });
    const consumer = await jetstream(connection).consumers.get(stream, durable);
    return consumer.consume({
      max_messages: options.batch * 2,
      abort_on_missing_resource: true,
      callback: (message) => {
        queue.push(message);
        state.wake();
      },
    });
  };

  const receiveLoop = async (): Promise<void> => {
    while (!state.stopped && !connection.isClosed()) {
      try {
        const messages = await open();
        state.messages = messages;
        // `stop` may have been called while the consumer was being opened.
        if (state.stopped) await messages.close();
        await messages.closed();
      } catch (error) {
        log.warn({ err: error, stream, durable }, "consumer interrupted; retrying");
      }
      if (!state.stopped) await setTimeout(reopenDelayMs, undefined, { ref: false });
    }
  };

  const handleLoop = async (): Promise<void> => {
    while (!state.stopped) {
      if (queue.length === 0) {
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
        continue;
      }
      try {
        await handle(queue.splice(0, options.batch));
      } catch (error) {
        log.error({ err: error, stream, durable }, "batch failed; messages will be redelivered");
      }
    }
  };

  const loops = [receiveLoop(), handleLoop()];
  return {
    async stop() {
      state.stopped = true;
      state.wake();
      await state.messages?.close();
      await Promise.all(loops);
    },
  };
}
