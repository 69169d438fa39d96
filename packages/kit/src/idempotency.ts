import { AppError, type AppErrorOptions, type ErrorCode } from "@plat/contracts";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** What a request came to, in a form that a store can keep: JSON values only. Fits a handler's reply. */
export interface IdempotentOutcome {
  status?: number;
  /** Lower-case header fields of the HTTP answer. */
  headers?: Record<string, string>;
  version?: number;
  body: unknown;
}
/** A final refusal (any 4xx but 429), kept like an outcome. */
export interface StoredError {
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
  error: StoredError | null;
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
  storeInstead?: (outcome: O) => StoredError;
}

/** Milliseconds that an `Idempotency-Key` is kept, and with it the id that was reserved. */
export const idempotencyRetentionMs = 24 * 3_600_000;
/** Longer than any deadline of a request. */
const holdMs = 60_000;
/** Milliseconds between tries to note what an attempt came to, while the store is away; as long as it is held. */
const noteAgainMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 27_000];
/** Most notes that are tried again at once; the holds of others come to their own end. */
const notesMax = 500;
/** Milliseconds that a failure's answer waits for its note. */
const noteWaitMs = 500;

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
 * same id; when the store is away at that moment, soon after it is back.
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
    expiresAt: started + idempotencyRetentionMs,
    outcome: null,
    error: null,
  };
  const found = await store.insert(fresh).catch(releasing(store, fresh));
  // Its own entry is there when a driver has sent the insertion twice.
  if (found === undefined || found.holder === fresh.holder) return attempt(request, fresh, work);
  if (found.expiresAt <= started) return takeOver(request, fresh, found, work);
  if (found.fingerprint !== request.fingerprint)
    throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another request.");
  if (found.outcome !== null) return replay(found.outcome as O);
  if (found.error !== null) throw errorOf(found.error, { "idempotency-replayed": "true" });
  if (found.heldUntil > started) throw running(found, started);
  return takeOver(request, { ...found, holder: fresh.holder, heldUntil: fresh.heldUntil }, found, work);
}

async function takeOver<O extends IdempotentOutcome>(
  request: IdempotentRequest<O>,
  entry: IdempotencyEntry,
  found: IdempotencyEntry,
  work: (reservedId: string) => Promise<O>,
): Promise<O> {
  const mine = await request.store.replace(entry, found.holder).catch(releasing(request.store, entry));
  if (!mine) throw running(entry, request.now());
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
    const final = error instanceof AppError && isFinal(error.status) ? storedError(error) : null;
    const noted = note(store, final === null ? { ...entry, heldUntil: 0 } : { ...entry, error: final });
    await Promise.race([noted.catch(() => undefined), setTimeout(noteWaitMs, undefined, { ref: false })]);
    throw error;
  }
  const kept = storeInstead === undefined ? { outcome } : { error: storeInstead(outcome) };
  await note(store, { ...entry, ...kept });
  return outcome;
}

/** Notes what an attempt came to; tries on after a failure, unseen. @throws what the first try met */
async function note(store: IdempotencyStore, entry: IdempotencyEntry): Promise<void> {
  try {
    await store.replace(entry, entry.holder);
  } catch (error) {
    void noteLater(store, entry);
    throw error;
  }
}

let notes = 0;

async function noteLater(store: IdempotencyStore, entry: IdempotencyEntry): Promise<void> {
  if (notes >= notesMax) return;
  notes++;
  try {
    for (const pauseMs of noteAgainMs) {
      await setTimeout(pauseMs, undefined, { ref: false });
      // What comes back does not matter: whoever has taken over by now holds it.
      const noted = await store.replace(entry, entry.holder).then(
        () => true,
        () => false,
      );
      if (noted) return;
    }
  } finally {
    notes--;
  }
}

/** A store that fails may have done what it was asked; then nobody would ever end this attempt. */
const releasing =
  (store: IdempotencyStore, entry: IdempotencyEntry) =>
  (error: unknown): never => {
    void noteLater(store, { ...entry, heldUntil: 0 });
    throw error;
  };

const isFinal = (status: number): boolean => status < 500 && status !== 429;

function storedError(error: AppError): StoredError {
  return {
    code: error.code,
    detail: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(error.extensions === undefined ? {} : { extensions: error.extensions }),
  };
}

function errorOf({ code, detail, errors, extensions }: StoredError, headers: Record<string, string>): AppError {
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

/** To be asked again after as long as it has run so far, and at the latest when it counts as dead. */
function running({ heldUntil }: IdempotencyEntry, now: number): AppError {
  const leftMs = Math.max(heldUntil - now, 0);
  const retryAfter = Math.max(1, Math.ceil(Math.min(holdMs - leftMs, leftMs) / 1_000));
  return new AppError("conflict", "A request with this Idempotency-Key is still running.", { retryAfter });
}

function requireUsable(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const detail = "must be 1 to 255 visible ASCII characters";
  throw new AppError("validation_failed", `Idempotency-Key ${detail}`, {
    errors: [{ in: "header", name: "Idempotency-Key", detail }],
  });
}
