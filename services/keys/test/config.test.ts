import { loadConfig } from "@plat/kit";
import { expect } from "chai";
import { keysSettings } from "../src/config.ts";

describe("settings of the keys service", () => {
  it("are rejected with one error that names every invalid setting and contains no secret", () => {
    const env = { MONGO_URL: "http://u:secret@x", KEY_LIMIT: "0", SIGN_UP: "yes", REDIS_URL: "x" };
    expect(() => loadConfig(keysSettings, env)).to.throw(
      /MONGO_URL: .*\n.*REDIS_URL: .*\n.*SIGN_UP: .*\n.*KEY_LIMIT: /,
    );
    expect(() => loadConfig(keysSettings, env)).not.to.throw(/secret/);
  });

  it("reject a SIGNING_KEY_SECRET of fewer than 32 characters without showing it", () => {
    expect(() => loadConfig(keysSettings, { SIGNING_KEY_SECRET: "guessable" })).to.throw(
      /SIGNING_KEY_SECRET: its value must have at least 32 characters/,
    );
    expect(loadConfig(keysSettings, {}).SIGNING_KEY_SECRET).to.equal(undefined);
  });
});
