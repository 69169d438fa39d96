import { expect } from "chai";
import { compareWithHistory, differences, type Found, type State, type Tracked } from "../src/history.ts";

const tracked = (key: string, id: string | undefined, ...possible: State[]): Tracked => ({
  key,
  id,
  possible: new Set(possible),
});
const found = (key: string, value: string, id = `id of ${key}`, version = 1): Found => ({ id, key, value, version });

describe("compareWithHistory", () => {
  it("reports nothing if all acknowledged writes are present", () => {
    const comparison = compareWithHistory(
      [tracked("a", "id of a", "a1"), tracked("b", "id of b", null)],
      [found("a", "a1")],
    );
    expect(comparison).to.deep.equal({
      lost: [],
      overwritten: [],
      resurrected: [],
      duplicated: [],
      foreign: [],
      unknown: { happened: 0, not: 0 },
    });
  });

  it("reports an acknowledged listing that is missing as lost", () => {
    expect(compareWithHistory([tracked("a", "id of a", "a1")], []).lost).to.have.length(1);
  });

  it("reports a deleted listing that is present again as resurrected", () => {
    expect(compareWithHistory([tracked("a", "id of a", null)], [found("a", "a1")]).resurrected).to.have.length(1);
  });

  it("reports an acknowledged change that was undone as overwritten", () => {
    expect(compareWithHistory([tracked("a", "id of a", "a2")], [found("a", "a1")]).overwritten).to.have.length(1);
  });

  it("reports two listings of one Idempotency-Key, also if only the second one exists", () => {
    const twice = [found("a", "a1"), found("a", "a1", "another")];
    expect(compareWithHistory([tracked("a", "id of a", "a1")], twice).duplicated).to.have.length(1);
    expect(
      compareWithHistory([tracked("a", "id of a", "a1")], [found("a", "a1", "another")]).duplicated,
    ).to.have.length(1);
    expect(compareWithHistory([tracked("a", undefined, null, "a1")], twice).duplicated).to.have.length(1);
  });

  it("reports a listing without a writer as foreign", () => {
    expect(compareWithHistory([], [found("a", "a1")]).foreign).to.have.length(1);
  });

  it("accepts either state after a missing response, and counts whether the write took effect", () => {
    const either = tracked("a", "id of a", "a1", "a2");
    expect(compareWithHistory([either], [found("a", "a1")]).unknown).to.deep.equal({ happened: 0, not: 1 });
    expect(compareWithHistory([either], [found("a", "a2")]).unknown).to.deep.equal({ happened: 1, not: 0 });
    const neither = compareWithHistory([either], [found("a", "a0")]);
    expect(neither.overwritten).to.have.length(1);
    expect(neither.unknown).to.deep.equal({ happened: 0, not: 0 });
  });
});

describe("differences between store and search", () => {
  it("are missing listings, other versions, and listings returned twice", () => {
    const store = [found("a", "a1"), found("b", "b1"), found("c", "c2", "id of c", 2)];
    const index = [found("a", "a1"), found("c", "c1"), found("d", "d1"), found("a", "a1")];
    expect(differences(store, index)).to.have.length(4);
    expect(differences(store, store)).to.deep.equal([]);
  });
});
