import { readdir, readFile } from "node:fs/promises";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { parse } from "csv-parse/sync";
import { exportColumns } from "../src/export-format.ts";
import { type Peer, startPeer } from "./fake-server.ts";
import { type Ended, testKey, Workshop } from "./cli-runner.ts";

type Listing = Record<string, unknown>;
const at = "2026-05-01T12:00:00.000Z";
const readOnlyMembers = [
  "id",
  "organizationId",
  "createdAt",
  "updatedAt",
  "statusChangedAt",
  "priceChangedAt",
  "version",
];

/** A listing as the service gives it, with what is given in it. */
function listing(number: number, more: Listing = {}): Listing {
  return {
    id: `01990000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    organizationId: "01990000-0000-7000-9000-000000000000",
    agentId: null,
    externalId: `e${number}`,
    title: `House ${number}`,
    description: "",
    propertyType: "House",
    propertyCategory: "Residential",
    listingType: "sale",
    status: number % 2 === 0 ? "active" : "sold",
    price: 1000.25 + number,
    currency: "USD",
    pricePeriod: null,
    bedrooms: 0,
    bathrooms: 2.5,
    area: null,
    lotArea: 1e-7,
    areaUnit: "sqft",
    yearBuilt: 1995,
    floor: -1,
    features: [],
    address: { street: null, unit: null, city: "Oslo", community: null, region: null, postalCode: null, country: "NO" },
    location: { lat: 59.9, lon: -10.7 },
    media: [],
    publishedAt: at,
    createdAt: at,
    updatedAt: at,
    statusChangedAt: at,
    priceChangedAt: at,
    version: 3,
    ...more,
  };
}
/** Texts that files, spreadsheets and lists treat in ways of their own. */
const nasty = [
  "=1+1",
  "'=1",
  "'",
  " x ",
  "a,b;c",
  'say "hi"',
  "two\nlines",
  "a|b\\c",
  "-5",
  "@x",
  "\ttab",
  "é\u0301",
  "NA",
  "{}",
];
const quirky: Listing[] = [
  listing(1, { location: null, price: null, currency: null, publishedAt: null }),
  listing(2, { features: nasty, title: nasty.join(""), description: "line\r\nline\n" }),
  listing(3, {
    media: [{ url: "https://a.example/1.jpg?a=1,2|3", kind: "video", caption: nasty.join() }],
    address: { street: "", unit: "-1", city: "=cmd", community: "''=", region: "+", postalCode: "007", country: null },
  }),
  listing(4, { externalId: "=4", features: ["|"] }),
];

describe("npm run export", () => {
  let workshop: Workshop;
  let peer: Peer;
  const withKey = { PLAT_API_KEY: testKey };
  const run = (...args: string[]): Promise<Ended> => workshop.run("export", ["--url", peer.url, ...args], withKey);
  const fill = (listings: Listing[]): void => {
    for (const each of listings) peer.own.set(String(each["id"]), each);
  };

  beforeEach(async () => {
    workshop = await Workshop.open();
    peer = await startPeer();
  });
  afterEach(async () => {
    await workshop.close();
    await peer.close();
  });

  it("writes every listing once, page after page, to standard output", async () => {
    fill(Array.from({ length: 250 }, (_, n) => listing(n)));
    const { code, stdout, stderr } = await run();
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).to.deep.equal([...peer.own.values()]);
    expect(stderr).to.equal("250 listings written.\n");
    expect(code).to.equal(0);
  });

  it("writes those of one status when asked, and says when there are none", async () => {
    fill([listing(1), listing(2), listing(3)]);
    expect((await run("--status", "sold")).stdout.match(/"sold"/g)).to.have.length(2);
    const { stdout, stderr } = await run("--status", "rented", "--format", "csv");
    expect(stdout).to.equal(`${exportColumns.join(",")}\r\n`);
    expect(stderr).to.equal("0 listings written.\n");
  });

  it("waits as a rate limit asks and says so", async () => {
    fill([listing(1)]);
    peer.pageTroubles.push({ status: 429, headers: { "retry-after": "2" }, body: { code: "quota_exceeded" } });
    const { code, stderr } = await run();
    expect(stderr).to.match(/^Waiting [23] s: rate limit\n1 listings written\.\n$/);
    expect(code).to.equal(0);
  });

  it("gives a file its name only once it is whole, and leaves an old one alone when it cannot finish", async () => {
    fill(Array.from({ length: 150 }, (_, n) => listing(n)));
    await workshop.write("out.csv", "old");
    peer.pageTroubles.push({ status: 400, body: { code: "validation_failed", detail: "No." } });
    const failed = await run("--out", "out.csv");
    expect(failed.stderr).to.equal("The service refused a page of listings: status 400 (validation_failed) No.\n");
    expect(failed.code).to.equal(3);
    expect(await readFile(workshop.path("out.csv"), "utf8")).to.equal("old");
    expect(await readdir(workshop.folder)).to.deep.equal(["out.csv"]);
    const good = await run("--out", "out.csv");
    expect(good.code).to.equal(0);
    expect((await readFile(workshop.path("out.csv"), "utf8")).split("\r\n")).to.have.length(152);
  });

  it("removes what it began when it is stopped", async () => {
    fill([listing(1)]);
    peer.pageTroubles.push({ status: 429, headers: { "retry-after": "3000" } });
    const running = workshop.start("export", ["--url", peer.url, "--out", "out.ndjson"], withKey);
    await eventually(() => expect(running.stderr()).to.include("Waiting"));
    running.child.kill("SIGINT");
    expect((await running.ended).code).to.equal(130);
    expect(await readdir(workshop.folder)).to.deep.equal([]);
  });

  for (const [what, args, sentence] of [
    [
      "a status that does not exist",
      ["--status", "gone"],
      "--status must be active or pending or inactive or sold or rented, not 'gone'.",
    ],
    ["a file whose folder is not there", ["--out", "no/such/out.csv"], /^no\/such\/out\.csv cannot be written: ENOENT/],
    ["a file name without --out", ["out.csv"], "'out.csv' is no option: the file is named by --out."],
  ] as const)
    it(`ends with 2 for ${what}`, async () => {
      const { code, stderr } = await run(...args);
      expect(stderr).to.match(typeof sentence === "string" ? new RegExp(RegExp.escape(sentence)) : sentence);
      expect(code).to.equal(2);
    });

  describe("imported again", () => {
    const settable = (given: Listing): Listing =>
      Object.fromEntries(Object.entries(given).filter(([name]) => !readOnlyMembers.includes(name)));

    for (const format of ["csv", "ndjson"]) {
      it(`as ${format} sends listings equal in every settable field`, async () => {
        fill(quirky);
        const file = `out.${format}`;
        await run("--out", file);
        const { code, stderr } = await workshop.run("import", [file, "--url", peer.url], withKey);
        expect(stderr).to.equal("");
        expect(code).to.equal(0);
        expect([...peer.store.values()]).to.deep.equal(quirky.map(settable));
      });

      it(`as ${format} doubles nothing that has no externalId: by id at home, under its id elsewhere`, async () => {
        const bare = [listing(1, { externalId: null }), listing(2, { externalId: null })];
        fill(bare);
        const file = `out.${format}`;
        await run("--out", file);
        const elsewhere = String(bare[1]?.["id"]);
        peer.own.delete(elsewhere);
        peer.own.set(String(bare[0]?.["id"]), { ...bare[0], title: "changed meanwhile" });
        for (const outcome of ["1 made, 1 updated", "0 made, 2 updated"]) {
          const { stdout } = await workshop.run("import", [file, "--url", peer.url], withKey);
          expect(stdout).to.include(outcome);
          expect(peer.own.get(String(bare[0]?.["id"]))).to.deep.equal(bare[0]);
          expect([...peer.store]).to.deep.equal([[elsewhere, { ...settable(bare[1] ?? {}), externalId: elsewhere }]]);
        }
      });
    }

    it("cells hold no formula", async () => {
      fill(quirky);
      await run("--out", "out.csv");
      const text = await readFile(workshop.path("out.csv"), "utf8");
      const cells = parse(text).slice(1).flat();
      // A number may begin with a minus, a text may not.
      const formulas = cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell));
      expect(formulas).to.deep.equal([]);
      expect(cells).to.include("'-1");
      expect(cells).to.include("-10.7");
    });
  });
});
