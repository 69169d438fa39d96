import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type GatewayStack, startGatewayStack } from "./support/gateway-stack.ts";
import { codeOf } from "./support/problems.ts";

describe("sessions of an outside issuer", () => {
  let stack: GatewayStack;
  let server: Server;
  let key: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
  let issuer: string;
  before(async () => {
    const pair = await generateKeyPair("RS256", { extractable: true });
    key = pair.privateKey;
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "outside", alg: "RS256" }] });
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
      .setProtectedHeader({ alg: "RS256", kid: "outside", typ: "JWT" })
      .setIssuer((claims["iss"] as string | undefined) ?? issuer)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  const whoami = (token: string) => sendRequest(stack.url, "/auth/whoami", { token });

  it("are accepted; organization and user are made on the spot, the same ones every time", async () => {
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

  it("make each organization that one session of the issuer passes to, each with a session of its own", async () => {
    for (const org of ["org_First", "org_Second"]) {
      const response = await whoami(await sign({ sid: "passing", org_id: org }));
      expect([response.status, response.body]).to.have.nested.property("[1].organization.name", org);
    }
    const startAnother = await whoami(await sign({ sid: "passing", sub: "auth0|44" }));
    expect(startAnother.status, JSON.stringify(startAnother.body)).to.equal(200);
  });

  it("name an organization by its id when the claim is one", async () => {
    const id = crypto.randomUUID();
    const response = await whoami(await sign({ org_id: id, sub: "x", sid: "s4" }));
    expect(response.body).to.have.nested.property("organization.id", id);
  });

  it("bring names and addresses that can be kept: cut between characters, left out, or the token is refused", async () => {
    const long = await whoami(
      await sign({ org_id: `${"a".repeat(199)}🏠 and more`, sub: "auth0|45", sid: "s5", email: "a\ud800@b.example" }),
    );
    expect(long.status, JSON.stringify(long.body)).to.equal(200);
    expect(long.body).to.have.nested.property("organization.name", "a".repeat(199));
    expect(long.body).to.have.nested.property("user.email", null);
    for (const org_id of ["a\0b", "a\ud800"]) {
      const refused = await whoami(await sign({ org_id, sid: "s6" }));
      expect([refused.status, codeOf(refused)]).to.deep.equal([401, "invalid_session"]);
    }
  });

  it("manage keys, whose requests are the organization's", async () => {
    const token = await sign();
    const made = await sendRequest(stack.url, "/api-keys", { token, body: { name: "outside" } });
    expect(made.status).to.equal(201);
    const response = await sendRequest(stack.url, "/properties", { key: (made.body as { key: string }).key });
    const me = await whoami(token);
    expect((response.body as { caller: { organizationId: string } }).caller.organizationId).to.equal(
      (me.body as { organization: { id: string } }).organization.id,
    );
  });

  it("are refused for another audience, another issuer, without organization, or when expired", async () => {
    const refused = async (claims: Record<string, unknown>, expires?: string) =>
      codeOf(await whoami(await sign(claims, expires)));
    expect(await refused({ aud: "other" })).to.equal("invalid_session");
    expect(await refused({ iss: "https://evil.example/" })).to.equal("invalid_session");
    expect(await refused({ org_id: undefined })).to.equal("invalid_session");
    expect(await refused({ org_id: 5 })).to.equal("invalid_session");
    expect(await refused({}, "-1s")).to.equal("expired_session");
  });

  it("can be ended here by signing out; others of the same user go on", async () => {
    const [token, sibling] = [await sign({ sid: "s8" }), await sign({ sid: "s9" })];
    expect((await whoami(sibling)).status).to.equal(200);
    expect((await sendRequest(stack.url, "/auth/sign-out", { token, method: "POST" })).status).to.equal(204);
    expect(codeOf(await whoami(token))).to.equal("expired_session");
    expect(codeOf(await whoami(await sign({ sid: "s8" })))).to.equal("expired_session");
    expect((await whoami(sibling)).status).to.equal(200);
  });

  it("cannot be renewed here, and have no password to change", async () => {
    const token = await sign();
    expect((await sendRequest(stack.url, "/auth/refresh", { token, method: "POST" })).status).to.equal(401);
    const body = { current: "anything", next: "something else" };
    expect(codeOf(await sendRequest(stack.url, "/auth/password", { token, body }))).to.equal("invalid_sign_in");
  });

  it("stand beside our own", async () => {
    const { token } = await stack.signUp();
    expect((await whoami(token)).status).to.equal(200);
  });

  it("are unavailable, not invalid, while the issuer's keys cannot be had", async () => {
    const gateway = await stack.plat.start("gateway", { SESSION_JWKS_URL: "http://127.0.0.1:9/keys" });
    const response = await sendRequest(gateway.url ?? "", "/auth/whoami", { token: await sign() });
    expect([response.status, codeOf(response)]).to.deep.equal([503, "unavailable"]);
  });
});
