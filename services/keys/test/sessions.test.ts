import { type Caller, keysContract } from "@plat/contracts";
import { loadConfig, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { createLocalJWKSet, jwtVerify } from "jose";
import mongoose from "mongoose";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";
import { anonymous, codeOf, keysUnderTest, type KeysUnderTest, sessionCaller, signUp } from "./support.ts";

describe("sessions over the bus", () => {
  let plat: KeysUnderTest;
  let redis: Redis;
  before(async () => {
    plat = await keysUnderTest({ SESSION_KEY_SECONDS: "3", SESSION_TTL_SECONDS: "60" });
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
  const isEnded = async (caller: Caller): Promise<boolean> => {
    if (caller.kind !== "session") throw new Error("no session");
    const [record] = await redis.keys(`*session:${caller.userId}:${caller.sessionId}`);
    return (await redis.hexists(record ?? "", "rev")) === 1;
  };

  it("begin with sign-up and sign-in, whatever the case of the address", async () => {
    const made = await signUp(plat.rpc);
    const again = await signIn(made.email.toUpperCase(), made.password);
    expect(again.user).to.deep.equal({ id: made.userId, email: made.email });
    expect(again.organization).to.deep.equal({ id: made.organizationId, name: "Acme" });
    const { payload } = await jwtVerify(again.token, createLocalJWKSet(await jwks()), { algorithms: ["EdDSA"] });
    expect(payload).to.include({ iss: "plat", aud: "plat", sub: made.userId, org: made.organizationId });
    expect((payload.exp ?? 0) * 1000).to.equal(Date.parse(again.expiresAt));
  });

  it("bear the name that the organization has given itself, whatever comes late", async () => {
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

  it("do not begin with a taken address, a wrong password or an unknown address, which look alike", async () => {
    const made = await signUp(plat.rpc);
    const body = { organizationName: "Other", email: made.email.toUpperCase(), password: "something else" };
    expect(await codeOf(plat.rpc.call(keysContract.signUp, { body }, as(anonymous)))).to.equal("conflict");
    const wrong = await signIn(made.email, "wrong").catch((error: unknown) => error as Error);
    const unknown = await signIn(`x${made.email}`, "wrong").catch((error: unknown) => error as Error);
    expect(wrong).to.include({ code: "invalid_sign_in" });
    expect((unknown as Error).message).to.equal((wrong as Error).message);
  });

  it("are renewed until they end, and end at once by signing out", async () => {
    const { caller } = await signUp(plat.rpc);
    const renewed = await plat.rpc.call(keysContract.refresh, {}, as(caller));
    expect(sessionCaller(renewed)).to.deep.equal(caller);
    expect(await isEnded(caller)).to.equal(false);
    await plat.rpc.call(keysContract.signOut, {}, as(caller));
    expect(await isEnded(caller)).to.equal(true);
    expect(await codeOf(plat.rpc.call(keysContract.refresh, {}, as(caller)))).to.equal("expired_session");
  });

  it("of the same user end with a change of the password, but for the one that changed it", async () => {
    const made = await signUp(plat.rpc);
    const others = [
      sessionCaller(await signIn(made.email, made.password)),
      sessionCaller(await signIn(made.email, made.password)),
    ];
    const change = (current: string, next: string) =>
      plat.rpc.call(keysContract.changePassword, { body: { current, next } }, as(made.caller));
    expect(await codeOf(change("wrong", "another password"))).to.equal("invalid_sign_in");
    expect(await isEnded(others[0] ?? anonymous)).to.equal(false);
    await change(made.password, "another password");
    expect(await Promise.all([made.caller, ...others].map(isEnded))).to.deep.equal([false, true, true]);
    expect(await codeOf(signIn(made.email, made.password))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(made.email, "another password"))).to.equal("no error");
  });

  it("are found again from the store of record, ended ones as ended; another user's are not", async () => {
    const { caller, userId } = await signUp(plat.rpc);
    if (caller.kind !== "session") throw new Error("no session");
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

  it("are signed with keys that change, while older tokens can still be verified", async () => {
    const made = await signUp(plat.rpc);
    const kid = JSON.parse(Buffer.from(made.token.split(".")[0] ?? "", "base64url").toString()).kid as string;
    const next = await eventually(async () => {
      const renewed = await plat.rpc.call(keysContract.refresh, {}, as(made.caller));
      expect(renewed.token.split(".")[0]).not.to.equal(made.token.split(".")[0]);
      return renewed.token;
    });
    const published = await jwks();
    expect(published.keys.map((key) => key.kid)).to.include(kid);
    for (const key of published.keys) expect(key).not.to.have.property("d");
    for (const token of [made.token, next])
      await jwtVerify(token, createLocalJWKSet(published), { algorithms: ["EdDSA"] });
  });

  it("are limited in attempts for an account, without locking out whoever comes from elsewhere", async () => {
    const made = await signUp(plat.rpc);
    for (let times = 0; times < 10; times++)
      expect(await codeOf(signIn(made.email, "wrong", "192.0.2.66"))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(made.email, made.password, "192.0.2.66"))).to.equal("quota_exceeded");
    expect(await codeOf(signIn(made.email, made.password, "192.0.2.67"))).to.equal("no error");
  });

  it("are limited in failed attempts, not in good ones", async () => {
    const made = await signUp(plat.rpc);
    for (let times = 0; times < 12; times++)
      expect(await codeOf(signIn(made.email, made.password, "192.0.2.68"))).to.equal("no error");
  });

  it("cannot be begun by strangers with SIGN_UP=off, and have no limits with RATE_LIMITS=off", async () => {
    const made = await signUp(plat.rpc);
    await plat.restart({ SIGN_UP: "off", RATE_LIMITS: "off" });
    const body = { organizationName: "Other", email: "new@plat.example", password: "something" };
    expect(await codeOf(plat.rpc.call(keysContract.signUp, { body }, as(anonymous)))).to.equal("sign_up_disabled");
    for (let times = 0; times < 12; times++)
      expect(await codeOf(signIn(made.email, "wrong"))).to.equal("invalid_sign_in");
    expect(await codeOf(signIn(made.email, made.password))).to.equal("no error");
    await plat.restart();
  });

  it("are signed with one key, also when two services start at once on an empty store", async () => {
    const env = { ...plat.env, MONGO_DATABASE: `${plat.env["MONGO_DATABASE"]}_pair`, SESSION_KEY_SECONDS: "31622400" };
    const config = loadConfig(keysSettings, env);
    const kidsOf = (sets: Awaited<ReturnType<typeof jwks>>[]) => sets.flatMap(({ keys }) => keys.map(({ kid }) => kid));
    const before = await jwks();
    const pair = await Promise.all([startKeys(config, plat.logger), startKeys(config, plat.logger)]);
    const sets = await Promise.all(Array.from({ length: 10 }, jwks));
    await Promise.all(pair.map((one) => one.stop()));
    // The service of the suite answers some of them, with keys of its own, of which each moment withdraws some.
    const own = new Set(kidsOf([before, await jwks()]));
    expect([...new Set(kidsOf(sets))].filter((kid) => !own.has(kid)).length).to.be.at.most(1);
  });

  it("and keys leave no secret behind: not in MongoDB, not in Redis, not in a log", async () => {
    const made = await signUp(plat.rpc);
    const { key } = await plat.rpc.call(
      keysContract.createKey,
      { body: { name: "k", scopes: ["read"] } },
      as(made.caller),
    );
    await codeOf(signIn(made.email, "a wrong password"));
    const connection = await mongoose
      .createConnection(plat.env["MONGO_URL"] ?? "", { dbName: plat.env["MONGO_DATABASE"] ?? "" })
      .asPromise();
    const collections = await connection.listCollections();
    const documents = await Promise.all(collections.map(({ name }) => connection.collection(name).find().toArray()));
    await connection.close();
    const names = await redis.keys("*");
    const values = await Promise.all(names.map((name) => redis.dump(name).then(String)));
    const everything = [JSON.stringify(documents), ...names, ...values, ...plat.log].join("\n");
    expect(everything).to.include(made.email);
    for (const secret of [key, made.token, made.password, "a wrong password"])
      expect(everything).not.to.include(secret);
    expect(plat.log.join("\n")).not.to.match(/"d":|PRIVATE/);
  });
});
