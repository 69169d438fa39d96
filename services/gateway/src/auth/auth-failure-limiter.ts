import { AppError } from "@plat/contracts";
import { credentialsUnavailable } from "../store/credential-cache.ts";

/** The part of a rate limiter of rate-limiter-flexible that is used here. */
interface RateLimiter {
  /** Rejects with `{ msBeforeNext }` if the limit is reached, with an Error if the limiter cannot count. */
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/** Limits failed authentications per address, so that invalid credentials cannot cause unlimited look-ups. */
export interface AuthFailureLimiter {
  /** Counts a failure. @returns the error to respond with: `error`, or `quota_exceeded` if the limit is reached */
  recordFailure(address: string, error: AppError): Promise<AppError>;
  /**
   * Runs expensive work that may turn out to be a failed authentication: it resolves to false or rejects with a 401.
   * A failure is counted beforehand and taken back if the work succeeds.
   * @throws AppError `quota_exceeded` if the limit is reached, and any error of `work`
   */
  attempt<T>(address: string, work: () => Promise<T>): Promise<T>;
}

/** Used with `RATE_LIMITS=off`. */
export const unlimitedAuthFailures: AuthFailureLimiter = {
  recordFailure: async (_, error) => error,
  attempt: (_, work) => work(),
};

export function createAuthFailureLimiter(limiter: RateLimiter): AuthFailureLimiter {
  const count = async (address: string): Promise<AppError | undefined> => {
    try {
      await limiter.consume(address);
      return undefined;
    } catch (reason) {
      if (reason instanceof Error) return credentialsUnavailable(reason);
      const { msBeforeNext } = reason as { msBeforeNext: number };
      return new AppError("quota_exceeded", "Too many failed authentications from this address.", {
        retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        extensions: { "violated-policies": ["failed-authentication"] },
      });
    }
  };
  const takeBack = (address: string): void => {
    // If this fails, one success counts as a failure, which is harmless.
    limiter.reward(address).catch(() => undefined);
  };
  return {
    recordFailure: async (address, error) => (await count(address)) ?? error,
    async attempt(address, work) {
      const limitError = await count(address);
      if (limitError !== undefined) throw limitError;
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
