import { AppError } from "@plat/contracts";

export interface TurnsOptions {
  /** Units that each owner may have under way at a time. */
  capacity: number;
  /** Milliseconds that a job waits for its turn; then it is refused. */
  patienceMs: number;
}

/**
 * Runs a job when its owner has room for it; what one owner asks for never waits for another's. A job that is larger
 * than the capacity counts as the capacity.
 * @throws AppError `quota_exceeded` when its turn did not come in time
 */
export type Turns = <T>(owner: string, units: number, job: () => Promise<T>) => Promise<T>;

interface Waiting {
  units: number;
  begin: () => void;
}
interface Owner {
  used: number;
  /** In the order in which they came: a large job is not passed by small ones for ever. */
  waiting: Set<Waiting>;
}

export function createTurns({ capacity, patienceMs }: TurnsOptions): Turns {
  const owners = new Map<string, Owner>();

  const admit = (name: string, owner: Owner): void => {
    for (const next of owner.waiting) {
      if (owner.used + next.units > capacity) return;
      owner.waiting.delete(next);
      owner.used += next.units;
      next.begin();
    }
    if (owner.used === 0) owners.delete(name);
  };
  const turn = (name: string, owner: Owner, units: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        units,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        owner.waiting.delete(entry);
        reject(tooMany());
        // Behind it there may be one that fits.
        admit(name, owner);
      }, patienceMs);
      owner.waiting.add(entry);
      admit(name, owner);
    });

  return async (name, units, job) => {
    const taken = Math.min(units, capacity);
    const owner = owners.get(name) ?? { used: 0, waiting: new Set() };
    owners.set(name, owner);
    await turn(name, owner, taken);
    try {
      return await job();
    } finally {
      owner.used -= taken;
      admit(name, owner);
    }
  };
}

/** Runs jobs one after another; once one has failed, those behind it fail as it did and are not begun. */
export function oneByOne(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done;
    return done;
  };
}

const tooMany = (): AppError =>
  new AppError("quota_exceeded", "Too many large searches of this organization are under way at once.", {
    retryAfter: 1,
    extensions: { "violated-policies": ["searches-at-once"] },
  });
