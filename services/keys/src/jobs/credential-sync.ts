import { toKeyRecord } from "../domain/key.ts";
import type { CredentialCache, KeyStore, SessionStore, UserStore } from "../domain/ports.ts";

const batchSize = 200;

export interface SyncDependencies {
  keys: KeyStore;
  sessions: SessionStore;
  cache: CredentialCache;
}

/** Writes every ended key and session that the credential cache may lack, because the request that ended it failed. */
export async function syncPending({ keys, sessions, cache }: SyncDependencies): Promise<void> {
  for (const key of await keys.findPendingSync(batchSize)) {
    await cache.putKey(key.hash, toKeyRecord(key), key);
    await keys.markSynced(key.id, key.version);
  }
  const ended = await sessions.findPendingSync(batchSize);
  await Promise.all(ended.map((session) => cache.putSession(session)));
  if (ended.length > 0) await sessions.markSynced(ended.map((session) => session.id));
}

/** Ends the sessions that a password change left active because the service crashed before it could end them. */
export async function endOutdatedSessions(users: UserStore, now: () => number): Promise<void> {
  for (const userId of await users.findWithOutdatedSessions(batchSize)) await users.endOutdatedSessions(userId, now());
}

/** Writes every key and session again that has ended since a time, in milliseconds since 1970. */
export async function replayEnded({ keys, sessions, cache }: SyncDependencies, since: number): Promise<void> {
  for await (const batch of keys.retiredSince(since, batchSize))
    await Promise.all(batch.map((key) => cache.putKey(key.hash, toKeyRecord(key), key)));
  for await (const batch of sessions.endedSince(since, batchSize))
    await Promise.all(batch.map((session) => cache.putSession(session)));
}
