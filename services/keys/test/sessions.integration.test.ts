import { type Caller, keysContract } from "@plat/contracts";
import { loadConfig, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { createLocalJWKSet, jwtVerify } from "jose";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";
import {
  anonymous,
  codeOf,
  isSessionEnded,
  type KeysUnderTest,
  sessionCaller,
  signUp,
  startKeysUnderTest,
} from "./support.ts";

describe("session endpoints", () => {
  let plat: KeysUnderTest;
  let redis: Redis;
  before(async () => {
    plat = await startKeysUnderTest({ SIGNING_KEY_ROTATION_MS: "3000", SESSION_TTL_MS: "60000" });
    redis = new Redis(plat.backingServices.url("redis"));
  });
  after(async () => {
    redis.disconnect();
    await plat.stop();
  });
  const as = (caller: Caller) => ({ requestId: newId(), caller });
  const signIn = (email: string, password: string, address = "192.0.2.1") =>
    plat.rpc.call(keysContract.signIn, { body: { email, password } }, as({ kind: "anonymous", address }));
  const jwks = () => plat.rpc.call(keysContract.publicKeys, {}, as(anonymous));
  const isEnded = (caller: Caller): Promise<boolean> => isSessionEnded(redis, caller);

  it("signUp and signIn start a session, regardless of the case of the e-mail address", async () => {
    const account = await signUp(plat.rpc);
    const session = await signIn(account.email.toUpperCase(), account.password);
    expect(session.user).to.deep.equal({ id: account.userId, email: account.email });
    expect(session.organization).to.deep.equal({ id: account.organizationId, name: "Acme" });
    const { payload } = await jwtVerify(session.token, createLocalJWKSet(await jwks()), { algorithms: ["EdDSA"] });
    expect(payload).to.include({ iss: "plat", aud: "plat", sub: account.userId, org: account.organizationId });
    expect((payload.exp ?? 0) * 1000).to.equal(Date.parse(session.expiresAt));
  });

  it("nameOrganization sets the name that sessions return, and ignores older versions that arrive late", async () => {
    const { organizationId, email, password, caller } = await signUp(plat.rpc);
    const name = (text: string, version: number) =>
      plat.rpc.call(
        keysContract.nameOrganization,
        { body: { organizationId, name: text, version } },
        as({ kind: "service" }),
      );
    await name("Second", 2);
    await name("Fifth", 5);
    await name("Third", 3);
    const organization = { id: organizationId, name: "Fifth" };
    expect((await signIn(email, password)).organization).to.deep.equal(organization);
    expect((await plat.rpc.call(keysContract.refresh, {}, as(caller))).organization).to.deep.equal(organization);
    const who = await plat.rpc.call(keysContract.identify, { body: { organizationId } }, as({ kind: "service" }));
    expect(who.organization).to.deep.equal(organization);
    await name("Sixth", 6);
    expect((await signIn(email, password)).organization.name).to.equal("Sixth");
  });

  it("signUp rejects a taken e-mail address; signIn rejects unknown addresses and wrong passwords with the same error", async () => {
    const account = await signUp(plat.rpc);
    const body = { organizationName: "Other", email: account.email.toUpperCase(), password: "something else" };
    expect(await codeOf(plat.rpc.call(keysContract.signUp, { body }, as(anonymous)))).to.equal("conflict");
    const wrong = await signIn(account.email, "wrong").catch((error: unknown) => error as Error);
    const unknown = await signIn(`x${account.email}`, "wrong").catch((error: unknown) => error as Error);
    expect(wrong).to.include({ code: "invalid_sign_in" });
    expect((unknown as Error).message).to.equal((wrong as Error).message);
  });

  it("refresh renews a session until signOut ends it immediately", async () => {
    const { caller } = await signUp(plat.rpc);
    const refreshed = await plat.rpc.call(keysContract.refresh, {}, as(caller));
    expect(sessionCaller(refreshed)).to.deep.equal(caller);
    expect(await isEnded(caller)).to.equal(false);
    await plat.rpc.call(keysContract.signOut, {}, as(caller));
    expect(await isEnded(caller)).to.equal(true);
    expect(await codeOf(plat.rpc.call(keysContract.refresh, {}, as(caller)))).to.equal("expired_session");
  });

  it("changePassword ends the user's other sessions", async () => {
    const account = await signUp(plat.rpc);
    const others = [
      sessionCaller(await signIn(account.email, account.password)),
      sessionCaller(await signIn(account.email, account.password)),
    ];
    const change = (current: string, next: string) =>
      plat.rpc.call(keysContract.changePassword, { body: { current, next } }, as(account.caller));
    expect(await codeOf(change("wrong", "another password"))).to.equal("invalid_sign_in");
    expect(await isEnded(others[0] ?? anonymous)).to.equal(false);
    await change(account.password, "another password");
    expect(await Promise.all([account.caller, ...others].map(isEnded))).to.deep.equal([false, true, true]);
    expect(await codeOf(signIn(account.email, account.password))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(account.email, "another password"))).to.equal("no error");
  });

  it("lookUpSession restores the record of an ended session after Redis lost it, and finds no other user's session", async () => {
    const { caller, userId } = await signUp(plat.rpc);
    if (caller.kind !== "session") throw new Error("not a session");
    await plat.rpc.call(keysContract.signOut, {}, as(caller));
    await redis.flushall();
    const body = { sessionId: caller.sessionId, userId };
    const found = await plat.rpc.call(keysContract.lookUpSession, { body }, as({ kind: "service" }));
    expect(found.endedAt).to.match(/Z$/);
    expect(await isEnded(caller)).to.equal(true);
    const other = { sessionId: caller.sessionId, userId: newId() };
    const notFound = await plat.rpc.call(keysContract.lookUpSession, { body: other }, as({ kind: "service" }));
    expect(notFound).to.deep.equal({ endedAt: null, endsAt: null });
  });

  it("signing keys rotate, and tokens of earlier keys still verify", async () => {
    const account = await signUp(plat.rpc);
    const kid = JSON.parse(Buffer.from(account.token.split(".")[0] ?? "", "base64url").toString()).kid as string;
    const next = await eventually(async () => {
      const refreshed = await plat.rpc.call(keysContract.refresh, {}, as(account.caller));
      expect(refreshed.token.split(".")[0]).not.to.equal(account.token.split(".")[0]);
      return refreshed.token;
    });
    const published = await jwks();
    expect(published.keys.map((key) => key.kid)).to.include(kid);
    for (const key of published.keys) expect(key).not.to.have.property("d");
    for (const token of [account.token, next])
      await jwtVerify(token, createLocalJWKSet(published), { algorithms: ["EdDSA"] });
  });

  it("signIn limits failures per account and address, without locking out other addresses", async () => {
    const account = await signUp(plat.rpc);
    for (let times = 0; times < 10; times++)
      expect(await codeOf(signIn(account.email, "wrong", "192.0.2.66"))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(account.email, account.password, "192.0.2.66"))).to.equal("quota_exceeded");
    expect(await codeOf(signIn(account.email, account.password, "192.0.2.67"))).to.equal("no error");
  });

  it("signIn does not limit successful attempts", async () => {
    const account = await signUp(plat.rpc);
    for (let times = 0; times < 12; times++)
      expect(await codeOf(signIn(account.email, account.password, "192.0.2.68"))).to.equal("no error");
  });

  it("SIGN_UP=off disables signUp, and RATE_LIMITS=off disables the limits of signIn", async () => {
    const account = await signUp(plat.rpc);
    await plat.restart({ SIGN_UP: "off", RATE_LIMITS: "off" });
    const body = { organizationName: "Other", email: "new@plat.example", password: "something" };
    expect(await codeOf(plat.rpc.call(keysContract.signUp, { body }, as(anonymous)))).to.equal("sign_up_disabled");
    for (let times = 0; times < 12; times++)
      expect(await codeOf(signIn(account.email, "wrong"))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(account.email, account.password))).to.equal("no error");
    await plat.restart();
  });

  it("two replicas that start concurrently on an empty database use the same signing key", async () => {
    const env = {
      ...plat.env,
      MONGO_DATABASE: `${plat.env["MONGO_DATABASE"]}_pair`,
      SIGNING_KEY_ROTATION_MS: "31622400000",
    };
    const config = loadConfig(keysSettings, env);
    const kidsOf = (sets: Awaited<ReturnType<typeof jwks>>[]) => sets.flatMap(({ keys }) => keys.map(({ kid }) => kid));
    const before = await jwks();
    const pair = await Promise.all([startKeys(config, plat.logger), startKeys(config, plat.logger)]);
    const sets = await Promise.all(Array.from({ length: 10 }, jwks));
    await Promise.all(pair.map((one) => one.stop()));
    // The service of this suite handles some of the requests, and its own keys rotate meanwhile.
    const own = new Set(kidsOf([before, await jwks()]));
    expect([...new Set(kidsOf(sets))].filter((kid) => !own.has(kid)).length).to.be.at.most(1);
  });

  it("no API key, token or password is stored in clear text in MongoDB, Redis or the log", async () => {
    const account = await signUp(plat.rpc);
    const { key } = await plat.rpc.call(
      keysContract.createKey,
      { body: { name: "k", scopes: ["read"] } },
      as(account.caller),
    );
    await codeOf(signIn(account.email, "a wrong password"));
    const connection = await plat.connectToDatabase();
    const collections = await connection.listCollections();
    const documents = await Promise.all(collections.map(({ name }) => connection.collection(name).find().toArray()));
    await connection.close();
    const names = await redis.keys("*");
    const values = await Promise.all(names.map((name) => redis.dump(name).then(String)));
    const everything = [JSON.stringify(documents), ...names, ...values, ...plat.log].join("\n");
    expect(everything).to.include(account.email);
    for (const secret of [key, account.token, account.password, "a wrong password"])
      expect(everything).not.to.include(secret);
    expect(plat.log.join("\n")).not.to.match(/"d":|PRIVATE/);
  });
});
