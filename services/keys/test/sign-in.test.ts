import { AppError, type Caller, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { accountHandlers } from "../src/handlers/accounts.ts";
import type { Deps } from "../src/handlers/dependencies.ts";
import { signInLimits } from "../src/domain/sign-in-limits.ts";
import {
  type Account,
  anonymous,
  callOf,
  codeOf,
  keysUnderTest,
  type KeysUnderTest,
  partsOf,
  sessionCaller,
  signUp,
} from "./support.ts";

describe("sign-ins and changes of a password", () => {
  let plat: KeysUnderTest;
  let parts: Awaited<ReturnType<typeof partsOf>>;
  let redis: Redis;
  before(async () => {
    plat = await keysUnderTest();
    parts = await partsOf(plat);
    redis = new Redis(plat.backingServices.url("redis"));
  });
  after(async () => {
    redis.disconnect();
    await parts.close();
    await plat.stop();
  });
  const as = (caller: Caller) => ({ requestId: newId(), caller });
  const signIn = (email: string, password: string, address = "192.0.2.1") =>
    plat.rpc.call(keysContract.signIn, { body: { email, password } }, as({ kind: "anonymous", address }));
  const change = ({ caller }: Account, current: string, next: string) =>
    plat.rpc.call(keysContract.changePassword, { body: { current, next } }, as(caller));
  const next = "another battery staple";
  const isEnded = async (caller: Caller): Promise<boolean> => {
    if (caller.kind !== "session") throw new Error("no session");
    const [record] = await redis.keys(`*session:${caller.userId}:${caller.sessionId}`);
    return (await redis.hexists(record ?? "", "rev")) === 1;
  };
  const isOpen = async ({ caller }: { caller: Caller }): Promise<boolean> => {
    if (caller.kind !== "session") throw new Error("no session");
    return (await parts.deps.people.session(caller.sessionId))?.endedAt === null;
  };

  it("that one address fails at use up nothing of what the account has elsewhere", async () => {
    const made = await signUp(plat.rpc);
    const codes: string[] = [];
    for (let times = 0; times < 115; times++) codes.push(await codeOf(signIn(made.email, "wrong", "192.0.2.70")));
    expect(new Set(codes.slice(0, 10))).to.deep.equal(new Set(["invalid_sign_in"]));
    expect(new Set(codes.slice(10))).to.deep.equal(new Set(["quota_exceeded"]));
    expect(await codeOf(signIn(made.email, made.password, "192.0.2.71"))).to.equal("no error");
  });

  it("that one user fails at keep nobody else from changing a password", async () => {
    const [one, other] = [await signUp(plat.rpc), await signUp(plat.rpc)];
    for (let times = 0; times < 105; times++) await codeOf(change(one, "wrong", next));
    expect(await codeOf(change(one, one.password, next))).to.equal("quota_exceeded");
    expect(await codeOf(change(other, other.password, next))).to.equal("no error");
  });

  it("count for one account however its address is written", async () => {
    const counted: string[] = [];
    const limiter = () => ({
      consume: async (key: string) => counted.push(key),
      reward: async () => undefined,
      delete: async () => undefined,
    });
    const limits = signInLimits(limiter);
    await limits.attempt(anonymous, "Zo\u00eb@plat.example");
    await limits.attempt(anonymous, "zoe\u0308@plat.example");
    expect(counted.slice(3)).to.deep.equal(counted.slice(0, 3));
  });

  it("that nobody looked at, because too many wait, are no failures", async () => {
    const made = await signUp(plat.rpc);
    const { deps } = parts;
    const limits = signInLimits((...args) => deps.ledger.limiter(...args));
    const verify: Deps["passwords"]["verify"] = () => Promise.reject(new AppError("unavailable", "too many"));
    const body = { email: made.email, password: made.password };
    const busy = accountHandlers({ ...deps, limits, passwords: { ...deps.passwords, verify } });
    const at: Caller = { kind: "anonymous", address: "192.0.2.72" };
    for (let times = 0; times < 12; times++)
      expect(await codeOf(busy.signIn(callOf(plat, at, { body, params: undefined })))).to.equal("unavailable");
    expect(await codeOf(signIn(made.email, made.password, at.address))).to.equal("no error");
  });

  it("with the old password do not outlive its change, though they began before it", async () => {
    const made = await signUp(plat.rpc);
    const { deps } = parts;
    const begun: string[] = [];
    const people: Deps["people"] = {
      ...deps.people,
      async insertSession(session) {
        await change(made, made.password, next);
        begun.push(session.id);
        await deps.people.insertSession(session);
      },
    };
    const slow = accountHandlers({ ...deps, people });
    const body = { email: made.email, password: made.password };
    expect(await codeOf(slow.signIn(callOf(plat, anonymous, { body, params: undefined })))).to.equal("invalid_sign_in");
    expect(begun).to.have.length(1);
    expect((await deps.people.session(begun[0] ?? ""))?.endedAt).to.be.a("number");
    expect(await isOpen(made)).to.equal(true);
  });

  it("end other sessions also when the service dies right after the change, and none begun with the new password", async () => {
    const made = await signUp(plat.rpc);
    const other = sessionCaller(await signIn(made.email, made.password));
    const { deps } = parts;
    const people: Deps["people"] = { ...deps.people, endOutdated: () => Promise.reject(new Error("died")) };
    const dying = accountHandlers({ ...deps, people });
    const body = { current: made.password, next };
    const died = await dying
      .changePassword(callOf(plat, made.caller, { body, params: undefined }))
      .catch((error: unknown) => (error as Error).message);
    expect(died).to.equal("died");
    const later = sessionCaller(await signIn(made.email, next));
    await eventually(async () => expect(await isEnded(other)).to.equal(true));
    expect([await isOpen(made), await isOpen({ caller: later })]).to.deep.equal([true, true]);
  });
});
