import { expect } from "chai";
import { aggregationsJsonSteps } from "../src/domain/aggregations-json.ts";
import { alphabetically } from "../src/domain/collation.ts";
import type { IndexResult, IndexQuery, ListingIndex } from "../src/domain/query.ts";
import { buildVocabulary } from "@plat/interpreter";
import { toNameEntry, typeAhead } from "../src/domain/type-ahead.ts";
import { readListingNames } from "../src/elasticsearch/listing-names.ts";

type Row = { key: Record<string, string | null>; doc_count: number };

/** An index with these communities in the order of their names, and no other names. */
function indexOf(communities: readonly Row[]): ListingIndex {
  const none = { buckets: [] };
  const response = ({ aggs = {} }: IndexQuery): unknown => {
    const { rows } = aggs as { rows?: { composite: { sources: object[]; size: number; after?: { at: number } } } };
    if (rows === undefined) return { types: none, categories: none, features: none };
    const { sources, size, after = { at: 0 } } = rows.composite;
    if (!("community" in (sources[0] ?? {}))) return { rows: none };
    const end = after.at + size;
    const more = end < communities.length ? { after_key: { at: end } } : {};
    return { rows: { buckets: communities.slice(after.at, end), ...more } };
  };
  return {
    search: async <A>(query: IndexQuery) =>
      ({ size: 0, total: 0, hits: [], aggregations: response(query) }) as unknown as IndexResult<A>,
  };
}
const community = (name: string, count: number): Row => ({
  key: { community: name, city: null, region: null },
  doc_count: count,
});

const place = (name: string, count = 1) => ({ name, level: "community" as const, count });
const vocabularyOf = (places: ReturnType<typeof place>[]) => buildVocabulary({ places, types: [], features: [] });

describe("names of the listings", () => {
  it("readListingNames retains the names with the most listings, regardless of alphabetical order", async () => {
    const crowd = Array.from({ length: 90_000 }, (_, at) => community(`Aa ${String(at).padStart(6, "0")}`, 1));
    const { entries, vocabulary } = await readListingNames(indexOf([...crowd, community("Zumwalt Meadow", 2)]));
    expect(entries.length).to.be.lessThan(crowd.length);
    expect(entries[0]?.value).to.equal("Zumwalt Meadow");
    expect(vocabulary.places.at(["zumwalt", "meadow"])).to.have.length(1);
  });

  it("buildVocabulary ignores overlong names", () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `qx${"bcdfghjklmnpqrst".charAt(at)}zq`);
    const { places, words: known } = vocabularyOf([place(words(12).join(" ")), place(words(13).join(" "))]);
    expect(places.at(words(12))).to.have.length(1);
    expect(places.at(words(13))).to.have.length(0);
    expect(known.size).to.equal(12);
    expect(vocabularyOf([place(`${"q".repeat(60)} ${"x".repeat(60)}`)]).words.size).to.equal(0);
  });

  it("buildVocabulary limits the number of words of places to the first ones", () => {
    const name = (at: number): string =>
      `qx${at} vz${at} kj${at} wq${at} xv${at} zk${at} jq${at} vx${at} kz${at} wj${at}`;
    const names = Array.from({ length: 30_001 }, (_, at) => place(name(at)));
    const { words } = vocabularyOf(names);
    expect([words.has("qx0"), words.has("qx29999"), words.has("qx30000")]).to.deep.equal([true, true, false]);
  });

  it("aggregationsJsonSteps yields after short steps and sorts like a single sort", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `${"zÄa9é".charAt(at % 5)} ${(at * 7919) % 5_000}`);
    const types = new Map(names.map((name) => [name, 1]));
    const leeds = new Map([["Leeds", { total: 5_000, byType: types }]]);
    const steps = aggregationsJsonSteps({ total: 5_000, cities: leeds, regions: leeds, types, categories: new Map() });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).to.be.greaterThan(5_000 * 3);
    const response = JSON.parse(step.value) as { availablePropertyTypes: string[]; byCity: Record<string, object> };
    expect(response.availablePropertyTypes).to.deep.equal(names.toSorted(alphabetically));
    expect(response.byCity).to.deep.equal({ Leeds: { total: 5_000, byType: Object.fromEntries(types) } });
  });

  it("typeAhead matches the start of a name and of each of its words, and nothing else", () => {
    const names = ["Oak Park", "Parkway", "Spark Hill", "St. Louis", "O'Park (North)", "𝐚park", "Bpark-Parker"];
    const known = names.map((value, at) => toNameEntry("community", value, 10 - at));
    const found = (typed: string): string[] => typeAhead(known, typed, 10).map(({ value }) => value);
    expect(found("park")).to.deep.equal(["Parkway", "Oak Park", "O'Park (North)", "Bpark-Parker"]);
    expect(found("st. l")).to.deep.equal(["St. Louis"]);
    expect(found("(no")).to.deep.equal(["O'Park (North)"]);
    expect(found("north")).to.deep.equal(["O'Park (North)"]);
    expect(found(" ")).to.deep.equal([]);
  });

  it("typeAhead finds names that are stored with underscores by words and by underscores", () => {
    const known = ["ELK_GROVE", "RANCHO__CORDOVA"].map((value) => toNameEntry("city", value, 1));
    const found = (typed: string): string[] => typeAhead(known, typed, 10).map(({ value }) => value);
    for (const typed of ["elk gr", "elk_gr", "Elk  Gr", "grove"])
      expect(found(typed), typed).to.deep.equal(["ELK_GROVE"]);
    expect(found("rancho cor")).to.deep.equal(["RANCHO__CORDOVA"]);
  });
});
