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
/** An operation of the OpenAPI document with its method and path. */
export interface PathOperation {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/**
 * Overloads of methods whose result type depends on the request, most specific first. With `fields`, any member may be
 * missing; without it, all members are present, which the contract cannot express.
 */
const overloads: Readonly<Record<string, { condition: string; result: string }[]>> = {
  getProperty: [
    { condition: "{ fields?: undefined }", result: "Property" },
    { condition: "", result: "PropertyFields" },
  ],
  listProperties: [
    { condition: "{ fields?: undefined }", result: "Page<Property>" },
    { condition: "", result: "Page<PropertyFields>" },
  ],
  similar: [
    { condition: "{ fields?: undefined }", result: "Complete<SimilarHit>[]" },
    { condition: "", result: "SimilarHit[]" },
  ],
  search: [
    { condition: "{ interpretOnly: true }", result: "InterpretationOnly" },
    { condition: "{ fields?: undefined; interpretOnly?: false | undefined }", result: "CompleteSearchResult" },
    { condition: "", result: "SearchResult | InterpretationOnly" },
  ],
};

/** Whether a request may be retried if its outcome is unknown; see `Operation.retry` in `src/api-types.ts`. */
function retryPolicyOf(name: string, definition: Endpoint): "safe" | "key" | "match" | "never" {
  if (definition.idempotent === true) return "key";
  const method = definition.http?.method;
  if (method === "GET" || method === "DELETE" || definition.scope === "read") return "safe";
  if (method === "PATCH") return "match";
  return name === "signOut" || name === "refresh" ? "safe" : "never";
}

const json = (content: Content | undefined): Schema | undefined => content?.content?.["application/json"]?.schema;

/** Schema of the items of a paginated list; `undefined` if the schema is not one. */
function pageItem(schema: Schema | undefined): Schema | undefined {
  const members = schema?.properties;
  const items = members?.["data"]?.items;
  return members?.["page"]?.properties?.["nextCursor"] !== undefined && typeof items === "object" ? items : undefined;
}

/**
 * Generates the code of an operation: its method, the interface of its options, and its line in the table of operations.
 * @throws Error if the operation is not in the contracts
 */
export function methodOf({ method, path, operation }: PathOperation): { table: string; options: string; code: string } {
  const { operationId: name } = operation;
  const definition: Endpoint | undefined = (allContracts as Record<string, Endpoint>)[name];
  if (definition === undefined) throw new Error(`no contract defines ${name}`);
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

  const signature = (condition: string): string => {
    const narrowed = (type: string): string => (condition === "" ? type : `${type} & ${condition}`);
    const list = inPath.map((each) => `${each.name}: string`);
    if (body !== undefined) list.push(`body: ${narrowed(typeOf(body, 1))}`);
    const type = body === undefined ? narrowed(optionsType) : optionsType;
    list.push(isRequired ? `options: ${type}` : `options?: ${type}`);
    return `${name}(${list.join(", ")})`;
  };
  const address = path.replaceAll(/\{(\w+)\}/g, "${encodeURIComponent($1)}");
  const lines = [operation.summary, operation.description, `${method.toUpperCase()} ${path}`].filter(Boolean);
  const comment = `  /** ${lines.map((line) => String(line).replace(/\.$/, "")).join(". ")}. */\n`;
  const signatures = overloads[name] ?? [];
  const returnType =
    signatures.length === 0
      ? resultType(output)
      : [...new Set(signatures.flatMap(({ result }) => result.split(" | ")))].join(" | ");
  const code = [
    comment,
    ...signatures.map(({ condition, result }) => `  ${signature(condition)}: Promise<${result}>;\n`),
    `  ${signature("")}: Promise<${returnType}> {\n`,
    `    return this.call(operations.${name}, \`${address}\`, ${body === undefined ? "undefined" : "body"}, options);\n`,
    "  }\n",
  ].join("");
  const item = pageItem(output);
  const all = item === undefined ? "" : iteration(name, inPath, optionsType, item);
  const table = `  ${name}: { name: "${name}", method: "${method.toUpperCase()}", retry: "${retryPolicyOf(name, definition)}", query: ${JSON.stringify(query.map((each) => each.name))} },\n`;
  return { table, options, code: code + all };
}

function resultType(output: Schema | undefined): string {
  if (output === undefined) return "void";
  const item = pageItem(output);
  return item === undefined ? typeOf(output, 1) : `Page<${typeOf(item, 1)}>`;
}

function optionMember({ name, required, description, schema }: Parameter): string {
  const text = description ?? schema.description;
  const comment = text === undefined ? "" : `  /** ${text} */\n`;
  return `${comment}  ${name}${required ? "" : "?"}: ${typeOf(schema, 1)}${required ? "" : " | undefined"};\n`;
}

function iteration(name: string, inPath: readonly Parameter[], optionsType: string, item: Schema): string {
  const hasAllFields = name === "listProperties";
  const type = hasAllFields ? "Property" : typeOf(item, 1);
  const parameterType = hasAllFields ? `Omit<${optionsType}, "fields">` : optionsType;
  const path = inPath.map((each) => `${each.name}: string, `).join("");
  const pathArguments = inPath.map((each) => `${each.name}, `).join("");
  return `
  /** Iterates over the items of all pages of \`${name}\`. */
  ${name}All(${path}options?: ${parameterType}): AsyncGenerator<${type}, void, undefined> {
    return iterate((cursor) => this.${name}(${pathArguments}cursor === undefined ? { ...options } : { ...options, cursor }));
  }
`;
}
