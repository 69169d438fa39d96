import { expect } from "chai";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("agents page", () => {
  const organization = useOrganization("Lock Homes");

  it("creates, assigns, edits and deletes an agent and keeps its listing", async () => {
    const { page, problems, context } = await signedIn(organization);
    await goTo(organization, page, "#/agents");
    await page.getByRole("heading", { name: "No agents yet" }).waitFor();
    await page.getByRole("button", { name: "New agent" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New agent" });
    await dialog.getByLabel("Name").fill("Ada Haven");
    await dialog.getByLabel("Email").fill("nowhere");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await dialog.locator(".field-error").waitFor();
    await dialog.getByLabel("Email").fill("ada@lock.example");
    await dialog.getByLabel("Languages").fill("en, nl");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await page.getByRole("row", { name: /Ada Haven.*en, nl/ }).waitFor();

    const id = organization.ids[0] ?? "";
    await goTo(organization, page, `#/listings/${id}/edit`);
    await page.getByLabel("Agent").selectOption("Ada Haven");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("ada@lock.example").waitFor();
    await goTo(organization, page, "#/agents");
    await page
      .getByRole("row", { name: /Ada Haven/ })
      .getByRole("link", { name: "1" })
      .click();
    await page.getByText("Showing listings of Ada Haven.").waitFor();
    await page.getByRole("link", { name: "Flat with a terrace 0" }).waitFor();
    expect(await page.getByRole("row").count()).to.equal(2);

    await goTo(organization, page, "#/agents");
    await page.getByRole("button", { name: "Edit Ada Haven" }).click();
    await page.getByRole("dialog").getByLabel("Phone").fill("+31 71 555 0100");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByRole("cell", { name: "+31 71 555 0100" }).waitFor();
    await page.getByRole("button", { name: "Delete Ada Haven" }).click();
    await page.getByRole("button", { name: "Delete agent" }).click();
    await page.getByRole("heading", { name: "No agents yet" }).waitFor();
    expect(await organization.plat.getProperty(id)).to.include({ title: "Flat with a terrace 0" });
    expect(problems.filter((problem) => !problem.includes("400"))).to.deep.equal([]);
    await context.close();
  });
});
