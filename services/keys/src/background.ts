import type { Logger } from "@plat/kit";
import { recordOf } from "./key.ts";
import type { Ledger } from "./redis.ts";
import type { KeyStore } from "./store/keys.ts";
import type { PeopleStore } from "./store/people.ts";

const atOnce = 200;

/** Shows gateways every ended key and session that they may not have been told about. */
export async function pushPending({
  keys,
  people,
  ledger,
}: {
  keys: KeyStore;
  people: PeopleStore;
  ledger: Ledger;
}): Promise<void> {
  for (const key of await keys.unpushed(atOnce)) {
    await ledger.putKey(key.hash, recordOf(key), key);
    await keys.pushed(key.id, key.version);
  }
  const sessions = await people.unpushedSessions(atOnce);
  await Promise.all(sessions.map((session) => ledger.putSession(session)));
  if (sessions.length > 0) await people.sessionsPushed(sessions.map((session) => session.id));
}

/** Shows recent changes again: a Redis that comes back may have lost the last of what it had. */
export async function pushRecent(deps: { keys: KeyStore; ledger: Ledger }, since: number): Promise<void> {
  for (const key of await deps.keys.changedSince(since)) await deps.ledger.putKey(key.hash, recordOf(key), key);
}

export interface Loop {
  /** Waits for the run under way. */
  stop(): Promise<void>;
}

/** Runs a job again and again, `everyMs` after its last end. A failure is logged once until it works again. */
export function startLoop(name: string, everyMs: number, log: Logger, job: () => Promise<void>): Loop {
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      await job();
      if (failing) log.info({ job: name }, "works again");
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error, job: name }, "failed, trying again");
      failing = true;
    }
    schedule();
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
