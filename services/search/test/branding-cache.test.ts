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

/** A cache with a controlled clock that records the loaded ids. */
function brandingFixture() {
  const state = { at: 0, name: "Before", isUnavailable: false };
  const requestedIds: string[][] = [];
  const brandings = createBrandingCache(
    async (ids) => {
      requestedIds.push(ids);
      if (state.isUnavailable) throw new Error("unavailable");
      return ids.filter((id) => id !== "unknown").map((id) => branding(id, `${state.name} ${id}`));
    },
    { ttlMs: 5_000, now: () => state.at },
  );
  const nameOf = async (id: string): Promise<string | null | undefined> => (await brandings.get(id)).displayName;
  return { state, requestedIds, brandings, nameOf };
}

describe("branding cache", () => {
  it("loads concurrently requested brandings in one call, and returns an empty branding for an unknown organization", async () => {
    const { requestedIds, nameOf } = brandingFixture();
    expect(await Promise.all(["a", "b", "a", "unknown"].map(nameOf))).to.deep.equal([
      "Before a",
      "Before b",
      "Before a",
      null,
    ]);
    expect(requestedIds).to.deep.equal([["a", "b", "unknown"]]);
  });

  it("returns a cached branding until its TTL has passed", async () => {
    const { state, requestedIds, nameOf } = brandingFixture();
    await nameOf("a");
    state.name = "After";
    state.at = 5_000;
    expect(await nameOf("a")).to.equal("Before a");
    state.at = 5_001;
    expect(await nameOf("a")).to.equal("After a");
    expect(requestedIds).to.have.length(2);
  });

  it("loads a branding again after an invalidation and after a failed load", async () => {
    const { state, brandings, nameOf } = brandingFixture();
    await nameOf("a");
    state.name = "After";
    brandings.invalidate("a");
    expect(await nameOf("a")).to.equal("After a");
    state.isUnavailable = true;
    expect(await brandings.get("b").catch((error: Error) => error.message)).to.equal("unavailable");
    state.isUnavailable = false;
    expect(await nameOf("b")).to.equal("After b");
  });
});
