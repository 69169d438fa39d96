import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { startService } from "@plat/dev";
import { startPlat, testBackingServices, uniqueName, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsUsers } from "../src/nats-users.ts";
import { type Certificates, makeCertificates } from "../src/certificates.ts";
import { makeNatsAccounts, type NatsAccounts } from "../src/nats-accounts.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

describe("NATS in operator mode with TLS and credentials files", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let files: Certificates;
  let accounts: NatsAccounts;
  let backingServices: BackingServices;
  let settings: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-creds-"));
    files = await makeCertificates(folder);
    accounts = await makeNatsAccounts(folder, files);
    const { NATS_URL: _, ...env } = process.env;
    backingServices = await startBackingServices({
      dataDir: join(folder, "backing-services"),
      services: ["nats"],
      env,
      nats: { configFile: accounts.configFile },
    });
    settings = { NATS_URL: `tls://localhost:${new URL(backingServices.nats.url).port}`, NATS_CA_FILE: files.ca };
  });
  after(async () => {
    await backingServices.stop();
    await rm(folder, { recursive: true });
  });

  it("passes the smoke test, including the stream of changes", async () => {
    const logins = natsUsers.map(
      async (user) => [user, { NATS_CREDS_FILE: await accounts.credentials(user) }] as const,
    );
    const env = { all: settings, ...Object.fromEntries(await Promise.all(logins)) };
    const plat = await startPlat({ backingServices: ["mongo", "elasticsearch", "redis"], env });
    try {
      await runSmokeTest(plat.url, "creds");
      expect(plat.log.filter((line) => /permission|violation|certificate/i.test(line))).to.deep.equal([]);
    } finally {
      await plat.stop();
    }
  });

  it("rejects credentials of another account and connections without any", async () => {
    const others = await testBackingServices("mongo", "redis");
    const stores = {
      MONGO_URL: others.url("mongo"),
      REDIS_URL: others.url("redis"),
      OPS_HOST: "127.0.0.1",
      OPS_PORT: "0",
    };
    for (const login of [{ NATS_CREDS_FILE: await accounts.credentials("keys", "unknown") }, {}]) {
      const lines: string[] = [];
      const env = { ...settings, ...login, ...stores, MONGO_DATABASE: uniqueName("creds") };
      const rejected = await startService("keys", { env, onLine: (line) => lines.push(line) }).then(
        async (service) => {
          await service.stop();
          return false;
        },
        () => true,
      );
      expect(rejected).to.equal(true);
      expect(lines.join("\n")).to.match(/authorization/i);
    }
    await others.stop();
  });
});
