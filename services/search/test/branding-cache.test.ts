import { expect } from "chai";
import { createBrandingCache } from "../src/listings/branding-cache.ts";
import type { Branding } from "../src/domain/includes.ts";

const branding = (organizationId: string, displayName: string): Branding => ({
  organizationId,
  displayName,
  logoUrl: null,
  primaryColor: null,
  website: null,
  phone: null,
});

/** Brandings of a service whose clock is set, and what it was asked for. */
function surroundings() {
  const state = { at: 0, name: "Before", isAway: false };
  const asked: string[][] = [];
  const brandings = createBrandingCache(
    async (ids) => {
      asked.push(ids);
      if (state.isAway) throw new Error("away");
      return ids.filter((id) => id !== "unknown").map((id) => branding(id, `${state.name} ${id}`));
    },
    { ttlMs: 5_000, now: () => state.at },
  );
  const nameOf = async (id: string): Promise<string | null | undefined> => (await brandings.get(id)).displayName;
  return { state, asked, brandings, nameOf };
}

describe("brandings", () => {
  it("are asked for in one call by all who want some at the same moment, unknown ones are empty", async () => {
    const { asked, nameOf } = surroundings();
    expect(await Promise.all(["a", "b", "a", "unknown"].map(nameOf))).to.deep.equal([
      "Before a",
      "Before b",
      "Before a",
      null,
    ]);
    expect(asked).to.deep.equal([["a", "b", "unknown"]]);
  });

  it("are kept for their time and no longer", async () => {
    const { state, asked, nameOf } = surroundings();
    await nameOf("a");
    state.name = "After";
    state.at = 5_000;
    expect(await nameOf("a")).to.equal("Before a");
    state.at = 5_001;
    expect(await nameOf("a")).to.equal("After a");
    expect(asked).to.have.length(2);
  });

  it("are asked for anew when they changed, and when they could not be had", async () => {
    const { state, brandings, nameOf } = surroundings();
    await nameOf("a");
    state.name = "After";
    brandings.invalidate("a");
    expect(await nameOf("a")).to.equal("After a");
    state.isAway = true;
    expect(await brandings.get("b").catch((error: Error) => error.message)).to.equal("away");
    state.isAway = false;
    expect(await nameOf("b")).to.equal("After b");
  });
});
