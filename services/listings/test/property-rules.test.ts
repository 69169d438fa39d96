import type { Property, PropertyCreate, PropertyPatch } from "@plat/contracts";
import { expect } from "chai";
import { assert as holds, property as given, subarray } from "fast-check";
import { propertyEvents } from "../src/domain/change-events.ts";
import { newProperty, patchProperty, settableFields } from "../src/domain/property.ts";

const created = "2026-05-01T10:00:00.000Z";
const later = "2026-05-02T10:00:00.000Z";
const facts = { id: "id", organizationId: "organization", now: created, defaultCurrency: null };
const make = (more: Partial<PropertyCreate> = {}, defaultCurrency: string | null = null): Property =>
  newProperty({ title: "A", propertyType: "House", propertyCategory: "Homes", ...more }, { ...facts, defaultCurrency });
const patch = (before: Property, change: PropertyPatch): Property => {
  const after = patchProperty(before, change, later);
  if (after === undefined) throw new Error("nothing changed");
  return after;
};
const typesOf = (before: Property, after: Property): string[] => propertyEvents(before, after).map(({ type }) => type);

describe("a new property", () => {
  it("has every member, null or empty where nothing was given", () => {
    const property = make();
    for (const member of settableFields) expect(property, member).to.have.property(member);
    expect(property).to.deep.include({ agentId: null, description: "", features: [], media: [], areaUnit: "sqm" });
    expect(Object.values(property.address)).to.deep.equal([null, null, null, null, null, null, null]);
  });

  it("is active, and published now, unless it says otherwise", () => {
    expect(make()).to.include({ status: "active", publishedAt: created });
    expect(make({ status: "inactive" }).publishedAt).to.equal(null);
    expect(make({ publishedAt: later }).publishedAt).to.equal(later);
    expect(make({ publishedAt: null }).publishedAt).to.equal(null);
  });

  it("takes the organization's currency only when it names none", () => {
    expect(make({}, "EUR").currency).to.equal("EUR");
    expect(make({ currency: "USD" }, "EUR").currency).to.equal("USD");
    expect(make({ currency: null }, "EUR").currency).to.equal(null);
  });

  it("keeps strings exactly as given", () => {
    const [composed, decomposed] = ["Villa É", "Villa E\u0301"];
    expect(make({ propertyType: composed }).propertyType).to.equal(composed);
    expect(make({ propertyType: ` ${decomposed} ` }).propertyType).to.equal(` ${decomposed} `);
  });
});

describe("a merge patch", () => {
  it("changes nothing, not even the version, when it says what is so already", () => {
    holds(
      given(subarray([...settableFields]), (members) => {
        const before = make({ price: 5, features: ["pool"], address: { city: "Rome" }, location: { lat: 1, lon: 2 } });
        const same = Object.fromEntries(members.map((member) => [member, structuredClone(before[member])]));
        expect(patchProperty(before, same, later)).to.equal(undefined);
      }),
    );
  });

  it("clears with null, and leaves alone what it does not name", () => {
    const before = make({ description: "d", price: 5, features: ["pool"], address: { city: "Rome", street: "Via" } });
    expect(patch(before, { price: null }).price).to.equal(null);
    expect(patch(before, { description: null }).description).to.equal("");
    expect(patch(before, { features: null }).features).to.deep.equal([]);
    expect(patch(before, { address: { city: null } }).address).to.include({ city: null, street: "Via" });
    expect(patch(before, { address: null }).address).to.include({ city: null, street: null });
    expect(patch(before, { address: null })).to.include({ price: 5, description: "d" });
  });

  it("publishes a listing when it first becomes active, and not again", () => {
    const draft = make({ status: "inactive" });
    const active = patch(draft, { status: "active" });
    expect(active.publishedAt).to.equal(later);
    const sold = patch(active, { status: "sold" });
    const back = patchProperty(sold, { status: "active" }, "2026-06-01T00:00:00.000Z");
    expect(back?.publishedAt).to.equal(later);
    expect(patch(draft, { status: "active", publishedAt: created }).publishedAt).to.equal(created);
  });

  it("moves statusChangedAt and priceChangedAt with their own changes alone", () => {
    const before = make({ price: 5 });
    expect(patch(before, { title: "B" })).to.include({ statusChangedAt: created, priceChangedAt: created });
    expect(patch(before, { status: "sold" })).to.include({ statusChangedAt: later, priceChangedAt: created });
    expect(patch(before, { price: 6 })).to.include({ statusChangedAt: created, priceChangedAt: later });
    expect(patch(before, { currency: "EUR" })).to.include({ statusChangedAt: created, priceChangedAt: later });
  });
});

describe("the events of a write", () => {
  it("tell each kind of change once, with before and after", () => {
    const before = make({ price: 5, status: "inactive" });
    const after = patch(before, { price: 6, status: "active", title: "B", address: { city: "Rome" } });
    const events = propertyEvents(before, after);
    expect(events.map(({ id, changes }) => ({ id, changes }))).to.deep.equal([
      {
        id: "id:2:property.updated",
        changes: [
          { field: "title", from: "A", to: "B" },
          { field: "address.city", from: null, to: "Rome" },
        ],
      },
      {
        id: "id:2:property.status_changed",
        changes: [
          { field: "status", from: "inactive", to: "active" },
          { field: "publishedAt", from: null, to: later },
        ],
      },
      { id: "id:2:property.price_changed", changes: [{ field: "price", from: 5, to: 6 }] },
    ]);
  });

  it("are one for a change of one kind", () => {
    const before = make({ price: 5 });
    expect(typesOf(before, patch(before, { price: 6, currency: "EUR" }))).to.deep.equal(["property.price_changed"]);
    expect(
      typesOf(before, patch(before, { media: [{ url: "http://a/b", kind: "image", caption: null }] })),
    ).to.deep.equal(["property.updated"]);
  });

  it("tell all that a creation gave", () => {
    const [event] = propertyEvents(null, make({ price: 5, address: { city: "Rome" } }));
    const fields = event?.changes.map(({ field }) => field);
    expect(fields).to.include.members(["title", "price", "status", "address.city", "publishedAt"]);
    expect(fields).to.not.include.members(["description", "features", "location"]);
  });
});
