import type { Logger } from "@plat/kit";
import { recordOf } from "../domain/key.ts";
import type { Ledger } from "../store/credential-cache.ts";
import type { KeyStore } from "../store/key-store.ts";
import type { PeopleStore } from "../store/user-store.ts";

const atOnce = 200;
const catchUpRetryMs = 250;

interface Shown {
  keys: KeyStore;
  people: PeopleStore;
  ledger: Ledger;
}

/** Shows gateways every ended key and session that they may not have been told about. */
export async function pushPending({ keys, people, ledger }: Shown): Promise<void> {
  for (const key of await keys.unpushed(atOnce)) {
    await ledger.putKey(key.hash, recordOf(key), key);
    await keys.pushed(key.id, key.version);
  }
  const sessions = await people.unpushedSessions(atOnce);
  await Promise.all(sessions.map((session) => ledger.putSession(session)));
  if (sessions.length > 0) await people.sessionsPushed(sessions.map((session) => session.id));
}

/** Ends the sessions that a change of the password left open because something died in the middle of it. */
export async function finishPasswordChanges(people: PeopleStore, now: () => number): Promise<void> {
  for (const userId of await people.withOutdated(atOnce)) await people.endOutdated(userId, now());
}

/** How much before its loss of contact a Redis may have forgotten. */
const forgottenMs = 10 * 60_000;
/** The same for a start of the service, when nobody knows for how long Redis was away. */
const forgottenAtStartMs = 24 * 3_600_000;

/** Shows every key and session again that was ended since. */
async function pushEnded({ keys, people, ledger }: Shown, since: number): Promise<void> {
  for await (const part of keys.changedSince(since, atOnce))
    await Promise.all(part.map((key) => ledger.putKey(key.hash, recordOf(key), key)));
  for await (const part of people.endedSince(since, atOnce))
    await Promise.all(part.map((session) => ledger.putSession(session)));
}

export interface CatchUp {
  /** Throws until what Redis may have forgotten was shown again. */
  check(): void;
  stop(): Promise<void>;
}

/**
 * A Redis that comes back, or a replica that takes the place of its primary, may have lost the last of what it had. Shows
 * ended keys and sessions again: at the start, and whenever contact was lost; tries until it succeeds.
 * Resolves after the first run.
 */
export async function startCatchUp(deps: Shown, log: Logger, now: () => number): Promise<CatchUp> {
  const changes = await Promise.all([deps.keys.lastChange(), deps.people.lastEnd()]);
  /** From when on changes must be shown again; undefined: none. */
  let since: number | undefined = Math.min(now(), Math.max(...changes.map((at) => at ?? 0))) - forgottenAtStartMs;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let told = false;

  const attempt = async (): Promise<void> => {
    const from = since;
    if (from === undefined) return;
    try {
      await deps.ledger.check();
      await pushEnded(deps, from);
      // Contact may have been lost again meanwhile.
      if (since === from) since = undefined;
      if (told) log.info("ended keys and sessions were shown to gateways again");
      told = false;
    } catch (error) {
      if (!told) log.warn({ err: error }, "ended keys and sessions could not be shown to gateways again yet");
      told = true;
    }
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = undefined;
      if (since !== undefined && !stopped) timer = setTimeout(() => void run(), catchUpRetryMs);
    });
    return running;
  };
  deps.ledger.onContact({
    lost: () => {
      since = Math.min(since ?? Number.POSITIVE_INFINITY, now() - forgottenMs) - 1;
    },
    found: () => {
      if (!stopped) void run();
    },
  });
  await run();
  return {
    check() {
      if (since !== undefined) throw new Error("ended keys and sessions were not shown to gateways again yet");
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
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
