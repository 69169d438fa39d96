import { type AppError, type Interpretation, searchContract, searchRequest } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { pageCursor, readPageCursor } from "../src/domain/page-cursor.ts";
import { buildProperty } from "./support/property.ts";
import { type SearchFixture, organizationA, rejectionOf } from "./support/search-fixture.ts";
import { type PlainLanguageFixture, startPlainLanguageFixture } from "./support/plain-language-listings.ts";

describe("cursor of a search in plain language", () => {
  let plain: PlainLanguageFixture;
  let fixture: SearchFixture;
  let nameOf: Map<string, string>;
  before(async () => {
    plain = await startPlainLanguageFixture();
    ({ fixture, nameOf } = plain);
  });
  after(() => fixture.stop());

  it("continues from a cursor with the interpretation of the first page", async () => {
    const query = "house near Elk Grove";
    const first = await fixture.search({ query, limit: 2 });
    const second = await fixture.search({ query, limit: 2, cursor: first.page.nextCursor ?? "" });
    const all = [...first.data, ...second.data].map(({ id = "" }) => nameOf.get(id));
    expect(all).to.have.members(["matching", "expensive", "close"]);
    expect(second.page.nextCursor).to.equal(null);
  });

  it("continues with the interpretation of the first page if names change meanwhile", async () => {
    const query = "houses in Elk Grove or Flumdiddle, cheapest first";
    const first = await fixture.search({ query, limit: 1 });
    expect(first.interpretation?.filters.cities).to.deep.equal(["Elk Grove"]);
    const { id } = fixture.listings.put(
      buildProperty({ organizationId: organizationA, title: "new", price: 1_000_000, address: { city: "Flumdiddle" } }),
    );
    nameOf.set(id, "new");
    await fixture.listings.notify(id, { wait: true });
    await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true));
    const again = await fixture.search({ query, limit: 1 });
    expect(again.interpretation?.filters.cities).to.have.members(["Elk Grove", "Flumdiddle"]);
    const names = [nameOf.get(first.data[0]?.id ?? "")];
    let { nextCursor } = first.page;
    while (nextCursor !== null) {
      const page = await fixture.search({ query, limit: 1, cursor: nextCursor });
      expect(page.interpretation).to.deep.equal(first.interpretation);
      names.push(nameOf.get(page.data[0]?.id ?? ""));
      ({ nextCursor } = page.page);
    }
    expect(names).to.have.length(first.total.value).and.to.not.include("new");
    await plain.remove(id);
  });

  it("rejects a truncated or modified cursor and one with an impossible interpretation", async () => {
    const query = "house in Elk Grove zzblorb";
    const { page, interpretation } = await fixture.search({ query, limit: 1 });
    const genuine = page.nextCursor ?? "";
    if (interpretation === undefined) throw new Error("no interpretation");
    const fingerprint = { organizationId: organizationA, query, ownOnly: false };
    const { after, interpreted } = readPageCursor(genuine, fingerprint, true);
    if (interpreted === undefined) throw new Error("no interpretation in the cursor");
    const forged = (changes: object): string =>
      pageCursor(after, fingerprint, { ...interpreted, interpretation: { ...interpretation, ...changes } });
    expect((await fixture.search({ query, cursor: forged({}) })).interpretation).to.deep.equal(interpretation);
    const box = { bbox: [0, 0, 1, 1] };
    for (const cursor of [
      forged({ filters: { price: { max: "cheap" } } }),
      forged({ filters: { cities: Array.from({ length: 51 }, String) } }),
      forged({ sort: [{ field: "secret" }] }),
      forged({ text: "" }),
      forged({ geo: box }),
      forged({ centre: { name: "Elk Grove", kind: "planet", lat: 0, lon: 0 } }),
      forged({ intent: "order" }),
      forged({ sort: [{ field: "price" }] }),
      pageCursor(after, fingerprint, { ...interpreted, boostTerms: Array.from({ length: 300 }, String) }),
      pageCursor(after, fingerprint, undefined),
      genuine.split(".")[0] ?? "",
      `${genuine}A`,
      `${genuine}.A`,
      `.${genuine}`,
    ]) {
      const error = await fixture.search({ query, cursor }).then(
        () => undefined,
        (reason: AppError) => reason,
      );
      expect(error?.status, cursor).to.equal(400);
      expect(error?.errors?.[0]).to.include({ in: "body", pointer: "/cursor" });
    }
    const error = await rejectionOf(fixture.search({ filters: { cities: ["Elk Grove"] }, cursor: genuine }));
    expect(error.status).to.equal(400);
  });

  it("distinguishes a truncated cursor from one of another query", async () => {
    const query = "house in Elk Grove zzblorb";
    const { page } = await fixture.search({ query, limit: 1 });
    const genuine = page.nextCursor ?? "";
    const details = async (wrong: string, cursor: string): Promise<unknown> =>
      (await rejectionOf(fixture.search({ query: wrong, cursor }))).errors;
    const malformed = [{ in: "body", pointer: "/cursor", detail: "is not a cursor of this service" }];
    for (let length = 1; length < genuine.length; length++)
      expect(await details(query, genuine.slice(0, length)), `${length}`).to.deep.equal(malformed);
    expect(await details("house in Vineyard", genuine)).to.deep.equal([
      { in: "body", pointer: "/cursor", detail: "belongs to another query" },
    ]);
  });

  it("accepts cursors with the interpretations of the longest queries", async () => {
    const word = (at: number): string => (at * 7_919).toString(36);
    const queries = [
      "3 bed house ".repeat(42),
      Array.from({ length: 80 }, (_, at) => `${at} bed`).join(" "),
      Array.from({ length: 50 }, (_, at) => `"${word(at)} q"`).join(" "),
      Array.from({ length: 60 }, (_, at) => word(at)).join(" pool "),
      "𝔉lum, pool; ".repeat(38),
    ];
    for (const query of queries.map((each) => `house ${each}`.slice(0, 512).toWellFormed())) {
      const { interpretation } = (await fixture.request(searchContract.search, {
        body: { query, interpretOnly: true },
      })) as {
        interpretation: Interpretation;
      };
      const fingerprint = { organizationId: organizationA, query, ownOnly: false };
      const boostTerms = interpretation.unresolved;
      const cursor = pageCursor([1, "a".repeat(36)], fingerprint, { interpretation, boostTerms });
      expect(searchRequest.shape.cursor.safeParse(cursor).success, query).to.equal(true);
      expect(readPageCursor(cursor, fingerprint, true).interpreted).to.deep.equal({ interpretation, boostTerms });
    }
  });
});
