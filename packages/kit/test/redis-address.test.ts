import { expect } from "chai";
import { redisAddress } from "../src/index.ts";

describe("redisAddress", () => {
  it("uses the credentials and TLS of one URL for all nodes of a cluster", () => {
    const { nodes, options } = redisAddress("rediss://me:a%2Fb%40c@one:6380,rediss://two:6380", undefined);
    expect(nodes).to.deep.equal(["rediss://me:a%2Fb%40c@one:6380", "rediss://two:6380"]);
    expect(options).to.deep.equal({ username: "me", password: "a/b@c", tls: {} });
  });
  it("returns neither TLS nor credentials for a plain URL", () => {
    expect(redisAddress("redis://one:6379", undefined).options).to.deep.equal({});
  });
  it("throws if only some nodes use TLS, or if a CA file is set without TLS", () => {
    expect(() => redisAddress("rediss://one,redis://two", undefined)).to.throw(/either all nodes .* or none/);
    expect(() => redisAddress("redis://one", "ca.pem")).to.throw(/REDIS_CA_FILE .* rediss:/);
  });
});
