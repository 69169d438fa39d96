import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { describe, it } from "mocha";
import { allContracts, type Endpoint, errorTable, openApiDocument, validator } from "../src/index.ts";
import { examples } from "../src/examples.ts";

const document = openApiDocument(allContracts, { title: "Plat", version: "1.2.3", serverUrl: "https://plat.example" });
const text = JSON.stringify(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operationOf = (id: string) =>
  operations.find(({ operation }) => operation.operationId === id)?.operation ?? expect.fail(`no operation ${id}`);
const httpEndpoints: [string, Endpoint][] = Object.entries<Endpoint>(allContracts).filter(
  ([, { http }]) => http !== undefined,
);

function valueAt(pointer: string): unknown {
  let value: unknown = document;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  return value;
}

describe("openApiDocument", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
    expect(document.openapi).to.equal("3.1.0");
    expect(document.info).to.include({ title: "Plat", version: "1.2.3" });
    expect(document.servers).to.deep.equal([{ url: "https://plat.example" }]);
  });

  it("the OpenAPI validator rejects an invalid document", async () => {
    const broken = { ...(JSON.parse(text) as Record<string, unknown>), paths: { "/x": { get: { responses: 3 } } } };
    expect((await new Validator().validate(broken)).valid).to.equal(false);
  });

  it("contains every HTTP endpoint once under its name, and no internal endpoint", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).to.have.members([...httpEndpoints.map(([name]) => name), "openApi", "docs"]);
    for (const [name, { http }] of httpEndpoints) {
      const found = operations.find(({ operation }) => operation.operationId === name);
      expect(`${found?.method} ${found?.path}`).to.equal(
        `${http?.method.toLowerCase()} ${http?.path.replaceAll(/:(\w+)/g, "{$1}")}`,
      );
    }
    expect(text).not.to.include("look-up");
  });

  it("has no dangling reference and no unused component", () => {
    const pointers = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = ""]) => pointer));
    expect(pointers.size).to.be.greaterThan(30);
    expect([...pointers].filter((pointer) => valueAt(pointer) === undefined)).to.deep.equal([]);
    const components = ["schemas", "headers", "parameters", "responses"].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((name) => `/components/${kind}/${name}`),
    );
    expect(components.filter((pointer) => !pointers.has(pointer))).to.deep.equal([]);
  });

  it("declares both media types of PATCH bodies, and JSON for every other body", () => {
    for (const { method, operation } of operations) {
      const { content } = (operation.requestBody ?? {}) as { content?: object };
      if (content === undefined) continue;
      const types = method === "patch" ? ["application/json", "application/merge-patch+json"] : ["application/json"];
      expect(Object.keys(content), String(operation.operationId)).to.deep.equal(types);
    }
  });

  it("declares the accepted credentials of each endpoint", () => {
    expect(operationOf("createKey").security).to.deep.equal([{ session: [] }]);
    expect(operationOf("search").security).to.deep.equal([
      { apiKey: [] },
      { apiKeyHeader: [] },
      { apiKeyQuery: [] },
      { session: [] },
    ]);
    expect(operationOf("signIn").security).to.deep.equal([]);
    expect(document.components.securitySchemes?.apiKeyHeader).to.include({ in: "header", name: "X-API-Key" });
  });

  it("allows additional properties in responses and not in requests", () => {
    const closed = (name: string) =>
      /"additionalProperties":false/.test(JSON.stringify(document.components.schemas?.[name]));
    for (const name of [
      "PropertyCreate",
      "PropertyPatch",
      "SearchRequest",
      "SearchFilters",
      "GeoFilter",
      "SignUp",
      "ApiKeyCreate",
    ]) {
      expect(closed(name), name).to.equal(true);
    }
    for (const name of ["Property", "SearchResult", "Whoami", "Problem", "Aggregations"])
      expect(closed(name), name).to.equal(false);
  });

  it("declares every status and error code of an endpoint", () => {
    const statuses = (id: string) => Object.keys(operationOf(id).responses as object).join(" ");
    expect(statuses("createProperty")).to.equal("201 400 401 403 408 409 413 415 422 429 431 500 503 504");
    expect(statuses("getProperty")).to.equal("200 304 400 401 403 404 408 429 431 500 503 504");
    expect(statuses("deleteProperty")).to.equal("204 400 401 403 404 408 412 429 431 500 503 504");
    expect(statuses("publicKeys")).to.equal("200 400 408 431 500 503 504");
    expect(statuses("signIn")).to.equal("200 400 401 408 413 415 429 431 500 503 504");
    expect(statuses("search")).to.equal("200 400 401 403 408 413 415 422 429 431 500 503 504");
    for (const response of Object.values(document.components.responses ?? {})) {
      const codes = [...JSON.stringify(response).matchAll(/\(`(\w+)`\)/g)].map(([, code = ""]) => code);
      expect(codes).not.to.deep.equal([]);
      expect(codes.filter((code) => !Object.hasOwn(errorTable, code))).to.deep.equal([]);
    }
  });

  it("declares the response headers", () => {
    const headers = (id: string, status: number) => {
      const responses = operationOf(id).responses as Record<string, { headers?: object }>;
      return Object.keys(responses[status]?.headers ?? {}).join(" ");
    };
    expect(headers("createProperty", 201)).to.equal(
      "X-Request-Id RateLimit-Policy RateLimit ETag Location Idempotency-Replayed X-Index-Pending Cache-Control",
    );
    expect(headers("listProperties", 200)).to.include("Link");
    expect(headers("getProperty", 304)).to.equal("X-Request-Id ETag");
    const shared = document.components.responses ?? {};
    expect(JSON.stringify(shared.Problem429)).to.include("Retry-After");
    expect(JSON.stringify(shared.Problem503)).to.include("Retry-After");
    expect(JSON.stringify(shared.Problem401)).to.include("WWW-Authenticate");
  });

  it("declares the request headers", () => {
    const parameters = (id: string) => JSON.stringify(operationOf(id).parameters);
    expect(parameters("createProperty")).to.include("IdempotencyKey");
    expect(parameters("updateProperty")).to.include("IfMatch");
    expect(parameters("getProperty")).to.include("IfNoneMatch");
    expect(parameters("listProperties")).not.to.match(/IfMatch|IdempotencyKey|IfNoneMatch/);
  });

  it("declares lists in a query as comma-separated", () => {
    const parameters = operationOf("getProperty").parameters as Record<string, unknown>[];
    expect(parameters.find(({ name }) => name === "fields")).to.include({
      in: "query",
      style: "form",
      explode: false,
      required: false,
    });
  });

  it("declares the defaults of omitted fields and which bodies are optional", () => {
    const defaults = (component: string, names: readonly string[]): unknown[] => {
      const pointer = `/components/schemas/${component}/properties/`;
      return names.map((name) => valueAt(`${pointer}${name}/default`));
    };
    const members = ["listingType", "status", "areaUnit", "description", "features", "media"];
    expect(defaults("PropertyCreate", members)).to.deep.equal(["sale", "active", "sqm", "", [], []]);
    expect(defaults("PropertyPatch", members).filter((value) => value !== undefined)).to.deep.equal([]);
    expect(defaults("SearchFilters", ["status"])).to.deep.equal([["active"]]);
    expect(defaults("SearchRequest", ["limit", "filterByOrganization"])).to.deep.equal([20, false]);
    expect(defaults("AdCreate", ["status"])).to.deep.equal(["active"]);
    const optional = operations.filter(
      ({ operation }) => (operation.requestBody as { required?: boolean } | undefined)?.required === false,
    );
    expect(optional.map(({ operation }) => operation.operationId)).to.have.members([
      "rotateKey",
      "search",
      "updateAd",
      "updateAgent",
      "updateOrganization",
      "updateProperty",
    ]);
  });

  it("describes every query parameter", () => {
    const undescribed = operations.flatMap(({ operation }) =>
      ((operation.parameters ?? []) as { in?: string; name: string; description?: string }[])
        .filter((parameter) => parameter.in === "query" && parameter.description === undefined)
        .map(({ name }) => `${String(operation.operationId)} ${name}`),
    );
    expect(undescribed).to.deep.equal([]);
  });

  it("declares the event stream of listEvents", () => {
    const responses = operationOf("listEvents").responses as Record<string, { content: object }>;
    expect(Object.keys(responses[200]?.content ?? {})).to.deep.equal(["application/json", "text/event-stream"]);
  });

  it("declares tuples with their exact length", () => {
    expect(JSON.stringify(document.components.schemas?.GeoFilter)).to.match(
      /"prefixItems":\[[^\]]+\],"items":false,"minItems":4,"maxItems":4/,
    );
  });

  it("contains only valid examples", () => {
    const contract: Readonly<Record<string, Endpoint>> = allContracts;
    let count = 0;
    for (const [name, bodies] of Object.entries(examples)) {
      const body = contract[name]?.body ?? expect.fail(`no body ${name}`);
      for (const [summary, value] of Object.entries(bodies)) {
        count++;
        expect(validator(body, { unknownKeys: "reject" })(value), `${name}: ${summary}`).to.have.property("ok", true);
        expect(text).to.include(JSON.stringify(value));
      }
    }
    expect(count).to.be.greaterThan(10);
  });
});
