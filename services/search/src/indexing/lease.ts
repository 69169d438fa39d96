import { type ElasticsearchClient, ElasticsearchError } from "../elasticsearch/client.ts";
import { createIfMissing } from "./indices.ts";
import { leaseDefinition } from "./mapping.ts";

/** The stored state of a periodic job, which all instances share. */
interface LeaseRecord {
  /** The instance that wrote the record last; informational. */
  holder: string;
  /** Time of the last write; ISO 8601. */
  at: string;
  /** Numeric result of the last completed run. */
  found: number;
}
/** Identifies a write of the record (Elasticsearch's optimistic concurrency control). */
interface Revision {
  seqNo: number;
  primaryTerm: number;
}

export interface LeaseStore {
  read(): Promise<{ record: LeaseRecord; revision: Revision } | undefined>;
  /**
   * Replaces the record if it still has the expected revision.
   * @param expected revision that was read; undefined: there was no record
   * @returns the new revision; undefined if another instance has written the record meanwhile
   */
  write(record: LeaseRecord, expected: Revision | undefined): Promise<Revision | undefined>;
}

/** Another instance has taken over. */
export class LeaseLost extends Error {
  constructor() {
    super("Another instance has taken over the lease, because this one did not renew it in time.");
    this.name = "LeaseLost";
  }
}

export interface LeaseOptions {
  store: LeaseStore;
  holder: string;
  /** Milliseconds from the end of a run, or from the last renewal by a crashed holder, to the next run. */
  periodMs: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
  /** Milliseconds since 1970. */
  date?: () => number;
}

/** Elects one instance at a time to run a job, once per period. */
export interface Lease {
  /** Tries to acquire the lease. Returns true if the job is due and this instance must run it. */
  acquire(): Promise<boolean>;
  /** Renews the lease. Must be called regularly during the run; writes at most ten times per period. @throws LeaseLost */
  renew(): Promise<void>;
  /** Ends the run and stores its result. @throws LeaseLost */
  complete(lastFound: number): Promise<void>;
  /** Result of the last run on any instance, as of the last read of the record. */
  lastFound(): number | undefined;
}

/** Writes of the holder per period. */
const renewalsPerPeriod = 10;

/**
 * Creates a lease. The holder regularly replaces the record that it wrote before. If an instance sees no new revision
 * for a period of its own monotonic clock, it takes over. Crashes therefore need no detection, and clocks may differ:
 * the stored time is used only once, when an instance starts, and delays it by at most one period.
 */
export function createLease(options: LeaseOptions): Lease {
  const { store, holder, periodMs, now = () => performance.now(), date = () => Date.now() } = options;
  let known: { record: LeaseRecord; revision: Revision } | undefined;
  /** When the last new revision was seen, in milliseconds of `now`. */
  let unchangedSince: number | undefined;

  const refresh = async (): Promise<void> => {
    const before = known?.revision;
    known = await store.read();
    if (unchangedSince === undefined) {
      const age = known === undefined ? periodMs : date() - Date.parse(known.record.at);
      unchangedSince = now() - Math.min(Math.max(age, 0), periodMs);
    } else if (known?.revision.seqNo !== before?.seqNo || known?.revision.primaryTerm !== before?.primaryTerm) {
      unchangedSince = now();
    }
  };
  const write = async (found: number): Promise<boolean> => {
    const record = { holder, at: new Date(date()).toISOString(), found };
    const revision = await store.write(record, known?.revision);
    unchangedSince = now();
    if (revision !== undefined) known = { record, revision };
    return revision !== undefined;
  };
  const unchangedMs = (): number => (unchangedSince === undefined ? 0 : now() - unchangedSince);

  return {
    async acquire() {
      await refresh();
      return unchangedMs() >= periodMs && write(known?.record.found ?? 0);
    },
    async renew() {
      if (unchangedMs() >= periodMs / renewalsPerPeriod && !(await write(known?.record.found ?? 0)))
        throw new LeaseLost();
    },
    async complete(found) {
      if (!(await write(found))) throw new LeaseLost();
    },
    lastFound: () => known?.record.found,
  };
}

const requestTimeoutMs = 10_000;

interface RawRevision {
  _seq_no: number;
  _primary_term: number;
}
const revisionOf = ({ _seq_no: seqNo, _primary_term: primaryTerm }: RawRevision): Revision => ({ seqNo, primaryTerm });

/** Stores the record as a document in the index of leases. @param job id of the document */
export function createLeaseStore(elasticsearch: ElasticsearchClient, alias: string, job: string): LeaseStore {
  const index = `${alias}-leases`;
  const writePath = (revision: Revision | undefined): string =>
    revision === undefined
      ? `/${index}/_create/${job}`
      : `/${index}/_doc/${job}?if_seq_no=${revision.seqNo}&if_primary_term=${revision.primaryTerm}`;
  return {
    async read() {
      try {
        const path = `/${index}/_doc/${job}`;
        const stored = await elasticsearch.request<RawRevision & { _source: LeaseRecord }>(
          "GET",
          path,
          undefined,
          requestTimeoutMs,
        );
        const { _source: record } = stored;
        return { record, revision: revisionOf(stored) };
      } catch (error) {
        if (error instanceof ElasticsearchError && error.status === 404) return undefined;
        throw error;
      }
    },
    async write(record, expected) {
      try {
        if (expected === undefined) await createIfMissing(elasticsearch, index, leaseDefinition);
        return revisionOf(
          await elasticsearch.request<RawRevision>("PUT", writePath(expected), record, requestTimeoutMs),
        );
      } catch (error) {
        if (error instanceof ElasticsearchError && error.status === 409) return undefined;
        throw error;
      }
    },
  };
}
