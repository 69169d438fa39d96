import { expect } from "chai";
import { redisAddress } from "../src/index.ts";

describe("the address of Redis", () => {
  it("gives every node of a cluster the user, the password and TLS of the address", () => {
    const { nodes, options } = redisAddress("rediss://me:a%2Fb%40c@one:6380,rediss://two:6380", undefined);
    expect(nodes).to.deep.equal(["rediss://me:a%2Fb%40c@one:6380", "rediss://two:6380"]);
    expect(options).to.deep.equal({ username: "me", password: "a/b@c", tls: {} });
  });
  it("has no TLS and no password where there is none", () => {
    expect(redisAddress("redis://one:6379", undefined).options).to.deep.equal({});
  });
  it("is refused when only some nodes have TLS, and when a certificate authority is given without", () => {
    expect(() => redisAddress("rediss://one,redis://two", undefined)).to.throw(/either all nodes .* or none/);
    expect(() => redisAddress("redis://one", "ca.pem")).to.throw(/REDIS_CA_FILE .* rediss:/);
  });
});
