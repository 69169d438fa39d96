import { AppError, type Caller } from "@plat/contracts";
import { createHash } from "node:crypto";

/** What is needed of a limiter; those of rate-limiter-flexible fit. */
interface Limiter {
  /** Rejects with `{ msBeforeNext }` when there is nothing left, with an Error when it cannot count. */
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

export interface SignInLimits {
  /** Counts an attempt. @throws AppError `quota_exceeded` when there were too many that failed */
  attempt(caller: Caller, account: string): Promise<void>;
  /** Takes the attempt back: only failures count. */
  succeeded(caller: Caller, account: string): Promise<void>;
}

/** Without limits every attempt passes. */
export const noLimits: SignInLimits = { attempt: async () => undefined, succeeded: async () => undefined };

/**
 * Failed sign-ins are limited for an account from one address (guessing at one account), for an account from anywhere
 * (the same from many addresses), and for an address (guessing at many accounts).
 */
export function signInLimits(limiter: (name: string, points: number, seconds: number) => Limiter): SignInLimits {
  const rules = [
    {
      name: "sign-in",
      limiter: limiter("sign-in", 10, 900),
      keyOf: (address: string, account: string) => account + address,
    },
    {
      name: "sign-in-account",
      limiter: limiter("sign-in-account", 100, 3600),
      keyOf: (_: string, account: string) => account,
    },
    { name: "sign-in-address", limiter: limiter("sign-in-address", 100, 900), keyOf: (address: string) => address },
  ];
  const each = (caller: Caller, account: string) => {
    const address = caller.kind === "anonymous" ? caller.address : "session";
    const accountKey = createHash("sha256").update(account.toLowerCase()).digest("base64url");
    return rules.map(({ keyOf, ...rule }) => ({ ...rule, key: keyOf(address, accountKey) }));
  };
  return {
    async attempt(caller, account) {
      const results = await Promise.allSettled(each(caller, account).map((rule) => rule.limiter.consume(rule.key)));
      const refusals = results.flatMap((result, index) =>
        result.status === "rejected" ? [{ reason: result.reason as unknown, name: rules[index]?.name ?? "" }] : [],
      );
      const broken = refusals.find(({ reason }) => reason instanceof Error);
      if (broken !== undefined)
        throw new AppError("unavailable", "Sign-ins cannot be counted at the moment.", {
          cause: broken.reason,
          retryAfter: 1,
        });
      if (refusals.length === 0) return;
      const waits = refusals.map(({ reason }) => (reason as { msBeforeNext: number }).msBeforeNext);
      throw new AppError("quota_exceeded", "Too many failed attempts to sign in.", {
        retryAfter: Math.ceil(Math.max(...waits) / 1000),
        extensions: { "violated-policies": refusals.map(({ name }) => name) },
      });
    },
    async succeeded(caller, account) {
      const [pair, ...others] = each(caller, account);
      await Promise.allSettled([
        pair?.limiter.delete(pair.key),
        ...others.map((rule) => rule.limiter.reward(rule.key)),
      ]);
    },
  };
}
