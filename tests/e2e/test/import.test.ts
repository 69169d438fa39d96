import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  sendRequest,
  eventually,
  type Plat,
  programEnvironment,
  type Row,
  row,
  startPlat,
  slowSuiteTimeoutMs,
} from "@plat/testkit";
import { expect } from "chai";

const cities = ["SACRAMENTO", "ELK_GROVE", "RANCHO CORDOVA", "El Dorado Hills", 'O\'Brien, "Old Town"', "Nuñoa"];
const types = ["Residential", "Condo", "Multi_Family"];

interface FeedRow {
  city: string;
  type: string;
  cells: string[];
}

/** Rows as in a feed: numbers with symbols, missing values, line breaks in cells, and two equal rows at the end. */
function feedRows(count: number): FeedRow[] {
  const all = Array.from({ length: count }, (_, n): FeedRow => {
    const [city = "", type = ""] = [cities[(n * n) % cities.length], types[(n >> 2) % types.length]];
    const beds = n % 3 === 0 ? "NA" : String(n % 6);
    const price = n % 10 === 0 ? "" : `$${(50_000 + n * 997).toLocaleString("en-US")}`;
    const place = [(38 + n / 5000).toFixed(6), (-121 - n / 5000).toFixed(6)];
    const note = n % 50 === 0 ? "two\nlines; =1+1" : "";
    return { city, type, cells: [city, `z9${5000 + (n % 40)}`, beds, type, price, ...place, note] };
  });
  const secondLast = all.at(-2);
  return secondLast === undefined ? all : [...all.slice(0, -1), secondLast];
}

const feed = feedRows(932);
const header = ["city", "zip", "beds", "type", "price", "lat", "lon", "note"];
const quoted = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const text = [header, ...feed.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(";")).join("\r\n");
const mapping = {
  nulls: ["", "NA"],
  csv: { delimiter: ";" },
  columns: {
    title: { template: ["{beds} bed {type:words} in {city:words}", "{type:words} in {city:words}"] },
    description: "note",
    propertyType: "type",
    price: "price",
    bedrooms: "beds",
    "address.city": "city",
    "address.postalCode": { column: "zip", strip: "z" },
    "location.lat": "lat",
    "location.lon": "lon",
  },
  constants: { propertyCategory: "Residential", currency: "USD", "address.region": "California" },
};

/** Lenient, because programs start slowly on a busy machine, and the index needs time for all rows of a file. */
const lenient = { timeoutMs: 120_000 };

/** Number of occurrences of each name. */
function countByName(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return found;
}

