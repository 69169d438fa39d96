import type { JsonSchema } from "./json-schema.ts";

/** One incompatibility. `where` is the path of the schema, such as `body.price`. */
export interface Finding {
  where: string;
  detail: string;
}
type Compare = (old: JsonSchema, next: JsonSchema, where: string) => Finding[];

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
const schemaAt = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (schema: JsonSchema): Map<string, JsonSchema> =>
  new Map(Object.entries(schemaAt(schema.properties)).map(([name, member]) => [name, schemaAt(member)]));
const requiredOf = (schema: JsonSchema): Set<unknown> => new Set(listOf(schema.required));

/** The alternatives of a schema, each of one type. A schema without alternatives is its own only alternative. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((branch) => branchesOf(schemaAt(branch)));
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => ({ ...schema, type }));
  return [schema];
}
const typeOf = (schema: JsonSchema): string => (typeof schema.type === "string" ? schema.type : "any type");
const typesOf = (schema: JsonSchema): string => [...new Set(branchesOf(schema).map(typeOf))].join(" or ");
const allowsOtherMembers = (schema: JsonSchema): boolean => schema.additionalProperties !== false;
/** The enumerated values, if the schema has any. */
function valuesOf(schema: JsonSchema): unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return "const" in schema ? [schema.const] : undefined;
}

/** Reports input that the old schema accepts and the new one rejects. */
export const inputFindings: Compare = (old, next, where) =>
  branchesOf(old).flatMap((branch) => closestFindings(branch, branchesOf(next), where, narrowed));

/** Reports output of the new schema that readers of the old one do not expect. */
export const outputFindings: Compare = (old, next, where) =>
  branchesOf(next).flatMap((branch) =>
    closestFindings(branch, branchesOf(old), where, (given, known, at) => widened(known, given, at)),
  );

/** The findings against the alternative with the fewest of them; a different type counts most. */
function closestFindings(branch: JsonSchema, alternatives: JsonSchema[], where: string, compare: Compare): Finding[] {
  const [best = []] = alternatives
    .map((alternative) => compare(branch, alternative, where))
    .toSorted((a, b) => weight(a) - weight(b));
  return best;
}
const weight = (findings: Finding[]): number =>
  findings.reduce((sum, finding) => sum + (finding.detail.startsWith("type ") ? 1000 : 1), 0);

const typeFinding = (old: JsonSchema, next: JsonSchema, where: string): Finding => ({
  where,
  detail: `type changed from ${typesOf(old)} to ${typesOf(next)}`,
});

function narrowed(old: JsonSchema, next: JsonSchema, where: string): Finding[] {
  const [was, is] = [typeOf(old), typeOf(next)];
  if (is !== "any type" && was !== is && !(was === "integer" && is === "number"))
    return [typeFinding(old, next, where)];
  return [
    ...narrowedValues(old, next, where),
    ...narrowedBounds(old, next, where),
    ...narrowedFormat(old, next, where),
    ...narrowedMembers(old, next, where),
    ...itemFindings(old, next, where, inputFindings),
  ];
}

function narrowedValues(old: JsonSchema, next: JsonSchema, where: string): Finding[] {
  const [was, is] = [valuesOf(old), valuesOf(next)];
  if (is === undefined) return [];
  if (was === undefined) return [{ where, detail: "accepts only certain values now" }];
  return was
    .filter((value) => !is.includes(value))
    .map((value) => ({ where, detail: `no longer accepts ${JSON.stringify(value)}` }));
}

/** Keywords of lower and upper bounds. Of two keywords with the same meaning, the tighter bound counts. */
const lowerBounds = [["minimum", "exclusiveMinimum"], ["minLength"], ["minItems"], ["minProperties"]];
const upperBounds = [["maximum", "exclusiveMaximum"], ["maxLength"], ["maxItems"], ["maxProperties"]];

function narrowedBounds(old: JsonSchema, next: JsonSchema, where: string): Finding[] {
  const findings: Finding[] = [];
  const check = (keywords: string[], sign: 1 | -1): void => {
    const [was, is] = [boundOf(old, keywords, sign), boundOf(next, keywords, sign)];
    const tighter = is.at > was.at || (is.at === was.at && is.exclusive && !was.exclusive);
    if (tighter)
      findings.push({
        where,
        detail: `${keywords[0]} changed from ${formatBound(was, sign)} to ${formatBound(is, sign)}`,
      });
  };
  for (const keywords of lowerBounds) check(keywords, 1);
  for (const keywords of upperBounds) check(keywords, -1);
  return findings;
}

