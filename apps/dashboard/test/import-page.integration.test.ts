import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { goTo, holdRequests, signedIn, useOrganization } from "./organization-fixture.ts";

describe("import page", () => {
  const organization = useOrganization("Barge Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("imports the valid rows of a CSV file and offers the rejected rows as a download", async () => {
    const { page, problems, context } = await signedIn(organization);
    const csv =
      'id,title,type,beds,price,country\na1,Import one,House,3,"250,000",NL\na2,Import two,House,x,1,NL\na3,Import three,House,2,90000,Nowhere\n';
    await openPage(page, "#/import");
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("2 rows ready to import, 1 rejected.").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("3 of 3 rows: 1 created, 0 updated, 2 rejected.").waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download rejected rows" }).click();
    const report = await readFile(await (await downloading).path(), "utf8");
    expect(report.split("\r\n").slice(0, 3)).to.deep.equal([
      "line,externalId,field,reason",
      "3,a2,Bedrooms,“x” is not a number",
      '4,a3,address.country,"must be an ISO 3166-1 alpha-2 code, for example `US`"',
    ]);
    const { data } = await organization.plat.listProperties({ fields: ["title", "price"], limit: 1 });
    expect(data).to.deep.equal([{ title: "Import one", price: 250_000 }]);
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  it("continues an import while another page is open and shows the report afterwards", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/import");
    const file = (text: string) => ({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const input = page.getByLabel("CSV file");
    await input.setInputFiles(file("title,type\n"));
    await page.getByText("The file has no rows below the header.").waitFor();
    // A browser fires no change event if the same file is chosen again.
    await eventually(async () => expect(await input.inputValue()).to.equal(""));
    await input.setInputFiles(file("id,title,type,price\ni1,One,House,1\n"));
    const sending = await holdRequests(page, "**/properties/batch");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await sending.arrived();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await sending.release();
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByText("1 of 1 row: 1 created, 0 updated, 0 rejected.").waitFor();
    await page.getByRole("button", { name: "Import another file" }).click();
    await input.waitFor();
    await context.close();
  });
});
