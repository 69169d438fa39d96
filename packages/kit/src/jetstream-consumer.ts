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
  /** Copies in a cluster. */
  replicas?: number;
}

/** Makes a durable stream if it is not there; what is there already stays as the operator set it. */
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
  /** Shared by all members that divide the work. */
  durable: string;
  subjects: string[];
  /** Copies of the stream in a cluster, when it is made here. */
  replicas?: number;
  /** Most messages handed over at once. */
  batch: number;
  /** Milliseconds the handler may take. */
  ackWaitMs: number;
  log: Logger;
}

export interface BatchConsumer {
  stop(): Promise<void>;
}

/**
 * Hands stored messages over in batches, at least once. The handler settles each message itself (`ack`, `nak`, `term`);
 * what it leaves unsettled comes again after `ackWaitMs`. Survives a lost connection and a removed stream or consumer.
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
      // The server holds back more than this, so the queue here stays bounded.
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

  const keepOpen = async (): Promise<void> => {
    while (!state.stopped && !connection.isClosed()) {
      try {
        const messages = await open();
        state.messages = messages;
        // Stopped while it was being opened.
        if (state.stopped) await messages.close();
        await messages.closed();
      } catch (error) {
        log.warn({ err: error, stream, durable }, "consuming was interrupted, trying again");
      }
      if (!state.stopped) await setTimeout(500, undefined, { ref: false });
    }
  };

  const work = async (): Promise<void> => {
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
        log.error({ err: error, stream, durable }, "a batch failed; its messages come again");
      }
    }
  };

  const loops = [keepOpen(), work()];
  return {
    async stop() {
      state.stopped = true;
      state.wake();
      await state.messages?.close();
      await Promise.all(loops);
    },
  };
}