describe("import and export of listings", function () {
  this.timeout(slowSuiteTimeoutMs);

  let plat: Plat;
  let url: string;
  let folder: string;
  const children: ChildProcess[] = [];

  /** Starts a program of the importer. @returns a promise of its exit code and output */
  const start = (program: "main" | "export", key: string, args: string[], at = url) => {
    const file = fileURLToPath(new URL(`../../../packages/importer/src/${program}.ts`, import.meta.url));
    const env = programEnvironment({ PLAT_API_KEY: key, PLAT_URL: at, PLAT_PROGRESS_DIR: folder });
    const child = spawn(process.execPath, [file, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return once(child, "close").then(([code]: unknown[]) => ({ code, output }));
  };
  const run = async (program: "main" | "export", key: string, args: string[], at?: string): Promise<string> => {
    const { code, output } = await start(program, key, args, at);
    expect(code, output).to.equal(0);
    return output;
  };
  const listings = async (key: string): Promise<Row[]> => {
    await run("export", key, ["--out", "all.ndjson"]);
    const lines = (await readFile(join(folder, "all.ndjson"), "utf8")).trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Row);
  };
  const signUp = async (name: string): Promise<string> => {
    const body = { organizationName: name, email: `${name}@example.com`, password: "correct horse battery" };
    const token = String(row(await sendRequest(url, "/auth/sign-up", { body }))["token"]);
    return String(row(await sendRequest(url, "/api-keys", { token, body: { name: "files" } }))["key"]);
  };
  const storedCount = async (key: string): Promise<unknown> =>
    row(await sendRequest(url, "/properties/stats/counts", { key }))["total"];

  let key: string;
  before(async () => {
    plat = await startPlat();
    ({ url } = plat);
    folder = await mkdtemp(join(tmpdir(), "plat-files-"));
    await writeFile(join(folder, "feed.csv"), text);
    await writeFile(join(folder, "map.json"), JSON.stringify(mapping));
    key = await signUp("feeder");
  });
  after(async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await plat.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("the import of a CSV file creates every row, and aggregations count its cities and types", async () => {
    expect(await run("main", key, ["feed.csv", "--map", "map.json"])).to.match(
      /^932 rows: 932 created, 0 updated, 0 rejected/,
    );
    expect(await storedCount(key)).to.equal(feed.length);
    const found = await eventually(async () => {
      const body = row(await sendRequest(url, "/properties/aggregations?filterByOrganization=true", { key }));
      expect(body["totalProperties"]).to.equal(feed.length);
      return body as { byCity: Record<string, { total: number; byType: object }>; byPropertyType: object };
    }, lenient);
    expect(found.byPropertyType).to.deep.equal(countByName(feed.map(({ type }) => type)));
    const totals = Object.entries(found.byCity).map(([city, { total }]) => [city, total]);
    expect(Object.fromEntries(totals)).to.deep.equal(countByName(feed.map(({ city }) => city)));
    const condos = feed.filter(({ city }) => city === "ELK_GROVE").map(({ type }) => type);
    expect(found.byCity["ELK_GROVE"]?.byType).to.deep.equal(countByName(condos));
  });

  it("a repeated import changes nothing", async () => {
    const before = await listings(key);
    expect(await run("main", key, ["feed.csv", "--map", "map.json"])).to.match(
      /^932 rows: 0 created, 932 updated, 0 rejected/,
    );
    expect(await listings(key)).to.deep.equal(before);
  });

  for (const format of ["csv", "ndjson"]) {
    it(`a ${format} export creates equal listings in another organization, and changes nothing in its own`, async () => {
      const bare = {
        title: "No id of its own",
        propertyType: "House",
        propertyCategory: "Residential",
        features: ["=a|b"],
      };
      const created = row(await sendRequest(url, "/properties", { key, body: { ...bare, status: "inactive" } }));
      const before = await listings(key);
      const file = `out.${format}`;
      await run("export", key, ["--out", file]);
      await run("main", key, [file]);
      expect(await listings(key)).to.deep.equal(before);

      const otherKey = await signUp(`other-${format}`);
      for (let time = 0; time < 2; time++) await run("main", otherKey, [file]);
      const settable = ({
        id,
        organizationId,
        createdAt,
        updatedAt,
        statusChangedAt,
        priceChangedAt,
        version,
        ...rest
      }: Row) => {
        expect([id, organizationId, createdAt, updatedAt, statusChangedAt, priceChangedAt, version]).not.to.include(
          undefined,
        );
        return { ...rest, externalId: rest["externalId"] ?? id };
      };
      const byId = (all: Row[]): Map<unknown, Row> => new Map(all.map(settable).map((each) => [each.externalId, each]));
      const copies = await listings(otherKey);
      expect(copies).to.have.length(before.length);
      expect(byId(copies)).to.deep.equal(byId(before));
      expect(byId(copies).get(created["id"])).to.include({ status: "inactive", publishedAt: null });
    });
  }

  it("an import under a rate limit waits as long as the service requests, and creates every row", async () => {
    const limited = await plat.start("gateway", { RATE_LIMITS: "4/1s" });
    const otherKey = await signUp("limited");
    const output = await run("main", otherKey, ["feed.csv", "--map", "map.json", "--batch", "100"], limited.url);
    expect(output).to.match(/^932 rows: 932 created, 0 updated, 0 rejected/);
    expect(await storedCount(otherKey)).to.equal(feed.length);
    await limited.stop();
  });

  it("an import creates every row once although the listings service crashes meanwhile", async () => {
    const otherKey = await signUp("survivor");
    const ended = start("main", otherKey, ["feed.csv", "--map", "map.json", "--batch", "20"]);
    await eventually(async () => expect(await storedCount(otherKey)).to.be.at.least(20), {
      ...lenient,
    });
    await plat.service("listings").kill();
    await plat.start("listings");
    const { code, output } = await ended;
    expect(output).to.match(/^(Waiting.*\n)*932 rows: \d+ created, \d+ updated, 0 rejected/);
    expect(code).to.equal(0);
    expect(await storedCount(otherKey)).to.equal(feed.length);
  });
});
