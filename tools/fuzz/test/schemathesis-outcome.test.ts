import { expect } from "chai";
import { report } from "../src/check.ts";
import { percentile } from "../src/load.ts";
import { readOptions } from "../src/options.ts";
import { type JsonReport, neverSucceeded, readOutcome } from "../src/schemathesis/outcome.ts";

const green: JsonReport = {
  complete: true,
  exit_code: 0,
  operations: { selected: 2, tested: 2 },
  phases: { fuzzing: { status: "success", skip_reason: null } },
  test_cases: { generated: 3 },
  failures: [],
  errors: [],
};
const scenario = (...answers: [string, string, number | null][]): string =>
  JSON.stringify({
    ScenarioFinished: {
      recorder: {
        cases: Object.fromEntries(answers.map(([method, path], id) => [id, { value: { method, path } }])),
        interactions: Object.fromEntries(
          answers.map(([, , status], id) => [id, { response: status === null ? null : { status_code: status } }]),
        ),
      },
    },
  });
const lines = ['{"Initialize":{}}', scenario(["GET", "/a", 200], ["GET", "/a", 400]), scenario(["POST", "/b", 403])];

describe("the outcome of Schemathesis", () => {
  it("counts cases and answers by operation", async () => {
    const outcome = await readOutcome(green, lines);
    expect(outcome).to.deep.include({ cases: 3, failures: [] });
    expect([...(outcome.answers.get("GET /a") ?? [])]).to.deep.equal([
      [200, 1],
      [400, 1],
    ]);
  });

  it("is red for a 5xx or no answer, whatever Schemathesis says", async () => {
    const { failures } = await readOutcome(green, [scenario(["GET", "/a", 503], ["GET", "/b", null])]);
    expect(failures).to.deep.equal(["GET /a: 1 times 503", "GET /b: 1 times no answer"]);
  });

  it("is red for failures, errors, phases left out, operations left out and runs broken off", async () => {
    const reds: Partial<JsonReport>[] = [
      { failures: [{ title: "Undocumented status", count: 2, operations: ["GET /a"] }], exit_code: 1 },
      { errors: [{}], exit_code: 1 },
      { phases: { stateful: { status: "skip", skip_reason: "disabled" } } },
      { operations: { selected: 2, tested: 1 } },
      { complete: false },
      { exit_code: 1 },
    ];
    for (const red of reds)
      expect((await readOutcome({ ...green, ...red }, lines)).failures, JSON.stringify(red)).to.have.length(1);
  });

  it("names operations that were only ever refused", async () => {
    const outcomes = [await readOutcome(green, lines)];
    expect(neverSucceeded(outcomes, ["GET /a", "POST /b", "GET /c"])).to.deep.equal(["POST /b", "GET /c"]);
  });
});

describe("the command", () => {
  it("takes parts, a seed and counts, and names what it does not know", () => {
    expect(readOptions([])).to.include({ seed: 1, examples: 30, casesMin: 5000 });
    expect(readOptions(["--only", "corpus,slow"])).to.deep.include({ only: ["corpus", "slow"] });
    expect(readOptions(["--help"])).to.equal("help");
    expect(() => readOptions(["--only", "x"])).to.throw("--only");
    expect(() => readOptions(["--seed", "-1"])).to.throw("--seed");
  });

  it("shows green and red apart, and every failure in words", () => {
    const text = report([
      { what: "a", wanted: "1", seen: "1", failures: [] },
      { what: "b", wanted: "2", seen: "3", failures: ["too many"] },
    ]);
    expect(text)
      .to.match(/^ok +a/m)
      .and.to.match(/^RED +b/m)
      .and.to.match(/^ {2}b: too many$/m);
  });

  it("takes percentiles from above", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)]).to.deep.equal([50, 99, 7]);
  });
});
