import { expect } from "chai";
import { buildVocabulary } from "../src/index.ts";
import { describeReport, evaluate, loadCases, loadVocabulary } from "./corpus.ts";

describe("plain-language corpus", () => {
  const vocabulary = buildVocabulary(loadVocabulary());

  for (const [code, language, least] of [
    ["en", "English", 100],
    ["es", "Spanish", 15],
    ["de", "German", 15],
    ["fr", "French", 15],
  ] as const) {
    it(`at least 95 % of the ${language} queries have exactly the expected interpretation`, () => {
      const cases = loadCases(code);
      expect(cases.length).to.be.at.least(least);
      const report = evaluate(cases, vocabulary);
      console.log(`    ${describeReport(report)}`);
      expect(report.exact / report.cases, describeReport(report)).to.be.at.least(0.95);
    });
  }
});
