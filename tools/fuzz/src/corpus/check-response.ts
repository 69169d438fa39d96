import type { RawResponse } from "./raw-responses.ts";
import type { RawExchange } from "./send-raw.ts";
import type { Expected, CaseOptions } from "./case.ts";

type Json = Record<string, unknown>;

const always: Readonly<Record<string, RegExp>> = {
  "x-request-id": /^[\w.:-]{1,128}$/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^no-referrer$/,
  "content-security-policy": /^default-src 'none'/,
  "cache-control": /^(no-store|private, no-cache|public, max-age=\d+.*)$/,
};
const never = ["x-powered-by", "server", "set-cookie"];
const byStatus: Readonly<Record<number, string>> = {
  401: "www-authenticate",
  405: "allow",
  429: "retry-after",
  503: "retry-after",
};
const members = ["type", "title", "status", "detail", "instance", "code", "requestId"];
/** Internal details that no response may reveal. */
const internals =
  /\bat .*\(.*:\d+:\d+\)|node_modules|file:\/\/\/|mongo|bson|e11000|elasticsearch|redis|nats|zod|illegal_argument|parsing_exception|TypeError|RangeError|\[object /i;
const secret = /svc_pk_[0-9A-Za-z]{10}|eyJ[A-Za-z0-9_-]{10}/;

/** All violations in what was received; empty if it is as the case expects. */
export function findViolations(result: RawExchange, expected: Expected, options: CaseOptions = {}): string[] {
  const finals = result.responses.filter(({ status }) => status >= 200);
  if (expected === "closed") return finals.length === 0 && result.closed ? [] : ["was not closed without a response"];
  const [response, ...others] = finals;
  if (response === undefined) return [result.closed ? "closed without a response" : "no response in time"];
  const [status, code] = expected.split(" ");
  return [
    ...(response.status === Number(status) ? [] : [`${response.status} instead of ${status}`]),
    ...(others.length === 0 ? [] : [`${others.length} more responses`]),
    ...(result.rest === "" ? [] : ["bytes after the response"]),
    ...headerViolations(response, options),
    ...(response.status >= 400 && response.body !== "" ? problemViolations(response, code, options) : []),
  ];
}

function headerViolations({ headers, status }: RawResponse, { headers: expected = {} }: CaseOptions): string[] {
  const found: string[] = [];
  const one = (name: string): string | undefined => headers.get(name)?.[0];
  for (const [name, pattern] of Object.entries(always)) {
    const value = one(name);
    if (value === undefined) found.push(`no ${name}`);
    else if (!pattern.test(value)) found.push(`${name}: ${value}`);
  }
  for (const name of never) if (headers.has(name)) found.push(`unexpected ${name}`);
  const needed = byStatus[status];
  if (needed !== undefined && !headers.has(needed)) found.push(`no ${needed}`);
  for (const [name, values] of headers) {
    if (values.length > 1) found.push(`${name} twice`);
    if (values.some((value) => secret.test(value))) found.push(`a credential in ${name}`);
  }
  for (const [name, pattern] of Object.entries(expected)) {
    const value = one(name);
    if (pattern === null ? value !== undefined : value === undefined || !pattern.test(value))
      found.push(`${name}: ${value ?? "missing"}`);
  }
  return found;
}

function problemViolations(
  { headers, status, body }: RawResponse,
  code: string | undefined,
  { errorNames = [] }: CaseOptions,
): string[] {
  const type = headers.get("content-type")?.[0];
  if (type !== "application/problem+json") return [`content-type: ${type}`];
  const problem = JSON.parse(Buffer.from(body, "latin1").toString()) as Json;
  const errors = (problem["errors"] ?? []) as { pointer?: string; name?: string }[];
  const named = errors.map(({ pointer, name }) => pointer ?? name);
  const { instance: _, ...version } = problem;
  return [
    ...members.filter((member) => problem[member] === undefined).map((member) => `no ${member}`),
    ...(problem["status"] === status ? [] : ["another status in the problem"]),
    ...(problem["requestId"] === headers.get("x-request-id")?.[0] ? [] : ["another request id in the problem"]),
    ...(code === undefined || problem["code"] === code ? [] : [`${String(problem["code"])} instead of ${code}`]),
    ...(problem["code"] === "validation_failed" && errors.length === 0 ? ["empty errors"] : []),
    ...errorNames
      .filter((name) => !named.includes(name))
      .map((name) => `does not name ${name || "the body"} but ${named.join(", ")}`),
    ...(internals.test(JSON.stringify(version)) ? [`reveals internals: ${String(problem["detail"])}`] : []),
    ...(secret.test(body) ? ["a credential in the problem"] : []),
  ];
}
