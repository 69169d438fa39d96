import type { z } from "zod";
import type { Contract, Endpoint } from "./endpoint.ts";
import { inputFindings, outputFindings, type Finding } from "./schema-compatibility.ts";
import { type Direction, type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** What callers of an endpoint rely on, as plain data. Error codes are left out: a new one is an addition. */
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
/** Entries by subject. */
export type Lock = Record<string, LockEntry>;

export interface Breaking {
  subject: string;
  /** What of the endpoint: `http`, `body.price`, `output.data[].id` … */
  where: string;
  detail: string;
}

/** A snapshot of the contract: the same contract gives the same data. */
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
    params: drawn(params, "input"),
    query: drawn(query, "input"),
    body: drawn(body, "input"),
    output: drawn(output, "output"),
  };
}

/** Without descriptions: no caller relies on their wording. */
function drawn(schema: z.core.$ZodType | null | undefined, io: Direction): JsonSchema | null {
  if (!schema) return null;
  return JSON.parse(JSON.stringify(jsonSchemaOf(schema, io)), (key, value: unknown) =>
    key === "description" && typeof value === "string" ? undefined : value,
  ) as JsonSchema;
}

/** Every way in which a caller of the old contract would be let down by the new one. Additions are none. */
export function compareLock(old: Lock, next: Lock): Breaking[] {
  return Object.entries(old).flatMap(([subject, before]) => {
    const after = Object.hasOwn(next, subject) ? next[subject] : undefined;
    const findings = after === undefined ? [{ where: "endpoint", detail: "was removed" }] : compareEntry(before, after);
    return findings.map((finding) => ({ subject, ...finding }));
  });
}

/** Subjects that are new, and those of both whose entry differs in any way. */
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
  if (after.http === null) return [{ where: "http", detail: "can no longer be reached over HTTP" }];
  const findings: Finding[] = [];
  for (const member of ["method", "path", "status"] as const) {
    const [was, is] = [before.http[member], after.http[member]];
    if (was !== is) findings.push({ where: `http.${member}`, detail: `changed from ${was} to ${is}` });
  }
  return findings;
}

/** Who is let in more freely than before, by what it was. */
const looser: Readonly<Record<string, readonly string[]>> = { session: ["any", "public"], any: ["public"] };

function compareAccess(before: LockEntry, after: LockEntry): Finding[] {
  const findings: Finding[] = [];
  const changed = (where: "auth" | "scope" | "quota", allowed: boolean): void => {
    const [was, is] = [before[where], after[where]];
    if (was !== is && !allowed) findings.push({ where, detail: `changed from ${was} to ${is}` });
  };
  changed("auth", looser[before.auth]?.includes(after.auth) ?? false);
  changed("scope", after.scope === null);
  changed("quota", after.quota === "none");
  for (const flag of ["idempotent", "etag", "eventStream", "largeBody"] as const) {
    if (before[flag] && !after[flag]) findings.push({ where: flag, detail: "is no longer so" });
  }
  return findings;
}

function compareBody(before: LockEntry, after: LockEntry): Finding[] {
  if (before.body === null) return after.body === null ? [] : [{ where: "body", detail: "a body is needed now" }];
  if (after.body === null) return [{ where: "body", detail: "no body is read any more" }];
  return inputFindings(before.body, after.body, "body");
}

function compareOutput(before: LockEntry, after: LockEntry): Finding[] {
  if (before.output === null) return after.output === null ? [] : [{ where: "output", detail: "there is a body now" }];
  if (after.output === null) return [{ where: "output", detail: "there is no body any more" }];
  return outputFindings(before.output, after.output, "output");
}
