import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Checks } from "../src/checks.ts";
import type { Outcome } from "../src/client.ts";
import { isClean } from "../src/scenarios/links.ts";
import { readOptions } from "../src/options.ts";
import { plants } from "../src/mutations.ts";
import { randomFrom } from "../src/random.ts";
import { kernel, report } from "../src/report.ts";
import { patched } from "../src/mutated-checkout.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("random choices", () => {
  it("are repeated by their seed, part by part", () => {
    const choices = (seed: number): unknown[] => {
      const random = randomFrom(seed);
      const part = random.part("writer 1");
      return [random.next(), part.between(3, 4), part.pick(["a", "b", "c"]), part.shuffled([1, 2, 3, 4, 5])];
    };
    expect(choices(7)).to.deep.equal(choices(7));
    expect(choices(7)).not.to.deep.equal(choices(8));
    expect(randomFrom(7).part("a").next()).not.to.equal(randomFrom(7).part("b").next());
  });
});

describe("a planted fault", () => {
  for (const [name, { patches = [], red }] of Object.entries(plants))
    it(`${name} fits the code as it is, and names what must go red`, () => {
      for (const patch of patches) {
        expect(existsSync(`${root}${patch.file}`), patch.file).to.equal(true);
        const text = readFileSync(`${root}${patch.file}`, "utf8");
        expect(patched(text, patch)).not.to.equal(text);
      }
      expect(red).not.to.deep.equal([]);
    });

  it("that does not fit is refused", () => {
    const patch = { file: "a.ts", find: "one", replace: "two" };
    expect(() => patched("none of it", { ...patch, find: "missing" })).to.throw("a.ts has 0 times");
    expect(() => patched("one and one", patch)).to.throw("a.ts has 2 times");
    expect(patched("one", { ...patch, replace: "$&" })).to.equal("$&");
  });
});

describe("an answer over a disturbed link", () => {
  const answer = (status: number, headers: Record<string, string> = {}): Outcome => ({
    status,
    headers,
    body: {},
    error: undefined,
    start: 0,
    end: 1,
  });
  const problem = { "content-type": "application/problem+json" };

  it("is clean as a success, or as a 503 or 504 problem that says when to come again", () => {
    expect(isClean(answer(200))).to.equal(true);
    expect(isClean(answer(503, { ...problem, "retry-after": "1" }))).to.equal(true);
    expect(isClean(answer(504, { ...problem, "retry-after": "1" }))).to.equal(true);
    expect(isClean(answer(503, problem))).to.equal(false);
    expect(isClean(answer(503, { "content-type": "text/html", "retry-after": "1" }))).to.equal(false);
    expect(isClean(answer(500, { ...problem, "retry-after": "1" }))).to.equal(false);
    expect(isClean(answer(0))).to.equal(false);
  });
});

describe("options", () => {
  it("are refused by name when they are bad", () => {
    expect(() => readOptions(["--only", "kills,floods"])).to.throw('--only: there is no "floods"');
    expect(() => readOptions(["--plant", "weeds"])).to.throw('--plant: there is no "weeds"');
    expect(() => readOptions(["--writes", "many"])).to.throw('--writes: "many"');
    expect(() => readOptions(["--plant", "all", "--only", "kills"])).to.throw("--only");
  });

  it("write the page of the repository only in a whole run", () => {
    expect(readOptions([])).to.include({ out: "docs/reports/faults.md" });
    expect(readOptions(["--only", "links"])).to.include({ out: "-" });
    expect(readOptions(["--plant", "all"])).to.deep.include({ plants: Object.keys(plants), out: "-" });
  });
});

describe("the page", () => {
  it("says what did not hold, with examples, and what was not tested", () => {
    const checks = new Checks(() => undefined);
    checks.none("kills", "lost", "Acknowledged and not in the store", ["w1-7 is gone"]);
    checks.none("links", "hang", "Requests without any answer", []);
    checks.fact("kills", "Writes", "12");
    const options = readOptions(["--only", "kills,links", "--seed", "3"]);
    if (options === "help") throw new Error("no options");
    const text = report({
      date: new Date(0),
      command: "npm run chaos",
      options,
      checks,
      seconds: 60,
      backingServices: [],
    });
    expect(text).to.include("**1 of 2 checks did not hold.**").and.to.include("w1-7 is gone");
    expect(text).to.include("| Acknowledged and not in the store | 0 | 1 | **red** |");
    expect(text).to.include("seed 3").and.to.include("- Writes: 12").and.to.include("Power loss");
    expect(text).not.to.include("## Rolling restart");
  });

  it("names a kernel by its version alone", () => {
    expect(["6.8.0-45-generic", "6.6.87.2-microsoft-standard-WSL2", "24.6.0"].map(kernel)).to.deep.equal([
      "6.8.0",
      "6.6.87",
      "24.6.0",
    ]);
  });
});
