import { expect } from "chai";
import { buildVocabulary } from "../src/index.ts";
import { languages } from "../src/languages/index.ts";
import { describeReport, evaluate, loadCases, loadVocabulary } from "./corpus.ts";

describe("plain-language corpus", () => {
  const vocabulary = buildVocabulary(loadVocabulary());

  const names = new Intl.DisplayNames("en", { type: "language" });

  for (const { code } of languages) {
    it(`at least 95 % of the ${names.of(code)} queries have exactly the expected interpretation`, () => {
      const cases = loadCases(code);
      expect(cases.length).to.be.at.least(code === "en" ? 100 : 15);
      const report = evaluate(cases, vocabulary);
      console.log(`    ${describeReport(report)}`);
      expect(report.exact / report.cases, describeReport(report)).to.be.at.least(0.95);
    });
  }
});
