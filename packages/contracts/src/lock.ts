import type { z } from "zod";
import type { Contract, Endpoint } from "./endpoint.ts";
import { inputFindings, outputFindings, type Finding } from "./schema-compatibility.ts";
import { type Direction, type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** The part of an endpoint that callers rely on, as plain data. It omits error codes, because a new one does not break callers. */
export interface LockEntry {
  http: { method: string; path: string; status: number } | null;
  auth: string;
  scope: string | null;
  quota: string;
  idempotent: boolean;
  etag: boolean;
  eventStream: boolean;
  largeBody: boolean;
  params: JsonSchema | null;
  query: JsonSchema | null;
  body: JsonSchema | null;
  output: JsonSchema | null;
}
/** Entries per subject. */
export type Lock = Record<string, LockEntry>;

/** A change that breaks callers of an endpoint. */
export interface Breaking {
  subject: string;
  /** Part of the endpoint, such as `http`, `body.price` or `output.data[].id`. */
  where: string;
  detail: string;
}

/** Returns a snapshot of the contract. It is deterministic: entries are sorted by subject. */
export function lockOf(contract: Contract): Lock {
  const entries = Object.values(contract).map((definition): [string, LockEntry] => [
    definition.subject,
    entryOf(definition),
  ]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function entryOf(definition: Endpoint): LockEntry {
  const { http, params, query, body, output } = definition;
  return {
    http: http === undefined ? null : { method: http.method, path: http.path, status: http.status },
    auth: definition.auth,
    scope: definition.scope ?? null,
    quota: definition.quota,
    idempotent: definition.idempotent ?? false,
    etag: definition.etag ?? false,
    eventStream: definition.eventStream ?? false,
    largeBody: definition.largeBody ?? false,
    params: lockedSchema(params, "input"),
    query: lockedSchema(query, "input"),
    body: lockedSchema(body, "input"),
    output: lockedSchema(output, "output"),
  };
}

/** The JSON Schema without descriptions, because callers do not rely on their wording. */
function lockedSchema(schema: z.core.$ZodType | null | undefined, io: Direction): JsonSchema | null {
  if (!schema) return null;
  return JSON.parse(JSON.stringify(jsonSchemaOf(schema, io)), (key, value: unknown) =>
    key === "description" && typeof value === "string" ? undefined : value,
  ) as JsonSchema;
}

/** Returns every change that breaks callers of the old contract. Additions do not. */
export function compareLock(old: Lock, next: Lock): Breaking[] {
  return Object.entries(old).flatMap(([subject, before]) => {
    const after = Object.hasOwn(next, subject) ? next[subject] : undefined;
    const findings = after === undefined ? [{ where: "endpoint", detail: "was removed" }] : compareEntry(before, after);
    return findings.map((finding) => ({ subject, ...finding }));
  });
}

/** Returns the subjects that are new, and those whose entry differs in any way. */
export function differences(old: Lock, next: Lock): { added: string[]; changed: string[] } {
  const subjects = Object.keys(next);
  return {
    added: subjects.filter((subject) => !Object.hasOwn(old, subject)),
    changed: subjects.filter(
      (subject) => Object.hasOwn(old, subject) && JSON.stringify(old[subject]) !== JSON.stringify(next[subject]),
    ),
  };
}

const noMembers: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

function compareEntry(before: LockEntry, after: LockEntry): Finding[] {
  return [
    ...compareHttp(before, after),
    ...compareAccess(before, after),
    ...inputFindings(before.params ?? noMembers, after.params ?? noMembers, "params"),
    ...inputFindings(before.query ?? noMembers, after.query ?? noMembers, "query"),
    ...compareBody(before, after),
    ...compareOutput(before, after),
  ];
}

function compareHttp(before: LockEntry, after: LockEntry): Finding[] {
  if (before.http === null) return [];
  if (after.http === null) return [{ where: "http", detail: "is no longer reachable over HTTP" }];
  const findings: Finding[] = [];
  for (const member of ["method", "path", "status"] as const) {
    const [was, is] = [before.http[member], after.http[member]];
    if (was !== is) findings.push({ where: `http.${member}`, detail: `changed from ${was} to ${is}` });
  }
  return findings;
}

/** The less strict kinds of authentication, per kind. */
const lessStrict: Readonly<Record<string, readonly string[]>> = { session: ["any", "public"], any: ["public"] };

function compareAccess(before: LockEntry, after: LockEntry): Finding[] {
  const findings: Finding[] = [];
  const changed = (where: "auth" | "scope" | "quota", allowed: boolean): void => {
    const [was, is] = [before[where], after[where]];
    if (was !== is && !allowed) findings.push({ where, detail: `changed from ${was} to ${is}` });
  };
  changed("auth", lessStrict[before.auth]?.includes(after.auth) ?? false);
  changed("scope", after.scope === null);
  changed("quota", after.quota === "none");
  for (const flag of ["idempotent", "etag", "eventStream", "largeBody"] as const) {
    if (before[flag] && !after[flag]) findings.push({ where: flag, detail: "was removed" });
  }
  return findings;
}

function compareBody(before: LockEntry, after: LockEntry): Finding[] {
  if (before.body === null) return after.body === null ? [] : [{ where: "body", detail: "a body is required now" }];
  if (after.body === null) return [{ where: "body", detail: "the body was removed" }];
  return inputFindings(before.body, after.body, "body");
}

function compareOutput(before: LockEntry, after: LockEntry): Finding[] {
  if (before.output === null) return after.output === null ? [] : [{ where: "output", detail: "a body was added" }];
  if (after.output === null) return [{ where: "output", detail: "the body was removed" }];
  return outputFindings(before.output, after.output, "output");
}
