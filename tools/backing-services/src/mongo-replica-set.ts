import type { BsonDocument } from "./mongo-wire.ts";

/** Sends a command to the admin database. @returns the top level of the reply */
export type RunAdminCommand = (
  command: BsonDocument,
  timeoutMs?: number,
) => Promise<Readonly<Record<string, number | string | boolean>>>;

export const REPLICA_SET = "plat";

/** Codes from MongoDB's errors.yml, and a member state. */
const INVALID_REPLICA_SET_CONFIG = 93;
const NOT_YET_INITIALIZED = 94;
const REMOVED = 10;
const COMMAND_TIMEOUT_MS = 30_000;

/**
 * Makes a `mongod` the primary of a single-member replica set at its current address. A set stores its members'
 * addresses: on data of an earlier start on another port, the server considers itself removed until it is reconfigured.
 * Called repeatedly; each call takes one step.
 * @param address `host:port`
 * @throws Error with the current step while it is not a primary
 */
export async function becomePrimary(ask: RunAdminCommand, address: string): Promise<void> {
  const hello = await ask({ hello: 1 });
  if (hello["isWritablePrimary"] === true) return;
  const status = await ask({ replSetGetStatus: 1 });
  const config = { _id: REPLICA_SET, protocolVersion: 1, members: [{ _id: 0, host: address }] };
  if (status["code"] === NOT_YET_INITIALIZED) {
    const reply = await ask({ replSetInitiate: config }, COMMAND_TIMEOUT_MS);
    throw new Error(`the replica set is being created${errorMessageOf(reply)}`);
  }
  if (status["code"] === INVALID_REPLICA_SET_CONFIG || status["myState"] === REMOVED) {
    // `force`: without a primary, the server cannot commit a configuration. It then chooses a higher version itself.
    const reply = await ask({ replSetReconfig: { ...config, version: 1 }, force: true }, COMMAND_TIMEOUT_MS);
    throw new Error(`the replica set is being moved to ${address}${errorMessageOf(reply)}`);
  }
  throw new Error("not a primary yet");
}

function errorMessageOf(reply: Awaited<ReturnType<RunAdminCommand>>): string {
  return reply["ok"] === 1 ? "" : `: ${String(reply["errmsg"] ?? "no reason given")}`;
}
