import { allContracts, apiKeyOf, type Endpoint } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { routesOf } from "../src/http/routes.ts";
import { type Account, password, startGatewayStack, type GatewayStack } from "./support/gateway-stack.ts";
import { codeOf } from "./support/problems.ts";

const credentials = [
  "none",
  "malformed",
  "unknown",
  "revoked",
  "expired",
  "read-only key",
  "key",
  "session",
  "session of another organization",
] as const;
type CredentialName = (typeof credentials)[number];

/** The expected outcome, derived from the contract alone. `passes`: authorization succeeds. */
function expectedOutcome({ auth, scope }: Endpoint, credential: CredentialName): string {
  if (auth === "public") return "passes";
  const forKeys = auth === "session" ? "api_key_not_allowed" : "passes";
  const outcomes: Record<CredentialName, string> = {
    none: "missing_credentials",
    malformed: "invalid_api_key",
    unknown: "invalid_api_key",
    revoked: "revoked_api_key",
    expired: "expired_api_key",
    "read-only key": scope === "write" && auth !== "session" ? "insufficient_scope" : forKeys,
    key: forKeys,
    session: "passes",
    "session of another organization": "passes",
  };
  return outcomes[credential];
}

const authorizationErrors = new Set([
  "missing_credentials",
  "invalid_api_key",
  "revoked_api_key",
  "expired_api_key",
  "api_key_not_allowed",
  "insufficient_scope",
  "invalid_session",
  "expired_session",
]);

describe("authorization of every endpoint with every credential", () => {
  let stack: GatewayStack;
  let own: Account;
  let other: Account;
  const presented = new Map<CredentialName, string | undefined>();
  before(async () => {
    stack = await startGatewayStack();
    own = await stack.signUp();
    other = await stack.signUp();
    const revoked = await stack.createKey(own);
    await stack.revoke(own, revoked.id);
    const expired = await stack.createKey(own, { expiresInDays: 1e-9 });
    presented.set("none", undefined);
    presented.set("malformed", "svc_pk_mistyped");
    presented.set("unknown", apiKeyOf(randomBytes(32)));
    presented.set("revoked", revoked.key);
    presented.set("expired", expired.key);
    presented.set("read-only key", (await stack.createKey(own, { scopes: ["read"] })).key);
    presented.set("key", (await stack.createKey(own)).key);
  });
  after(() => stack.stop());

  const sessions = new Map<string, string>();
  const sessionOf = async ({ email }: Account, isNew: boolean): Promise<string> => {
    const cached = sessions.get(email);
    if (cached !== undefined && !isNew) return cached;
    const response = await sendRequest(stack.url, "/auth/sign-in", { body: { email, password } });
    const { token } = response.body as { token: string };
    if (!isNew) sessions.set(email, token);
    return token;
  };
  /** @param tag of the endpoint: session endpoints get a new session, because one of them signs out */
  const credentialFor = async (name: CredentialName, tag = ""): Promise<string | undefined> => {
    if (name === "session") return sessionOf(own, tag === "Sessions");
    if (name === "session of another organization") return sessionOf(other, tag === "Sessions");
    return presented.get(name);
  };

  for (const { definition, http, name } of routesOf(allContracts)) {
    it(`${name} accepts and rejects each credential as its contract declares`, async () => {
      for (const credential of credentials) {
        const credentialText = await credentialFor(credential, definition.tag);
        const path = http.path.replaceAll(/:\w+/g, () => newId());
        const response = await sendRequest(stack.url, path, {
          method: http.method,
          headers: credentialText === undefined ? {} : { authorization: `Bearer ${credentialText}` },
          ...(definition.body === undefined ? {} : { body: {} }),
        });
        const code = codeOf(response);
        const outcome = typeof code === "string" && authorizationErrors.has(code) ? code : "passes";
        expect(outcome, `${credential}: ${response.status}`).to.equal(expectedOutcome(definition, credential));
        if (response.status === 401) expect(response.headers.get("www-authenticate"), credential).to.match(/^Bearer /);
        expect(response.status, `${credential}: ${JSON.stringify(response.body)}`).to.be.below(500);
      }
    });
  }

  it("forwards the organization of the credential and ignores other headers that name one", async () => {
    for (const [credential, organizationId] of [
      ["key", own.organizationId],
      ["session", own.organizationId],
      ["session of another organization", other.organizationId],
    ] as const) {
      const credentialText = await credentialFor(credential);
      const response = await sendRequest(stack.url, "/properties", {
        headers: {
          authorization: `Bearer ${credentialText}`,
          "x-organization-id": newId(),
          "x-forwarded-user": newId(),
        },
      });
      expect((response.body as { caller: { organizationId: string } }).caller.organizationId).to.equal(organizationId);
    }
  });

  it("returns 404 for usage, rotation and revocation of another organization's key", async () => {
    const [key] = await stack.listKeys(own);
    for (const [method, path] of [
      ["GET", `/api-keys/${key?.id}/usage`],
      ["POST", `/api-keys/${key?.id}/rotate`],
      ["DELETE", `/api-keys/${key?.id}`],
    ] as const) {
      const response = await sendRequest(stack.url, path, { method, token: other.token });
      expect([response.status, codeOf(response)]).to.deep.equal([404, "not_found"]);
    }
    expect((await stack.listKeys(other)).length).to.equal(0);
  });

  it("usageCount includes every request that a key authenticated, also rejected ones", async () => {
    const key = await stack.createKey(own, { scopes: ["read"] });
    const requests: [string, string][] = [
      ["GET", "/properties"],
      ["GET", "/properties?limit=no"],
      ["POST", "/properties"],
      ["GET", "/api-keys"],
      ["GET", "/auth/whoami"],
      ["GET", "/nothing-here"],
    ];
    for (const [method, path] of requests) await sendRequest(stack.url, path, { method, key: key.key });
    await eventually(async () => {
      const listed = (await stack.listKeys(own)).find(({ id }) => id === key.id);
      // The request to the unknown path is rejected before authentication.
      expect(listed?.usageCount).to.equal(requests.length - 1);
    });
  });
});
