import { type Engine, ElasticsearchError } from "../elasticsearch/client.ts";
import { createIfMissing } from "./indices.ts";
import { leaseDefinition } from "./mapping.ts";

/** What whoever does a job writes down of it, for the others. */
export interface LeaseNote {
  /** For people. */
  holder: string;
  /** ISO 8601. */
  at: string;
  /** What the last whole job found, as a number. */
  found: number;
}
/** Which writing of a note it was. */
interface Mark {
  seqNo: number;
  primaryTerm: number;
}

export interface LeaseStore {
  read(): Promise<{ note: LeaseNote; mark: Mark } | undefined>;
  /** @param over what was there; undefined is given back when somebody has written since, and then nothing changes */
  write(note: LeaseNote, over: Mark | undefined): Promise<Mark | undefined>;
}

/** Another instance has taken over. */
export class LeaseLost extends Error {
  constructor() {
    super("Another instance has taken over what this one was at for too long without a sign.");
    this.name = "LeaseLost";
  }
}

export interface LeaseOptions {
  store: LeaseStore;
  holder: string;
  /** Milliseconds from the end of one job, or from the last sign of whoever was at it, to the next. */
  periodMs: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Milliseconds since 1970. */
  date?: () => number;
}

/** Lets one of several instances at a time do a job, once a period. */
export interface Lease {
  /** Looks whether the job is due and nobody is at it; when true, this instance is. */
  take(): Promise<boolean>;
  /** To be called all the while, however often. @throws LeaseLost */
  keep(): Promise<void>;
  /** The job is done. */
  end(found: number): Promise<void>;
  /** What the last job found, whoever did it, as far as it was looked at. */
  found(): number | undefined;
}

/** So often in a period whoever is at it gives a sign. */
const signsOfPeriod = 10;

/**
 * Whoever is at the job writes it down now and then, only over what it knows. When nothing new was written for a period,
 * by the clock of whoever looks, the next one takes over: nobody has to tell that it died, and clocks may differ. The
 * date alone is compared once, when an instance starts, and can delay it by one period at most.
 */
export function createLease(options: LeaseOptions): Lease {
  const { store, holder, periodMs, now = () => performance.now(), date = () => Date.now() } = options;
  let known: { note: LeaseNote; mark: Mark } | undefined;
  /** Since when nothing new was written. */
  let quietSince: number | undefined;

  const look = async (): Promise<void> => {
    const before = known?.mark;
    known = await store.read();
    if (quietSince === undefined) {
      const age = known === undefined ? periodMs : date() - Date.parse(known.note.at);
      quietSince = now() - Math.min(Math.max(age, 0), periodMs);
    } else if (known?.mark.seqNo !== before?.seqNo || known?.mark.primaryTerm !== before?.primaryTerm) {
      quietSince = now();
    }
  };
  const write = async (found: number): Promise<boolean> => {
    const note = { holder, at: new Date(date()).toISOString(), found };
    const mark = await store.write(note, known?.mark);
    quietSince = now();
    if (mark !== undefined) known = { note, mark };
    return mark !== undefined;
  };
  const quietMs = (): number => (quietSince === undefined ? 0 : now() - quietSince);

  return {
    async take() {
      await look();
      return quietMs() >= periodMs && write(known?.note.found ?? 0);
    },
    async keep() {
      if (quietMs() >= periodMs / signsOfPeriod && !(await write(known?.note.found ?? 0))) throw new LeaseLost();
    },
    async end(found) {
      if (!(await write(found))) throw new LeaseLost();
    },
    found: () => known?.note.found,
  };
}

const leaseMs = 10_000;

interface RawMark {
  _seq_no: number;
  _primary_term: number;
}
const markOf = ({ _seq_no: seqNo, _primary_term: primaryTerm }: RawMark): Mark => ({ seqNo, primaryTerm });

/** One note in an index of its own. @param job its id */
export function leaseStore(engine: Engine, alias: string, job: string): LeaseStore {
  const index = `${alias}-leases`;
  const pathOver = (mark: Mark | undefined): string =>
    mark === undefined
      ? `/${index}/_create/${job}`
      : `/${index}/_doc/${job}?if_seq_no=${mark.seqNo}&if_primary_term=${mark.primaryTerm}`;
  return {
    async read() {
      try {
        const path = `/${index}/_doc/${job}`;
        const found = await engine.request<RawMark & { _source: LeaseNote }>("GET", path, undefined, leaseMs);
        const { _source: note } = found;
        return { note, mark: markOf(found) };
      } catch (error) {
        if (error instanceof ElasticsearchError && error.status === 404) return undefined;
        throw error;
      }
    },
    async write(note, over) {
      try {
        if (over === undefined) await createIfMissing(engine, index, leaseDefinition);
        return markOf(await engine.request<RawMark>("PUT", pathOver(over), note, leaseMs));
      } catch (error) {
        if (error instanceof ElasticsearchError && error.status === 409) return undefined;
        throw error;
      }
    },
  };
}
