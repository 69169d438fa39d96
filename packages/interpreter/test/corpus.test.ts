import { expect } from "chai";
import { buildVocabulary } from "../src/index.ts";
import { languages } from "../src/languages/index.ts";
import { type Case, describeReport, evaluate, loadCases, loadPortalQueries, loadVocabulary } from "./corpus.ts";

describe("plain-language corpus", () => {
  const vocabulary = buildVocabulary(loadVocabulary());

  const names = new Intl.DisplayNames("en", { type: "language" });

  function evaluates(title: string, cases: readonly Case[], count: number): void {
    it(`at least 98 % of the ${title} have exactly the expected interpretation`, () => {
      expect(cases.length).to.be.at.least(count);
      const report = evaluate(cases, vocabulary);
      console.log(`    ${describeReport(report)}`);
      expect(report.exact / report.cases, describeReport(report)).to.be.at.least(0.98);
    });
  }

  for (const { code } of languages) {
    const portal = loadPortalQueries(code);
    evaluates(`${names.of(code)} queries`, loadCases(code), code === "en" ? 100 : 15);
    if (portal) evaluates(`${names.of(code)} portal queries`, portal, 40);
  }
});
