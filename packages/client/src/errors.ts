import type { FieldError, Problem } from "./generated/types.ts";

/** Every error code of the API. */
export type ErrorCode = Problem["code"];

/** An error response of the API, with all members of its problem document (RFC 9457). */
export class PlatError extends Error {
  override readonly name: string = "PlatError";
  readonly code: ErrorCode;
  readonly status: number;
  /** Human-readable explanation; also the message of this error. */
  readonly detail: string;
  /** With `validation_failed`: the invalid parts of the request. */
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** Milliseconds to wait before a retry, if the response has a `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** Name of the called method. */
  readonly operation: string;
  readonly problem: Problem;

  constructor(problem: Problem, context: { operation: string; retryAfterMs: number | undefined }) {
    super(problem.detail === "" ? problem.title : problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryAfterMs = context.retryAfterMs;
    this.operation = context.operation;
    this.problem = problem;
  }
}

/** The connection failed, or the request timed out. It is unknown whether the service processed the request. */
export class ConnectionError extends Error {
  override readonly name: string = "ConnectionError";
  readonly operation: string;
  readonly isTimeout: boolean;

  constructor(message: string, context: { operation: string; isTimeout: boolean; cause: unknown }) {
    super(message, { cause: context.cause });
    this.operation = context.operation;
    this.isTimeout = context.isTimeout;
  }
}

/** The response does not have the format of the API, for example because it is that of a proxy or of another server. */
export class UnexpectedResponseError extends Error {
  override readonly name: string = "UnexpectedResponseError";
  readonly operation: string;
  readonly status: number;

  constructor(operation: string, status: number) {
    super(`Unexpected response (status ${status}). Check that the base URL is that of a Plat server.`);
    this.operation = operation;
    this.status = status;
  }
}

/** Whether the error is an error response of the API, with the given code if there is one. */
export const isPlatError = (error: unknown, code?: ErrorCode): error is PlatError =>
  error instanceof PlatError && (code === undefined || error.code === code);

/** Parses a problem document; `undefined` if the text is not one. */
export function parseProblem(text: string): Problem | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && "code" in value && "status" in value
    ? (value as Problem)
    : undefined;
}

/** Parses JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
