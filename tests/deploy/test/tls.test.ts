import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { type ServiceName, startService } from "@plat/dev";
import { eventually, type Plat, startPlat, uniqueName, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsLogin, natsPasswords, natsUsers, natsFile } from "../src/nats-users.ts";
import { type Certificates, makeCertificates } from "../src/certificates.ts";
import {
  allOrNone,
  elasticsearchKey,
  login,
  mongoUrl,
  redisUrl,
  type SecureEngine,
  secureElasticsearch,
  secureMongo,
  secureRedis,
} from "../src/secured-backing-services.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

describe("backing services with TLS and authentication", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let files: Certificates;
  let backingServices: BackingServices | undefined;
  let secured: readonly SecureEngine[] = [];
  let settings: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-tls-"));
    files = await makeCertificates(folder);
    const { NATS_URL: _, REDIS_URL: __, ...env } = process.env;
    backingServices = await startBackingServices({
      dataDir: join(folder, "backing-services"),
      services: ["nats", "elasticsearch"],
      env: { ...env, ...natsPasswords, NATS_TLS_CERT: files.cert, NATS_TLS_KEY: files.key },
      nats: { configFile: natsFile("tls.conf") },
    });
    secured = await allOrNone([
      secureRedis(folder, files),
      secureMongo(folder, files),
      secureElasticsearch(backingServices.elasticsearch.url, files),
    ]);
    const [redisPort = 0, mongoPort = 0, elasticsearchPort = 0] = secured.map(({ port }) => port);
    settings = {
      NATS_URL: `tls://localhost:${new URL(backingServices.nats.url).port}`,
      NATS_CA_FILE: files.ca,
      REDIS_URL: redisUrl(redisPort),
      REDIS_CA_FILE: files.ca,
      MONGO_URL: mongoUrl(mongoPort, files.ca),
      ELASTICSEARCH_URL: `https://localhost:${elasticsearchPort}`,
      ELASTICSEARCH_CA_FILE: files.ca,
      ELASTICSEARCH_API_KEY: elasticsearchKey,
      ELASTICSEARCH_INDEX: uniqueName("tls").toLowerCase(),
    };
  });
  after(async () => {
    await Promise.all(secured.map((backing) => backing.stop()));
    await backingServices?.stop();
    await rm(folder, { recursive: true });
  });

  const busLogins = Object.fromEntries(natsUsers.map((user) => [user, natsLogin(user)]));

  it("pass the smoke test with a private certificate authority", async () => {
    const plat: Plat = await startPlat({ backingServices: [], env: { all: settings, ...busLogins } });
    try {
      await runSmokeTest(plat.url, "tls");
      const violations = plat.log.filter((line) => /permission|violation|certificate/i.test(line));
      expect(violations, "violations").to.deep.equal([]);
    } finally {
      await plat.stop();
    }
  });

  /** The log of the service up to the expected line (then it is killed), otherwise until its exit. */
  async function complaint(name: ServiceName, changes: Record<string, string>, expected: RegExp): Promise<string> {
    const logged = Promise.withResolvers<void>();
    const lines: string[] = [];
    const kept = Object.entries({ ...settings, ...natsLogin(name), ...changes }).filter(([, value]) => value !== "");
    const env = {
      ...Object.fromEntries(kept),
      HOST: "127.0.0.1",
      PORT: "0",
      OPS_HOST: "127.0.0.1",
      OPS_PORT: "0",
      MONGO_DATABASE: uniqueName("rejected"),
    };
    const abort = new AbortController();
    const started = startService(name, {
      env,
      signal: abort.signal,
      // All start concurrently.
      readyTimeoutMs: 240_000,
      onLine: (line) => {
        lines.push(line);
        if (expected.test(line)) logged.resolve();
      },
    });
    void started.then(
      async (service) => {
        logged.reject(new Error(`${name} has started`));
        await service.stop();
      },
      () => logged.resolve(),
    );
    await logged.promise;
    abort.abort();
    await started.catch(() => undefined);
    return lines.join("\n");
  }

  const untrusted = /certificate|self.signed|unable to verify/i;
  const cases: [what: string, name: ServiceName, changes: () => Record<string, string>, expected: RegExp][] = [
    ["NATS by another authority", "keys", () => ({ NATS_CA_FILE: files.otherCa }), untrusted],
    ["NATS with a wrong password", "keys", () => ({ NATS_PASSWORD: "wrong" }), /authorization/i],
    ["Redis by another authority", "gateway", () => ({ REDIS_CA_FILE: files.otherCa }), untrusted],
    ["Redis with a wrong password", "gateway", () => ({ REDIS_URL: wrong("REDIS_URL") }), /WRONGPASS/],
    ["Redis without TLS", "gateway", () => ({ REDIS_URL: plain(), REDIS_CA_FILE: "" }), /Redis cannot be reached/],
    ["Redis with a CA file and no rediss://", "gateway", () => ({ REDIS_URL: plain() }), /REDIS_CA_FILE is set/],
    ["MongoDB by another authority", "listings", () => ({ MONGO_URL: otherMongo() }), untrusted],
    ["MongoDB with a wrong password", "keys", () => ({ MONGO_URL: wrong("MONGO_URL") }), /Authentication failed/],
    ["Elasticsearch by another authority", "search", () => ({ ELASTICSEARCH_CA_FILE: files.otherCa }), untrusted],
    ["Elasticsearch with a wrong API key", "search", () => ({ ELASTICSEARCH_API_KEY: "d3Jvbmc=" }), /401/],
  ];
  const wrong = (variable: string): string =>
    (settings[variable] ?? "").replace(encodeURIComponent(login.password), "wrong");
  const plain = (): string => (settings["REDIS_URL"] ?? "").replace("rediss:", "redis:");
  const otherMongo = (): string =>
    (settings["MONGO_URL"] ?? "").replace(encodeURIComponent(files.ca), encodeURIComponent(files.otherCa));

  it("report a certificate of another authority or a wrong password in the log", async () => {
    const logged = cases.map(async ([what, name, changes, expected]) => {
      expect(await complaint(name, changes(), expected), what).to.match(expected);
    });
    await Promise.all(logged);
  });

  it("NATS: a tls:// URL rejects a server without TLS", async () => {
    const open = await startBackingServices({
      dataDir: join(folder, "open"),
      services: ["nats"],
      env: { ...process.env, NATS_URL: "", ...natsPasswords },
      nats: { configFile: natsFile("nats.conf") },
    });
    try {
      const url = `tls://localhost:${new URL(open.nats.url).port}`;
      const expected = /does not support 'tls'/;
      expect(await complaint("keys", { NATS_URL: url, NATS_CA_FILE: "" }, expected)).to.match(expected);
    } finally {
      await open.stop();
    }
  });

  it("Elasticsearch also accepts user and password", async () => {
    const { user, password } = login;
    const service = await startService("search", {
      env: {
        ...settings,
        ...natsLogin("search"),
        ELASTICSEARCH_USER: user,
        ELASTICSEARCH_PASSWORD: password,
        OPS_PORT: "0",
        ELASTICSEARCH_API_KEY: "",
      },
    });
    try {
      await eventually(async () => {
        const ready = await fetch(`${service.opsUrl}/readyz`);
        expect(ready.status, await ready.text()).to.equal(200);
      });
    } finally {
      await service.stop();
    }
  });
});
