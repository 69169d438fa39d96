import { expect } from "chai";
import { describe, it } from "mocha";
import type { z } from "zod";
import {
  country,
  currency,
  email,
  fieldNames,
  geoFilter,
  instant,
  keyCreate,
  keyRotate,
  money,
  pageLimit,
  password,
  phone,
  propertyCreate,
  propertyListQuery,
  propertyPatch,
  searchFilters,
  similarQuery,
  timestamp,
  webUrl,
} from "../src/index.ts";

function takes(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(true);
}
function refuses(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(false);
}

describe("times", () => {
  it("become UTC with milliseconds", () => {
    const pairs = {
      "2026-05-01": "2026-05-01T00:00:00.000Z",
      "2026-05-01T12:00:00Z": "2026-05-01T12:00:00.000Z",
      "2026-05-01T00:30:00.5+01:00": "2026-04-30T23:30:00.500Z",
      "2024-02-29": "2024-02-29T00:00:00.000Z",
      "2026-05-01T12:00:00.123999Z": "2026-05-01T12:00:00.123Z",
    };
    for (const [given, kept] of Object.entries(pairs)) {
      expect(timestamp.parse(given), given).to.equal(kept);
      expect(instant.safeParse(timestamp.parse(given)).success, given).to.equal(true);
    }
  });

  it("must be on the calendar, with a zone, in four-digit years", () => {
    refuses(timestamp, ["2026-02-29", "2026-02-31", "2026-04-31T00:00:00Z", "2026-13-01", "2026-00-10", "2026-1-1"]);
    refuses(timestamp, [
      "2026-05-01T24:00:00Z",
      "2026-05-01T12:60:00Z",
      "2026-05-01T12:00:00",
      "2026-05-01 12:00:00Z",
      "12:00",
      "",
    ]);
    refuses(timestamp, [
      "0000-01-01T00:00:00+01:00",
      "9999-12-31T23:30:00-01:00",
      "+012026-01-01",
      1_767_225_600_000,
      "now",
    ]);
  });

  it("in answers carry exactly milliseconds and Z", () => {
    refuses(instant, ["2026-05-01T12:00:00Z", "2026-05-01T12:00:00.000+00:00", "2026-05-01"]);
  });
});

describe("addresses on the web", () => {
  it("are absolute http or https, without credentials", () => {
    takes(webUrl, ["https://a.example", "http://a.example:8080/x?y=1#z", "https://bücher.example/ü"]);
    refuses(webUrl, [" http://a", "http://a/\n", "http:x", "http://a b", "https:///a b"]);
    refuses(webUrl, [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
      "ftp://a.example",
      "//a.example",
      "/x",
      "",
    ]);
    refuses(webUrl, [
      "https://user:secret@a.example",
      "https://user@a.example",
      "https://",
      `https://a.example/${"x".repeat(2048)}`,
      "https://a\u0000.example",
    ]);
  });
});

describe("money, currencies and countries", () => {
  it("are what the standards name", () => {
    takes(currency, ["USD", "EUR", "JPY", "KWD"]);
    refuses(currency, ["usd", "US", "XYZ", "EURO", "", null]);
    takes(country, ["US", "DE", "GB", "XK"]);
    refuses(country, ["us", "USA", "ZZ", "EU", "UN", "", "X1"]);
  });
  it("have no negative zero and no negative amount", () => {
    expect(Object.is(money.parse(-0), 0)).to.equal(true);
    takes(money, [0, 0.01, 199.99, 1e12]);
    refuses(money, [-0.01, 1e12 + 1, Infinity, NaN, "1"]);
  });
});

describe("contact data", () => {
  it("has the form of its kind", () => {
    takes(email, ["a@b.co", "x+y@sub.example.org"]);
    refuses(email, ["a", "a@b", "a b@c.de", "@b.co", `${"x".repeat(250)}@b.co`]);
    takes(phone, ["+1 916 555 0142", "(0)30/12 34-56 x7"]);
    refuses(phone, ["call me", "12", "+1\n2222"]);
    takes(password, ["12345678", "x".repeat(256)]);
    refuses(password, ["1234567", "x".repeat(257), "1234567\0"]);
  });
});

