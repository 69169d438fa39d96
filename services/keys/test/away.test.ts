import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { asked } from "../src/store/connection.ts";

const codeOf = async (error: Error): Promise<string> => {
  try {
    await asked(() => Promise.reject(error));
    return "nothing";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : "unforeseen";
  }
};

describe("a query that fails because the store of keys is away", () => {
  it("is unavailable when the socket broke while it was written", async () => {
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
    expect(await codeOf(broken)).to.equal("unavailable");
  });

  it("is unavailable when the pool was given up", async () => {
    for (const name of ["PoolClearedOnNetworkError", "MongoPoolClosedError", "MongoWaitQueueTimeoutError"])
      expect(await codeOf(Object.assign(new Error("no connection"), { name })), name).to.equal("unavailable");
  });

  it("is not, when anything else went wrong", async () => {
    expect(await codeOf(new TypeError("no"))).to.equal("unforeseen");
    expect(await codeOf(Object.assign(new Error("duplicate"), { code: 11_000 }))).to.equal("unforeseen");
  });
});
