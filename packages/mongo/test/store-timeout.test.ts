import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { mongo } from "mongoose";
import { withStoreTimeout } from "../src/index.ts";

const codeOf = async (error: unknown): Promise<string> => {
  try {
    await withStoreTimeout(() => Promise.reject(error));
    return "no error";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : "unexpected";
  }
};
const brokenSocket = (): Error =>
  Object.assign(new Error("write ECONNRESET"), { code: "ECONNRESET", syscall: "write" });
/** A bulk write error that wraps another error. Created without its constructor, which is internal to the driver. */
const bulkErrorOf = (cause: Error): Error =>
  Object.assign(Object.create(mongo.MongoBulkWriteError.prototype) as Error, { errorResponse: cause });
/** A bulk write error with the codes of rejected writes, or with the code of a write concern error. */
const bulkWriteError = (codes: number[], writeConcernCode?: number): Error =>
  Object.assign(new mongo.MongoBulkWriteError({ message: "no", code: codes[0] ?? 0 }, {} as mongo.BulkWriteResult), {
    writeErrors: codes.map((code) => ({ index: 0, code, errmsg: "no" })),
    ...(writeConcernCode === undefined ? {} : { code: undefined, err: { code: writeConcernCode, errmsg: "no" } }),
  });
const errorNamed = (name: string): Error => Object.assign(new Error("no connection"), { name });

describe("withStoreTimeout", () => {
  it("throws unavailable if the socket breaks while the query is written", async () => {
    expect(await codeOf(brokenSocket())).to.equal("unavailable");
  });

  it("throws unavailable if no connection is available", async () => {
    for (const name of ["MongoWaitQueueTimeoutError", "MongoPoolClosedError", "PoolClearedOnNetworkError"])
      expect(await codeOf(errorNamed(name)), name).to.equal("unavailable");
  });

  it("throws unavailable if the server shuts down or an election takes longer than the driver retries", async () => {
    for (const code of [91, 10_107, 11_600, 13_435])
      expect(await codeOf(new mongo.MongoServerError({ message: "not primary", code })), String(code)).to.equal(
        "unavailable",
      );
  });

  it("throws unavailable if a bulk write error wraps a connection error", async () => {
    expect(await codeOf(bulkErrorOf(brokenSocket()))).to.equal("unavailable");
    expect(await codeOf(bulkErrorOf(errorNamed("MongoWaitQueueTimeoutError")))).to.equal("unavailable");
  });

  it("throws unavailable if a bulk write is not replicated or the server shuts down", async () => {
    expect(await codeOf(bulkWriteError([], 64))).to.equal("unavailable");
    expect(await codeOf(bulkWriteError([11_602]))).to.equal("unavailable");
    expect(await codeOf(bulkWriteError([11_000]))).to.equal("unexpected");
    expect(await codeOf(bulkWriteError([], 79))).to.equal("unexpected");
  });

  it("passes on other errors unchanged", async () => {
    expect(await codeOf(new mongo.MongoServerError({ message: "no", code: 11_000 }))).to.equal("unexpected");
    expect(await codeOf(bulkErrorOf(new mongo.MongoServerError({ message: "no", code: 2 })))).to.equal("unexpected");
    expect(await codeOf(new TypeError("no"))).to.equal("unexpected");
  });
});
