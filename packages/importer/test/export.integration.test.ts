import { readdir, readFile } from "node:fs/promises";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { parse } from "csv-parse/sync";
import { exportColumns } from "../src/export-format.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import { type CliResult, testKey, CliSandbox } from "./cli-runner.ts";

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

/** A listing as in responses of the service, with the given members. */
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
/** Texts with characters that are special in files, spreadsheets or lists. */
const specialTexts = [
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
const edgeCaseListings: Listing[] = [
  listing(1, { location: null, price: null, currency: null, publishedAt: null }),
  listing(2, { features: specialTexts, title: specialTexts.join(""), description: "line\r\nline\n" }),
  listing(3, {
    media: [{ url: "https://a.example/1.jpg?a=1,2|3", kind: "video", caption: specialTexts.join() }],
    address: { street: "", unit: "-1", city: "=cmd", community: "''=", region: "+", postalCode: "007", country: null },
  }),
  listing(4, { externalId: "=4", features: ["|"] }),
];

describe("npm run export", () => {
  let sandbox: CliSandbox;
  let server: FakeServer;
  const withKey = { PLAT_API_KEY: testKey };
  const run = (...args: string[]): Promise<CliResult> => sandbox.run("export", ["--url", server.url, ...args], withKey);
  const fill = (listings: Listing[]): void => {
    for (const each of listings) server.own.set(String(each["id"]), each);
  };

  beforeEach(async () => {
    sandbox = await CliSandbox.open();
    server = await startFakeServer();
  });
  afterEach(async () => {
    await sandbox.close();
    await server.close();
  });

  it("writes every listing of all pages once to standard output", async () => {
    fill(Array.from({ length: 250 }, (_, n) => listing(n)));
    const { code, stdout, stderr } = await run();
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).to.deep.equal([...server.own.values()]);
    expect(stderr).to.equal("250 listings written.\n");
    expect(code).to.equal(0);
  });

  it("writes only listings of the requested status, and reports if there are none", async () => {
    fill([listing(1), listing(2), listing(3)]);
    expect((await run("--status", "sold")).stdout.match(/"sold"/g)).to.have.length(2);
    const { stdout, stderr } = await run("--status", "rented", "--format", "csv");
    expect(stdout).to.equal(`${exportColumns.join(",")}\r\n`);
    expect(stderr).to.equal("0 listings written.\n");
  });

  it("waits for Retry-After after 429 and prints the wait", async () => {
    fill([listing(1)]);
    server.pageOverrides.push({ status: 429, headers: { "retry-after": "2" }, body: { code: "quota_exceeded" } });
    const { code, stderr } = await run();
    expect(stderr).to.match(/^Waiting [23] s: rate limit\n1 listings written\.\n$/);
    expect(code).to.equal(0);
  });

  it("creates the file when it is complete, and does not change an old file if the export fails", async () => {
    fill(Array.from({ length: 150 }, (_, n) => listing(n)));
    await sandbox.write("out.csv", "old");
    server.pageOverrides.push({ status: 400, body: { code: "validation_failed", detail: "No." } });
    const failed = await run("--out", "out.csv");
    expect(failed.stderr).to.equal(
      "The service rejected the request for a page of listings: status 400 (validation_failed) No.\n",
    );
    expect(failed.code).to.equal(3);
    expect(await readFile(sandbox.path("out.csv"), "utf8")).to.equal("old");
    expect(await readdir(sandbox.folder)).to.deep.equal(["out.csv"]);
    const good = await run("--out", "out.csv");
    expect(good.code).to.equal(0);
    expect((await readFile(sandbox.path("out.csv"), "utf8")).split("\r\n")).to.have.length(152);
  });

  it("removes the incomplete file if it is stopped", async () => {
    fill([listing(1)]);
    server.pageOverrides.push({ status: 429, headers: { "retry-after": "3000" } });
    const running = sandbox.start("export", ["--url", server.url, "--out", "out.ndjson"], withKey);
    await eventually(() => expect(running.stderr()).to.include("Waiting"));
    running.child.kill("SIGINT");
    expect((await running.ended).code).to.equal(130);
    expect(await readdir(sandbox.folder)).to.deep.equal([]);
  });

  for (const [what, args, message] of [
    [
      "an unknown status",
      ["--status", "unknown"],
      "--status must be active or pending or inactive or sold or rented, not 'unknown'.",
    ],
    [
      "a file in a folder that does not exist",
      ["--out", "no/such/out.csv"],
      /^no\/such\/out\.csv cannot be written: ENOENT/,
    ],
    ["a file name without --out", ["out.csv"], "'out.csv' is not an option: use --out to name the file."],
  ] as const)
    it(`ends with 2 for ${what}`, async () => {
      const { code, stderr } = await run(...args);
      expect(stderr).to.match(typeof message === "string" ? new RegExp(RegExp.escape(message)) : message);
      expect(code).to.equal(2);
    });

  describe("followed by an import", () => {
    const writable = (given: Listing): Listing =>
      Object.fromEntries(Object.entries(given).filter(([name]) => !readOnlyMembers.includes(name)));

    for (const format of ["csv", "ndjson"]) {
      it(`of ${format} sends listings that are equal in every writable field`, async () => {
        fill(edgeCaseListings);
        const file = `out.${format}`;
        await run("--out", file);
        const { code, stderr } = await sandbox.run("import", [file, "--url", server.url], withKey);
        expect(stderr).to.equal("");
        expect(code).to.equal(0);
        expect([...server.store.values()]).to.deep.equal(edgeCaseListings.map(writable));
      });

      it(`of ${format} creates no duplicates of listings without externalId: matches by id in the same organization, by the old id elsewhere`, async () => {
        const bare = [listing(1, { externalId: null }), listing(2, { externalId: null })];
        fill(bare);
        const file = `out.${format}`;
        await run("--out", file);
        const elsewhere = String(bare[1]?.["id"]);
        server.own.delete(elsewhere);
        server.own.set(String(bare[0]?.["id"]), { ...bare[0], title: "changed meanwhile" });
        for (const outcome of ["1 created, 1 updated", "0 created, 2 updated"]) {
          const { stdout } = await sandbox.run("import", [file, "--url", server.url], withKey);
          expect(stdout).to.include(outcome);
          expect(server.own.get(String(bare[0]?.["id"]))).to.deep.equal(bare[0]);
          expect([...server.store]).to.deep.equal([[elsewhere, { ...writable(bare[1] ?? {}), externalId: elsewhere }]]);
        }
      });
    }

    it("writes no cells that a spreadsheet executes as formulas", async () => {
      fill(edgeCaseListings);
      await run("--out", "out.csv");
      const text = await readFile(sandbox.path("out.csv"), "utf8");
      const cells = parse(text).slice(1).flat();
      // Numbers may start with a minus, texts may not.
      const formulas = cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell));
      expect(formulas).to.deep.equal([]);
      expect(cells).to.include("'-1");
      expect(cells).to.include("-10.7");
    });
  });
});
