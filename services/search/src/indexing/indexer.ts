import { AppError, type IndexDocument } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import type { Documents } from "../listings/listings-client.ts";
import type { Outcome } from "./bulk.ts";
import type { IndexStore } from "./index-store.ts";

/** Word that a listing changed. Each is settled exactly once: `done`, or `again` after some milliseconds. */
export interface Doorbell {
  id: string;
  /** Somebody waits until searches show the change. */
  waits: boolean;
  /** How often it came, this time included. */
  deliveries: number;
  done(): void;
  again(delayMs: number): void;
}

export interface Item {
  id: string;
  version: number;
}

export interface IndexerOptions {
  documents: (ids: string[]) => Promise<Documents>;
  store: Pick<IndexStore, "write" | "refresh" | "recordFailure" | "ensure">;
  /** Tells everyone that searches begun from now on see these versions. */
  announce: (items: Item[], waited: boolean) => void;
  /** Tells the store of record. */
  report: (items: Item[]) => Promise<void>;
  /** Tries before a failure record. */
  attempts: number;
  onFailure: () => void;
  log: Logger;
}

export interface Indexer {
  handle(bells: readonly Doorbell[]): Promise<void>;
  /** Makes visible what was written so far. */
  stop(): Promise<void>;
}

/** Milliseconds until written changes become visible when nobody waits for them. */
const refreshMs = 400;
/** More changes than this become visible at once. */
const refreshCount = 500;

const backoff = (deliveries: number, maxMs: number): number => Math.min(maxMs, 200 * 2 ** Math.min(deliveries, 10));
/** Trouble that passes: an engine or a service away. */
const passing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "timeout");

interface Written extends Item {
  bells: Doorbell[];
}

export function createIndexer(options: IndexerOptions): Indexer {
  const { documents, store, announce, report, log } = options;
  let written: Written[] = [];
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> | undefined;
  let hurry = false;

  const fail = async (id: string, bells: Doorbell[], version: number | null, reason: string): Promise<void> => {
    const deliveries = Math.max(...bells.map((bell) => bell.deliveries));
    if (deliveries < options.attempts) {
      for (const bell of bells) bell.again(backoff(deliveries, 30_000));
      return;
    }
    log.error({ propertyId: id, version, reason, deliveries }, "a listing cannot be indexed");
    await store.recordFailure({ id, version, reason, attempts: deliveries });
    options.onFailure();
    for (const bell of bells) bell.done();
  };

  const index = async (byId: Map<string, Doorbell[]>): Promise<void> => {
    let left = byId;
    while (left.size > 0) {
      let answer: Documents;
      try {
        answer = await documents([...left.keys()]);
      } catch (error) {
        if (passing(error)) throw error;
        // One listing that cannot be read must not hold up the others.
        const [only] = left;
        if (left.size > 1) for (const [id, bells] of left) await index(new Map([[id, bells]]));
        else if (only !== undefined) await fail(only[0], only[1], null, String(error));
        return;
      }
      // What there was no room for is asked for next: never more than one answer is held.
      const rest = new Set(answer.rest);
      const [now, later] = [new Map<string, Doorbell[]>(), new Map<string, Doorbell[]>()];
      for (const [id, bells] of left) (rest.has(id) ? later : now).set(id, bells);
      await put(now, answer.documents);
      left = later;
    }
  };

  const put = async (byId: ReadonlyMap<string, Doorbell[]>, found: readonly IndexDocument[]): Promise<void> => {
    const outcomes = found.length === 0 ? new Map<string, Outcome>() : await store.write(found);
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    for (const [id, bells] of byId) {
      const version = versions.get(id);
      const outcome = outcomes.get(id);
      if (version === undefined) {
        // Purged, or never known: there is nothing to do.
        for (const bell of bells) bell.done();
      } else if (outcome?.done === true) {
        written.push({ id, version, bells });
      } else if (outcome?.permanent === true) {
        await fail(id, bells, version, outcome.reason);
      } else {
        log.warn({ propertyId: id, reason: outcome?.reason }, "a listing was not indexed, trying again");
        for (const bell of bells) bell.again(backoff(bell.deliveries, 5_000));
        if (outcome?.reason.startsWith("index_not_found") === true) await store.ensure();
      }
    }
  };

  const refreshOnce = async (): Promise<void> => {
    const batch = written;
    written = [];
    hurry = false;
    const bells = batch.flatMap((item) => item.bells);
    try {
      await store.refresh();
      const items = batch.map(({ id, version }) => ({ id, version }));
      announce(
        items,
        bells.some((bell) => bell.waits),
      );
      await report(items);
      for (const bell of bells) bell.done();
    } catch (error) {
      log.warn({ err: error }, "changes were not made visible, trying again");
      for (const bell of bells) bell.again(backoff(bell.deliveries, 5_000));
    }
  };

  const schedule = (now: boolean): void => {
    if (written.length === 0) return;
    if (now) hurry = true;
    if (refreshing !== undefined) return;
    const run = (): void => {
      clearTimeout(timer);
      timer = undefined;
      refreshing = refreshOnce().finally(() => {
        refreshing = undefined;
        schedule(hurry);
      });
    };
    if (now) run();
    else timer ??= setTimeout(run, refreshMs);
  };

  return {
    async handle(bells) {
      const byId = new Map<string, Doorbell[]>();
      for (const bell of bells) {
        const same = byId.get(bell.id);
        if (same === undefined) byId.set(bell.id, [bell]);
        else same.push(bell);
      }
      try {
        await index(byId);
      } catch (error) {
        log.warn({ err: error, changes: bells.length }, "changes were not indexed, trying again");
        const held = new Set(written.flatMap((item) => item.bells));
        for (const bell of bells) if (!held.has(bell)) bell.again(backoff(bell.deliveries, 5_000));
      }
      schedule(written.length >= refreshCount || written.some((item) => item.bells.some((bell) => bell.waits)));
    },
    async stop() {
      clearTimeout(timer);
      await refreshing;
      if (written.length > 0) await refreshOnce();
    },
  };
}
