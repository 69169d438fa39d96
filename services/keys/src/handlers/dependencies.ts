import { AppError, type Caller } from "@plat/contracts";
import type { IdempotencyStore } from "@plat/kit";
import type { ApiKey } from "../domain/key.ts";
import type { CredentialCache, KeyStore, OrganizationStore, SessionStore, UserStore } from "../domain/ports.ts";
import type { SignInLimits } from "../domain/sign-in-limits.ts";
import type { TokenIssuer } from "../domain/tokens.ts";
import type { ReportUsage } from "./usage-report.ts";

/** Everything that the handlers use, injected by the composition root. */
export interface Dependencies {
  keys: KeyStore;
  organizations: OrganizationStore;
  users: UserStore;
  sessions: SessionStore;
  cache: CredentialCache;
  tokens: TokenIssuer;
  idempotency: IdempotencyStore;
  limits: SignInLimits;
  reportUsage: ReportUsage;
  /** Reads a key by hash; concurrent calls are combined into one query. */
  loadKey: (hash: string) => Promise<ApiKey | undefined>;
  passwords: {
    hash(password: string, signal?: AbortSignal): Promise<string>;
    verify(password: string, hash: string | null, signal?: AbortSignal): Promise<boolean>;
  };
  /** Whether sign-up is enabled. */
  signUp: boolean;
  /** Maximum number of active keys per organization. */
  keyLimit: number;
  /** Maximum lifetime of a session token in milliseconds. */
  tokenTtlMs: number;
  newId: () => string;
  /** Bytes from a cryptographically secure source. */
  random: (bytes: number) => Uint8Array;
  now: () => number;
}

type SessionCaller = Extract<Caller, { kind: "session" }>;

/**
 * The session of a caller. Gateways already reject other callers on these endpoints; this is defense in depth.
 * @throws AppError `api_key_not_allowed` if the caller is not a session
 */
export function requireSession(caller: Caller): SessionCaller {
  if (caller.kind !== "session") throw new AppError("api_key_not_allowed", "This endpoint requires a session token.");
  return caller;
}
