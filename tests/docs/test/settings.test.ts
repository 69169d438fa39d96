import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { settingsFile, settingsPage } from "../src/settings-page.ts";

describe("docs/operate/settings.md", () => {
  it("equals the generated page; if it does not, run npm run docs", async () => {
    expect(await readFile(settingsFile, "utf8")).to.equal(settingsPage());
  });
});
