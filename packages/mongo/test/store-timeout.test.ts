import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { mongo } from "mongoose";
import { withStoreTimeout } from "../src/index.ts";

const codeOf = async (error: unknown): Promise<string> => {
  try {
    // As the driver does, with whatever it has.
    await withStoreTimeout(() => Promise.reject(error));
    return "nothing";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : "unforeseen";
  }
};
const broken = (): Error => Object.assign(new Error("write ECONNRESET"), { code: "ECONNRESET", syscall: "write" });
/** The constructor is the driver's own; what it makes is what its bulk writes throw. */
const inBulk = (cause: Error): Error =>
  Object.assign(Object.create(mongo.MongoBulkWriteError.prototype) as Error, { errorResponse: cause });
/** As the driver makes them: of writes that were refused, or of the copying that did not come about. */
const ofBulk = (refused: number[], uncopied?: number): Error =>
  Object.assign(new mongo.MongoBulkWriteError({ message: "no", code: refused[0] ?? 0 }, {} as mongo.BulkWriteResult), {
    writeErrors: refused.map((code) => ({ index: 0, code, errmsg: "no" })),
    ...(uncopied === undefined ? {} : { code: undefined, err: { code: uncopied, errmsg: "no" } }),
  });
const named = (name: string): Error => Object.assign(new Error("no connection"), { name });

describe("a query that fails because the store is away", () => {
  it("is unavailable when the socket broke while it was written", async () => {
    expect(await codeOf(broken())).to.equal("unavailable");
  });

  it("is unavailable when there is no connection to be had", async () => {
    for (const name of ["MongoWaitQueueTimeoutError", "MongoPoolClosedError", "PoolClearedOnNetworkError"])
      expect(await codeOf(named(name)), name).to.equal("unavailable");
  });

  it("is unavailable when the server stops or an election goes on longer than the driver tries again", async () => {
    for (const code of [91, 10_107, 11_600, 13_435])
      expect(await codeOf(new mongo.MongoServerError({ message: "not primary", code })), String(code)).to.equal(
        "unavailable",
      );
  });

  it("is unavailable also when a bulk write hides that", async () => {
    expect(await codeOf(inBulk(broken()))).to.equal("unavailable");
    expect(await codeOf(inBulk(named("MongoWaitQueueTimeoutError")))).to.equal("unavailable");
  });

  it("is unavailable when a bulk write was not copied, or met a store that is stopping", async () => {
    expect(await codeOf(ofBulk([], 64))).to.equal("unavailable");
    expect(await codeOf(ofBulk([11_602]))).to.equal("unavailable");
    expect(await codeOf(ofBulk([11_000]))).to.equal("unforeseen");
    expect(await codeOf(ofBulk([], 79))).to.equal("unforeseen");
  });

  it("is not, when the store refused what was asked", async () => {
    expect(await codeOf(new mongo.MongoServerError({ message: "no", code: 11_000 }))).to.equal("unforeseen");
    expect(await codeOf(inBulk(new mongo.MongoServerError({ message: "no", code: 2 })))).to.equal("unforeseen");
    expect(await codeOf(new TypeError("no"))).to.equal("unforeseen");
  });
});
