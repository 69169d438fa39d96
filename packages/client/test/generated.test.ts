import { allContracts } from "@plat/contracts";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { generatedFiles } from "../generate/generated-files.ts";
import { operations } from "../src/generated/operations.ts";
import { Plat } from "../src/index.ts";

describe("generated files", () => {
  it("are up to date with the contracts (otherwise run npm run build-client)", async () => {
    for (const [name, text] of Object.entries(generatedFiles()))
      expect(await readFile(new URL(`../src/generated/${name}`, import.meta.url), "utf8"), name).to.equal(text);
  });

  it("contain a method for each HTTP endpoint", () => {
    const plat = new Plat({ baseUrl: "http://127.0.0.1:1" });
    for (const [name, { http }] of Object.entries(allContracts) as [string, { http?: unknown }][])
      expect([name, name in operations, name in plat]).to.deep.equal([name, http !== undefined, http !== undefined]);
  });

  it("allow retries only for requests that are safe to repeat", () => {
    const { createProperty, updateProperty, search, signUp, changePassword, deleteProperty } = operations;
    expect(createProperty.retry).to.equal("key");
    expect(updateProperty.retry).to.equal("match");
    expect([search.retry, deleteProperty.retry]).to.deep.equal(["safe", "safe"]);
    expect([signUp.retry, changePassword.retry]).to.deep.equal(["never", "never"]);
  });
});
