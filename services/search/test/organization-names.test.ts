import { buildVocabulary, interpret, type VocabularyInput } from "@plat/interpreter";
import { expect } from "chai";
import { combineNames, hashNames, type OwnNames } from "../src/domain/organization-names.ts";
import { runSync } from "../src/domain/yielding-sort.ts";

type Place = VocabularyInput["places"][number];

const inputOf = (places: Place[], more: Partial<VocabularyInput> = {}): VocabularyInput => ({
  places,
  types: [],
  features: [],
  categories: [],
  ...more,
});
const city = (name: string, region: string, count = 1): Place => ({ name, level: "city", count, parents: { region } });

describe("names of an organization", () => {
  const combined = (own: VocabularyInput, shared: VocabularyInput, ownNames: OwnNames): VocabularyInput =>
    runSync(combineNames(own, shared, ownNames));
  const read = (query: string, input: VocabularyInput) => {
    const result = interpret(query, buildVocabulary(input), new Date(0));
    if ("notAPropertyQuery" in result) throw new Error(`${query} was not recognized`);
    return result;
  };

  it("come first: names of others are no alternatives to them, and remain known", () => {
    const own = inputOf([city("STANMORE", "Oregon"), { name: "Fernhill", level: "community", count: 1 }]);
    const shared = inputOf([
      city("Stanmore", "Illinois", 90),
      city("Fernhill", "Ohio", 80),
      city("Otherby", "Ohio", 70),
    ]);
    const input = combined(own, shared, "first");
    const { filters, conflicts } = read("house in Stanmore", input);
    expect([filters.cities, conflicts]).to.deep.equal([["STANMORE"], []]);
    expect(read("house in Fernhill", input).filters).to.deep.include({ communities: ["Fernhill"] });
    expect(read("house in Otherby", input).filters.cities).to.deep.equal(["Otherby"]);
    const both = combined(own, shared, "equal");
    expect(read("house in Stanmore", both).conflicts).to.have.length(1);
    expect(read("house in Fernhill", both).filters.cities).to.deep.equal(["Fernhill"]);
  });

  it("win when the spelling of a query is as close to a name of others", () => {
    const own = inputOf([city("Brakeford", "Oregon")]);
    const shared = inputOf([city("Brakefort", "Oregon", 500)]);
    const query = "house in Brakefore";
    expect(read(query, combined(own, shared, "equal")).filters.cities).to.deep.equal(["Brakefort"]);
    expect(read(query, combined(own, shared, "first")).filters.cities).to.deep.equal(["Brakeford"]);
  });

  it("determine the wording of features that have synonyms", () => {
    const own = inputOf([], { features: [{ name: "lift", count: 1 }] });
    const shared = inputOf([], { features: [{ name: "elevator", count: 500 }] });
    expect(read("flat with elevator", combined(own, shared, "first")).filters.features).to.deep.equal(["lift"]);
  });

  it("are added to the names of others only if these lack them", () => {
    const shared = inputOf([city("Stanmore", "Illinois", 90)], { types: [{ name: "Finca", count: 3 }] });
    const known = inputOf([city("Stanmore", "Illinois", 2)], { types: [{ name: "Finca", count: 1 }] });
    expect(combined(known, shared, "equal")).to.equal(shared);
    const other = combined(inputOf([city("Stanmore", "Oregon", 2)]), shared, "equal");
    expect(other.places.map(({ parents }) => parents?.region)).to.deep.equal(["Oregon", "Illinois"]);
  });

  it("have a hash that depends on names, levels and places, but not on counts and order", () => {
    const hash = (places: Place[]): string => runSync(hashNames(inputOf(places)));
    const known = [city("Stanmore", "Oregon"), city("Otherby", "Ohio")];
    expect(hash(known)).to.equal(hash([city("Otherby", "Ohio", 8), city("Stanmore", "Oregon", 7)]));
    expect(hash(known)).to.not.equal(hash([city("Stanmore", "Ohio"), city("Otherby", "Ohio")]));
    expect(hash(known)).to.not.equal(hash(known.slice(0, 1)));
  });
});