describe("limits and defaults of the interface", () => {
  it("are those that it names", () => {
    expect(pageLimit.parse(undefined)).to.equal(20);
    expect(similarQuery.parse({})).to.include({ limit: 5, match: "all", status: "active", includeAdCount: false });
    expect(propertyListQuery.parse({})).to.include({ sort: "-createdAt", limit: 20 });
    expect(keyCreate.parse({ name: "a" })).to.deep.equal({ name: "a", scopes: ["read", "write"] });
    expect(keyRotate.parse({})).to.deep.equal({ graceHours: 0 });
    expect(searchFilters.parse({ area: { min: 1 } })).to.deep.equal({ area: { min: 1, unit: "sqm" } });
  });
  it("hold at both ends", () => {
    takes(pageLimit, [1, 100]);
    refuses(pageLimit, [0, 101, 1.5]);
    takes(keyCreate, [
      { name: "x".repeat(100), expiresInDays: 0.001 },
      { name: "a", expiresInDays: 3650 },
      { name: "a", expiresInDays: null },
    ]);
    refuses(keyCreate, [
      { name: "x".repeat(101) },
      { name: " " },
      { name: "a", expiresInDays: 0 },
      { name: "a", expiresInDays: 3650.1 },
      { name: "a", scopes: [] },
      { name: "a", scopes: ["admin"] },
    ]);
    takes(keyRotate, [{ graceHours: 0.5 }]);
    refuses(keyRotate, [{ graceHours: -1 }]);
    takes(fieldNames, [["id", "address.city"]]);
    refuses(fieldNames, [["a..b"], ["$where"], ["__proto__"], [""], ["a."]]);
  });
});

describe("merge patches", () => {
  it("clear with null what can be empty, and only that", () => {
    takes(propertyPatch, [
      { price: null, description: null, features: null, media: null, address: null, location: null, agentId: null },
      {},
    ]);
    takes(propertyPatch, [{ address: { city: null } }]);
    refuses(propertyPatch, [
      { title: null },
      { propertyType: null },
      { propertyCategory: null },
      { status: null },
      { listingType: null },
    ]);
  });
});

describe("a creation", () => {
  it("needs title, type and category, and takes any status and time of publication", () => {
    const required = { title: "a", propertyType: "b", propertyCategory: "c" };
    takes(propertyCreate, [required, { ...required, status: "sold", publishedAt: "1999-12-31" }]);
    for (const name of Object.keys(required)) refuses(propertyCreate, [{ ...required, [name]: undefined }]);
  });
});

describe("places in a search", () => {
  it("are bounded and closed", () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const polygon = (...coordinates: number[][][]) => ({ polygon: { type: "Polygon", coordinates } });
    takes(geoFilter, [
      polygon(ring),
      polygon(ring, ring),
      { bbox: [170, -10, -170, 10] },
      { radius: { lat: 0, lon: 0, distance: 20_040 } },
    ]);
    takes(geoFilter, [{ radius: { lat: 0, lon: 0, distance: 20_040_000, unit: "m" } }]);
    refuses(geoFilter, [
      polygon(ring.slice(0, 3)),
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      polygon(),
      polygon(Array.from({ length: 501 }, () => [0, 0])),
    ]);
    refuses(geoFilter, [
      { bbox: [0, 10, 0, -10] },
      { bbox: [-181, 0, 0, 0] },
      { radius: { lat: 0, lon: 0, distance: 20_041 } },
      { radius: { lat: 0, lon: 0, distance: 0 } },
    ]);
    refuses(geoFilter, [
      { radius: { lat: 0, lon: 0, distance: 1e9, unit: "m" } },
      { radius: { lat: 0, lon: 0, distance: 12_500, unit: "mi" } },
    ]);
  });
  it("may carry an altitude, which is dropped", () => {
    const given = {
      polygon: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0, 9],
            [1, 0, 9],
            [1, 1, 9],
            [0, 0, 8],
          ],
        ],
      },
    };
    expect(geoFilter.parse(given)).to.deep.equal({
      polygon: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    });
  });
});
