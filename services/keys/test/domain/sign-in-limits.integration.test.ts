import { expect } from "chai";
import { signInLimits } from "../../src/domain/sign-in-limits.ts";
import { anonymous } from "../support.ts";

describe("sign-in limits", () => {
  it("count attempts for one account however its e-mail address is written", async () => {
    const counted: string[] = [];
    const createLimiter = () => ({
      consume: async (key: string) => counted.push(key),
      reward: async () => undefined,
      delete: async () => undefined,
    });
    const limits = signInLimits(createLimiter);
    await limits.attempt(anonymous, "Zo\u00eb@plat.example");
    await limits.attempt(anonymous, "zoe\u0308@plat.example");
    expect(counted.slice(3)).to.deep.equal(counted.slice(0, 3));
  });
});
