import { z } from "zod";
import { type ErrorCode, errorTable } from "./errors.ts";

export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

export const fieldError = z.object({
  in: z.enum(["body", "query", "path", "header"]),
  pointer: z.string().optional().describe("JSON Pointer to the invalid value in the body (RFC 6901)."),
  name: z.string().optional().describe("Name of the query parameter, path parameter or header."),
  detail: z.string(),
});

/** The body of every error response. */
export const problem = z
  .looseObject({
    type: z.string().describe("`about:blank`, or a URI that identifies the type of problem."),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("Path of the request, without the query string."),
    code: errorCode.describe("Machine-readable error code. Codes are stable."),
    requestId: z.string(),
    errors: z.array(fieldError).optional().describe("With status 400: the invalid parts of the request."),
    "violated-policies": z
      .array(z.string())
      .optional()
      .describe("With status 429: the exceeded limits, either rate limit windows or `concurrent-searches`."),
  })
  .describe("Problem details of an error (RFC 9457).");
export type Problem = z.output<typeof problem>;
