import type { z } from "zod";
import { responseHeaders, errorCodes } from "./responses.ts";
import { inputComponents, outputComponents } from "./named-schemas.ts";
import type { Contract, Endpoint, Http } from "./endpoint.ts";
import { type ErrorCode, errorTable } from "./errors.ts";
import { examples } from "./examples.ts";
import { componentsOf, type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { headers, requestHeaders, securitySchemes, tags } from "./openapi-components.ts";
import { validator } from "./validate.ts";

export interface OpenApiOptions {
  title: string;
  version: string;
  /** Base URL of the paths. */
  serverUrl: string;
}
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: JsonSchema;
  servers: JsonSchema[];
  tags: JsonSchema[];
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
}

const pathOf = (http: Http): string => http.path.replaceAll(/:(\w+)/g, "{$1}");
const componentRef = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` });

/** Generates the OpenAPI 3.1 document. It contains every endpoint that is reachable over HTTP. */
export function openApiDocument(contract: Contract, options: OpenApiOptions): OpenApiDocument {
  const httpEndpoints = Object.entries(contract).filter(([, definition]) => definition.http !== undefined);
  const schemas = schemasOf(httpEndpoints);
  const responses = problemComponents(httpEndpoints);
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, definition] of httpEndpoints) {
    if (definition.http === undefined) continue;
    const path = (paths[pathOf(definition.http)] ??= {});
    path[definition.http.method.toLowerCase()] = operation(
      contract,
      name,
      definition,
      definition.http,
      schemas,
      responses,
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      description:
        "Plat is a property listing service: listings with their ads and agents, search in natural language or with filters, similar listings, aggregations, and API keys.",
    },
    servers: [{ url: options.serverUrl }],
    tags: tags.filter(
      (tag) => httpEndpoints.some(([, definition]) => definition.tag === tag.name) || tag.name === "Operations",
    ),
    paths: { ...paths, ...operationsPaths },
    components: {
      securitySchemes,
      schemas: Object.fromEntries([...schemas.components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      parameters: requestHeaders,
      responses: Object.fromEntries([...responses.values()].map(({ name, response }) => [name, response])),
    },
  };
}

interface Schemas {
  components: ReadonlyMap<string, JsonSchema>;
  /** A reference if the schema is a named component, otherwise the schema itself. */
  of: (schema: z.core.$ZodType) => JsonSchema;
}

/** Converts all schemas together, so that named schemas inside unnamed ones become references. */
function schemasOf(httpEndpoints: [string, Endpoint][]): Schemas {
  const inline = (member: "body" | "output", named: ReadonlyMap<z.core.$ZodType, string>) => {
    const all = new Map(named);
    for (const [name, definition] of httpEndpoints) {
      const schema = definition[member];
      if (schema && !all.has(schema)) all.set(schema, `${name}.${member}`);
    }
    return all;
  };
  const bodies = inline("body", inputComponents);
  const outputs = inline("output", outputComponents);
  const converted = new Map([...componentsOf(bodies, "input"), ...componentsOf(outputs, "output")]);
  const components = new Map([...converted].filter(([id]) => !id.includes(".")));
  return {
    components,
    of: (schema) => {
      const id = bodies.get(schema) ?? outputs.get(schema) ?? "";
      const inlined = id.includes(".") ? converted.get(id) : undefined;
      return inlined ?? componentRef("schemas", id);
    },
  };
}

function operation(
  contract: Contract,
  name: string,
  definition: Endpoint,
  http: Http,
  schemas: Schemas,
  responses: Map<string, ProblemComponent>,
): JsonSchema {
  const { summary, description, body, tag } = definition;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(definition),
    parameters: parametersOf(definition, http),
    ...(body === undefined ? {} : { requestBody: requestBody(name, http, body, schemas) }),
    responses: {
      [http.status]: success(contract, definition, http, schemas),
      ...notModified(definition, http),
      ...problems(definition, responses),
    },
  };
}

function securityOf({ auth }: Endpoint): JsonSchema[] {
  if (auth === "public") return [];
  if (auth === "session") return [{ session: [] }];
  return [{ apiKey: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }, { session: [] }];
}

function parametersOf(definition: Endpoint, http: Http): JsonSchema[] {
  const names: string[] = [];
  if (definition.idempotent === true) names.push("IdempotencyKey");
  if (definition.etag === true && http.method === "GET") names.push("IfNoneMatch");
  if (definition.etag === true && (http.method === "PATCH" || http.method === "DELETE")) names.push("IfMatch");
  return [
    ...parametersIn(definition.params, "path"),
    ...parametersIn(definition.query, "query"),
    ...names.map((name) => componentRef("parameters", name)),
  ];
}

function parametersIn(schema: z.ZodObject | undefined, where: "path" | "query"): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(rest.type === "array" ? { style: "form", explode: false } : {}),
    schema: rest,
  }));
}

function requestBody(name: string, http: Http, body: z.core.$ZodType, schemas: Schemas): JsonSchema {
  const named = Object.entries(examples[name] ?? {}).map(([summary, value]) => [
    summary.replaceAll(/\W+/g, "-"),
    { summary, value },
  ]);
  const schema = schemas.of(body);
  return {
    // The body is optional if all its members are.
    required: !validator(body as z.ZodType)({}).ok,
    content: {
      "application/json": { schema, ...(named.length === 0 ? {} : { examples: Object.fromEntries(named) }) },
      ...(http.method === "PATCH" ? { "application/merge-patch+json": { schema } } : {}),
    },
  };
}

const headerRefs = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, componentRef("headers", name)]));

function success(contract: Contract, definition: Endpoint, http: Http, schemas: Schemas): JsonSchema {
  const descriptions = { 200: "OK", 201: "Created", 204: "No content" };
  const names = responseHeaders(contract, definition);
  const { output } = definition;
  const events = definition.eventStream === true ? { "text/event-stream": { schema: { type: "string" } } } : {};
  return {
    description: descriptions[http.status],
    headers: headerRefs(output === null ? names : [...names, "Cache-Control"]),
    ...(output === null ? {} : { content: { "application/json": { schema: schemas.of(output) }, ...events } }),
  };
}

function notModified(definition: Endpoint, http: Http): JsonSchema {
  if (definition.etag !== true || http.method !== "GET") return {};
  return {
    304: {
      description: "Not modified: the representation matches `If-None-Match`",
      headers: headerRefs(["X-Request-Id", "ETag"]),
    },
  };
}

const codesByStatus = (definition: Endpoint): [number, ErrorCode[]][] => [
  ...Map.groupBy(errorCodes(definition).toSorted(), (code) => errorTable[code].status),
];

interface ProblemComponent {
  name: string;
  response: JsonSchema;
}

/** One response component for each set of error codes that occurs, keyed by the codes. */
function problemComponents(httpEndpoints: [string, Endpoint][]): Map<string, ProblemComponent> {
  const components = new Map<string, ProblemComponent>();
  const counts = new Map<number, number>();
  for (const [status, codes] of httpEndpoints.flatMap(([, definition]) => codesByStatus(definition))) {
    const key = codes.join();
    if (components.has(key)) continue;
    const number = (counts.get(status) ?? 0) + 1;
    counts.set(status, number);
    const name = `Problem${status}${number === 1 ? "" : `-${number}`}`;
    components.set(key, { name, response: problemResponse(status, codes) });
  }
  return components;
}

function problems(definition: Endpoint, components: Map<string, ProblemComponent>): JsonSchema {
  return Object.fromEntries(
    codesByStatus(definition).map(([status, codes]) => [
      status,
      componentRef("responses", components.get(codes.join())?.name ?? ""),
    ]),
  );
}

/** Response for a status. The description lists the possible errors, the schema their codes. */
function problemResponse(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const names = ["X-Request-Id"];
  if (status === 401) names.push("WWW-Authenticate");
  if (status === 429) names.push("RateLimit-Policy", "RateLimit");
  if (status === 429 || status === 503) names.push("Retry-After");
  return {
    description: codes.map((code) => `${errorTable[code].title} (\`${code}\`)`).join(". "),
    headers: headerRefs(names),
    content: {
      "application/problem+json": {
        schema: { allOf: [componentRef("schemas", "Problem")], properties: { code: { enum: codes } } },
      },
    },
  };
}

/** Responses to invalid requests, such as unknown query parameters. */
const invalidRequest = { 400: problemResponse(400, ["validation_failed"]) };

/** Endpoints of the gateway that are not part of the contracts. */
const operationsPaths: OpenApiDocument["paths"] = {
  "/openapi.json": {
    get: {
      operationId: "openApi",
      tags: ["Operations"],
      summary: "Get this OpenAPI document",
      security: [],
      responses: {
        200: { description: "OpenAPI 3.1 document", content: { "application/json": { schema: { type: "object" } } } },
        ...invalidRequest,
      },
    },
  },
  "/docs": {
    get: {
      operationId: "docs",
      tags: ["Operations"],
      summary: "Get the interactive API reference",
      security: [],
      responses: {
        200: { description: "HTML page", content: { "text/html": { schema: { type: "string" } } } },
        ...invalidRequest,
      },
    },
  },
};
