import { AppError, type Caller, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { signInLimits } from "../src/domain/sign-in-limits.ts";
import { accountHandlers } from "../src/handlers/accounts.ts";
import type { Dependencies } from "../src/handlers/dependencies.ts";
import {
  type Account,
  anonymous,
  codeOf,
  createDependencies,
  handlerCall,
  isSessionEnded,
  type KeysUnderTest,
  sessionCaller,
  signUp,
  startKeysUnderTest,
} from "./support.ts";

describe("sign-in and password change", () => {
  let plat: KeysUnderTest;
  let dependencies: Dependencies;
  let closeDependencies: () => Promise<void>;
  let redis: Redis;
  before(async () => {
    plat = await startKeysUnderTest();
    ({ dependencies, close: closeDependencies } = await createDependencies(plat));
    redis = new Redis(plat.backingServices.url("redis"));
  });
  after(async () => {
    redis.disconnect();
    await closeDependencies();
    await plat.stop();
  });
  const as = (caller: Caller) => ({ requestId: newId(), caller });
  const signIn = (email: string, password: string, address = "192.0.2.1") =>
    plat.rpc.call(keysContract.signIn, { body: { email, password } }, as({ kind: "anonymous", address }));
  const changePassword = ({ caller }: Account, current: string, next: string) =>
    plat.rpc.call(keysContract.changePassword, { body: { current, next } }, as(caller));
  const newPassword = "another battery staple";
  const isActive = async (caller: Caller): Promise<boolean> => {
    if (caller.kind !== "session") throw new Error("not a session");
    return (await dependencies.sessions.findById(caller.sessionId))?.endedAt === null;
  };

  it("failed sign-ins from one address do not use up the account's attempts from other addresses", async () => {
    const account = await signUp(plat.rpc);
    const codes: string[] = [];
    for (let times = 0; times < 115; times++) codes.push(await codeOf(signIn(account.email, "wrong", "192.0.2.70")));
    expect(new Set(codes.slice(0, 10))).to.deep.equal(new Set(["invalid_sign_in"]));
    expect(new Set(codes.slice(10))).to.deep.equal(new Set(["quota_exceeded"]));
    expect(await codeOf(signIn(account.email, account.password, "192.0.2.71"))).to.equal("no error");
  });

  it("failed password changes of one user do not limit other users", async () => {
    const [one, other] = [await signUp(plat.rpc), await signUp(plat.rpc)];
    for (let times = 0; times < 105; times++) await codeOf(changePassword(one, "wrong", newPassword));
    expect(await codeOf(changePassword(one, one.password, newPassword))).to.equal("quota_exceeded");
    expect(await codeOf(changePassword(other, other.password, newPassword))).to.equal("no error");
  });

  it("a sign-in whose password was not verified, because the queue is full, does not count as a failure", async () => {
    const account = await signUp(plat.rpc);
    const limits = signInLimits((...args) => dependencies.cache.rateLimiter(...args));
    const verify: Dependencies["passwords"]["verify"] = () => Promise.reject(new AppError("unavailable", "queue full"));
    const body = { email: account.email, password: account.password };
    const passwords = { ...dependencies.passwords, verify };
    const overloaded = accountHandlers({ ...dependencies, limits, passwords });
    const caller: Caller = { kind: "anonymous", address: "192.0.2.72" };
    for (let times = 0; times < 12; times++) {
      const call = handlerCall(plat, caller, { body, params: undefined });
      expect(await codeOf(overloaded.signIn(call))).to.equal("unavailable");
    }
    expect(await codeOf(signIn(account.email, account.password, caller.address))).to.equal("no error");
  });

  it("a sign-in with the old password that overlaps a password change fails, and its session is ended", async () => {
    const account = await signUp(plat.rpc);
    const inserted: string[] = [];
    const sessions: Dependencies["sessions"] = {
      ...dependencies.sessions,
      async insert(session) {
        await changePassword(account, account.password, newPassword);
        inserted.push(session.id);
        await dependencies.sessions.insert(session);
      },
    };
    const slow = accountHandlers({ ...dependencies, sessions });
    const body = { email: account.email, password: account.password };
    const call = handlerCall(plat, anonymous, { body, params: undefined });
    expect(await codeOf(slow.signIn(call))).to.equal("invalid_sign_in");
    expect(inserted).to.have.length(1);
    expect((await dependencies.sessions.findById(inserted[0] ?? ""))?.endedAt).to.be.a("number");
    expect(await isActive(account.caller)).to.equal(true);
  });

  it("a password change ends the other, older sessions even if the service crashes right after the change", async () => {
    const account = await signUp(plat.rpc);
    const other = sessionCaller(await signIn(account.email, account.password));
    const users: Dependencies["users"] = {
      ...dependencies.users,
      endOutdatedSessions: () => Promise.reject(new Error("crashed")),
    };
    const crashing = accountHandlers({ ...dependencies, users });
    const body = { current: account.password, next: newPassword };
    const outcome = await crashing
      .changePassword(handlerCall(plat, account.caller, { body, params: undefined }))
      .catch((error: unknown) => (error as Error).message);
    expect(outcome).to.equal("crashed");
    const later = sessionCaller(await signIn(account.email, newPassword));
    await eventually(async () => expect(await isSessionEnded(redis, other)).to.equal(true));
    expect([await isActive(account.caller), await isActive(later)]).to.deep.equal([true, true]);
  });
});
