import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../src/interpret.ts", import.meta.url));

function run(...args: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
}

describe("npm run interpret", () => {
  it("a query › prints its mentions with the names of the demo listings", () => {
    const { status, stdout } = run("3 bed house in Bristol, no pool");
    expect(status).to.equal(0);
    expect(stdout).to.match(/^words +rule +dimension +polarity +value$/m);
    expect(stdout).to.match(/^Bristol +place +place +wanted +\{"name":"Bristol","level":"city"\}$/m);
    expect(stdout).to.include("House, in Bristol, 3 bedrooms, without swimming pool.");
  });

  it("--json › prints the result of each pass", () => {
    const explanation = JSON.parse(run("--json", "flat in Valencia").stdout) as Record<string, unknown>;
    expect(Object.keys(explanation)).to.deep.equal(["tokens", "languages", "read", "scoped", "interpretation"]);
  });

  it("no query › prints the usage and exits with 2", () => {
    const { status, stdout } = run();
    expect(status).to.equal(2);
    expect(stdout).to.include("npm run interpret -- ");
  });
});
