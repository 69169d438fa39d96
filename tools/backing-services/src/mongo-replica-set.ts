import type { BsonDocument } from "./mongo-wire.ts";

/** Sends a command to the server's admin database and gives the reply's top level. */
export type Ask = (
  command: BsonDocument,
  timeoutMs?: number,
) => Promise<Readonly<Record<string, number | string | boolean>>>;

export const REPLICA_SET = "plat";

/** Codes of MongoDB's errors.yml, and of its states of members. */
const INVALID_REPLICA_SET_CONFIG = 93;
const NOT_YET_INITIALIZED = 94;
const REMOVED = 10;
const PATIENCE_MS = 30_000;

/**
 * Makes a `mongod` the primary of a replica set of one, at the address where it is now. A set remembers its members'
 * addresses: on data of an earlier start at another port the server takes itself for removed until it is told.
 * Called again and again: takes one step at a time.
 * @param address `host:port`
 * @throws Error with what is waited for while it is no primary
 */
export async function becomePrimary(ask: Ask, address: string): Promise<void> {
  const hello = await ask({ hello: 1 });
  if (hello["isWritablePrimary"] === true) return;
  const status = await ask({ replSetGetStatus: 1 });
  const config = { _id: REPLICA_SET, protocolVersion: 1, members: [{ _id: 0, host: address }] };
  if (status["code"] === NOT_YET_INITIALIZED) {
    const reply = await ask({ replSetInitiate: config }, PATIENCE_MS);
    throw new Error(`the replica set is being made${refusal(reply)}`);
  }
  if (status["code"] === INVALID_REPLICA_SET_CONFIG || status["myState"] === REMOVED) {
    // By force, because no primary is there to agree; the server then chooses a version that is higher than the last.
    const reply = await ask({ replSetReconfig: { ...config, version: 1 }, force: true }, PATIENCE_MS);
    throw new Error(`the replica set is being moved to ${address}${refusal(reply)}`);
  }
  throw new Error("it is not a primary yet");
}

function refusal(reply: Awaited<ReturnType<Ask>>): string {
  return reply["ok"] === 1 ? "" : `: ${String(reply["errmsg"] ?? "no reason given")}`;
}
