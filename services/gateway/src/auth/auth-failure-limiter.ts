import { AppError } from "@plat/contracts";
import { away } from "../store/credential-cache.ts";

/** What is needed of a limiter; those of rate-limiter-flexible fit. */
interface Limiter {
  /** Rejects with `{ msBeforeNext }` when there is nothing left, with an Error when it cannot count. */
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/** Limits failed authentication by address, so that garbage costs neither look-ups nor signature checks for long. */
export interface Guard {
  /** Gives the error to answer: the one that is given, or `quota_exceeded` when the address has failed too often. */
  failure(address: string, error: AppError): Promise<AppError>;
  /**
   * Does something costly that may turn out to be a failure: false or a 401. It counts beforehand and is taken back if
   * it was none.
   * @throws AppError `quota_exceeded` when the address has failed too often, and whatever the work throws
   */
  attempt<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export const noGuard: Guard = { failure: async (_, error) => error, attempt: (_, work) => work() };

export function createGuard(limiter: Limiter): Guard {
  const count = async (address: string): Promise<AppError | undefined> => {
    try {
      await limiter.consume(address);
      return undefined;
    } catch (reason) {
      if (reason instanceof Error) return away(reason);
      const { msBeforeNext } = reason as { msBeforeNext: number };
      return new AppError("quota_exceeded", "Too many failed authentications from this address.", {
        retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        extensions: { "violated-policies": ["failed-authentication"] },
      });
    }
  };
  const takeBack = (address: string): void => {
    // Should this be lost, one success counts as a failure: no harm.
    limiter.reward(address).catch(() => undefined);
  };
  return {
    failure: async (address, error) => (await count(address)) ?? error,
    async attempt(address, work) {
      const refusal = await count(address);
      if (refusal !== undefined) throw refusal;
      try {
        const result = await work();
        if (result !== false) takeBack(address);
        return result;
      } catch (error) {
        if (!(error instanceof AppError && error.status === 401)) takeBack(address);
        throw error;
      }
    },
  };
}
