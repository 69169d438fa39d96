import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";
import { newOrganization } from "./system.ts";

describe("changes page", () => {
  const office = useOffice("Buoy Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("shows changes as they happen", async () => {
    const { page, faults, context } = await signedIn(office);
    await at(page, "#/changes");
    await page.getByText("Live").waitFor();
    await office.plat.updateProperty(office.ids[2] ?? "", { title: "Renamed just now", price: 777_000 });
    const first = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await first.filter({ hasText: "Renamed just now" }).first().waitFor();
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("calls what has changed by its name, also when no change that is shown tells it", async () => {
    const { plat, email } = await newOrganization(office.system.url, "Busy");
    const house = { propertyType: "House", propertyCategory: "Residential", price: 1 };
    const { id } = await plat.createProperty({ ...house, title: "The first of all" });
    const items = Array.from({ length: 120 }, (_, number) => ({ ...house, title: `Later ${number}` }));
    await plat.batchProperties({ mode: "create", items });
    await plat.updateProperty(id, { price: 2 });
    await eventually(async () =>
      expect((await plat.listEvents({ types: ["property.price_changed"] })).data).to.have.length(1),
    );
    const { page, faults, context } = await signedIn({ ...office, email });
    await at(page, "#/changes");
    const changes = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await changes.filter({ hasText: "price changed" }).filter({ hasText: "The first of all" }).waitFor();
    expect(await changes.filter({ hasText: "The first of all" }).count(), "its creation is not shown").to.equal(1);
    expect(faults).to.deep.equal([]);
    await context.close();
  });
});
