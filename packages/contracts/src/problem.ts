import { z } from "zod";
import { type ErrorCode, errorTable } from "./errors.ts";

export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

export const fieldError = z.object({
  in: z.enum(["body", "query", "path", "header"]),
  pointer: z.string().optional().describe("Where in the body (RFC 6901)"),
  name: z.string().optional().describe("Name of the query or path parameter or header"),
  detail: z.string(),
});

/** A problem document as it goes over the wire (RFC 9457). */
export const problem = z
  .looseObject({
    type: z.string().describe("about:blank, or an address that names the kind of problem"),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("Path of the request, without its query"),
    code: errorCode.describe("Stable and machine readable"),
    requestId: z.string(),
    errors: z.array(fieldError).optional().describe("With 400: each thing that is not as specified"),
    "violated-policies": z.array(z.string()).optional().describe("With 429: the windows that are used up"),
  })
  .describe("Problem details (RFC 9457)");
export type Problem = z.output<typeof problem>;
