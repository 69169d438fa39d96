import { AppError, type Caller } from "@plat/contracts";
import { createHash } from "node:crypto";
import { emailKey } from "./session.ts";

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
  /** Takes back an attempt that nobody looked at. */
  unseen(caller: Caller, account: string): Promise<void>;
}

/** Without limits every attempt passes. */
export const noLimits: SignInLimits = {
  attempt: async () => undefined,
  succeeded: async () => undefined,
  unseen: async () => undefined,
};

/**
 * Failed sign-ins are limited for an account from one address (guessing at one account), for an address (guessing at many
 * accounts), and for an account from anywhere (the same from many addresses). Asked in this order: what one refuses is not
 * counted by the others, so that a single address cannot use up what an account has.
 */
export function signInLimits(limiter: (name: string, points: number, seconds: number) => Limiter): SignInLimits {
  const rules = [
    {
      name: "sign-in",
      limiter: limiter("sign-in", 10, 900),
      keyOf: (address: string, account: string) => account + address,
    },
    { name: "sign-in-address", limiter: limiter("sign-in-address", 100, 900), keyOf: (address: string) => address },
    {
      name: "sign-in-account",
      limiter: limiter("sign-in-account", 100, 3600),
      keyOf: (_: string, account: string) => account,
    },
  ];
  const each = (caller: Caller, account: string) => {
    const accountKey = createHash("sha256").update(emailKey(account)).digest("base64url");
    return rules.map(({ keyOf, ...rule }) => ({ ...rule, key: keyOf(addressOf(caller), accountKey) }));
  };
  type Rules = ReturnType<typeof each>;
  const giveBack = async (taken: Rules): Promise<void> => {
    await Promise.allSettled(taken.map((rule) => rule.limiter.reward(rule.key)));
  };
  return {
    async attempt(caller, account) {
      const taken: Rules = [];
      for (const rule of each(caller, account)) {
        try {
          await rule.limiter.consume(rule.key);
          taken.push(rule);
        } catch (refusal) {
          await giveBack(taken);
          throw refusalError(rule.name, refusal);
        }
      }
    },
    async succeeded(caller, account) {
      const [pair, ...others] = each(caller, account);
      await Promise.allSettled([pair?.limiter.delete(pair.key), giveBack(others)]);
    },
    unseen: (caller, account) => giveBack(each(caller, account)),
  };
}

/** Users who are signed in count for themselves: a gateway does not say where they come from. */
function addressOf(caller: Caller): string {
  if (caller.kind === "anonymous") return caller.address;
  return caller.kind === "session" ? `session:${caller.userId}` : caller.kind;
}

function refusalError(rule: string, refusal: unknown): AppError {
  if (refusal instanceof Error)
    return new AppError("unavailable", "Sign-ins cannot be counted at the moment.", { cause: refusal, retryAfter: 1 });
  return new AppError("quota_exceeded", "Too many failed attempts to sign in.", {
    retryAfter: Math.ceil((refusal as { msBeforeNext: number }).msBeforeNext / 1000),
    extensions: { "violated-policies": [rule] },
  });
}
