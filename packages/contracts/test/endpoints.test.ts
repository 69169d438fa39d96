import { expect } from "chai";
import { describe, it } from "mocha";
import type { z } from "zod";
import { allContracts, contractsByOwner, type Endpoint, errorCodes, errorTable, hasLocation } from "../src/index.ts";
import { jsonSchemaOf } from "../src/json-schema.ts";

const all: [string, Endpoint][] = Object.entries(allContracts);
const httpEndpoints = all.flatMap(([name, definition]) =>
  definition.http === undefined ? [] : [{ name, definition, http: definition.http }],
);
/** Names of the endpoints that do not satisfy a condition. */
const violating = (isSatisfied: (definition: Endpoint, name: string) => boolean): string[] =>
  all.filter(([name, definition]) => !isSatisfied(definition, name)).map(([name]) => name);
const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
const keysOf = (schema: z.ZodObject | undefined): string[] => Object.keys(schema?.shape ?? {});

describe("every endpoint", () => {
  it("has a unique subject of the form <owner>.v<N>.<verb>", () => {
    const wrong = Object.entries(contractsByOwner).flatMap(([owner, contract]) =>
      Object.values(contract)
        .map(({ subject }: Endpoint) => subject)
        .filter((subject) => !new RegExp(`^${owner}\\.v[1-9]\\d*\\.[a-z]+(-[a-z]+)*$`).test(subject)),
    );
    expect(wrong).to.deep.equal([]);
    expect(new Set(all.map(([, definition]) => definition.subject)).size).to.equal(all.length);
  });

  it("has a name that is unique across contracts", () => {
    const names = Object.values(contractsByOwner).flatMap((contract) => Object.keys(contract));
    expect(new Set(names).size).to.equal(names.length);
    expect(names.length).to.equal(all.length);
  });

  it("has a unique route", () => {
    const routes = httpEndpoints.map(({ http }) => `${http.method} ${http.path.replaceAll(/:\w+/g, ":")}`);
    expect(new Set(routes).size).to.equal(routes.length);
  });

  it("declares exactly the parameters of its path", () => {
    const wrong = httpEndpoints.filter(
      ({ http, definition }) => pathParameters(http.path).join() !== keysOf(definition.params).join(),
    );
    expect(wrong.map(({ name }) => name)).to.deep.equal([]);
    expect(violating(({ http, params }) => http !== undefined || params === undefined)).to.deep.equal([]);
  });

  it("declares a body for PATCH, and none for GET and DELETE", () => {
    expect(violating(({ http, body }) => http?.method !== "GET" || body === undefined)).to.deep.equal([]);
    expect(violating(({ http, body }) => http?.method !== "DELETE" || body === undefined)).to.deep.equal([]);
    expect(violating(({ http, body }) => http?.method !== "PATCH" || body !== undefined)).to.deep.equal([]);
  });

  it("responds with 204 if and only if it has no output", () => {
    expect(
      violating(({ http, output }) => http === undefined || (http.status === 204) === (output === null)),
    ).to.deep.equal([]);
  });

  it("supports Idempotency-Key if it creates a resource, except sign-up", () => {
    const creations = httpEndpoints.filter(
      ({ http, definition }) => http.status === 201 && definition.idempotent !== true,
    );
    expect(creations.map(({ name }) => name)).to.deep.equal(["signUp"]);
    const otherPosts = httpEndpoints.filter(
      ({ http, definition }) => http.status !== 201 && definition.idempotent === true,
    );
    expect(otherPosts.map(({ name }) => name)).to.deep.equal(["batchProperties"]);
    expect(violating(({ http, idempotent }) => idempotent !== true || http?.method === "POST")).to.deep.equal([]);
    expect(violating(({ http }) => http?.status !== 201 || http.method === "POST")).to.deep.equal([]);
  });

  it("accepts only a session if it manages API keys", () => {
    const managing = httpEndpoints.filter(({ http }) => http.path.startsWith("/api-keys"));
    expect(managing.length).to.equal(5);
    expect(managing.filter(({ definition }) => definition.auth !== "session")).to.deep.equal([]);
  });

  it("accepts both credentials and counts towards the quota for properties, agents, organization and events", () => {
    const counted = httpEndpoints.filter(({ http }) =>
      /^\/(properties|agents|organization|events)(\/|$)/.test(http.path),
    );
    expect(counted.length).to.be.greaterThan(20);
    for (const { name, definition } of counted) {
      expect(definition.auth, name).to.equal("any");
      expect(definition.quota, name).to.equal("listings");
    }
    const others = httpEndpoints.filter((one) => !counted.includes(one) && one.definition.quota === "listings");
    expect(others).to.deep.equal([]);
  });

  it("requires the scope that corresponds to its method", () => {
    const reading = new Set(["search"]);
    const wrong = httpEndpoints.filter(({ name, http, definition }) => {
      if (definition.quota !== "listings") return definition.scope !== undefined;
      return definition.scope !== (http.method === "GET" || reading.has(name) ? "read" : "write");
    });
    expect(wrong.map(({ name }) => name)).to.deep.equal([]);
  });

  it("counts towards a rate limit if it authenticates", () => {
    expect(violating(({ auth, quota }) => auth === "public" || auth === "internal" || quota !== "none")).to.deep.equal(
      [],
    );
  });

  it("has an ETag if it reads one resource, and supports If-Match if it changes one", () => {
    for (const { name, http } of httpEndpoints.filter((one) => one.definition.etag === true)) {
      if (http.method === "GET") continue;
      const path = http.method === "POST" ? `${http.path}/:` : http.path;
      const read = httpEndpoints.find(
        (one) => one.http.method === "GET" && one.definition.etag === true && one.http.path.startsWith(path),
      );
      expect(read, name).not.to.equal(undefined);
    }
    for (const { name, http, definition } of httpEndpoints) {
      const readsOneResource =
        http.method === "GET" &&
        definition.errors?.includes("not_found") === true &&
        !("cursor" in (definition.query?.shape ?? {}));
      if (readsOneResource && /:\w+$/.test(http.path)) expect(definition.etag, name).to.equal(true);
      if (http.method === "PATCH") expect(definition.etag, name).to.equal(true);
      if (definition.etag === true && (http.method === "PATCH" || http.method === "DELETE")) {
        expect(definition.errors, name).to.include("precondition_failed");
      }
    }
  });

  it("declares not_found if it has a path parameter", () => {
    expect(
      violating(({ params, errors }) => params === undefined || errors?.includes("not_found") === true),
    ).to.deep.equal([]);
  });

  it("has a Location if the created resource can be read", () => {
    const located = httpEndpoints
      .filter(({ definition }) => hasLocation(allContracts, definition))
      .map(({ name }) => name);
    expect(located.toSorted()).to.deep.equal(["createAd", "createAgent", "createProperty"]);
  });

  it("has a limit from 1 to 100 if it is paginated", () => {
    const pages = httpEndpoints.filter(({ definition }) => "cursor" in (definition.query?.shape ?? {}));
    expect(pages.length).to.be.greaterThan(3);
    for (const { name, definition } of pages) {
      const { properties } = jsonSchemaOf(definition.query ?? expect.fail(name), "input") as {
        properties: Record<string, unknown>;
      };
      expect(properties.limit, name).to.include({ default: 20, type: "integer", minimum: 1, maximum: 100 });
    }
  });

  it("has a summary without a full stop, and a tag", () => {
    expect(violating(({ summary, tag }) => /^[A-Z].{5,90}[^.]$/.test(summary) && tag !== "")).to.deep.equal([]);
  });

  it("declares only error codes of the table, each once", () => {
    for (const [name, definition] of all) {
      const codes = errorCodes(definition);
      expect(
        codes.filter((code) => !Object.hasOwn(errorTable, code)),
        name,
      ).to.deep.equal([]);
      expect(new Set(definition.errors).size, name).to.equal(definition.errors?.length ?? 0);
    }
  });

  it("accepts a large body only if it is the batch", () => {
    expect(violating(({ largeBody }, name) => (largeBody === true) === (name === "batchProperties"))).to.deep.equal([]);
  });

  it("can be converted to JSON Schema", () => {
    for (const [name, { params, query, body, output }] of all) {
      for (const schema of [params, query, body])
        if (schema) expect(jsonSchemaOf(schema, "input"), name).to.have.property("type");
      if (output) expect(Object.keys(jsonSchemaOf(output, "output")), name).not.to.deep.equal([]);
    }
  });

  it("does not return hashes, passwords or internal fields", () => {
    const internal = /hash|password|secret|pending|indexedVersion|deletedAt|_id|__v/i;
    for (const { name, definition } of httpEndpoints) {
      if (definition.output === null) continue;
      const members = memberNames(jsonSchemaOf(definition.output, "output")).filter(
        (member) => name !== "propertyCounts" || member !== "pending",
      );
      expect(
        members.filter((member) => internal.test(member)),
        name,
      ).to.deep.equal([]);
    }
  });

  it("returns a full key or token only if it creates one", () => {
    const revealing = httpEndpoints.filter(({ definition }) => {
      const members = definition.output === null ? [] : Object.keys((definition.output as z.ZodObject).shape ?? {});
      return members.includes("token") || (members.includes("key") && members.includes("hint"));
    });
    expect(revealing.map(({ name }) => name).toSorted()).to.deep.equal([
      "createKey",
      "refresh",
      "rotateKey",
      "signIn",
      "signUp",
    ]);
  });
});

describe("errorTable", () => {
  it("has the specified status for every code", () => {
    const known = {
      400: ["validation_failed", "ambiguous_credentials"],
      401: [
        "missing_credentials",
        "invalid_api_key",
        "invalid_session",
        "revoked_api_key",
        "expired_api_key",
        "expired_session",
      ],
      403: ["api_key_not_allowed", "insufficient_scope"],
      404: ["not_found"],
      405: ["method_not_allowed"],
      409: ["conflict", "key_limit_reached"],
      412: ["precondition_failed"],
      413: ["payload_too_large"],
      415: ["unsupported_media_type"],
      422: ["idempotency_key_reused", "not_a_property_query"],
      429: ["quota_exceeded"],
      500: ["internal"],
      503: ["unavailable"],
      504: ["timeout"],
    };
    const table: Readonly<Record<string, { status: number }>> = errorTable;
    for (const [status, codes] of Object.entries(known)) {
      for (const code of codes) expect(table[code]?.status, code).to.equal(Number(status));
    }
  });
});

function memberNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties: unknown = "properties" in schema ? schema.properties : undefined;
  const own = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(schema).flatMap(memberNames)];
}
