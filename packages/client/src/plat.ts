import { isPlatError } from "./errors.ts";
import { changeFeed, type ChangesOptions } from "./change-feed.ts";
import { Operations, operations } from "./generated/operations.ts";
import type { ChangeEvent, SearchHit, SearchRequest, Session, SignIn, SignUp } from "./generated/types.ts";
import { entityTag } from "./headers.ts";
import { iterate } from "./pagination.ts";
import { type Fetch, send, type SendSettings } from "./send.ts";
import { memoryStore, renewalTime, type SessionStore } from "./session.ts";
import type { Operation, RequestOptions, Complete } from "./api-types.ts";
import { randomId } from "./time.ts";

export interface PlatOptions {
  /** Base URL of the service, for example `https://plat.example`. In a browser, a path on the same origin is sufficient. */
  baseUrl: string;
  /** API key, or a token of an external identity provider that the caller renews. Default: the session. */
  key?: string | undefined;
  /** Storage for the session. Default: in memory. */
  session?: SessionStore | undefined;
  /** Timeout of one attempt in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a request, if retries are safe. Default 2. */
  retries?: number | undefined;
  /** Longest `Retry-After` to wait for, in milliseconds; if it is longer, the error is thrown. Default 60,000. */
  retryAfterMaxMs?: number | undefined;
  /** Called with the status and headers of each response, including error responses. */
  onResponse?: RequestOptions["onResponse"];
  /** Replacement for the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** Error codes that state that a session has ended. */
const sessionEndCodes: ReadonlySet<string> = new Set(["expired_session", "invalid_session"]);
/** Operations that need no credential. */
const withoutCredential: ReadonlySet<string> = new Set(["signIn", "signUp", "publicKeys"]);

/** Client of a Plat service: one method per endpoint, and iterators over paginated lists. */
export class Plat extends Operations {
  readonly #baseUrl: string;
  readonly #key: string | undefined;
  readonly #store: SessionStore;
  readonly #settings: SendSettings;
  readonly #onResponse: RequestOptions["onResponse"];
  #renewal: Promise<void> | undefined;
  /** Token that this service cannot renew, because another issuer issued it. */
  #notRenewable: string | undefined;

  constructor(options: PlatOptions) {
    super();
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#key = options.key;
    this.#store = options.session ?? memoryStore();
    this.#onResponse = options.onResponse;
    this.#settings = {
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 2,
      retryAfterMaxMs: options.retryAfterMaxMs ?? 60_000,
    };
  }

  /** The current session, if any. */
  get session(): Session | undefined {
    return this.#key === undefined ? this.#store.load() : undefined;
  }

  /** Signs in and stores the session. POST /auth/sign-in. */
  override async signIn(body: SignIn, options?: RequestOptions): Promise<Session> {
    return this.#storeSession(await super.signIn(body, options));
  }

  /** Creates an organization and its first user, and stores the session. POST /auth/sign-up. */
  override async signUp(body: SignUp, options?: RequestOptions): Promise<Session> {
    return this.#storeSession(await super.signUp(body, options));
  }

  /** Ends the session. Removes it from the store even if the service is unavailable. POST /auth/sign-out. */
  override async signOut(options?: RequestOptions): Promise<void> {
    try {
      await super.signOut(options);
    } catch (error) {
      if (!isPlatError(error) || !sessionEndCodes.has(error.code)) throw error;
    } finally {
      this.#store.save(undefined);
    }
  }

  /** Iterates over the hits of all pages of a search. */
  async *searchAll(
    body: Omit<SearchRequest, "fields" | "interpretOnly" | "cursor">,
    options?: RequestOptions,
  ): AsyncGenerator<Complete<SearchHit>, void, undefined> {
    yield* iterate(
      (cursor): Promise<{ data: Complete<SearchHit>[]; page: { limit: number; nextCursor: string | null } }> =>
        this.search(cursor === undefined ? body : { ...body, cursor }, options),
    );
  }

