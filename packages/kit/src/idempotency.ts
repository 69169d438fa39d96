import { AppError, type AppErrorOptions, type ErrorCode } from "@plat/contracts";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { canonicalJson } from "./canonical-json.ts";

/** The result of a request in a form that a store can save: JSON values only. Compatible with a handler's reply. */
export interface IdempotentOutcome {
  status?: number;
  /** HTTP response headers with lower-case names. */
  headers?: Record<string, string>;
  version?: number;
  body: unknown;
}
/** A final error (any 4xx except 429), stored like an outcome. */
export interface StoredError {
  code: ErrorCode;
  detail: string;
  errors?: AppErrorOptions["errors"];
  extensions?: Record<string, unknown>;
}

/** The record of one `Idempotency-Key` of one organization. The attempt that runs the request holds a lease on it. */
export interface IdempotencyEntry {
  organizationId: string;
  key: string;
  fingerprint: string;
  /** Id of the resource to create, chosen before it is created. */
  reservedId: string;
  /** Unique id of the attempt that holds the lease. */
  holder: string;
  /** End of the lease in milliseconds since 1970. After it, another attempt may take over. */
  heldUntil: number;
  /** Milliseconds since 1970. After it, the entry counts as absent. */
  expiresAt: number;
  /** Either this or `error` is set when the request has completed. */
  outcome: IdempotentOutcome | null;
  error: StoredError | null;
}

/** Stores one entry per (organizationId, key). Both methods resolve when the write is durable. */
export interface IdempotencyStore {
  /** Inserts an entry. If there is one with the same key, returns that one and changes nothing. */
  insert(entry: IdempotencyEntry): Promise<IdempotencyEntry | undefined>;
  /** Replaces the entry if `holder` still holds its lease. @returns whether it was replaced */
  replace(entry: IdempotencyEntry, holder: string): Promise<boolean>;
}

export interface IdempotentRequest<O extends IdempotentOutcome> {
  store: IdempotencyStore;
  organizationId: string;
  /** Value of the `Idempotency-Key` header. If undefined, the work runs without idempotency. */
  key: string | undefined;
  /** Result of `requestFingerprint`. */
  fingerprint: string;
  newId: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * For responses with a secret that must not be stored: returns the error to store instead of the outcome. Repeated
   * requests get this error.
   */
  storeInstead?: (outcome: O) => StoredError;
}

/** Milliseconds for which an `Idempotency-Key` and its reserved id are retained. */
export const idempotencyRetentionMs = 24 * 3_600_000;
/** Duration of a lease in milliseconds. Must be longer than the timeout of every endpoint. */
const leaseMs = 60_000;
/**
 * Delays in milliseconds between attempts to save a result while the store is unavailable. Their sum is about a lease.
 */
const saveRetryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 27_000];
/** Maximum number of concurrent save retries. The leases of requests beyond it expire. */
const maxSaveRetries = 500;
/** Maximum milliseconds that the response of a failed request waits for its result to be saved. */
const saveWaitMs = 500;

/** Returns a hash of the endpoint, path, query and body. The order of object members has no effect. */
export function requestFingerprint(
  subject: string,
  input: { params?: unknown; query?: unknown; body?: unknown },
): string {
  const canonical = canonicalJson([subject, input.params, input.query, input.body]);
  return createHash("sha256").update(canonical).digest("base64url");
}

/**
 * Runs a creation once per `Idempotency-Key`. For 24 hours, the same request with the same key returns the first
 * outcome, with the header `idempotency-replayed: true`.
 *
 * `work` receives the id that the new resource must have. After a crash it runs again with the same id, so it must
 * detect or complete what an earlier attempt began: an insert that fails because this id exists is a success. Without a
 * key, the id is new.
 *
 * Outcomes and final errors (4xx except 429) are stored. After any other error the next request runs the work again
 * with the same id; if the store is unavailable at that moment, soon after it recovers.
 *
 * @throws AppError `conflict` while a request with the same key is running, `idempotency_key_reused` for another
 * request, `validation_failed` for an invalid key, and the errors of `work`
 */
