import { expect } from "chai";
import { kernel } from "../src/machine.ts";

describe("machine", () => {
  it("shows the kernel's version without the builder's suffix", () => {
    expect(["6.8.0-45-generic", "24.6.0"].map(kernel)).to.deep.equal(["6.8.0", "24.6.0"]);
  });
});
