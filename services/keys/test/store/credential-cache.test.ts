import { createLogger } from "@plat/kit";
import { expect } from "chai";
import { openCredentialCache } from "../../src/store/credential-cache.ts";

describe("openCredentialCache", () => {
  it("rejects REDIS_REPLICAS with a Redis Cluster, and names the setting", () => {
    const log = createLogger({ service: "test", level: "silent" });
    const url = "redis://127.0.0.1:1,redis://127.0.0.1:2";
    const open = () => openCredentialCache({ url, prefix: "p:", replicas: 1, log });
    expect(open).to.throw(/REDIS_REPLICAS must be 0 .*Cluster/);
  });
});
