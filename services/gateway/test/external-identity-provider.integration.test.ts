import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type GatewayStack, startGatewayStack } from "./support/gateway-stack.ts";
import { codeOf } from "./support/problems.ts";

describe("external identity provider", () => {
  let stack: GatewayStack;
  let server: Server;
  let key: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
  let issuer: string;
  before(async () => {
    const pair = await generateKeyPair("RS256", { extractable: true });
    key = pair.privateKey;
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "idp", alg: "RS256" }] });
    server = createServer((_, response) => response.setHeader("content-type", "application/json").end(jwks));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    stack = await startGatewayStack({
      SESSION_ISSUER: issuer,
      SESSION_JWKS_URL: `${issuer}keys`,
      SESSION_AUDIENCE: "plat-api",
      SESSION_ORG_CLAIM: "org_id",
    });
  });
  after(async () => {
    server.close();
    await stack.stop();
  });
  const sign = (claims: Record<string, unknown> = {}, expires = "5m"): Promise<string> =>
    new SignJWT({ aud: "plat-api", sub: "auth0|42", org_id: "org_Acme", sid: "s1", email: "a@acme.example", ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "idp", typ: "JWT" })
      .setIssuer((claims["iss"] as string | undefined) ?? issuer)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  const whoami = (token: string) => sendRequest(stack.url, "/auth/whoami", { token });

  it("provisions organization and user on first use, with stable ids", async () => {
    const first = await whoami(await sign());
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    const { organization, user } = first.body as {
      organization: { id: string; name: string };
      user: { id: string; email: string };
    };
    expect(organization).to.include({ name: "org_Acme" });
    expect(organization.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(user).to.include({ email: "a@acme.example" });
    const again = await whoami(await sign({ sid: "s2" }));
    expect(again.body).to.have.nested.property("organization.id", organization.id);
    expect(again.body).to.have.nested.property("user.id", user.id);
    const other = await whoami(await sign({ org_id: "org_Other", sub: "auth0|43", sid: "s3" }));
    expect(other.body).not.to.have.nested.property("organization.id", organization.id);
  });

  it("provisions each organization that one IdP session switches to, with a session per organization", async () => {
    for (const org of ["org_First", "org_Second"]) {
      const response = await whoami(await sign({ sid: "switching", org_id: org }));
      expect([response.status, response.body]).to.have.nested.property("[1].organization.name", org);
    }
    const otherUser = await whoami(await sign({ sid: "switching", sub: "auth0|44" }));
    expect(otherUser.status, JSON.stringify(otherUser.body)).to.equal(200);
  });

  it("uses a claim that is a UUID as the id of the organization", async () => {
    const id = crypto.randomUUID();
    const response = await whoami(await sign({ org_id: id, sub: "x", sid: "s4" }));
    expect(response.body).to.have.nested.property("organization.id", id);
  });

  it("truncates long names between characters, omits invalid e-mail addresses and rejects invalid organization claims", async () => {
    const long = await whoami(
      await sign({ org_id: `${"a".repeat(199)}🏠 and more`, sub: "auth0|45", sid: "s5", email: "a\ud800@b.example" }),
    );
    expect(long.status, JSON.stringify(long.body)).to.equal(200);
    expect(long.body).to.have.nested.property("organization.name", "a".repeat(199));
    expect(long.body).to.have.nested.property("user.email", null);
    for (const org_id of ["a\0b", "a\ud800"]) {
      const rejected = await whoami(await sign({ org_id, sid: "s6" }));
      expect([rejected.status, codeOf(rejected)]).to.deep.equal([401, "invalid_session"]);
    }
  });

  it("accepts key management; the keys belong to the organization of the session", async () => {
    const token = await sign();
    const created = await sendRequest(stack.url, "/api-keys", { token, body: { name: "idp" } });
    expect(created.status).to.equal(201);
    const response = await sendRequest(stack.url, "/properties", { key: (created.body as { key: string }).key });
    const me = await whoami(token);
    expect((response.body as { caller: { organizationId: string } }).caller.organizationId).to.equal(
      (me.body as { organization: { id: string } }).organization.id,
    );
  });

  it("rejects another audience, another issuer, a missing or invalid organization, and expired tokens", async () => {
    const rejection = async (claims: Record<string, unknown>, expires?: string) =>
      codeOf(await whoami(await sign(claims, expires)));
    expect(await rejection({ aud: "other" })).to.equal("invalid_session");
    expect(await rejection({ iss: "https://evil.example/" })).to.equal("invalid_session");
    expect(await rejection({ org_id: undefined })).to.equal("invalid_session");
    expect(await rejection({ org_id: 5 })).to.equal("invalid_session");
    expect(await rejection({}, "-1s")).to.equal("expired_session");
  });

  it("POST /auth/sign-out ends the session; other sessions of the user stay valid", async () => {
    const [token, sibling] = [await sign({ sid: "s8" }), await sign({ sid: "s9" })];
    expect((await whoami(sibling)).status).to.equal(200);
    expect((await sendRequest(stack.url, "/auth/sign-out", { token, method: "POST" })).status).to.equal(204);
    expect(codeOf(await whoami(token))).to.equal("expired_session");
    expect(codeOf(await whoami(await sign({ sid: "s8" })))).to.equal("expired_session");
    expect((await whoami(sibling)).status).to.equal(200);
  });

  it("does not support /auth/refresh and /auth/password for external sessions", async () => {
    const token = await sign();
    expect((await sendRequest(stack.url, "/auth/refresh", { token, method: "POST" })).status).to.equal(401);
    const body = { current: "anything", next: "something else" };
    expect(codeOf(await sendRequest(stack.url, "/auth/password", { token, body }))).to.equal("invalid_sign_in");
  });

  it("sessions of Plat are accepted in addition", async () => {
    const { token } = await stack.signUp();
    expect((await whoami(token)).status).to.equal(200);
  });

  it("returns 503 instead of 401 while the keys of the identity provider are unavailable", async () => {
    const gateway = await stack.plat.start("gateway", { SESSION_JWKS_URL: "http://127.0.0.1:9/keys" });
    const response = await sendRequest(gateway.url ?? "", "/auth/whoami", { token: await sign() });
    expect([response.status, codeOf(response)]).to.deep.equal([503, "unavailable"]);
  });
});
