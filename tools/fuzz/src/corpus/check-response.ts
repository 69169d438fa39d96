import type { RawAnswer } from "./raw-responses.ts";
import type { Exchanged } from "./send-raw.ts";
import type { Expected, RowOptions } from "./case.ts";

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
/** What only somebody who knows the inside could say. */
const inner =
  /\bat .*\(.*:\d+:\d+\)|node_modules|file:\/\/\/|mongo|bson|e11000|elasticsearch|redis|nats|zod|illegal_argument|parsing_exception|TypeError|RangeError|\[object /i;
const secret = /svc_pk_[0-9A-Za-z]{10}|eyJ[A-Za-z0-9_-]{10}/;

/** All that is wrong with what came back; nothing when it is as the row says. */
export function judge(exchanged: Exchanged, expected: Expected, options: RowOptions = {}): string[] {
  const finals = exchanged.answers.filter(({ status }) => status >= 200);
  if (expected === "closed") return finals.length === 0 && exchanged.closed ? [] : ["was not closed without an answer"];
  const [answer, ...others] = finals;
  if (answer === undefined) return [exchanged.closed ? "closed without an answer" : "no answer in time"];
  const [status, code] = expected.split(" ");
  return [
    ...(answer.status === Number(status) ? [] : [`${answer.status} instead of ${status}`]),
    ...(others.length === 0 ? [] : [`${others.length} more answers`]),
    ...(exchanged.rest === "" ? [] : ["bytes behind the answer"]),
    ...judgeHeaders(answer, options),
    ...(answer.status >= 400 && answer.body !== "" ? judgeProblem(answer, code, options) : []),
  ];
}

function judgeHeaders({ headers, status }: RawAnswer, { headers: wanted = {} }: RowOptions): string[] {
  const found: string[] = [];
  const one = (name: string): string | undefined => headers.get(name)?.[0];
  for (const [name, pattern] of Object.entries(always)) {
    const value = one(name);
    if (value === undefined) found.push(`no ${name}`);
    else if (!pattern.test(value)) found.push(`${name}: ${value}`);
  }
  for (const name of never) if (headers.has(name)) found.push(`${name} is there`);
  const needed = byStatus[status];
  if (needed !== undefined && !headers.has(needed)) found.push(`no ${needed}`);
  for (const [name, values] of headers) {
    if (values.length > 1) found.push(`${name} twice`);
    if (values.some((value) => secret.test(value))) found.push(`a credential in ${name}`);
  }
  for (const [name, pattern] of Object.entries(wanted)) {
    const value = one(name);
    if (pattern === null ? value !== undefined : value === undefined || !pattern.test(value))
      found.push(`${name}: ${value ?? "not there"}`);
  }
  return found;
}

function judgeProblem(
  { headers, status, body }: RawAnswer,
  code: string | undefined,
  { names = [] }: RowOptions,
): string[] {
  const type = headers.get("content-type")?.[0];
  if (type !== "application/problem+json") return [`content-type: ${type}`];
  const problem = JSON.parse(Buffer.from(body, "latin1").toString()) as Json;
  const errors = (problem["errors"] ?? []) as { pointer?: string; name?: string }[];
  const named = errors.map(({ pointer, name }) => pointer ?? name);
  const { instance: _, ...said } = problem;
  return [
    ...members.filter((member) => problem[member] === undefined).map((member) => `no ${member}`),
    ...(problem["status"] === status ? [] : ["another status in the problem"]),
    ...(problem["requestId"] === headers.get("x-request-id")?.[0] ? [] : ["another request id in the problem"]),
    ...(code === undefined || problem["code"] === code ? [] : [`${String(problem["code"])} instead of ${code}`]),
    ...(problem["code"] === "validation_failed" && errors.length === 0 ? ["names nothing in errors"] : []),
    ...names
      .filter((name) => !named.includes(name))
      .map((name) => `does not name ${name || "the body"} but ${named.join(", ")}`),
    ...(inner.test(JSON.stringify(said)) ? [`says too much: ${String(problem["detail"])}`] : []),
    ...(secret.test(body) ? ["a credential in the problem"] : []),
  ];
}
