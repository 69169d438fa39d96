import { expect } from "chai";
import { parseNumber } from "../src/text/tokenize.ts";
import { read } from "./helpers.ts";

describe("numbers and amounts", () => {
  it("separators of English, German, French, Swiss and Indian numbers are read", () => {
    const cases: [string, number][] = [
      ["2,000", 2000],
      ["180.000", 180000],
      ["1.400.000", 1400000],
      ["1,5", 1.5],
      ["2.5", 2.5],
      ["1'200'000", 1200000],
      ["350 000", 350000],
      ["1,20,00,000", 12000000],
      ["1.234,56", 1234.56],
      ["1,234.56", 1234.56],
      ["0.125", 0.125],
    ];
    for (const [raw, value] of cases) expect(parseNumber(raw), raw).to.equal(value);
  });

  it("a suffix, a word or a currency determines scale and currency of a price", () => {
    const cases: [string, object][] = [
      ["under 320k", { max: 320000 }],
      ["£1.4m max", { max: 1400000, currency: "GBP" }],
      ["max 1.250m", { max: 1250000 }],
      ["half a million max", { max: 500000 }],
      ["under 80 lakhs", { max: 8000000, currency: "INR" }],
      ["below 2 crore", { max: 20000000, currency: "INR" }],
      ["at least three hundred thousand euros", { min: 300000, currency: "EUR" }],
      ["between 300 and 450k", { min: 300000, max: 450000 }],
      ["300k-500k", { min: 300000, max: 500000 }],
      ["€1.2m-1.5m", { min: 1200000, max: 1500000, currency: "EUR" }],
      ["can spend more than 300k", { min: 300000 }],
      ["only under 300k", { max: 300000 }],
      ["max around 300k", { max: 300000 }],
      ["from 900k to 1.2m", { min: 900000, max: 1200000 }],
      ["from 900k to 700k", { min: 700000, max: 900000 }],
      ["around 200k", { min: 180000, max: 220000 }],
      ["under $500,000", { max: 500000 }],
      ["£800 per week max", { max: 800, currency: "GBP", period: "week" }],
      ["up to 25k p.a.", { max: 25000, period: "year" }],
    ];
    for (const [words, price] of cases)
      expect(read(`flat in Leeds ${words}`).filters.price, words).to.deep.equal(price);
  });

  it("an amount of zero is reported, and is neither price nor distance", () => {
    for (const [words, named] of [
      ["within 0 m of Leeds flat", "0 m"],
      ["flat in Leeds under 0m", "under 0m"],
      ["within 0 km of Leeds flat", "0 km"],
    ] as const) {
      const { filters, unresolved } = read(words);
      expect(filters, words).not.to.have.property("price");
      expect(unresolved.join(" "), words).to.include(named);
    }
  });

  it("bedrooms are exact and bathrooms a minimum, unless the query contains a comparison", () => {
    const cases: [string, object | undefined, object | undefined][] = [
      ["3 bed 2 bath", { min: 3, max: 3 }, { min: 2 }],
      ["3+ beds, exactly 2 baths", { min: 3 }, { min: 2, max: 2 }],
      ["3br/2.5ba", { min: 3, max: 3 }, { min: 2.5 }],
      ["3b-2b", { min: 3, max: 3 }, { min: 2 }],
      ["2br-3br", { min: 2, max: 3 }, undefined],
      ["3b2b", { min: 3, max: 3 }, { min: 2 }],
      ["two or three bedrooms", { min: 2, max: 3 }, undefined],
      ["up to 4 bedrooms", { max: 4 }, undefined],
      ["not more than 2 bathrooms", undefined, { max: 2 }],
      ["2 beds or more", { min: 2 }, undefined],
    ];
    for (const [words, bedrooms, bathrooms] of cases) {
      const { filters } = read(`house in Leeds, ${words}`);
      expect(filters.bedrooms, words).to.deep.equal(bedrooms);
      expect(filters.bathrooms, words).to.deep.equal(bathrooms);
    }
  });

  it("acres and hectares become square metres rounded outwards, and the summary contains them", () => {
    const acres = read("farm of at least 5 acres in Texas");
    expect(acres.filters.lotArea).to.deep.equal({ min: 20234.28, unit: "sqm" });
    expect(acres.summary).to.contain("Acres given in square metres");
    expect(read("land up to 1.5 ha in Texas").filters.lotArea).to.deep.equal({ max: 15000, unit: "sqm" });
  });

  it('an "m" is of millions unless a distance is meant', () => {
    expect(read("villa in Leeds up to 2.5m").filters).to.deep.include({ cities: ["Leeds"], price: { max: 2500000 } });
    expect(read("villa up to 2.5m near Leeds").filters.price).to.deep.equal({ max: 2500000 });
    expect(read("villa within 800m of Leeds").near).to.deep.equal({
      place: { name: "Leeds", level: "city" },
      distance: 800,
      unit: "m",
    });
  });

  it('years count from the next after "after", to the last before "before"', () => {
    expect(read("house built after 2015 in Leeds").filters.yearBuilt).to.deep.equal({ min: 2016 });
    expect(read("house built since 2015 in Leeds").filters.yearBuilt).to.deep.equal({ min: 2015 });
    expect(read("pre-1930 house in Leeds").filters.yearBuilt).to.deep.equal({ max: 1929 });
    expect(read("house under 2000 in Leeds").filters.yearBuilt).to.equal(undefined);
  });

  it("a month is a calendar month, whose missing days end it", () => {
    expect(read("flats in Leeds listed in the last 9 months").filters.publishedAfter).to.equal(
      "2026-02-21T12:00:00.000Z",
    );
    expect(read("flats in Leeds listed in the last 30 days").filters.publishedAfter).to.equal(
      "2026-10-22T12:00:00.000Z",
    );
  });

  it('"not larger", "no bigger" and "not smaller" compare without a "than" as well', () => {
    for (const [words, area] of [
      ["not larger 100 sqm", { max: 100, unit: "sqm" }],
      ["no bigger 100 sqm", { max: 100, unit: "sqm" }],
      ["not smaller 80 sqm", { min: 80, unit: "sqm" }],
      ["no smaller than 80 sqm", { min: 80, unit: "sqm" }],
    ] as const)
      expect(read(`flat in Leeds ${words}`).filters.area, words).to.deep.equal(area);
  });

  it("four digits that may be a year or a price are neither", () => {
    for (const [query, phrase] of [
      ["house from 1990", "from 1990"],
      ["maison à partir de 2000", "à partir de 2000"],
      ["Haus ab 1990", "ab 1990"],
    ] as const) {
      const { filters, unresolved } = read(query);
      expect(filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(unresolved, query).to.deep.equal([phrase]);
    }
    expect(read("flat to rent from 2000 in Leeds").filters.price).to.deep.equal({ min: 2000 });
    expect(read("house from £2000 in Leeds").filters.price).to.deep.equal({ min: 2000, currency: "GBP" });
    expect(read("house priced from 2000 in Leeds").filters.price).to.deep.equal({ min: 2000 });
    expect(read("house from 400k in Leeds").filters.price).to.deep.equal({ min: 400_000 });
  });

  it("halves count with the following word, and a sum of rooms is not read", () => {
    for (const [words, filters] of [
      ["one and a half bath", { bathrooms: { min: 1.5 } }],
      ["two and a half bathrooms", { bathrooms: { min: 2.5 } }],
      ["2 1/2 baths", { bathrooms: { min: 2.5 } }],
      ["one and a half million", { price: { max: 1_500_000 } }],
      ["3/2", { bedrooms: { min: 3, max: 3 }, bathrooms: { min: 2 } }],
    ] as const)
      expect(read(`${words} in Leeds`).filters, words).to.deep.equal({ ...filters, cities: ["Leeds"] });
    for (const [query, phrase] of [
      ["3+1 bedroom flat", "3+1 bedroom"],
      ["3+1 flat", "3+1"],
    ] as const) {
      expect(read(query).filters, query).to.deep.equal({ propertyTypes: ["apartment"] });
      expect(read(query).unresolved, query).to.deep.equal([phrase]);
    }
  });

  it("consecutive labels and comparisons each apply to their own number", () => {
    for (const [words, filters] of [
      ["beds>=3 baths>=2 price<=500000", { bedrooms: { min: 3 }, bathrooms: { min: 2 }, price: { max: 500_000 } }],
      ["beds 3 baths 2", { bedrooms: { min: 3, max: 3 }, bathrooms: { min: 2 } }],
      ["over 3 beds but under 6", { bedrooms: { min: 4, max: 5 } }],
      ["min 3 bed max 5", { bedrooms: { min: 3, max: 5 } }],
      ["over 100 sqm but under 200", { area: { min: 100, max: 200, unit: "sqm" } }],
      ["over 3 beds but under 600k", { bedrooms: { min: 4 }, price: { max: 600_000 } }],
    ] as const)
      expect(read(`house ${words}`).filters, words).to.deep.equal({ propertyTypes: ["house"], ...filters });
  });

  it("a number in place of a year or floor that cannot be one is reported and creates no filter", () => {
    for (const [query, phrase] of [
      ["house built after 40000", "built after 40000"],
      ["house built since 3000000000", "built since 3000000000"],
      ["house after 40000", "after 40000"],
      ["house built before 300000", "built before 300000"],
      ["house built in 40000", "built in 40000"],
      ["house built between 40000 and 50000", "built between 40000 and 50000"],
      ["Haus Baujahr 40000", "Baujahr 40000"],
      ["casa construida después de 40000", "construida después de 40000"],
      ["house floor 3000000000", "floor 3000000000"],
      ["house on floor 500", "on floor 500"],
      ["house 3000000000th floor", "3000000000th floor"],
      ["house above floor 3000000000", "above floor 3000000000"],
      ["house floor above 3000000000", "floor above 3000000000"],
    ] as const) {
      const { filters, unresolved } = read(query);
      expect(filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(unresolved, query).to.deep.equal([phrase]);
    }
  });

  it("a price next to words about construction or floors remains a price", () => {
    for (const [words, max] of [
      ["newly built up to 400000", 400_000],
      ["new build 400000", 400_000],
      ["high floor under 900000", 900_000],
      ["any floor up to 900000", 900_000],
    ] as const)
      expect(read(`flat in Leeds ${words}`).filters.price, words).to.deep.equal({ max });
    expect(read("pisos desde 150000 en Madrid").filters.price).to.deep.equal({ min: 150_000 });
    expect(read("new homes built from £250,000").filters.price).to.deep.equal({ min: 250_000, currency: "GBP" });
  });

  it("the word for rent before a price is also the listing type, and determines the period if it has one", () => {
    for (const [words, filters] of [
      ["rent under 1000", { listingType: "rent", price: { max: 1000 } }],
      ["monthly rent below 900", { listingType: "rent", price: { max: 900, period: "month" } }],
      ["weekly rent up to £300", { listingType: "rent", price: { max: 300, currency: "GBP", period: "week" } }],
      ["furnished monthly under 7000", { features: ["furnished"], price: { max: 7000, period: "month" } }],
      ["price under 1000", { price: { max: 1000 } }],
    ] as const)
      expect(read(`${words} in Leeds`).filters, words).to.deep.equal({ ...filters, cities: ["Leeds"] });
    expect(read("loyer maximum 900 € à Lyon").filters.listingType).to.equal("rent");
    expect(read("Miete bis 900 € in Berlin").filters.listingType).to.equal("rent");
  });

  it("a label after a price begins the next requirement", () => {
    expect(read("price 200000 to 300000 beds 3 Leeds").filters).to.deep.equal({
      price: { min: 200_000, max: 300_000 },
      bedrooms: { min: 3, max: 3 },
      cities: ["Leeds"],
    });
    expect(read("house with 300000 bedrooms in Leeds").filters.price).to.equal(undefined);
  });

  it("rooms counted after their name are not a property type, and a maximum of results is the limit", () => {
    for (const [query, phrase] of [
      ["rooms 4 in Leeds", "rooms 4"],
      ["rooms: 4 in Leeds", "rooms: 4"],
    ] as const) {
      expect(read(query).filters, query).to.deep.equal({ cities: ["Leeds"] });
      expect(read(query).unresolved, query).to.deep.equal([phrase]);
    }
    expect(read("room 500 pcm in Leeds").filters.propertyTypes).to.deep.equal(["room"]);
    const { limit, unresolved, filters } = read("houses in Leeds, max 20 results");
    expect([limit, unresolved, filters]).to.deep.equal([20, [], { propertyTypes: ["house"], cities: ["Leeds"] }]);
  });

  it("a price per square metre and the size of a feature are reported and create no filter", () => {
    for (const [words, named] of [
      ["under £600 per sq ft", "under £600 per sq ft"],
      ["4000 €/m2", "4000 €/m2"],
      ["$300/sqft max", "$300/sqft max"],
      ["with a terrace of 30 sqm", "30 sqm"],
      ["with balcony > 10 m2", "> 10 m2"],
    ] as const) {
      const { filters, unresolved } = read(`flat in Leeds ${words}`);
      expect(filters, words).not.to.have.any.keys("price", "area", "lotArea");
      expect(unresolved, words).to.deep.equal([named]);
    }
    expect(read("flat in Leeds with balcony, 80 sqm").filters.area).to.deep.equal({ min: 72, max: 88, unit: "sqm" });
    expect(read("Wohnung mit Balkon ab 80 qm").filters.area).to.deep.equal({ min: 80, unit: "sqm" });
  });

  it("a currency sign immediately before a number belongs to it, and a French ordinal is not a price", () => {
    expect(read("house in Elk Grove 95758 $650-750k").filters).to.deep.include({
      postalCodes: ["95758"],
      price: { min: 650_000, max: 750_000 },
    });
    expect(read("appartement Paris 15e").filters).not.to.have.property("price");
    expect(read("appartement Lyon 900e").filters.price).to.deep.equal({ max: 900, currency: "EUR" });
  });

  it("the lower end of a range is in thousands if the higher end is", () => {
    expect(read("house between 200 and 250,000 in Leeds").filters.price).to.deep.equal({ min: 200_000, max: 250_000 });
    expect(read("villa to rent between 500 and 20000 in Dubai").filters.price).to.deep.equal({ min: 500, max: 20_000 });
  });
});
