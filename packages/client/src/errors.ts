import type { FieldError, Problem } from "./generated/types.ts";

/** The closed list of codes that a refusal can have. */
export type ErrorCode = Problem["code"];

/** Plat refused the request or could not do it; everything of its problem document (RFC 9457) is here. */
export class PlatError extends Error {
  override readonly name: string = "PlatError";
  readonly code: ErrorCode;
  readonly status: number;
  /** What is wrong, for people; also the message. */
  readonly detail: string;
  /** With `validation_failed`: each thing that is not as specified. */
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** Milliseconds after which a request will pass again, when the answer said so. */
  readonly retryAfterMs: number | undefined;
  /** Name of the method that was called. */
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

/** No answer came: the connection failed or it took too long. Whether the request was done is not known. */
export class NoAnswerError extends Error {
  override readonly name: string = "NoAnswerError";
  readonly operation: string;
  readonly isTimeout: boolean;

  constructor(message: string, context: { operation: string; isTimeout: boolean; cause: unknown }) {
    super(message, { cause: context.cause });
    this.operation = context.operation;
    this.isTimeout = context.isTimeout;
  }
}

/** Something answered that is no Plat: a proxy, or a wrong address. */
export class UnexpectedAnswerError extends Error {
  override readonly name: string = "UnexpectedAnswerError";
  readonly operation: string;
  readonly status: number;

  constructor(operation: string, status: number) {
    super(`The answer (status ${status}) does not come from Plat: is the address right?`);
    this.operation = operation;
    this.status = status;
  }
}

/** Whether Plat refused, with this code if one is given. */
export const isPlatError = (error: unknown, code?: ErrorCode): error is PlatError =>
  error instanceof PlatError && (code === undefined || error.code === code);

/** A problem document, if the text is one. */
export function readProblem(text: string): Problem | undefined {
  const value = readJson(text);
  return typeof value === "object" && value !== null && "code" in value && "status" in value
    ? (value as Problem)
    : undefined;
}

/** The value, or `undefined` for what is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
