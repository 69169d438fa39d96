import { AppError, type AppErrorOptions, type ErrorCode } from "@plat/contracts";
import { createHash } from "node:crypto";

/** What a request came to, in a form that a store can keep: JSON values only. Fits a handler's reply. */
export interface IdempotentOutcome {
  status?: number;
  /** Lower-case header fields of the HTTP answer. */
  headers?: Record<string, string>;
  version?: number;
  body: unknown;
}
/** A final refusal (any 4xx but 429), kept like an outcome. */
export interface KeptRefusal {
  code: ErrorCode;
  detail: string;
  errors?: AppErrorOptions["errors"];
  extensions?: Record<string, unknown>;
}

/** One `Idempotency-Key` of one organization. */
export interface IdempotencyEntry {
  organizationId: string;
  key: string;
  fingerprint: string;
  /** Id of the thing to be made, chosen before it is made. */
  reservedId: string;
  /** Whoever runs the request; another value for every attempt. */
  holder: string;
  /** Milliseconds since 1970; after it the attempt counts as dead and another may take over. */
  heldUntil: number;
  /** Milliseconds since 1970; after it the entry counts as absent. */
  expiresAt: number;
  /** One of the two is set once the outcome is final. */
  outcome: IdempotentOutcome | null;
  refusal: KeptRefusal | null;
}

/** Where entries are kept: one for each (organizationId, key). Both methods are durable when they resolve. */
export interface IdempotencyStore {
  /** Keeps a new entry. When one stands there already, nothing changes and that one is given back. */
  insert(entry: IdempotencyEntry): Promise<IdempotencyEntry | undefined>;
  /** Replaces the entry if `holder` still holds it; false when it does not. */
  replace(entry: IdempotencyEntry, holder: string): Promise<boolean>;
}

export interface IdempotentRequest<O extends IdempotentOutcome> {
  store: IdempotencyStore;
  organizationId: string;
  /** The header's value; undefined when the client sent none: then the work just runs. */
  key: string | undefined;
  /** By `requestFingerprint`. */
  fingerprint: string;
  newId: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** What is kept of an outcome instead of all of it, for answers that hold a secret: a refusal for whoever asks again. */
  keepInstead?: (outcome: O) => KeptRefusal;
}

const keptMs = 24 * 3_600_000;
/** Longer than any deadline of a request. */
const holdMs = 60_000;

/** The same request gives the same print: endpoint, path, query and body, in whatever order their members come. */
export function requestFingerprint(
  subject: string,
  input: { params?: unknown; query?: unknown; body?: unknown },
): string {
  const canonical = JSON.stringify([subject, input.params, input.query, input.body], (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest("base64url");
}

/**
 * Runs a creation once for each `Idempotency-Key`: the same key and request gives back the first outcome (with the
 * header `idempotency-replayed: true`) for 24 hours.
 *
 * `work` gets the id that the new thing must have. After a crash it runs again with the same id, so it must find or
 * finish what an earlier attempt began (an insert with that id whose duplicate is a success). Without a key the id is
 * simply new.
 *
 * Outcomes and refusals (4xx but 429) are final and kept. Everything else lets the next request try again, with the
 * same id.
 *
 * @throws AppError `conflict` while the same key is running, `idempotency_key_reused` for another request,
 * `validation_failed` for an unusable key, and whatever `work` throws.
 */
export async function runIdempotent<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const { store, key, newId, now } = request;
  if (key === undefined) return work(newId());
  requireUsable(key);
  const started = now();
  const fresh: IdempotencyEntry = {
    organizationId: request.organizationId,
    key,
    fingerprint: request.fingerprint,
    reservedId: newId(),
    holder: newId(),
    heldUntil: started + holdMs,
    expiresAt: started + keptMs,
    outcome: null,
    refusal: null,
  };
  const found = await store.insert(fresh);
  if (found === undefined) return attempt(request, fresh, work);
  if (found.expiresAt <= started) return takeOver(request, fresh, found, work);
  if (found.fingerprint !== request.fingerprint)
    throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another request.");
  if (found.outcome !== null) return replay(found.outcome as O);
  if (found.refusal !== null) throw refusalError(found.refusal, { "idempotency-replayed": "true" });
  if (found.heldUntil > started) throw running();
  return takeOver(request, { ...found, holder: fresh.holder, heldUntil: fresh.heldUntil }, found, work);
}

async function takeOver<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  entry: IdempotencyEntry,
  found: IdempotencyEntry,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  if (!(await request.store.replace(entry, found.holder))) throw running();
  return attempt(request, entry, work);
}

async function attempt<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  entry: IdempotencyEntry,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const { store, keepInstead } = request;
  let outcome: O;
  try {
    outcome = await work(entry.reservedId);
  } catch (error) {
    const refusal = error instanceof AppError && isFinal(error.status) ? keptRefusal(error) : null;
    await store.replace(refusal === null ? { ...entry, heldUntil: 0 } : { ...entry, refusal }, entry.holder);
    throw error;
  }
  const kept = keepInstead === undefined ? { outcome } : { refusal: keepInstead(outcome) };
  await store.replace({ ...entry, ...kept }, entry.holder);
  return outcome;
}

const isFinal = (status: number): boolean => status < 500 && status !== 429;

function keptRefusal(error: AppError): KeptRefusal {
  return {
    code: error.code,
    detail: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(error.extensions === undefined ? {} : { extensions: error.extensions }),
  };
}

function refusalError({ code, detail, errors, extensions }: KeptRefusal, headers: Record<string, string>): AppError {
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

const running = (): AppError =>
  new AppError("conflict", "A request with this Idempotency-Key is still running.", { retryAfter: 1 });

function requireUsable(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const detail = "must be 1 to 255 visible ASCII characters";
  throw new AppError("validation_failed", `Idempotency-Key ${detail}`, {
    errors: [{ in: "header", name: "Idempotency-Key", detail }],
  });
}