export async function runIdempotent<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const { store, key, newId, now } = request;
  if (key === undefined) return work(newId());
  assertValidKey(key);
  const started = now();
  const entry: IdempotencyEntry = {
    organizationId: request.organizationId,
    key,
    fingerprint: request.fingerprint,
    reservedId: newId(),
    holder: newId(),
    heldUntil: started + leaseMs,
    expiresAt: started + idempotencyRetentionMs,
    outcome: null,
    error: null,
  };
  const existing = await store.insert(entry).catch(releaseLease(store, entry));
  // A driver that retries the insert finds the entry that its first attempt has inserted.
  if (existing === undefined || existing.holder === entry.holder) return attempt(request, entry, work);
  if (existing.expiresAt <= started) return takeOver(request, entry, existing, work);
  if (existing.fingerprint !== request.fingerprint)
    throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another request.");
  if (existing.outcome !== null) return replay(existing.outcome as O);
  if (existing.error !== null) throw appErrorOf(existing.error, { "idempotency-replayed": "true" });
  if (existing.heldUntil > started) throw stillRunning(existing, started);
  return takeOver(request, { ...existing, holder: entry.holder, heldUntil: entry.heldUntil }, existing, work);
}

async function takeOver<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  entry: IdempotencyEntry,
  existing: IdempotencyEntry,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const isAcquired = await request.store.replace(entry, existing.holder).catch(releaseLease(request.store, entry));
  if (!isAcquired) throw stillRunning(entry, request.now());
  return attempt(request, entry, work);
}

async function attempt<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  entry: IdempotencyEntry,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const { store, storeInstead } = request;
  let outcome: O;
  try {
    outcome = await work(entry.reservedId);
  } catch (error) {
    const finalError = error instanceof AppError && isFinal(error.status) ? storedErrorOf(error) : null;
    const saved = save(store, finalError === null ? { ...entry, heldUntil: 0 } : { ...entry, error: finalError });
    await Promise.race([saved.catch(() => undefined), setTimeout(saveWaitMs, undefined, { ref: false })]);
    throw error;
  }
  const result = storeInstead === undefined ? { outcome } : { error: storeInstead(outcome) };
  await save(store, { ...entry, ...result });
  return outcome;
}

/** Saves the result of an attempt. After a failure, retries in the background. @throws the error of the first try */
async function save(store: IdempotencyStore, entry: IdempotencyEntry): Promise<void> {
  try {
    await store.replace(entry, entry.holder);
  } catch (error) {
    void retrySave(store, entry);
    throw error;
  }
}

let saveRetries = 0;

async function retrySave(store: IdempotencyStore, entry: IdempotencyEntry): Promise<void> {
  if (saveRetries >= maxSaveRetries) return;
  saveRetries++;
  try {
    for (const delayMs of saveRetryDelaysMs) {
      await setTimeout(delayMs, undefined, { ref: false });
      // If the entry was not replaced, another attempt holds the lease and saves its own result.
      const isDone = await store.replace(entry, entry.holder).then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
  } finally {
    saveRetries--;
  }
}

/** Returns an error handler: a failed write may have taken the lease, which no attempt would release. Rethrows. */
const releaseLease =
  (store: IdempotencyStore, entry: IdempotencyEntry) =>
  (error: unknown): never => {
    void retrySave(store, { ...entry, heldUntil: 0 });
    throw error;
  };

const isFinal = (status: number): boolean => status < 500 && status !== 429;

function storedErrorOf(error: AppError): StoredError {
  return {
    code: error.code,
    detail: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(error.extensions === undefined ? {} : { extensions: error.extensions }),
  };
}

function appErrorOf({ code, detail, errors, extensions }: StoredError, headers: Record<string, string>): AppError {
  return new AppError(code, detail, {
    headers,
    ...(errors === undefined ? {} : { errors }),
    ...(extensions === undefined ? {} : { extensions }),
  });
}

const replay = <O extends IdempotentOutcome>(outcome: O): O => ({
  ...outcome,
  headers: { ...outcome.headers, "idempotency-replayed": "true" },
});

/** `Retry-After` is as long as the request has run so far, but not later than the end of its lease. */
function stillRunning({ heldUntil }: IdempotencyEntry, now: number): AppError {
  const remainingMs = Math.max(heldUntil - now, 0);
  const retryAfter = Math.max(1, Math.ceil(Math.min(leaseMs - remainingMs, remainingMs) / 1_000));
  return new AppError("conflict", "A request with this Idempotency-Key is still running.", { retryAfter });
}

function assertValidKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const detail = "must be 1 to 255 visible ASCII characters";
  throw new AppError("validation_failed", `Idempotency-Key ${detail}`, {
    errors: [{ in: "header", name: "Idempotency-Key", detail }],
  });
}
