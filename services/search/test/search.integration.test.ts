import type { AppError } from "@plat/contracts";
import { expect } from "chai";
import { Dice } from "./support/generate.ts";
import { organizationB, rejectionOf, type SearchFixture } from "./support/search-fixture.ts";
import { startListingsFixture } from "./support/search-listings.ts";

describe("POST /properties/search", () => {
  let fixture: SearchFixture;
  let ids: Map<string, string>;
  let nameOf: Map<string, string>;
  before(async () => {
    ({ fixture, ids, nameOf } = await startListingsFixture());
  });
  after(() => fixture.stop());

  const names = async (request: object, organizationId?: string): Promise<string[]> => {
    const response = await fixture.search({ limit: 100, ...request }, organizationId);
    expect(response.total.value).to.equal(response.data.length);
    return response.data.map(({ id = "" }) => nameOf.get(id) ?? id).toSorted();
  };
  const filtered = (filters: object): Promise<string[]> => names({ filters });

  it("returns active listings of every organization, and other statuses only of the caller's", async () => {
    expect(await filtered({ status: ["sold"] })).to.deep.equal(["sold"]);
    expect(await names({ filters: { status: ["sold", "active"], price: { max: 1 } } })).to.deep.equal(["sold"]);
    expect(await names({ filters: { status: ["sold"] } }, organizationB)).to.deep.equal(["foreignSold"]);
    expect(await names({ filters: { price: { min: 9_000_000 } } })).to.deep.equal(["foreign"]);
    expect(await names({ filters: { price: { min: 9_000_000 } }, filterByOrganization: true })).to.deep.equal([]);
  });

  it("matches synonymous types; a studio is a separate type, and Single Family is a house", async () => {
    expect(await filtered({ propertyTypes: ["apartment"], listingType: "sale" })).to.deep.equal(["condo", "flat"]);
    expect(await filtered({ propertyTypes: ["UNIT"], listingType: "sale" })).to.deep.equal(["condo", "flat"]);
    expect(await filtered({ propertyTypes: ["studios"] })).to.deep.equal(["studio"]);
    expect(await filtered({ propertyTypes: ["home"], price: { min: 400_000, max: 400_000 } })).to.deep.equal([
      "family",
    ]);
    expect(await filtered({ excludePropertyTypes: ["flat", "house"] })).to.deep.equal(["studio"]);
  });

  it("requires all features, ignoring case, accents, separators and plural", async () => {
    expect(await filtered({ features: ["sea-view"] })).to.deep.equal(["condo", "flat"]);
    expect(await filtered({ features: ["SEA VIEWS", "pools"] })).to.deep.equal(["flat"]);
    expect(await filtered({ excludeFeatures: ["pool"], features: ["sea_view"] })).to.deep.equal(["condo"]);
  });

  it("requires at least one feature of each group of alternatives", async () => {
    expect(await filtered({ anyFeatures: [["pool", "boat-house"]] })).to.deep.equal(["flat", "water"]);
    expect(await filtered({ anyFeatures: [["SEA VIEWS", "garden"], ["pools"]] })).to.deep.equal(["flat"]);
    expect(await filtered({ anyFeatures: [["sea_view", "boat house"]], excludeFeatures: ["pool"] })).to.deep.equal([
      "condo",
      "water",
    ]);
    expect(await filtered({ anyFeatures: [["pool", "boat house"]], features: ["sea view"] })).to.deep.equal(["flat"]);
  });

  it("matches names without case and accents, and includes listings without a value for excluded names", async () => {
    expect(await filtered({ cities: ["ZURICH"] })).to.deep.equal(["zurich"]);
    expect(await filtered({ communities: ["hongg"] })).to.deep.equal(["zurich"]);
    expect(await filtered({ regions: ["zürich"], excludeCommunities: ["Höngg"] })).to.deep.equal(["winterthur"]);
  });

  it("includes both ends of ranges, and compares areas across units", async () => {
    expect(await filtered({ price: { min: 150_000.5, max: 200_000 } })).to.deep.equal(["condo", "flat"]);
    expect(await filtered({ area: { min: 92.90304, max: 92.90304, unit: "sqm" } })).to.deep.equal(["flat"]);
    expect(await filtered({ area: { min: 1000, max: 1000, unit: "sqft" } })).to.deep.equal(["flat"]);
    expect(await filtered({ bedrooms: { max: 0 } })).to.deep.equal(["studio"]);
  });

  it("compares prices only within the currency, and rents per year if the price has a period", async () => {
    expect(await filtered({ price: { min: 300_000, currency: "EUR" } })).to.deep.equal(["family"]);
    // 300 per week and 1300 per month are both 15,600 per year.
    expect(await filtered({ price: { max: 1300, period: "month" } })).to.deep.equal(["monthly", "weekly"]);
    expect(await filtered({ price: { min: 300, period: "week" } })).to.deep.equal(["monthly", "monthlyMore", "weekly"]);
    const { data, excludedForMissing } = await fixture.search({
      filters: { price: { min: 1, period: "year" } },
      sort: [{ field: "price", order: "desc" }],
    });
    expect(nameOf.get(data[0]?.id ?? "")).to.equal("monthlyMore");
    expect(excludedForMissing).to.deep.equal({ price: 1 });
  });

  it("returns excludedForMissing with the number of listings without a value per range", async () => {
    const { excludedForMissing } = await fixture.search({
      filters: {
        price: { min: 0 },
        area: { min: 1, unit: "sqm" },
        yearBuilt: { min: 1000 },
        publishedAfter: "2020-01-01T00:00:00.000Z",
      },
    });
    expect(excludedForMissing).to.deep.equal({ publishedAfter: 1 });
    const one = await fixture.search({ filters: { yearBuilt: { min: 1000 }, propertyTypes: ["studio"] } });
    expect(one.excludedForMissing).to.deep.equal({ yearBuilt: 1 });
    const place = await fixture.search({ geo: { bbox: [-180, -90, 180, 90] } });
    expect(place.excludedForMissing).to.deep.equal({ location: 10 });
  });

  it("sorts missing values last in both orders, and ties by id", async () => {
    const filters = { propertyTypes: ["condo", "house", "studio"], listingType: "sale", regions: ["California"] };
    for (const order of ["asc", "desc"] as const) {
      const { data } = await fixture.search({ filters, sort: [{ field: "price", order }] });
      const prices = data.map(({ price }) => price);
      expect(prices.at(-1)).to.equal(null);
      const known = prices.slice(0, -1) as number[];
      expect(known).to.deep.equal(known.toSorted((a, b) => (order === "asc" ? a - b : b - a)));
      const tied = data.filter(({ price }) => price === 250_000).map(({ id = "" }) => id);
      expect(tied).to.have.length.greaterThan(1);
      expect(tied).to.deep.equal(tied.toSorted());
    }
  });

  it("matches all words across title, description, features and address, stemmed and folded", async () => {
    expect(await names({ text: "cafes LAKE" })).to.deep.equal(["water"]);
    expect(await names({ text: "shore boats sacramento" })).to.deep.equal(["water"]);
    expect(await names({ text: "cafe desert" })).to.deep.equal([]);
    expect((await rejectionOf(fixture.search({ text: "!! … 😀" }))).errors?.[0]).to.include({
      in: "body",
      pointer: "/text",
    });
  });

  it("returns highlights in fragments of plain text, and a score", async () => {
    const { data } = await fixture.search({ text: "view lakes boat" });
    expect(data[0]?.highlights).to.deep.equal({
      description: ["A café with <b><em>views</em></b> of the <em>lake</em> shore & woods"],
      features: ["<em>Boat</em> house"],
    });
    expect(data[0]?.score).to.be.greaterThan(0);
  });

  it("matches a circle and returns the distance in metres, sorted by distance if requested", async () => {
    const geo = { radius: { lat: 47.37, lon: 8.54, distance: 30, unit: "km" } };
    const { data } = await fixture.search({ geo, sort: [{ field: "distance" }] });
    expect(data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["zurich", "winterthur"]);
    expect(data[0]?.distance).to.be.lessThan(1);
    expect(data[1]?.distance).to.be.within(19_000, 20_500);
    expect(await names({ geo: { radius: { ...geo.radius, distance: 12, unit: "mi" } } })).to.deep.equal(["zurich"]);
    const error = await rejectionOf(fixture.search({ sort: [{ field: "distance" }] }));
    expect(error.errors?.[0]).to.include({ pointer: "/sort/0/field" });
  });

  it("matches a box across the antimeridian and a polygon with a hole", async () => {
    expect(await names({ geo: { bbox: [177, -19, -179, -16] } })).to.deep.equal(["fijiEast", "fijiWest"]);
    expect(await names({ geo: { bbox: [177, -19, 180, -16] } })).to.deep.equal(["fijiWest"]);
    const outer = [
      [8, 47],
      [9, 47],
      [9, 48],
      [8, 48],
      [8, 47],
    ];
    const hole = [
      [8.5, 47.3],
      [8.6, 47.3],
      [8.6, 47.4],
      [8.5, 47.4],
      [8.5, 47.3],
    ];
    const polygon = (coordinates: number[][][]): object => ({ geo: { polygon: { type: "Polygon", coordinates } } });
    expect(await names(polygon([outer]))).to.deep.equal(["winterthur", "zurich"]);
    expect(await names(polygon([outer, hole]))).to.deep.equal(["winterthur"]);
    expect(await names(polygon([outer.toReversed()]))).to.deep.equal(["winterthur", "zurich"]);
  });

  it("accepts a cursor only for the same query of the same organization", async () => {
    const first = await fixture.search({ filters: { listingType: "sale" }, limit: 2 });
    const cursor = first.page.nextCursor ?? "";
    const second = await fixture.search({ filters: { listingType: "sale" }, limit: 3, cursor });
    expect(second.data.map(({ id }) => id)).to.not.include.members(first.data.map(({ id }) => id));
    for (const [request, organizationId] of [
      [{ filters: { listingType: "rent" }, cursor }],
      [{ filters: { listingType: "sale" }, sort: [{ field: "price" }], cursor }],
      [{ filters: { listingType: "sale", anyFeatures: [["pool"]] }, cursor }],
      [{ filters: { listingType: "sale" }, cursor: "bm9uc2Vuc2U" }],
      [{ filters: { listingType: "sale" }, cursor }, organizationB],
    ] as const) {
      const error = await rejectionOf(fixture.search(request, organizationId));
      expect(error.code).to.equal("validation_failed");
      expect(error.errors?.[0]).to.include({ in: "body", pointer: "/cursor" });
    }
  });

  it("rejects a forged cursor with any content", async () => {
    const { page } = await fixture.search({ limit: 1 });
    const forged = JSON.parse(Buffer.from(page.nextCursor ?? "", "base64url").toString()) as [string, unknown[]];
    for (const position of [2 ** 63, 2 ** 64, -(2 ** 63) - 4096, 1e300, 0.5]) {
      forged[1][3] = position;
      const cursor = Buffer.from(JSON.stringify(forged)).toString("base64url");
      const outcome = await fixture.search({ limit: 1, cursor }).then(
        () => "a page",
        ({ code, errors }: AppError) => `${code} ${errors?.[0]?.in === "body" ? errors[0].pointer : ""}`,
      );
      const isOutOfRange = Number.isInteger(position) && Math.abs(position) < 1e300;
      expect(outcome, String(position)).to.be.oneOf([...(isOutOfRange ? [] : ["a page"]), "validation_failed /cursor"]);
    }
  });

  it("accepts years and floors of any size", async () => {
    for (const filters of [{ yearBuilt: { min: 1e12 } }, { floor: { min: 2 ** 31 } }, { yearBuilt: { max: -1e12 } }])
      expect((await fixture.search({ filters })).total.value, JSON.stringify(filters)).to.equal(0);
    const all = await fixture.search({ filters: { yearBuilt: { min: -1e12, max: 1e12 } } });
    expect(all.total.value).to.equal(
      (await fixture.search({ filters: { yearBuilt: { min: 1, max: 9_999 } } })).total.value,
    );
  });

  it("returns the requested fields and rejects unknown ones", async () => {
    const { data } = await fixture.search({ filters: { cities: ["zurich"] }, fields: ["id", "address.city", "price"] });
    expect(data).to.deep.equal([{ id: ids.get("zurich"), address: { city: "Zürich" }, price: 250_000 }]);
    const error = await rejectionOf(fixture.search({ fields: ["price", "owner"] }));
    expect(error.errors?.[0]).to.include({ in: "body", pointer: "/fields/1" });
  });

  it("succeeds or returns validation_failed for any polygon", async () => {
    const dice = new Dice(3);
    const point = (): [number, number] => [dice.whole(-18, 18) * 10, dice.whole(-9, 9) * 10];
    const ring = (): number[][] => {
      const points = Array.from({ length: dice.whole(3, 8) }, point);
      return [...points, ...points.slice(0, 1)];
    };
    const codes = new Set<string>();
    for (let round = 0; round < 150; round++) {
      const coordinates = Array.from({ length: dice.whole(1, 2) }, ring);
      codes.add(
        await fixture.search({ geo: { polygon: { type: "Polygon", coordinates } }, limit: 1 }).then(
          () => "found",
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect([...codes].toSorted()).to.deep.equal(["found", "validation_failed"]);
    const whole = [
      [8, 47],
      [9, 47],
      [9, 48],
      [8, 48],
      [8, 47],
    ];
    const covered = await rejectionOf(
      fixture.search({ geo: { polygon: { type: "Polygon", coordinates: [whole, whole.toReversed()] } } }),
    );
    expect(covered.status).to.equal(400);
    expect(covered.errors?.[0]).to.include({ in: "body", pointer: "/geo/polygon/coordinates" });
    const repeated = [
      [8, 47],
      [8, 47],
      [9, 47],
      [9, 48],
      [8, 48],
      [8, 47],
    ];
    expect(await names({ geo: { polygon: { type: "Polygon", coordinates: [repeated] } } })).to.have.length(2);
  });
});
