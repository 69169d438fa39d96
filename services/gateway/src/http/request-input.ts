import {
  type Endpoint,
  type FieldError,
  invalid,
  parseParams,
  parseQuery,
  toFieldErrors,
  validator,
} from "@plat/contracts";
import { isValidIfMatch } from "@plat/kit";
import type { Request } from "express";
import { readJson } from "./body.ts";

/** Query parameters that the gateway itself reads, on any path. */
export const gatewayQueryParameters: ReadonlySet<string> = new Set(["api_key"]);

const emptyInput = Buffer.from('{"params":{},"query":{}}');
const noBody = new Uint8Array();
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * Validates the whole input of a request, reports all errors together, and returns the input as the services expect it:
 * JSON with the members `params`, `query` and `body`.
 * @param bodyBytesMax limit of the body in bytes, by whether the endpoint accepts large bodies
 * @throws AppError (from the returned function) `validation_failed`, and those of `readJson`
 */
export function inputReader(
  definition: Endpoint,
  bodyBytesMax: (large: boolean) => number,
): (request: Request, rawQuery: string) => Promise<Uint8Array> {
  const { http, params, query, body, largeBody = false, idempotent, etag } = definition;
  const isConditional = etag === true && (http?.method === "PATCH" || http?.method === "DELETE");
  const validateBody = body === undefined ? undefined : validator(body, { unknownKeys: "reject" });
  // If every field has a default, a request without a body is equivalent to one with `{}`.
  const defaultBody = validateBody?.({}).ok === true ? { bytes: Buffer.from("{}"), value: {} } : undefined;
  const hasNoInput = params === undefined && query === undefined && body === undefined;
  return async (request, rawQuery) => {
    if (hasNoInput && rawQuery === "") return emptyInput;
    const errors: FieldError[] = [];
    const parsedParams = parseParams(params, request.params as Record<string, string>);
    if (!parsedParams.ok) errors.push(...toFieldErrors(parsedParams.issues, "path"));
    const parsedQuery = parseQuery(query, rawQuery, gatewayQueryParameters);
    if (!parsedQuery.ok) errors.push(...toFieldErrors(parsedQuery.issues, "query"));
    const key = request.headers["idempotency-key"];
    if (idempotent === true && key !== undefined && !(typeof key === "string" && visibleAscii.test(key)))
      errors.push({ in: "header", name: "Idempotency-Key", detail: "must be 1 to 255 visible ASCII characters" });
    const ifMatch = isConditional ? request.headers["if-match"] : undefined;
    if (ifMatch !== undefined && !isValidIfMatch(ifMatch))
      errors.push({ in: "header", name: "If-Match", detail: 'must be a quoted ETag, for example "3-abc", or *' });
    let bodyBytes: Uint8Array = noBody;
    if (validateBody !== undefined) {
      const received = await readJson(request, bodyBytesMax(largeBody));
      const { bytes, value } = received.value === undefined && defaultBody !== undefined ? defaultBody : received;
      const validated = validateBody(value);
      if (!validated.ok) errors.push(...toFieldErrors(validated.issues, "body"));
      bodyBytes = bytes;
    }
    if (errors.length > 0 || !parsedParams.ok || !parsedQuery.ok) throw invalid(errors);
    return envelope(parsedParams.value, parsedQuery.value, bodyBytes);
  };
}

/** Embeds the bytes of the client: they have been validated, and serializing them again would be wasted work. */
function envelope(params: unknown, query: unknown, body: Uint8Array): Uint8Array {
  const head = `{"params":${JSON.stringify(params)},"query":${JSON.stringify(query)}`;
  if (body.length === 0) return Buffer.from(`${head}}`);
  return Buffer.concat([Buffer.from(`${head},"body":`), body, closingBrace]);
}
const closingBrace = Buffer.from("}");
