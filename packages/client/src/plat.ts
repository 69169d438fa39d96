import { isPlatError } from "./errors.ts";
import { type ChangesOptions, feed } from "./change-feed.ts";
import { Operations, operations } from "./generated/operations.ts";
import type { ChangeEvent, SearchHit, SearchRequest, Session, SignIn, SignUp } from "./generated/types.ts";
import { entityTag } from "./headers.ts";
import { iterate } from "./pagination.ts";
import { type Fetch, send, type SendSettings } from "./send.ts";
import { memoryStore, renewalTime, type SessionStore } from "./session.ts";
import type { Operation, RequestOptions, Whole } from "./api-types.ts";
import { randomId } from "./time.ts";

export interface PlatOptions {
  /** Base address of the service, like `https://plat.example`. In a browser, a path on the page's own host will do. */
  baseUrl: string;
  /** API key, or a token of an outside issuer that you renew yourself. Without it a session is used. */
  key?: string | undefined;
  /** Where the session is kept; in memory when left out. */
  session?: SessionStore | undefined;
  /** Milliseconds for one attempt. Default 30,000. */
  timeoutMs?: number | undefined;
  /** How often a request may be sent again where that is safe. Default 2. */
  retries?: number | undefined;
  /** Longest `Retry-After`, in milliseconds, that is waited for; for a longer one the refusal is thrown. Default 60,000. */
  retryAfterMaxMs?: number | undefined;
  /** Called with what came beside the body of every answer. */
  onAnswer?: RequestOptions["onAnswer"];
  /** Instead of the global `fetch`. */
  fetch?: Fetch | undefined;
}

const sessionEnds: ReadonlySet<string> = new Set(["expired_session", "invalid_session"]);
/** Requests that a session does not precede. */
const withoutCredential: ReadonlySet<string> = new Set(["signIn", "signUp", "publicKeys"]);

/** A Plat service: one method an endpoint, and iterators over everything that comes in pages. */
export class Plat extends Operations {
  readonly #baseUrl: string;
  readonly #key: string | undefined;
  readonly #store: SessionStore;
  readonly #settings: SendSettings;
  readonly #onAnswer: RequestOptions["onAnswer"];
  #renewal: Promise<void> | undefined;
  /** Token that its issuer alone renews. */
  #notRenewable: string | undefined;

  constructor(options: PlatOptions) {
    super();
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#key = options.key;
    this.#store = options.session ?? memoryStore();
    this.#onAnswer = options.onAnswer;
    this.#settings = {
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 2,
      retryAfterMaxMs: options.retryAfterMaxMs ?? 60_000,
    };
  }

  /** The session in use, if any. */
  get session(): Session | undefined {
    return this.#key === undefined ? this.#store.load() : undefined;
  }

  /** Starts a session and keeps it. POST /auth/sign-in. */
  override async signIn(body: SignIn, options?: RequestOptions): Promise<Session> {
    return this.#keep(await super.signIn(body, options));
  }

  /** Makes an organization with its first user, starts a session and keeps it. POST /auth/sign-up. */
  override async signUp(body: SignUp, options?: RequestOptions): Promise<Session> {
    return this.#keep(await super.signUp(body, options));
  }

  /** Ends the session at once and forgets it, even when the service cannot be reached. POST /auth/sign-out. */
  override async signOut(options?: RequestOptions): Promise<void> {
    try {
      await super.signOut(options);
    } catch (error) {
      if (!isPlatError(error) || !sessionEnds.has(error.code)) throw error;
    } finally {
      this.#store.save(undefined);
    }
  }

  /** Every hit, page after page. */
  async *searchAll(
    body: Omit<SearchRequest, "fields" | "interpretOnly" | "cursor">,
    options?: RequestOptions,
  ): AsyncGenerator<Whole<SearchHit>, void, undefined> {
    yield* iterate(
      (cursor): Promise<{ data: Whole<SearchHit>[]; page: { limit: number; nextCursor: string | null } }> =>
        this.search(cursor === undefined ? body : { ...body, cursor }, options),
    );
  }

  /** The change feed as it happens, for as long as it is iterated over. GET /events as server-sent events. */
  async *changes(options: ChangesOptions = {}): AsyncGenerator<ChangeEvent, void, undefined> {
    const { fetch, retryAfterMaxMs } = this.#settings;
    let given: Record<string, string> = {};
    const headers = async (): Promise<Record<string, string>> => {
      given = await this.#credential(options.signal);
      return given;
    };
    try {
      yield* feed({ url: `${this.#baseUrl}/events`, headers, fetch, retryAfterMaxMs }, options);
    } catch (error) {
      this.#noticeEnd(error, given["authorization"]);
      throw error;
    }
  }

  protected override async call<T>(
    operation: Operation,
    path: string,
    body: unknown,
    given: RequestOptions | undefined,
  ): Promise<T> {
    const options: RequestOptions = { ...given };
    const headers: Record<string, string> = { accept: "application/json" };
    const isOpen = withoutCredential.has(operation.name);
    if (!isOpen) Object.assign(headers, await this.#credential(options.signal, operation));
    if (body !== undefined) headers["content-type"] = "application/json";
    if (operation.retry === "key") headers["idempotency-key"] = options.idempotencyKey ?? randomId();
    if (options.ifMatch !== undefined) headers["if-match"] = entityTag(options.ifMatch);
    options.onAnswer = (details) => {
      this.#onAnswer?.(details);
      given?.onAnswer?.(details);
    };
    const url = `${this.#baseUrl}${path}${queryOf(operation, given)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    try {
      return (await send({ operation, url, headers, body: text, options }, this.#settings)) as T;
    } catch (error) {
      this.#noticeEnd(error, headers["authorization"]);
      throw error;
    }
  }

  #keep(session: Session): Session {
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

  /** Renews the session in the last stretch of its life, once for all requests that wait. */
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
      // Forgotten by now: without it the request would only hear that it carries no credential.
      if (isPlatError(error, "expired_session") && this.#store.load() === undefined) throw error;
      // The token may still serve; if not, the request itself will be told.
      if (isPlatError(error, "invalid_session")) this.#notRenewable = session.token;
    }
  }

  /** Forgets a session that has ended, unless another one was begun meanwhile. */
  #noticeEnd(error: unknown, authorization: string | undefined): void {
    if (this.#key !== undefined || !isPlatError(error) || !sessionEnds.has(error.code)) return;
    const session = this.#store.load();
    const isRenewal = error.operation === "refresh" && error.code === "invalid_session";
    if (session !== undefined && !isRenewal && authorization === `Bearer ${session.token}`) this.#store.save(undefined);
  }
}

function queryOf(operation: Operation, given: object | undefined): string {
  const query = new URLSearchParams();
  const values = (given ?? {}) as Record<string, unknown>;
  for (const name of operation.query) {
    const value = values[name];
    // An empty list names nothing, which the service would refuse.
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    query.set(name, Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
