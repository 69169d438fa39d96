import { AppError, type Caller } from "@plat/contracts";
import { createHash } from "node:crypto";
import { normalizeEmail } from "./session.ts";

/** Counts points per key; the limiters of rate-limiter-flexible implement it. */
export interface RateLimiter {
  /** Rejects with `{ msBeforeNext }` if no points are left, with an Error if the points cannot be counted. */
  consume(key: string): Promise<unknown>;
  /** Returns one point. */
  reward(key: string): Promise<unknown>;
  /** Returns all points. */
  delete(key: string): Promise<unknown>;
}

export interface SignInLimits {
  /** Counts an attempt before the password is verified. @throws AppError `quota_exceeded` after too many failures */
  attempt(caller: Caller, account: string): Promise<void>;
  /** Reverts the attempt, because only failures count. */
  succeeded(caller: Caller, account: string): Promise<void>;
  /** Reverts an attempt whose password was not verified. */
  notVerified(caller: Caller, account: string): Promise<void>;
}

/** Accepts every attempt. */
export const noLimits: SignInLimits = {
  attempt: async () => undefined,
  succeeded: async () => undefined,
  notVerified: async () => undefined,
};

/**
 * Limits failed sign-ins per account and address (guessing at one account), per address (guessing at many accounts) and
 * per account (guessing from many addresses). The rules are checked in this order, and an attempt that one rule rejects
 * does not count for the others, so that a single address cannot use up the attempts of an account.
 * @param createLimiter creates the limiter of a rule that accepts `points` attempts per `seconds`
 */
export function signInLimits(
  createLimiter: (name: string, points: number, seconds: number) => RateLimiter,
): SignInLimits {
  const rules = [
    {
      name: "sign-in",
      limiter: createLimiter("sign-in", 10, 900),
      keyOf: (address: string, account: string) => account + address,
    },
    {
      name: "sign-in-address",
      limiter: createLimiter("sign-in-address", 100, 900),
      keyOf: (address: string) => address,
    },
    {
      name: "sign-in-account",
      limiter: createLimiter("sign-in-account", 100, 3600),
      keyOf: (_: string, account: string) => account,
    },
  ];
  const rulesFor = (caller: Caller, account: string) => {
    const accountKey = createHash("sha256").update(normalizeEmail(account)).digest("base64url");
    return rules.map(({ keyOf, ...rule }) => ({ ...rule, key: keyOf(addressOf(caller), accountKey) }));
  };
  type Rules = ReturnType<typeof rulesFor>;
  const refund = async (consumed: Rules): Promise<void> => {
    await Promise.allSettled(consumed.map((rule) => rule.limiter.reward(rule.key)));
  };
  return {
    async attempt(caller, account) {
      const consumed: Rules = [];
      for (const rule of rulesFor(caller, account)) {
        try {
          await rule.limiter.consume(rule.key);
          consumed.push(rule);
        } catch (reason) {
          await refund(consumed);
          throw limitError(rule.name, reason);
        }
      }
    },
    async succeeded(caller, account) {
      const [accountAndAddress, ...others] = rulesFor(caller, account);
      await Promise.allSettled([accountAndAddress?.limiter.delete(accountAndAddress.key), refund(others)]);
    },
    notVerified: (caller, account) => refund(rulesFor(caller, account)),
  };
}

/** A signed-in user has limits of their own, because gateways do not pass on the address of a session. */
function addressOf(caller: Caller): string {
  if (caller.kind === "anonymous") return caller.address;
  return caller.kind === "session" ? `session:${caller.userId}` : caller.kind;
}

function limitError(rule: string, reason: unknown): AppError {
  if (reason instanceof Error)
    return new AppError("unavailable", "Failed sign-ins cannot be counted at the moment.", {
      cause: reason,
      retryAfter: 1,
    });
  return new AppError("quota_exceeded", "Too many failed sign-in attempts.", {
    retryAfter: Math.ceil((reason as { msBeforeNext: number }).msBeforeNext / 1000),
    extensions: { "violated-policies": [rule] },
  });
}
