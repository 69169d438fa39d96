/**
 * The closed list of error codes. A code is stable and machine readable; its status and title never vary.
 * Source for the shape on the wire: RFC 9457 (problem details for HTTP APIs).
 */
export const errorTable = {
  validation_failed: { status: 400, title: "The request is not as specified" },
  ambiguous_credentials: { status: 400, title: "More than one credential was sent, and they differ" },
  missing_credentials: { status: 401, title: "A credential is needed" },
  invalid_api_key: { status: 401, title: "The API key is not valid" },
  invalid_session: { status: 401, title: "The session token is not valid" },
  invalid_sign_in: { status: 401, title: "E-mail or password is wrong" },
  revoked_api_key: { status: 401, title: "The API key was revoked" },
  expired_api_key: { status: 401, title: "The API key has expired" },
  expired_session: { status: 401, title: "The session has ended" },
  api_key_not_allowed: { status: 403, title: "API keys cannot be used here" },
  insufficient_scope: { status: 403, title: "The API key lacks the scope" },
  sign_up_disabled: { status: 403, title: "Sign-up is switched off" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "The request came too slowly" },
  conflict: { status: 409, title: "Conflict" },
  key_limit_reached: { status: 409, title: "Too many active API keys" },
  precondition_failed: { status: 412, title: "The resource has changed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body must be JSON" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used with another request" },
  not_a_property_query: { status: 422, title: "The query asks for no property" },
  quota_exceeded: { status: 429, title: "A rate limit was reached" },
  headers_too_large: { status: 431, title: "The header fields are too large" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
  timeout: { status: 504, title: "The answer took too long" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Where a problem sits in the request: `pointer` (RFC 6901) for bodies, `name` for everything else. */
export type FieldError =
  | { in: "body"; pointer: string; detail: string }
  | { in: "query" | "path" | "header"; name: string; detail: string };

export interface AppErrorOptions {
  /** What went wrong underneath; goes to the log, never to the client. */
  cause?: unknown;
  errors?: FieldError[];
  /** Seconds; sent as `Retry-After`. */
  retryAfter?: number;
  /** Further public members of the problem document. */
  extensions?: Record<string, unknown>;
  /** Lower-case header fields of the HTTP answer. */
  headers?: Record<string, string>;
}

/** An error that a client may see: a code of the table and a message made for the public. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly extensions: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.extensions = options.extensions;
    this.headers = options.headers;
  }

  /** HTTP status of the code. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

export const notFound = (what: string): AppError => new AppError("not_found", `There is no such ${what}.`);

export const invalid = (errors: FieldError[]): AppError =>
  new AppError("validation_failed", errors.map(describe).join("; "), { errors });

function describe(error: FieldError): string {
  const where = error.in === "body" ? `body ${error.pointer || "/"}` : `${error.in} ${error.name}`;
  return `${where}: ${error.detail}`;
}
