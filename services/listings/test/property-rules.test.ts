import type { Property, PropertyCreate, PropertyPatch } from "@plat/contracts";
import { expect } from "chai";
import { assert as assertProperty, property as given, subarray } from "fast-check";
import { propertyEvents } from "../src/domain/change-events.ts";
import { newProperty, patchProperty, settableFields } from "../src/domain/property.ts";

const created = "2026-05-01T10:00:00.000Z";
const later = "2026-05-02T10:00:00.000Z";
const context = { id: "id", organizationId: "organization", now: created, defaultCurrency: null };
const create = (more: Partial<PropertyCreate> = {}, defaultCurrency: string | null = null): Property =>
  newProperty(
    { title: "A", propertyType: "House", propertyCategory: "Homes", ...more },
    { ...context, defaultCurrency },
  );
const patch = (before: Property, change: PropertyPatch): Property => {
  const after = patchProperty(before, change, later);
  if (after === undefined) throw new Error("nothing changed");
  return after;
};
const typesOf = (before: Property, after: Property): string[] => propertyEvents(before, after).map(({ type }) => type);

describe("newProperty", () => {
  it("sets every field; omitted ones are null or empty", () => {
    const property = create();
    for (const field of settableFields) expect(property, field).to.have.property(field);
    expect(property).to.deep.include({ agentId: null, description: "", features: [], media: [], areaUnit: "sqm" });
    expect(Object.values(property.address)).to.deep.equal([null, null, null, null, null, null, null]);
  });

  it("creates an active property published now, unless status or publishedAt is given", () => {
    expect(create()).to.include({ status: "active", publishedAt: created });
    expect(create({ status: "inactive" }).publishedAt).to.equal(null);
    expect(create({ publishedAt: later }).publishedAt).to.equal(later);
    expect(create({ publishedAt: null }).publishedAt).to.equal(null);
  });

  it("uses the organization's default currency only if none is given", () => {
    expect(create({}, "EUR").currency).to.equal("EUR");
    expect(create({ currency: "USD" }, "EUR").currency).to.equal("USD");
    expect(create({ currency: null }, "EUR").currency).to.equal(null);
  });

  it("stores strings exactly as given, without Unicode normalization or trimming", () => {
    const [composed, decomposed] = ["Villa É", "Villa E\u0301"];
    expect(create({ propertyType: composed }).propertyType).to.equal(composed);
    expect(create({ propertyType: ` ${decomposed} ` }).propertyType).to.equal(` ${decomposed} `);
  });
});

describe("patchProperty", () => {
  it("returns undefined if the patch repeats the current values", () => {
    assertProperty(
      given(subarray([...settableFields]), (fields) => {
        const before = create({
          price: 5,
          features: ["pool"],
          address: { city: "Rome" },
          location: { lat: 1, lon: 2 },
        });
        const same = Object.fromEntries(fields.map((field) => [field, structuredClone(before[field])]));
        expect(patchProperty(before, same, later)).to.equal(undefined);
      }),
    );
  });

  it("clears fields that are null and leaves omitted fields unchanged", () => {
    const before = create({ description: "d", price: 5, features: ["pool"], address: { city: "Rome", street: "Via" } });
    expect(patch(before, { price: null }).price).to.equal(null);
    expect(patch(before, { description: null }).description).to.equal("");
    expect(patch(before, { features: null }).features).to.deep.equal([]);
    expect(patch(before, { address: { city: null } }).address).to.include({ city: null, street: "Via" });
    expect(patch(before, { address: null }).address).to.include({ city: null, street: null });
    expect(patch(before, { address: null })).to.include({ price: 5, description: "d" });
  });

  it("sets publishedAt when a property first becomes active, and not again", () => {
    const draft = create({ status: "inactive" });
    const active = patch(draft, { status: "active" });
    expect(active.publishedAt).to.equal(later);
    const sold = patch(active, { status: "sold" });
    const back = patchProperty(sold, { status: "active" }, "2026-06-01T00:00:00.000Z");
    expect(back?.publishedAt).to.equal(later);
    expect(patch(draft, { status: "active", publishedAt: created }).publishedAt).to.equal(created);
  });

  it("updates statusChangedAt and priceChangedAt only with changes of status and price", () => {
    const before = create({ price: 5 });
    expect(patch(before, { title: "B" })).to.include({ statusChangedAt: created, priceChangedAt: created });
    expect(patch(before, { status: "sold" })).to.include({ statusChangedAt: later, priceChangedAt: created });
    expect(patch(before, { price: 6 })).to.include({ statusChangedAt: created, priceChangedAt: later });
    expect(patch(before, { currency: "EUR" })).to.include({ statusChangedAt: created, priceChangedAt: later });
  });
});

describe("propertyEvents", () => {
  it("returns one event per kind of change, with the values before and after", () => {
    const before = create({ price: 5, status: "inactive" });
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

  it("returns one event if all changes are of one kind", () => {
    const before = create({ price: 5 });
    expect(typesOf(before, patch(before, { price: 6, currency: "EUR" }))).to.deep.equal(["property.price_changed"]);
    expect(
      typesOf(before, patch(before, { media: [{ url: "http://a/b", kind: "image", caption: null }] })),
    ).to.deep.equal(["property.updated"]);
  });

  it("lists all given fields of a creation and omits empty ones", () => {
    const [event] = propertyEvents(null, create({ price: 5, address: { city: "Rome" } }));
    const fields = event?.changes.map(({ field }) => field);
    expect(fields).to.include.members(["title", "price", "status", "address.city", "publishedAt"]);
    expect(fields).to.not.include.members(["description", "features", "location"]);
  });
});
