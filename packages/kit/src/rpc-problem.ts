import { AppError, type ErrorCode, errorTable, type FieldError } from "@plat/contracts";
import type { RpcReply } from "./rpc-protocol.ts";

/** Converts a reply with a status of 400 or more to an error that can be passed on to the caller. */
export function readProblem(reply: RpcReply): AppError {
  const problem = JSON.parse(Buffer.from(reply.body).toString("utf8")) as {
    code: string;
    detail: string;
    errors?: FieldError[];
    retryAfter?: number;
    extensions?: Record<string, unknown>;
  };
  const code: ErrorCode = Object.hasOwn(errorTable, problem.code) ? (problem.code as ErrorCode) : "internal";
  return new AppError(code, problem.detail, {
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.retryAfter === undefined ? {} : { retryAfter: problem.retryAfter }),
    ...(problem.extensions === undefined ? {} : { extensions: problem.extensions }),
    headers: reply.headers,
  });
}
