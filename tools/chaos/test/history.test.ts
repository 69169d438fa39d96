import { expect } from "chai";
import { differences, type Found, judge, type State, type Tracked } from "../src/history.ts";

const tracked = (key: string, id: string | undefined, ...possible: State[]): Tracked => ({
  key,
  id,
  possible: new Set(possible),
});
const found = (key: string, value: string, id = `id of ${key}`, version = 1): Found => ({ id, key, value, version });

describe("what is there, against what can be", () => {
  it("is nothing to tell when all that was acknowledged is there", () => {
    const judged = judge([tracked("a", "id of a", "a1"), tracked("b", "id of b", null)], [found("a", "a1")]);
    expect(judged).to.deep.equal({
      lost: [],
      overwritten: [],
      resurrected: [],
      doubled: [],
      foreign: [],
      unknown: { happened: 0, not: 0 },
    });
  });

  it("tells what was acknowledged and is gone", () => {
    expect(judge([tracked("a", "id of a", "a1")], []).lost).to.have.length(1);
  });

  it("tells what was deleted and is there again", () => {
    expect(judge([tracked("a", "id of a", null)], [found("a", "a1")]).resurrected).to.have.length(1);
  });

  it("tells an acknowledged change that was undone", () => {
    expect(judge([tracked("a", "id of a", "a2")], [found("a", "a1")]).overwritten).to.have.length(1);
  });

  it("tells two listings of one key, also when the second one alone is left", () => {
    const twice = [found("a", "a1"), found("a", "a1", "another")];
    expect(judge([tracked("a", "id of a", "a1")], twice).doubled).to.have.length(1);
    expect(judge([tracked("a", "id of a", "a1")], [found("a", "a1", "another")]).doubled).to.have.length(1);
    expect(judge([tracked("a", undefined, null, "a1")], twice).doubled).to.have.length(1);
  });

  it("tells what nobody wrote", () => {
    expect(judge([], [found("a", "a1")]).foreign).to.have.length(1);
  });

  it("takes either state after an answer that never came, and counts which it was", () => {
    const either = tracked("a", "id of a", "a1", "a2");
    expect(judge([either], [found("a", "a1")]).unknown).to.deep.equal({ happened: 0, not: 1 });
    expect(judge([either], [found("a", "a2")]).unknown).to.deep.equal({ happened: 1, not: 0 });
    const neither = judge([either], [found("a", "a0")]);
    expect(neither.overwritten).to.have.length(1);
    expect(neither.unknown).to.deep.equal({ happened: 0, not: 0 });
  });
});

describe("store and search", () => {
  it("differ in what one of them lacks, in versions, and in what is given twice", () => {
    const store = [found("a", "a1"), found("b", "b1"), found("c", "c2", "id of c", 2)];
    const index = [found("a", "a1"), found("c", "c1"), found("d", "d1"), found("a", "a1")];
    expect(differences(store, index)).to.have.length(4);
    expect(differences(store, store)).to.deep.equal([]);
  });
});
