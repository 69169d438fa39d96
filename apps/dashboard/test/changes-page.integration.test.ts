import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";
import { newOrganization } from "./system.ts";

describe("changes page", () => {
  const organization = useOrganization("Buoy Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("shows a change while the page is open", async () => {
    const { page, problems, context } = await signedIn(organization);
    await openPage(page, "#/changes");
    await page.getByText("Live").waitFor();
    await organization.plat.updateProperty(organization.ids[2] ?? "", { title: "Renamed just now", price: 777_000 });
    const first = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await first.filter({ hasText: "Renamed just now" }).first().waitFor();
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  it("shows the name of a changed listing if no visible event contains it", async () => {
    const { plat, email } = await newOrganization(organization.system.url, "Busy");
    const house = { propertyType: "House", propertyCategory: "Residential", price: 1 };
    const { id } = await plat.createProperty({ ...house, title: "The first listing" });
    const items = Array.from({ length: 120 }, (_, number) => ({ ...house, title: `Later ${number}` }));
    await plat.batchProperties({ mode: "create", items });
    await plat.updateProperty(id, { price: 2 });
    await eventually(async () =>
      expect((await plat.listEvents({ types: ["property.price_changed"] })).data).to.have.length(1),
    );
    const { page, problems, context } = await signedIn({ ...organization, email });
    await openPage(page, "#/changes");
    const changes = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await changes.filter({ hasText: "price changed" }).filter({ hasText: "The first listing" }).waitFor();
    expect(await changes.filter({ hasText: "The first listing" }).count(), "the created event is not visible").to.equal(
      1,
    );
    expect(problems).to.deep.equal([]);
    await context.close();
  });
});
