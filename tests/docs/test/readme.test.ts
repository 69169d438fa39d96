import { type Plat, sendRequest, row, startPlat } from "@plat/testkit";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url);

/** The shell blocks of a page that talk to a running Plat, in their order. */
async function tourOf(page: string): Promise<string[]> {
  const text = await readFile(new URL(page, root), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    /^npm /m.test(block) ? [] : [block],
  );
}

describe("README.md", () => {
  let plat: Plat;
  let key: string;

  before(async () => {
    plat = await startPlat();
    const user = { email: "reader@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Readers", ...user } });
    const made = await sendRequest(plat.url, "/api-keys", {
      token: String(row(signedUp)["token"]),
      body: { name: "tour" },
    });
    key = String(row(made)["key"]);
  });
  after(() => plat.stop());

  it("has a tour of which every command works as pasted, in order, in one shell", async () => {
    const blocks = await tourOf("README.md");
    expect(blocks.length).to.be.greaterThan(3);
    // Each block answers JSON of a success: a failing curl, or a problem document, ends the script.
    const script = ["set -euo pipefail", 'curl() { command curl --fail-with-body "$@"; }', ...blocks].join("\n");
    const shell = script.replaceAll("http://127.0.0.1:8080", plat.url).replace(/^KEY=.*$/m, `KEY=${key}`);
    const { stdout } = await run("bash", ["-c", shell], { timeout: 240_000 });
    expect(stdout).to.not.include('"code":');
    expect(stdout).to.include("totalProperties").and.include("interpretation");
    expect(stdout, "the deletion in the feed").to.include('"type":"property.deleted"');
  });
});
