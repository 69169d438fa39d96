import { expect } from "chai";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("agents page", () => {
  const office = useOffice("Lock Homes");

  it("are made, given a listing, shown with it, changed and deleted; the listing stays", async () => {
    const { page, faults, context } = await signedIn(office);
    await goTo(office, page, "#/agents");
    await page.getByRole("heading", { name: "No agent yet" }).waitFor();
    await page.getByRole("button", { name: "New agent" }).first().click();
    const making = page.getByRole("dialog", { name: "New agent" });
    await making.getByLabel("Name").fill("Ada Haven");
    await making.getByLabel("E-mail").fill("nowhere");
    await making.getByRole("button", { name: "Create agent" }).click();
    await making.locator(".field-error").waitFor();
    await making.getByLabel("E-mail").fill("ada@lock.example");
    await making.getByLabel("Languages").fill("en, nl");
    await making.getByRole("button", { name: "Create agent" }).click();
    await page.getByRole("row", { name: /Ada Haven.*en, nl/ }).waitFor();

    const id = office.ids[0] ?? "";
    await goTo(office, page, `#/listings/${id}/edit`);
    await page.getByLabel("Agent").selectOption("Ada Haven");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("ada@lock.example").waitFor();
    await goTo(office, page, "#/agents");
    await page
      .getByRole("row", { name: /Ada Haven/ })
      .getByRole("link", { name: "1" })
      .click();
    await page.getByText("Only those of Ada Haven.").waitFor();
    await page.getByRole("link", { name: "Flat with a terrace 0" }).waitFor();
    expect(await page.getByRole("row").count()).to.equal(2);

    await goTo(office, page, "#/agents");
    await page.getByRole("button", { name: "Edit Ada Haven" }).click();
    await page.getByRole("dialog").getByLabel("Telephone").fill("+31 71 555 0100");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByRole("cell", { name: "+31 71 555 0100" }).waitFor();
    await page.getByRole("button", { name: "Delete Ada Haven" }).click();
    await page.getByRole("button", { name: "Delete agent" }).click();
    await page.getByRole("heading", { name: "No agent yet" }).waitFor();
    expect(await office.plat.getProperty(id)).to.include({ title: "Flat with a terrace 0" });
    expect(faults.filter((fault) => !fault.includes("400"))).to.deep.equal([]);
    await context.close();
  });
});
