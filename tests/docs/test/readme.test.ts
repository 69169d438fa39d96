import { eventually, type Plat, row, sendRequest, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { executePage } from "../src/shell-blocks.ts";
import { root } from "./page-list.ts";
import { join } from "node:path";

/** The listing of the demo organization that the README's request finds. */
const demoListing = {
  title: "Well-kept 2-bedroom apartment in El Carmen",
  propertyType: "Apartment",
  propertyCategory: "Residential",
  listingType: "sale",
  price: 202_000,
  currency: "EUR",
  bedrooms: 2,
  features: ["terrace"],
  address: { city: "Valencia", community: "El Carmen", country: "ES" },
};

/** Restricts `value` to the members that `shown` has, recursively, so that a shortened example can be compared with a response. */
function pick(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shown)) return value.map((each, index) => pick(each, shown[index]));
  if (!isObject(value) || !isObject(shown)) return value;
  return Object.fromEntries(Object.keys(shown).map((name) => [name, pick(value[name], shown[name])]));
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

describe("README.md", function () {
  this.timeout(slowSuiteTimeoutMs);

  let plat: Plat;
  let key: string;

  before(async () => {
    plat = await startPlat();
    const user = { email: "reader@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Readers", ...user } });
    const token = String(row(signedUp)["token"]);
    key = String(row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "readme" } }))["key"]);
    const created = await sendRequest(plat.url, "/properties?waitForIndex=true", { key, body: demoListing });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
  });
  after(() => plat.stop());

  it("shows a request whose response contains exactly the values of the example", async () => {
    const text = await readFile(join(root, "README.md"), "utf8");
    const example: unknown = JSON.parse(/^```json\n([\s\S]*?)^```/m.exec(text)?.[1] ?? "");
    // The interpreter learns the names of a new listing about one second after it is stored.
    await eventually(async () => {
      const [block, ...others] = await executePage("README.md", { url: plat.url, key });
      expect(others).to.deep.equal([]);
      expect(block?.statuses).to.deep.equal([200]);
      const response: unknown = JSON.parse(block?.stdout ?? "");
      expect(pick(response, example)).to.deep.equal(example);
    });
  });

  it("has at most 120 lines", async () => {
    const text = await readFile(join(root, "README.md"), "utf8");
    expect(text.split("\n").length - 1).to.be.at.most(120);
  });
});