interface Bound {
  at: number;
  exclusive: boolean;
}
const formatBound = (bound: Bound, sign: 1 | -1): string =>
  Number.isFinite(bound.at) ? String(bound.at * sign) : "unbounded";

/** The tightest bound of the schema, multiplied by `sign` so that a greater `at` is always tighter. */
function boundOf(schema: JsonSchema, keywords: string[], sign: 1 | -1): Bound {
  let tightest = { at: -Infinity, exclusive: false };
  for (const keyword of keywords) {
    const value = schema[keyword];
    const exclusive = keyword.startsWith("exclusive");
    if (typeof value !== "number" || value * sign < tightest.at) continue;
    tightest = { at: value * sign, exclusive };
  }
  return tightest;
}

function narrowedFormat(old: JsonSchema, next: JsonSchema, where: string): Finding[] {
  return ["pattern", "format", "multipleOf", "uniqueItems"]
    .filter((keyword) => next[keyword] !== undefined && next[keyword] !== old[keyword])
    .map((keyword) => ({ where, detail: `${keyword} is required now: ${JSON.stringify(next[keyword])}` }));
}

function narrowedMembers(old: JsonSchema, next: JsonSchema, where: string): Finding[] {
  const findings: Finding[] = [];
  const [before, after] = [membersOf(old), membersOf(next)];
  const was = requiredOf(old);
  for (const name of requiredOf(next)) {
    if (was.has(name)) continue;
    findings.push({
      where: `${where}.${String(name)}`,
      detail: before.has(String(name)) ? "became required" : "is new and required",
    });
  }
  for (const [name, member] of before) {
    const now = after.get(name);
    if (now !== undefined) findings.push(...inputFindings(member, now, `${where}.${name}`));
    else if (next.additionalProperties === false)
      findings.push({ where: `${where}.${name}`, detail: "is no longer accepted" });
  }
  if (typeOf(old) === "object" && allowsOtherMembers(old) && !allowsOtherMembers(next))
    findings.push({ where, detail: "no longer accepts other members" });
  return findings;
}

function widened(known: JsonSchema, given: JsonSchema, where: string): Finding[] {
  const [was, is] = [typeOf(known), typeOf(given)];
  if (was !== "any type" && was !== is && !(was === "number" && is === "integer")) {
    return [is === "null" ? { where, detail: "type changed: may be null now" } : typeFinding(known, given, where)];
  }
  const findings: Finding[] = [];
  if (valuesOf(known) !== undefined && valuesOf(given) === undefined)
    findings.push({ where, detail: "is no longer an enumeration" });
  if ("const" in known && "const" in given && known.const !== given.const) {
    findings.push({ where, detail: `changed from ${JSON.stringify(known.const)} to ${JSON.stringify(given.const)}` });
  }
  if (known.format !== undefined && known.format !== given.format)
    findings.push({ where, detail: `no longer has the format ${JSON.stringify(known.format)}` });
  const [members, required] = [membersOf(given), requiredOf(given)];
  for (const [name, member] of membersOf(known)) {
    const now = members.get(name);
    if (now === undefined) findings.push({ where: `${where}.${name}`, detail: "was removed" });
    else findings.push(...outputFindings(member, now, `${where}.${name}`));
    if (now !== undefined && requiredOf(known).has(name) && !required.has(name)) {
      findings.push({ where: `${where}.${name}`, detail: "may be missing now" });
    }
  }
  return [...findings, ...itemFindings(known, given, where, outputFindings)];
}

/** Findings in the items of lists and the values of maps. */
function itemFindings(old: JsonSchema, next: JsonSchema, where: string, compare: Compare): Finding[] {
  const findings: Finding[] = [];
  const [was, is] = [listOf(old.prefixItems), listOf(next.prefixItems)];
  for (const [index, item] of was.entries()) {
    if (index < is.length) findings.push(...compare(schemaAt(item), schemaAt(is[index]), `${where}[${index}]`));
  }
  if (isSchema(old.items) && isSchema(next.items)) findings.push(...compare(old.items, next.items, `${where}[]`));
  if (isSchema(old.additionalProperties) && isSchema(next.additionalProperties)) {
    findings.push(...compare(old.additionalProperties, next.additionalProperties, `${where}{}`));
  }
  return findings;
}