  /** Follows the change feed as long as the result is iterated. GET /events as server-sent events. */
  async *changes(options: ChangesOptions = {}): AsyncGenerator<ChangeEvent, void, undefined> {
    const { fetch, retryAfterMaxMs } = this.#settings;
    let credential: Record<string, string> = {};
    const headers = async (): Promise<Record<string, string>> => {
      credential = await this.#credential(options.signal);
      return credential;
    };
    try {
      yield* changeFeed({ url: `${this.#baseUrl}/events`, headers, fetch, retryAfterMaxMs }, options);
    } catch (error) {
      this.#removeEndedSession(error, credential["authorization"]);
      throw error;
    }
  }

  protected override async call<T>(
    operation: Operation,
    path: string,
    body: unknown,
    callOptions: RequestOptions | undefined,
  ): Promise<T> {
    const options: RequestOptions = { ...callOptions };
    const headers: Record<string, string> = { accept: "application/json" };
    const isPublic = withoutCredential.has(operation.name);
    if (!isPublic) Object.assign(headers, await this.#credential(options.signal, operation));
    if (body !== undefined) headers["content-type"] = "application/json";
    if (operation.retry === "key") headers["idempotency-key"] = options.idempotencyKey ?? randomId();
    if (options.ifMatch !== undefined) headers["if-match"] = entityTag(options.ifMatch);
    options.onResponse = (details) => {
      this.#onResponse?.(details);
      callOptions?.onResponse?.(details);
    };
    const url = `${this.#baseUrl}${path}${queryOf(operation, callOptions)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    try {
      return (await send({ operation, url, headers, body: text, options }, this.#settings)) as T;
    } catch (error) {
      this.#removeEndedSession(error, headers["authorization"]);
      throw error;
    }
  }

  #storeSession(session: Session): Session {
    this.#store.save(session);
    return session;
  }

  async #credential(signal: AbortSignal | undefined, operation?: Operation): Promise<Record<string, string>> {
    if (this.#key !== undefined) return { authorization: `Bearer ${this.#key}` };
    if (operation !== operations.refresh) await this.#renewIfDue();
    signal?.throwIfAborted();
    const session = this.#store.load();
    return session === undefined ? {} : { authorization: `Bearer ${session.token}` };
  }

  /** Renews the session if it will expire soon. Concurrent requests share one renewal. */
  async #renewIfDue(): Promise<void> {
    const session = this.#store.load();
    if (session === undefined || session.token === this.#notRenewable || Date.now() < renewalTime(session)) return;
    this.#renewal ??= this.#renew(session).finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
  }

  async #renew(session: Session): Promise<void> {
    try {
      const renewed = await this.refresh();
      if (this.#store.load()?.token === session.token) this.#store.save(renewed);
    } catch (error) {
      // The session was removed. Without this error, the request would fail with `missing_credentials` instead.
      if (isPlatError(error, "expired_session") && this.#store.load() === undefined) throw error;
      // The token may still be valid. If it is not, the request itself fails.
      if (isPlatError(error, "invalid_session")) this.#notRenewable = session.token;
    }
  }

  /** Removes a session that has ended, unless it was replaced in the meantime. */
  #removeEndedSession(error: unknown, authorization: string | undefined): void {
    if (this.#key !== undefined || !isPlatError(error) || !sessionEndCodes.has(error.code)) return;
    const session = this.#store.load();
    const isRenewal = error.operation === "refresh" && error.code === "invalid_session";
    if (session !== undefined && !isRenewal && authorization === `Bearer ${session.token}`) this.#store.save(undefined);
  }
}

/** The query string of a request, with its question mark; empty if there are no parameters. */
function queryOf(operation: Operation, options: object | undefined): string {
  const query = new URLSearchParams();
  const values = (options ?? {}) as Record<string, unknown>;
  for (const name of operation.query) {
    const value = values[name];
    // The service rejects an empty list.
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    query.set(name, Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
