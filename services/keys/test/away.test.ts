import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { mongo } from "mongoose";
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

  it("is unavailable when the server stops or an election goes on longer than the driver tries again", async () => {
    for (const code of [91, 10_107, 11_600, 13_435])
      expect(await codeOf(new mongo.MongoServerError({ message: "not primary", code })), String(code)).to.equal(
        "unavailable",
      );
  });

  it("is not, when anything else went wrong", async () => {
    expect(await codeOf(new TypeError("no"))).to.equal("unforeseen");
    expect(await codeOf(Object.assign(new Error("duplicate"), { code: 11_000 }))).to.equal("unforeseen");
  });
});
