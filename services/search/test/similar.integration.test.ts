import type { Ad, Property } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import { isActiveAd } from "../src/domain/includes.ts";
import { buildProperty, buildAd, type Overrides } from "./support/property.ts";
import {
  organizationA,
  organizationB,
  rejectionOf,
  startSearchFixture,
  type SearchFixture,
} from "./support/search-fixture.ts";

describe("GET /properties/:id/similar", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
  });
  after(() => fixture.stop());

  /** A property type per test, so that tests do not see each other's listings. */
  let family = 0;
  const group = () => {
    const propertyType = `Family ${family++}`;
    return async (overrides: Overrides = {}, ads: (id: string) => Ad[] = () => []): Promise<Property> => {
      const property = buildProperty({ organizationId: organizationA, propertyType, ...overrides });
      await fixture.load([fixture.listings.put(property, ads(property.id))]);
      return property;
    };
  };
  const idsOf = async (id: string, query: object = {}, organizationId?: string): Promise<(string | undefined)[]> =>
    (await fixture.similar(id, { limit: 100, ...query }, organizationId)).map((each) => each.id);

  it("matches exactly ±25 % of the price and ±1 bedroom", async () => {
    const make = group();
    const reference = await make({ price: 0.1, bedrooms: 2, publishedAt: null });
    const inside = [
      await make({ price: 0.075 }),
      await make({ price: 0.125 }),
      await make({ price: 0.1, bedrooms: 1 }),
    ];
    await make({ price: 0.0749999 });
    await make({ price: 0.1250001 });
    await make({ price: 0.1, bedrooms: 4 });
    await make({ price: 0.1, bedrooms: 0 });
    expect(await idsOf(reference.id)).to.have.members(inside.map(({ id }) => id));
  });

  it("requires the identical type and category", async () => {
    const composed = buildProperty({ propertyType: "Caf\u00e9 house", organizationId: organizationA });
    const decomposed = buildProperty({ propertyType: "Cafe\u0301 house", organizationId: organizationA });
    const lower = buildProperty({ propertyType: "caf\u00e9 house", organizationId: organizationA });
    const other = buildProperty({
      propertyType: "Caf\u00e9 house",
      propertyCategory: "residential",
      organizationId: organizationA,
    });
    await fixture.load([composed, decomposed, lower, other].map((property) => fixture.listings.put(property)));
    expect(await idsOf(composed.id)).to.deep.equal([]);
  });

  it("matches the same community in another city, and returns matchedOn", async () => {
    const make = group();
    const reference = await make({ address: { city: "Here", community: "Old Town" } });
    const there = await make({ address: { city: "There", community: "Old Town" } });
    await make({ address: { city: "There", community: "New Town" } });
    const response = await fixture.similar(reference.id);
    expect(response.map(({ id, matchedOn }) => [id, matchedOn])).to.deep.equal([
      [there.id, ["community", "bedrooms", "price"]],
    ]);
  });

  it("skips a rule without a reference value for match=all; it matches nothing for match=any", async () => {
    const make = group();
    const bare = await make({ price: null, bedrooms: null, address: { city: null } });
    const full = await make();
    expect(await idsOf(bare.id)).to.deep.equal([full.id]);
    expect(await idsOf(bare.id, { match: "any" })).to.deep.equal([]);
    // Conversely, missing values of the candidate never match.
    expect(await idsOf(full.id)).to.deep.equal([]);
    expect(await idsOf(full.id, { match: "any" })).to.deep.equal([]);
  });

  it("compares prices only if the currencies are equal or one is missing", async () => {
    const make = group();
    const reference = await make({ currency: "USD" });
    const none = await make({ currency: null });
    await make({ currency: "EUR" });
    expect(await idsOf(reference.id)).to.deep.equal([none.id]);
    expect(await idsOf(none.id)).to.have.length(2);
  });

  it("sorts by publication date, newest first, missing dates last, ties by id", async () => {
    const make = group();
    const reference = await make();
    const never = await make({ publishedAt: null });
    const old = await make({ publishedAt: "2020-01-01T00:00:00.000Z" });
    const tied = [
      await make({ publishedAt: "2024-01-01T00:00:00.000Z" }),
      await make({ publishedAt: "2024-01-01T00:00:00.000Z" }),
    ];
    expect(await idsOf(reference.id)).to.deep.equal([...tied.map(({ id }) => id).toSorted(), old.id, never.id]);
    expect(await fixture.similar(reference.id, { limit: 1 })).to.have.length(1);
    expect(await fixture.similar(reference.id)).to.have.length(4);
  });

  it("returns active listings of every organization, only own ones if requested, and other statuses only of the caller's", async () => {
    const make = group();
    const reference = await make();
    const theirs = await make({ organizationId: organizationB });
    const own = await make();
    const sold = await make({ status: "sold" });
    await make({ status: "sold", organizationId: organizationB });
    expect(await idsOf(reference.id)).to.have.members([theirs.id, own.id]);
    expect(await idsOf(reference.id, { filterByOrganization: true })).to.deep.equal([own.id]);
    expect(await idsOf(reference.id, { status: "sold" })).to.deep.equal([sold.id]);
  });

  it("reads the reference from the listings service: a new listing works, an invisible one returns 404", async () => {
    const make = group();
    const known = await make();
    const fresh = fixture.listings.put({ ...known, id: newId() });
    expect(await idsOf(fresh.id)).to.deep.equal([known.id]);
    const hidden = await make({ status: "pending", organizationId: organizationB });
    expect((await rejectionOf(fixture.similar(hidden.id))).code).to.equal("not_found");
    expect(await idsOf(hidden.id, {}, organizationB)).to.have.members([known.id]);
    expect((await rejectionOf(fixture.similar(newId()))).code).to.equal("not_found");
  });

  it("includes brandings (one call for all) and active ads (newest first) only if requested", async () => {
    const make = group();
    const reference = await make();
    fixture.listings.brandings.set(organizationA, "A homes");
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const ago = new Date(Date.now() - 3_600_000).toISOString();
    const advertised = await make({}, (id) => [
      buildAd(id, { headline: "first", createdAt: "2026-01-01T00:00:00.000Z", startsAt: ago, endsAt: soon }),
      buildAd(id, { headline: "paused", status: "paused" }),
      buildAd(id, { headline: "not yet", startsAt: soon }),
      buildAd(id, { headline: "over", endsAt: ago }),
      buildAd(id, { headline: "third", createdAt: "2026-01-03T00:00:00.000Z" }),
      buildAd(id, { headline: "second", createdAt: "2026-01-02T00:00:00.000Z" }),
      buildAd(id, { headline: "fourth", createdAt: "2026-01-04T00:00:00.000Z" }),
    ]);
    await make({ organizationId: organizationB, publishedAt: null });
    const [plain] = await fixture.similar(reference.id);
    expect(plain).to.not.have.any.keys("branding", "activeAdCount", "adCreatives");
    const calls = fixture.listings.brandingCalls;
    const all = await fixture.similar(reference.id, {
      includeBranding: true,
      includeAdCount: true,
      includeAdCreatives: true,
    });
    expect(fixture.listings.brandingCalls - calls).to.equal(1);
    expect(all.map(({ branding }) => [branding?.organizationId, branding?.displayName])).to.deep.equal([
      [organizationA, "A homes"],
      [organizationB, null],
    ]);
    expect(all[0]?.id).to.equal(advertised.id);
    expect(all.map(({ activeAdCount }) => activeAdCount)).to.deep.equal([4, 0]);
    expect(all[0]?.adCreatives?.map(({ headline }) => headline)).to.deep.equal(["fourth", "third", "second"]);
    expect(all[1]?.adCreatives).to.deep.equal([]);
  });

  it("returns the requested fields and matchedOn", async () => {
    const make = group();
    const reference = await make();
    await make({ price: 260_000 });
    expect(await fixture.similar(reference.id, { fields: ["price"] })).to.deep.equal([
      { price: 260_000, matchedOn: ["city", "bedrooms", "price"] },
    ]);
    const error = await rejectionOf(fixture.similar(reference.id, { fields: ["secret"] }));
    expect(error.errors?.[0]).to.include({ in: "query", name: "fields" });
  });

  it("isActiveAd includes the start and the end of an ad's period", () => {
    const ad = buildAd(newId(), { startsAt: "2026-01-01T00:00:00.000Z", endsAt: "2026-02-01T00:00:00.000Z" });
    const [start, end] = [Date.parse(ad.startsAt ?? ""), Date.parse(ad.endsAt ?? "")];
    expect([start - 1, start, end, end + 1].map((at) => isActiveAd(ad, at))).to.deep.equal([false, true, true, false]);
    expect(isActiveAd({ ...ad, status: "ended" }, start)).to.equal(false);
  });
});
