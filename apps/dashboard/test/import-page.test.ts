import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { goTo, held, signedIn, useOffice } from "./organization-fixture.ts";

describe("import page", () => {
  const office = useOffice("Barge Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("imports a CSV file: good rows are in, refused ones are named and can be saved", async () => {
    const { page, faults, context } = await signedIn(office);
    const csv =
      'id,title,type,beds,price,country\na1,Import one,House,3,"250,000",NL\na2,Import two,House,x,1,NL\na3,Import three,House,2,90000,Nowhere\n';
    await at(page, "#/import");
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("2 rows would be sent, 1 refused before that.").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("3 of 3 rows: 1 made, 0 changed, 2 refused.").waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Report of refused rows" }).click();
    const report = await readFile(await (await saving).path(), "utf8");
    expect(report.split("\r\n").slice(0, 3)).to.deep.equal([
      "line,externalId,field,reason",
      "3,a2,Bedrooms,“x” is not a number",
      '4,a3,address.country,"must be an ISO 3166-1 alpha-2 country code, like US"',
    ]);
    const { data } = await office.plat.listProperties({ fields: ["title", "price"], limit: 1 });
    expect(data).to.deep.equal([{ title: "Import one", price: 250_000 }]);
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("goes on importing while other pages are looked at, and has the report afterwards", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/import");
    const file = (text: string) => ({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const input = page.getByLabel("CSV file");
    await input.setInputFiles(file("title,type\n"));
    await page.getByText("The file has no row below its header.").waitFor();
    // A browser says nothing when the file is chosen that is chosen already.
    await eventually(async () => expect(await input.inputValue()).to.equal(""));
    await input.setInputFiles(file("id,title,type,price\ni1,One,House,1\n"));
    const sending = await held(page, "**/properties/batch");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await sending.arrived();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await sending.letGo();
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByText("1 of 1 row: 1 made, 0 changed, 0 refused.").waitFor();
    await page.getByRole("button", { name: "Another file" }).click();
    await input.waitFor();
    await context.close();
  });
});
