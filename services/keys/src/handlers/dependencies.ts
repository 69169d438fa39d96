import { AppError, type Caller } from "@plat/contracts";
import type { IdempotencyStore } from "@plat/kit";
import type { ApiKey } from "../domain/key.ts";
import type { SignInLimits } from "../domain/sign-in-limits.ts";
import type { Ledger } from "../store/credential-cache.ts";
import type { KeyStore } from "../store/key-store.ts";
import type { PeopleStore } from "../store/user-store.ts";
import type { Tokens } from "../domain/tokens.ts";
import type { UsageReport } from "../jobs/usage-flush.ts";

export interface Deps {
  keys: KeyStore;
  people: PeopleStore;
  ledger: Ledger;
  tokens: Tokens;
  idempotency: IdempotencyStore;
  limits: SignInLimits;
  usage: UsageReport;
  /** Reads keys by hash, many at once. */
  keyByHash: (hash: string) => Promise<ApiKey | undefined>;
  passwords: {
    hash(password: string, signal?: AbortSignal): Promise<string>;
    verify(password: string, hash: string | null, signal?: AbortSignal): Promise<boolean>;
  };
  signUp: boolean;
  keyLimit: number;
  tokenTtlMs: number;
  newId: () => string;
  random: (bytes: number) => Uint8Array;
  now: () => number;
}

type SessionCaller = Extract<Caller, { kind: "session" }>;
/** Gateways send nobody else to these endpoints; this is the second lock on the door. */
export function sessionOf(caller: Caller): SessionCaller {
  if (caller.kind !== "session") throw new AppError("api_key_not_allowed", "A session is needed here.");
  return caller;
}
