import { expect } from "chai";
import { buildVocabulary } from "../src/index.ts";
import { loadVocabulary, observed } from "./corpus.ts";
import { vocabulary } from "./helpers.ts";

const apartment = { propertyTypes: ["apartment"] };
const house = { propertyTypes: ["house"] };

function hold(rows: readonly (readonly [query: string, expected: object])[], words = vocabulary): void {
  for (const [query, expected] of rows) expect(observed(query, words), query).to.deep.equal(expected);
}

describe("detection of languages", () => {
  it("shared words count for the language that has the most words of the query", () => {
    hold([
      ["estudio o 3 dormitorios", { bedrooms: { max: 3 }, unresolved: ["estudio"], conflicts: ["bedrooms"] }],
      ["piso en Madrid por menos de 200000", { ...apartment, cities: ["Madrid"], price: { max: 200000 } }],
      ["casa com piscina em Madrid", { ...house, features: ["pool"], cities: ["Madrid"] }],
    ]);
  });

  it("common words of other languages do not change English queries", () => {
    hold([
      [
        "gourmet kitchen and portico, house in York",
        { ...house, cities: ["York"], unresolved: ["gourmet kitchen", "portico"] },
      ],
      [
        "flat in Via Monte, York, no garage",
        { ...apartment, cities: ["York"], excludeFeatures: ["garage"], unresolved: ["Via Monte"] },
      ],
    ]);
  });

  it("the Portuguese word for in the is a negation only before a word of another language", () => {
    hold([
      ["apartamento no Porto", { ...apartment, cities: ["Porto"] }],
      ["moradia no Algarve", { ...house, regions: ["Algarve"] }],
      ["casa en Madrid, no piscina", { ...house, cities: ["Madrid"], excludeFeatures: ["pool"] }],
      ["casa a Roma, no piscina", { ...house, cities: ["Roma"], excludeFeatures: ["pool"] }],
      ["flat in Porto, no garage", { ...apartment, cities: ["Porto"], excludeFeatures: ["garage"] }],
    ]);
  });

  it("Italian elisions are separate words", () => {
    hold([
      ["appartamento nell'Alentejo", { ...apartment, regions: ["Alentejo"] }],
      ["casa vicino all'aeroporto di Napoli", { ...house, cities: ["Napoli"], unresolved: ["aeroporto"] }],
    ]);
  });

  it("well-known places whose words are in the tables are recognized without a preposition", () => {
    hold([
      ["appartamento roma", { ...apartment, cities: ["Roma"] }],
      ["rio de janeiro apartamento", { ...apartment, cities: ["Rio de Janeiro"] }],
    ]);
    const words = buildVocabulary({ ...loadVocabulary(), places: [{ name: "Dallas", level: "city", count: 1 }] });
    hold([["flat dallas", { ...apartment, cities: ["Dallas"] }]], words);
  });
});
