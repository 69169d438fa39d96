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
const scenario = (...responses: [string, string, number | null][]): string =>
  JSON.stringify({
    ScenarioFinished: {
      recorder: {
        cases: Object.fromEntries(responses.map(([method, path], id) => [id, { value: { method, path } }])),
        interactions: Object.fromEntries(
          responses.map(([, , status], id) => [id, { response: status === null ? null : { status_code: status } }]),
        ),
      },
    },
  });
const lines = ['{"Initialize":{}}', scenario(["GET", "/a", 200], ["GET", "/a", 400]), scenario(["POST", "/b", 403])];

describe("readOutcome", () => {
  it("counts cases and responses by operation", async () => {
    const outcome = await readOutcome(green, lines);
    expect(outcome).to.deep.include({ cases: 3, failures: [] });
    expect([...(outcome.responses.get("GET /a") ?? [])]).to.deep.equal([
      [200, 1],
      [400, 1],
    ]);
  });

  it("fails for 5xx and missing responses, even if Schemathesis passes", async () => {
    const { failures } = await readOutcome(green, [scenario(["GET", "/a", 503], ["GET", "/b", null])]);
    expect(failures).to.deep.equal(["GET /a: 1 times 503", "GET /b: 1 times no response"]);
  });

  it("fails for failures, errors, skipped phases, skipped operations and aborted runs", async () => {
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

  it("neverSucceeded lists operations without a 2xx response", async () => {
    const outcomes = [await readOutcome(green, lines)];
    expect(neverSucceeded(outcomes, ["GET /a", "POST /b", "GET /c"])).to.deep.equal(["POST /b", "GET /c"]);
  });
});

describe("the fuzz command", () => {
  it("readOptions accepts parts, a seed and counts, and rejects invalid options by name", () => {
    expect(readOptions([])).to.include({ seed: 1, examples: 30, casesMin: 5000 });
    expect(readOptions(["--only", "corpus,slow"])).to.deep.include({ only: ["corpus", "slow"] });
    expect(readOptions(["--help"])).to.equal("help");
    expect(() => readOptions(["--only", "x"])).to.throw("--only");
    expect(() => readOptions(["--seed", "-1"])).to.throw("--seed");
  });

  it("report marks passed and failed checks, and lists every failure", () => {
    const text = report([
      { what: "a", expected: "1", seen: "1", failures: [] },
      { what: "b", expected: "2", seen: "3", failures: ["too many"] },
    ]);
    expect(text)
      .to.match(/^ok +a/m)
      .and.to.match(/^FAILED +b/m)
      .and.to.match(/^ {2}b: too many$/m);
  });

  it("percentile uses the nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)]).to.deep.equal([50, 99, 7]);
  });
});
