import { expect } from "chai";
import { CleanupStack, createLogger } from "../src/index.ts";

describe("CleanupStack", () => {
  it("closes resources in reverse order, even if one of them fails", async () => {
    const closed: string[] = [];
    const cleanup = new CleanupStack();
    cleanup.add("first", () => void closed.push("first"));
    cleanup.add("second", () => {
      throw new Error("stuck");
    });
    cleanup.add("third", async () => void closed.push("third"));
    await cleanup.closeAll(createLogger({ service: "test", level: "silent" }));
    expect(closed).to.deep.equal(["third", "first"]);
  });
});
