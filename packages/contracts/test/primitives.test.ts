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

function accepts(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(true);
}
function rejects(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(false);
}

describe("timestamp and instant", () => {
  it("timestamp normalizes times to UTC with milliseconds", () => {
    const pairs = {
      "2026-05-01": "2026-05-01T00:00:00.000Z",
      "2026-05-01T12:00:00Z": "2026-05-01T12:00:00.000Z",
      "2026-05-01T00:30:00.5+01:00": "2026-04-30T23:30:00.500Z",
      "2024-02-29": "2024-02-29T00:00:00.000Z",
      "2026-05-01T12:00:00.123999Z": "2026-05-01T12:00:00.123Z",
    };
    for (const [given, expected] of Object.entries(pairs)) {
      expect(timestamp.parse(given), given).to.equal(expected);
      expect(instant.safeParse(timestamp.parse(given)).success, given).to.equal(true);
    }
  });

  it("timestamp requires a valid date, a UTC offset and a four-digit year", () => {
    rejects(timestamp, ["2026-02-29", "2026-02-31", "2026-04-31T00:00:00Z", "2026-13-01", "2026-00-10", "2026-1-1"]);
    rejects(timestamp, [
      "2026-05-01T24:00:00Z",
      "2026-05-01T12:60:00Z",
      "2026-05-01T12:00:00",
      "2026-05-01 12:00:00Z",
      "12:00",
      "",
    ]);
    rejects(timestamp, [
      "0000-01-01T00:00:00+01:00",
      "9999-12-31T23:30:00-01:00",
      "+012026-01-01",
      1_767_225_600_000,
      "now",
    ]);
  });

  it("instant requires milliseconds and Z", () => {
    rejects(instant, ["2026-05-01T12:00:00Z", "2026-05-01T12:00:00.000+00:00", "2026-05-01"]);
  });
});

describe("webUrl", () => {
  it("accepts only absolute http and https URLs without credentials", () => {
    accepts(webUrl, ["https://a.example", "http://a.example:8080/x?y=1#z", "https://bücher.example/ü"]);
    rejects(webUrl, [" http://a", "http://a/\n", "http:x", "http://a b", "https:///a b"]);
    rejects(webUrl, [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
      "ftp://a.example",
      "//a.example",
      "/x",
      "",
    ]);
    rejects(webUrl, [
      "https://user:secret@a.example",
      "https://user@a.example",
      "https://",
      `https://a.example/${"x".repeat(2048)}`,
      "https://a\u0000.example",
    ]);
  });
});

describe("money, currency and country", () => {
  it("currency and country accept only codes of ISO 4217 and ISO 3166-1 alpha-2", () => {
    accepts(currency, ["USD", "EUR", "JPY", "KWD"]);
    rejects(currency, ["usd", "US", "XYZ", "EURO", "", null]);
    accepts(country, ["US", "DE", "GB", "XK"]);
    rejects(country, ["us", "USA", "ZZ", "EU", "UN", "", "X1"]);
  });
  it("money rejects negative amounts and normalizes negative zero", () => {
    expect(Object.is(money.parse(-0), 0)).to.equal(true);
    accepts(money, [0, 0.01, 199.99, 1e12]);
    rejects(money, [-0.01, 1e12 + 1, Infinity, NaN, "1"]);
  });
});

describe("email, phone and password", () => {
  it("accept only their format", () => {
    accepts(email, ["a@b.co", "x+y@sub.example.org"]);
    rejects(email, ["a", "a@b", "a b@c.de", "@b.co", `${"x".repeat(250)}@b.co`]);
    accepts(phone, ["+1 916 555 0142", "(0)30/12 34-56 x7"]);
    rejects(phone, ["call me", "12", "+1\n2222"]);
    accepts(password, ["12345678", "x".repeat(256)]);
    rejects(password, ["1234567", "x".repeat(257), "1234567\0"]);
  });
});

describe("limits and defaults of the API", () => {
  it("applies the specified defaults", () => {
    expect(pageLimit.parse(undefined)).to.equal(20);
    expect(similarQuery.parse({})).to.include({ limit: 5, match: "all", status: "active", includeAdCount: false });
    expect(propertyListQuery.parse({})).to.include({ sort: "-createdAt", limit: 20 });
    expect(keyCreate.parse({ name: "a" })).to.deep.equal({ name: "a", scopes: ["read", "write"] });
    expect(keyRotate.parse({})).to.deep.equal({ graceHours: 0 });
    expect(searchFilters.parse({ area: { min: 1 } })).to.deep.equal({ area: { min: 1, unit: "sqm" } });
  });
  it("enforces lower and upper limits", () => {
    accepts(pageLimit, [1, 100]);
    rejects(pageLimit, [0, 101, 1.5]);
    accepts(keyCreate, [
      { name: "x".repeat(100), expiresInDays: 0.001 },
      { name: "a", expiresInDays: 3650 },
      { name: "a", expiresInDays: null },
    ]);
    rejects(keyCreate, [
      { name: "x".repeat(101) },
      { name: " " },
      { name: "a", expiresInDays: 0 },
      { name: "a", expiresInDays: 3650.1 },
      { name: "a", scopes: [] },
      { name: "a", scopes: ["admin"] },
    ]);
    accepts(keyRotate, [{ graceHours: 0.5 }]);
    rejects(keyRotate, [{ graceHours: -1 }]);
    accepts(fieldNames, [["id", "address.city"]]);
    rejects(fieldNames, [["a..b"], ["$where"], ["__proto__"], [""], ["a."]]);
  });
});

describe("propertyPatch", () => {
  it("accepts null only for optional fields", () => {
    accepts(propertyPatch, [
      { price: null, description: null, features: null, media: null, address: null, location: null, agentId: null },
      {},
    ]);
    accepts(propertyPatch, [{ address: { city: null } }]);
    rejects(propertyPatch, [
      { title: null },
      { propertyType: null },
      { propertyCategory: null },
      { status: null },
      { listingType: null },
    ]);
  });
});

describe("propertyCreate", () => {
  it("requires title, type and category, and accepts any status and publication time", () => {
    const required = { title: "a", propertyType: "b", propertyCategory: "c" };
    accepts(propertyCreate, [required, { ...required, status: "sold", publishedAt: "1999-12-31" }]);
    for (const name of Object.keys(required)) rejects(propertyCreate, [{ ...required, [name]: undefined }]);
  });
});

describe("geoFilter", () => {
  it("accepts only closed polygons, valid boxes and radii up to the limits", () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const polygon = (...coordinates: number[][][]) => ({ polygon: { type: "Polygon", coordinates } });
    accepts(geoFilter, [
      polygon(ring),
      polygon(ring, ring),
      { bbox: [170, -10, -170, 10] },
      { radius: { lat: 0, lon: 0, distance: 20_040 } },
    ]);
    accepts(geoFilter, [{ radius: { lat: 0, lon: 0, distance: 20_040_000, unit: "m" } }]);
    rejects(geoFilter, [
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
    rejects(geoFilter, [
      { bbox: [0, 10, 0, -10] },
      { bbox: [-181, 0, 0, 0] },
      { radius: { lat: 0, lon: 0, distance: 20_041 } },
      { radius: { lat: 0, lon: 0, distance: 0 } },
    ]);
    rejects(geoFilter, [
      { radius: { lat: 0, lon: 0, distance: 1e9, unit: "m" } },
      { radius: { lat: 0, lon: 0, distance: 12_500, unit: "mi" } },
    ]);
  });
  it("ignores altitudes", () => {
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
