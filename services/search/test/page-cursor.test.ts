import type { Interpretation } from "@plat/contracts";
import { expect } from "chai";
import { pageCursor, readPageCursor } from "../src/domain/page-cursor.ts";

const span = { start: 0, end: 4, text: "flat", field: "propertyTypes" };
const interpretation = { filters: {}, corrections: [], unresolved: [], conflicts: [], summary: "" };

describe("page cursor", () => {
  it("cursor of a release without rules in spans › is read with empty rules", () => {
    const spans = [span] as Interpretation["spans"];
    const cursor = pageCursor([1, "a"], {}, { interpretation: { ...interpretation, spans }, boostTerms: [] });
    const { interpreted } = readPageCursor(cursor, {}, true);
    expect(interpreted?.interpretation.spans).to.deep.equal([{ ...span, rule: "" }]);
  });
});
