import { expect } from "chai";
import { is, type Mention, type Polarity } from "../../src/model.ts";
import { distanceTiers } from "../../src/readers/distance.ts";
import { place } from "../../src/readers/place.ts";
import { conjunction, functionWord } from "../../src/readers/wording.ts";
import { reduceLocation } from "../../src/resolve/location.ts";
import type { Contribution } from "../../src/resolve/reducer.ts";
import { readWith, tagged } from "../readers/reading.ts";

const RULES = [...distanceTiers.flat(), place, functionWord, conjunction];

function locate(text: string, change: (one: Mention) => Mention = (one) => one): Contribution {
  return reduceLocation(tagged(text), readWith(RULES, text).map(change));
}

const placesAs =
  (polarity: Polarity) =>
  (one: Mention): Mention =>
    is(one, "place") ? { ...one, polarity } : one;

const fields = ({ conflicts = [] }: Contribution): string[] => conflicts.map(({ field }) => field);

function rejected(text: string): string[] {
  const query = tagged(text);
  return (locate(text).rejected ?? []).map(({ from, to }) => query.slice(from, to));
}

describe("reduceLocation", () => {
  it("places › filter by their levels, each name once", () => {
    expect(locate("Soho, London or London").filters).to.deep.equal({ communities: ["Soho"], cities: ["London"] });
    expect(locate("Leeds or York").filters).to.deep.equal({ cities: ["Leeds", "York"] });
  });

  it("unwanted places › are excluded; postal codes cannot be", () => {
    expect(locate("Leeds", placesAs("unwanted")).filters).to.deep.equal({ excludeCities: ["Leeds"] });
    const code = locate("flat 95758", placesAs("unwanted"));
    expect([code.filters, code.rejected?.length]).to.deep.equal([{}, 1]);
  });

  it("places of different levels › cannot be alternatives", () => {
    const found = locate("Camden or London");
    expect(found.filters).to.deep.equal({ communities: ["Camden"] });
    expect(fields(found)).to.deep.equal(["cities"]);
    expect(rejected("Camden or London")).to.deep.equal(["London"]);
  });

  it("a state after a city › is used if the city is", () => {
    expect(locate("Springfield, Elk Grove CA").filters).to.deep.equal({
      cities: ["Springfield", "Elk Grove"],
      regions: ["California"],
    });
    expect(rejected("Soho, London, Elk Grove CA")).to.deep.equal(["Elk Grove", "CA"]);
  });

  it("a distance without a place › applies to the place before it", () => {
    const york = locate("York within 3 miles");
    expect(york.filters).to.deep.equal({});
    expect(york.near).to.deep.equal({ place: { name: "York", level: "city" }, distance: 3, unit: "mi" });
    const soho = locate("in Soho, London within 2 km");
    expect(soho.filters).to.deep.equal({});
    expect(soho.near?.place).to.deep.equal({ name: "Soho", level: "community", city: "London" });
  });

  it("a distance after several places › is rejected with a conflict", () => {
    const found = locate("York or Leeds within 10 miles");
    expect(found.filters).to.deep.equal({ cities: ["York", "Leeds"] });
    expect([found.near, fields(found)]).to.deep.equal([undefined, ["near"]]);
    expect(rejected("York or Leeds within 10 miles")).to.deep.equal(["within 10 miles"]);
  });

  it("coordinates › are a geo filter; a second distance is rejected", () => {
    const found = locate("within 5 km of 38.5816, -121.4944, near Leeds");
    expect(found.geo).to.deep.equal({ radius: { lat: 38.5816, lon: -121.4944, distance: 5, unit: "km" } });
    expect(found.near).to.equal(undefined);
  });

  it("a minimum distance › is rejected with a conflict", () => {
    const found = locate("at least 10 km from Leeds");
    expect([found.near, found.geo, fields(found)]).to.deep.equal([undefined, undefined, ["geo"]]);
    expect(rejected("at least 10 km from Leeds")).to.deep.equal(["at least 10 km from Leeds"]);
  });

  it("a place of another alternative than the distance › is rejected", () => {
    const found = locate("near Leeds, York", (one) => (is(one, "place") ? { ...one, branch: 1 } : one));
    expect(found.near?.place.name).to.equal("Leeds");
    expect(found.filters).to.deep.equal({});
  });

  it("a region elsewhere › selects one of several places of a name", () => {
    expect(locate("near Springfield").near?.place.among).to.deep.equal(["Illinois", "Missouri"]);
    expect(locate("Maine near Portland").near?.place).to.deep.equal({
      name: "Portland",
      level: "city",
      region: "Maine",
    });
  });

  it("a city in several regions › is a conflict unless a region is named", () => {
    expect(fields(locate("Springfield"))).to.deep.equal(["cities"]);
    expect(fields(locate("Springfield, Illinois"))).to.deep.equal([]);
  });
});
