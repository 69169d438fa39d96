/**
 * Every error code with its HTTP status and title. Codes are stable and machine readable. Responses have the format of
 * RFC 9457 (Problem Details for HTTP APIs).
 */
export const errorTable = {
  validation_failed: { status: 400, title: "Invalid request" },
  ambiguous_credentials: { status: 400, title: "Conflicting credentials" },
  missing_credentials: { status: 401, title: "Authentication required" },
  invalid_api_key: { status: 401, title: "Invalid API key" },
  invalid_session: { status: 401, title: "Invalid session token" },
  invalid_sign_in: { status: 401, title: "Incorrect e-mail or password" },
  revoked_api_key: { status: 401, title: "API key revoked" },
  expired_api_key: { status: 401, title: "API key expired" },
  expired_session: { status: 401, title: "Session ended" },
  api_key_not_allowed: { status: 403, title: "API keys not allowed" },
  insufficient_scope: { status: 403, title: "Insufficient scope" },
  sign_up_disabled: { status: 403, title: "Sign-up disabled" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  conflict: { status: 409, title: "Conflict" },
  key_limit_reached: { status: 409, title: "API key limit reached" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  payload_too_large: { status: 413, title: "Request body too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused" },
  not_a_property_query: { status: 422, title: "Not a property query" },
  quota_exceeded: { status: 429, title: "Rate limit exceeded" },
  headers_too_large: { status: 431, title: "Request headers too large" },
  internal: { status: 500, title: "Internal server error" },
  unavailable: { status: 503, title: "Service unavailable" },
  timeout: { status: 504, title: "Gateway timeout" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/**
 * One invalid part of a request: a `pointer` (RFC 6901) into the body, or the `name` of a parameter or header. `detail`
 * continues a sentence that begins with the name of that part, for example "must be at most 100".
 */
export type FieldError =
  | { in: "body"; pointer: string; detail: string }
  | { in: "query" | "path" | "header"; name: string; detail: string };

export interface AppErrorOptions {
  /** The underlying error. It is logged, but never sent to the client. */
  cause?: unknown;
  errors?: FieldError[];
  /** Seconds until the client may retry; sent as `Retry-After`. */
  retryAfter?: number;
  /** Additional members of the problem document. */
  extensions?: Record<string, unknown>;
  /** Additional headers of the response, with lower-case names. */
  headers?: Record<string, string>;
}

/** An error that is reported to the client, with a code of the table and a message that is safe to show. */
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

/** @param resource name of the kind of resource, for example `property` */
export const notFound = (resource: string): AppError => new AppError("not_found", `No such ${resource}.`);

/**
 * An error with the code `validation_failed`, whose message lists every invalid part of the request.
 * @param cause the underlying error, if any; it is logged
 */
export const invalid = (errors: FieldError[], cause?: unknown): AppError =>
  new AppError("validation_failed", errors.map(sentence).join(" "), { errors, cause });

/** For example: `` `address.country` must be an ISO 3166-1 alpha-2 code, for example `US`. `` */
function sentence(error: FieldError): string {
  const text = `${subject(error)} ${error.detail}`;
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** Path errors name a parameter, or the `path` or `request line` as a whole. */
function subject(error: FieldError): string {
  if (error.in === "body") return error.pointer === "" ? "The request body" : `\`${fieldPath(error.pointer)}\``;
  if (error.in === "query") return `Query parameter \`${error.name}\``;
  if (error.in === "header") return `Header \`${error.name}\``;
  return /^(path|request line)$/.test(error.name) ? `The ${error.name}` : `Path parameter \`${error.name}\``;
}

/** A JSON pointer in the notation of JavaScript: `/media/0/url` becomes `media[0].url`. */
function fieldPath(pointer: string): string {
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step, at) => (/^\d+$/.test(step) ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
}
