import { allContracts, type Endpoint } from "@plat/contracts";
import { type Schema, typeOf } from "./schema-types.ts";

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Content {
  content?: Record<string, { schema: Schema }>;
}
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
export interface Described {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/**
 * What the answer is for what was asked, most special first: with `fields` any member may be missing, without them every
 * member is there. The contract can only say the former.
 */
const overloads: Readonly<Record<string, { when: string; gives: string }[]>> = {
  getProperty: [
    { when: "{ fields?: undefined }", gives: "Property" },
    { when: "", gives: "PropertyFields" },
  ],
  listProperties: [
    { when: "{ fields?: undefined }", gives: "Page<Property>" },
    { when: "", gives: "Page<PropertyFields>" },
  ],
  similar: [
    { when: "{ fields?: undefined }", gives: "Whole<SimilarHit>[]" },
    { when: "", gives: "SimilarHit[]" },
  ],
  search: [
    { when: "{ interpretOnly: true }", gives: "InterpretationAlone" },
    { when: "{ fields?: undefined; interpretOnly?: false | undefined }", gives: "WholeSearchResult" },
    { when: "", gives: "SearchResult | InterpretationAlone" },
  ],
};

/**
 * How a request may be sent again when its outcome is unknown: `safe` changes nothing or the same again, `key` carries
 * an Idempotency-Key, `match` unless it was made conditional, `never`.
 */
function retryOf(name: string, definition: Endpoint): "safe" | "key" | "match" | "never" {
  if (definition.idempotent === true) return "key";
  const method = definition.http?.method;
  if (method === "GET" || method === "DELETE" || definition.scope === "read") return "safe";
  if (method === "PATCH") return "match";
  return name === "signOut" || name === "refresh" ? "safe" : "never";
}

const json = (content: Content | undefined): Schema | undefined => content?.content?.["application/json"]?.schema;

/** Members of a page of a list, when it is one. */
function pageItem(schema: Schema | undefined): Schema | undefined {
  const members = schema?.properties;
  const items = members?.["data"]?.items;
  return members?.["page"]?.properties?.["nextCursor"] !== undefined && typeof items === "object" ? items : undefined;
}

/** The TypeScript method of an operation, its options and its line in the table of operations. */
export function methodOf({ method, path, operation }: Described): { table: string; options: string; code: string } {
  const { operationId: name } = operation;
  const definition: Endpoint | undefined = (allContracts as Record<string, Endpoint>)[name];
  if (definition === undefined) throw new Error(`${name} is in no contract`);
  const parameters = (operation.parameters ?? []).filter((each) => each.$ref === undefined);
  const inPath = parameters.filter((each) => each.in === "path");
  const query = parameters.filter((each) => each.in === "query");
  const body = json(operation.requestBody);
  const output = json(Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1]);

  const optionsName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Options`;
  const isRequired = query.some((each) => each.required);
  const options =
    query.length === 0
      ? ""
      : `export interface ${optionsName} extends RequestOptions {\n${query.map(optionMember).join("")}}\n\n`;
  const optionsType = query.length === 0 ? "RequestOptions" : optionsName;

  const signature = (when: string): string => {
    const narrowed = (type: string): string => (when === "" ? type : `${type} & ${when}`);
    const list = inPath.map((each) => `${each.name}: string`);
    if (body !== undefined) list.push(`body: ${narrowed(typeOf(body, 1))}`);
    const type = body === undefined ? narrowed(optionsType) : optionsType;
    list.push(isRequired ? `options: ${type}` : `options?: ${type}`);
    return `${name}(${list.join(", ")})`;
  };
  const address = path.replaceAll(/\{(\w+)\}/g, "${encodeURIComponent($1)}");
  const lines = [operation.summary, operation.description, `${method.toUpperCase()} ${path}`].filter(Boolean);
  const comment = `  /** ${lines.map((line) => String(line).replace(/\.$/, "")).join(". ")}. */\n`;
  const several = overloads[name] ?? [];
  const answer =
    several.length === 0
      ? resultType(output)
      : [...new Set(several.flatMap(({ gives }) => gives.split(" | ")))].join(" | ");
  const code = [
    comment,
    ...several.map(({ when, gives }) => `  ${signature(when)}: Promise<${gives}>;\n`),
    `  ${signature("")}: Promise<${answer}> {\n`,
    `    return this.call(operations.${name}, \`${address}\`, ${body === undefined ? "undefined" : "body"}, options);\n`,
    "  }\n",
  ].join("");
  const item = pageItem(output);
  const all = item === undefined ? "" : iteration(name, inPath, optionsType, item);
  const table = `  ${name}: { name: "${name}", method: "${method.toUpperCase()}", retry: "${retryOf(name, definition)}", query: ${JSON.stringify(query.map((each) => each.name))} },\n`;
  return { table, options, code: code + all };
}

function resultType(output: Schema | undefined): string {
  if (output === undefined) return "void";
  const item = pageItem(output);
  return item === undefined ? typeOf(output, 1) : `Page<${typeOf(item, 1)}>`;
}

function optionMember({ name, required, description, schema }: Parameter): string {
  const said = description ?? schema.description;
  const comment = said === undefined ? "" : `  /** ${said} */\n`;
  return `${comment}  ${name}${required ? "" : "?"}: ${typeOf(schema, 1)}${required ? "" : " | undefined"};\n`;
}

function iteration(name: string, inPath: readonly Parameter[], optionsType: string, item: Schema): string {
  const isWhole = name === "listProperties";
  const type = isWhole ? "Property" : typeOf(item, 1);
  const given = isWhole ? `Omit<${optionsType}, "fields">` : optionsType;
  const path = inPath.map((each) => `${each.name}: string, `).join("");
  const passed = inPath.map((each) => `${each.name}, `).join("");
  return `
  /** Every item of \`${name}\`, page after page. */
  ${name}All(${path}options?: ${given}): AsyncGenerator<${type}, void, undefined> {
    return iterate((cursor) => this.${name}(${passed}cursor === undefined ? { ...options } : { ...options, cursor }));
  }
`;
}
