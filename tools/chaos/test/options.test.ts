import { expect } from "chai";
import { mutations } from "../src/mutations.ts";
import { readOptions } from "../src/options.ts";

describe("readOptions", () => {
  it("rejects invalid options by name", () => {
    expect(() => readOptions(["--only", "kills,floods"])).to.throw('--only: unknown scenario "floods"');
    expect(() => readOptions(["--mutate", "weeds"])).to.throw('--mutate: unknown mutation "weeds"');
    expect(() => readOptions(["--writes", "many"])).to.throw('--writes: "many"');
    expect(() => readOptions(["--mutate", "all", "--only", "kills"])).to.throw("--only cannot");
  });

  it("writes the committed report only in a complete run", () => {
    expect(readOptions([])).to.include({ out: "docs/reports/chaos.md" });
    expect(readOptions(["--only", "links"])).to.include({ out: "-" });
    expect(readOptions(["--mutate", "all"])).to.deep.include({ mutations: Object.keys(mutations), out: "-" });
  });
});
