import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type ResponseOverride, type FakeServer, startFakeServer } from "./fake-server.ts";
import { type CliResult, houseMapping, houses, testKey, CliSandbox } from "./cli-runner.ts";

describe("npm run import, errors", () => {
  let sandbox: CliSandbox;
  let server: FakeServer;
  const run = (...more: string[]): Promise<CliResult> =>
    sandbox.run("import", ["houses.csv", "--map", "map.json", "--url", server.url, ...more], { PLAT_API_KEY: testKey });

  beforeEach(async () => {
    sandbox = await CliSandbox.open();
    await sandbox.write("map.json", houseMapping);
    await sandbox.write("houses.csv", houses(30));
  });
  afterEach(async () => {
    await sandbox.close();
    await server.close();
  });

  describe("of the service", () => {
    it("waits for Retry-After after 429 and sends the same batch again", async () => {
      const times: number[] = [];
      server = await startFakeServer((seen) => {
        times.push(performance.now());
        return seen === 0
          ? { status: 429, headers: { "retry-after": "2" }, body: { code: "quota_exceeded" } }
          : undefined;
      });
      const { code, stdout, stderr } = await run("--in-flight", "1");
      expect(code).to.equal(0);
      expect(stdout).to.match(/^30 rows: 30 created/);
      expect(stderr).to.match(/Waiting [23] s: rate limit/);
      const [first = 0, second = 0] = times;
      expect(second - first).to.be.at.least(2000);
      expect(server.batches[1]).to.deep.equal(server.batches[0]);
    });

    it("retries a batch with the same Idempotency-Key after 503, 504, a conflict of the key and a broken connection", async () => {
      const overrides: ResponseOverride[] = [
        { status: 503, body: { code: "unavailable" } },
        { reset: true },
        { status: 504, body: { code: "timeout" } },
        { status: 409, body: { code: "conflict" } },
      ];
      server = await startFakeServer((seen) => overrides[seen]);
      const { code, stdout } = await run();
      expect(stdout).to.match(/^30 rows: 30 created/);
      expect(code).to.equal(0);
      expect(new Set(server.batches.map(({ idempotencyKey }) => idempotencyKey))).to.have.property("size", 1);
      expect(server.batches).to.have.length(5);
    });

    it("retries rows with a 5xx result with a new Idempotency-Key", async () => {
      const away = { index: 1, status: 503, id: null, code: "unavailable" };
      const good = { index: 0, status: 201, id: crypto.randomUUID() };
      server = await startFakeServer((seen) =>
        seen === 0 ? { status: 200, body: { data: [good, away] } } : undefined,
      );
      await sandbox.write("houses.csv", houses(2));
      const { code, stdout } = await run();
      expect(stdout).to.match(/^2 rows: 2 created/);
      expect(code).to.equal(0);
      expect(server.batches[1]?.items).to.deep.equal(server.batches[0]?.items.slice(1));
      expect(server.batches[1]?.idempotencyKey).not.to.equal(server.batches[0]?.idempotencyKey);
    });

    it("ends with 3 after --retry-timeout and prints how to resume", async () => {
      server = await startFakeServer((seen) => (seen > 0 ? { status: 503, body: { code: "unavailable" } } : undefined));
      const { code, stderr } = await run("--retry-timeout", "1", "--batch", "10", "--in-flight", "1");
      expect(code).to.equal(3);
      expect(stderr).to.match(
        /did not recover: status 503 \(unavailable\)\.\n10 rows are done; run the same command to resume/,
      );
    });

    it("ends with 3 if the address cannot be reached", async () => {
      server = await startFakeServer();
      await server.close();
      const { code, stderr } = await run();
      expect(code).to.equal(3);
      expect(stderr).to.match(
        /^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED.*\nNo rows were imported\.\n$/,
      );
      server = await startFakeServer();
    });

    it("ends with 2 if the key is rejected", async () => {
      server = await startFakeServer(() => ({
        status: 401,
        body: { code: "revoked_api_key", detail: "This key was revoked." },
      }));
      const { code, stderr } = await run();
      expect(code).to.equal(2);
      expect(stderr).to.include("rejected the key: status 401 (revoked_api_key) This key was revoked.\n");
      expect(stderr).not.to.include(testKey);
    });

    it("ends with 3 if a response does not match the contract, and counts none of its rows", async () => {
      server = await startFakeServer(() => ({ status: 200, body: { data: [{ index: 0, status: 201, id: null }] } }));
      const { code, stderr } = await run();
      expect(code).to.equal(3);
      expect(stderr).to.include("there is no result for the row of line 3");
      expect(stderr).to.include("No rows were imported.");
    });

    it("stops immediately on Ctrl-C while it waits for a rate limit", async () => {
      server = await startFakeServer(() => ({ status: 429, headers: { "retry-after": "3000" }, body: {} }));
      const env = { PLAT_API_KEY: testKey };
      const running = sandbox.start("import", ["houses.csv", "--map", "map.json", "--url", server.url], env);
      await eventually(() => expect(running.stderr()).to.match(/Waiting 300\d s/));
      running.child.kill("SIGINT");
      const { code, stderr } = await running.ended;
      expect(code).to.equal(130);
      expect(stderr).to.include("No rows were imported.");
    });
  });

  describe("of the input end with 2, and nothing is sent:", () => {
    const rejects = (what: string, prepare: () => Promise<string[]>, sentences: (string | RegExp)[]): void => {
      it(what, async () => {
        server = await startFakeServer();
        const { code, stderr, stdout } = await sandbox.run("import", [...(await prepare()), "--url", server.url], {
          PLAT_API_KEY: testKey,
        });
        for (const message of sentences)
          expect(stderr).to.match(typeof message === "string" ? literally(message) : message);
        expect(stdout).to.equal("");
        expect(code).to.equal(2);
        expect(server.batches).to.have.length(0);
      });
    };
    const literally = (text: string): RegExp => new RegExp(RegExp.escape(text));
    const usual = ["houses.csv", "--map", "map.json"];

    rejects(
      "a mapping with unknown columns and fields",
      async () => {
        const columns = { ...houseMapping.columns, "adress.city": "town", bedrooms: "cots", "address.region": "Town" };
        await sandbox.write("map.json", { ...houseMapping, columns });
        return usual;
      },
      [
        "'adress.city' is not a field of a listing. Did you mean 'address.city'?",
        "bedrooms: there is no column 'cots'. Did you mean 'cost'?",
        "address.region: there is no column 'Town'. Did you mean 'town'?",
      ],
    );
    rejects(
      "a mapping with unknown members",
      async () => {
        await sandbox.write("map.json", { colums: {}, columns: { price: { colum: "cost" } }, csv: { delimiter: "" } });
        return usual;
      },
      [
        "colums: is not a known field. Did you mean 'columns'?",
        /price.* › colum: is not a known field\. Did you mean 'column'\?/,
        "csv › delimiter: must be",
      ],
    );
    rejects(
      "a file with a different delimiter",
      async () => {
        await sandbox.write("houses.csv", houses(2).replaceAll(",", ";"));
        return usual;
      },
      ['is the delimiter ";"?'],
    );
    rejects(
      "an empty file",
      async () => {
        await sandbox.write("houses.csv", "");
        return usual;
      },
      ["houses.csv is empty."],
    );
    rejects("a file that does not exist", async () => ["nowhere.csv"], ["File nowhere.csv does not exist."]);
    rejects("an unknown option", async () => [...usual, "--dryrun"], [
      "Unknown option --dryrun. Did you mean '--dry-run'?",
    ]);
    rejects("a batch size out of range", async () => [...usual, "--batch", "1001"], [
      "--batch must be a whole number from 1 to 1000, not '1001'.",
    ]);
    rejects("a report with the path of the input file", async () => [...usual, "--report", "./houses.csv"], [
      "--report must not name an input file.",
    ]);

    it("a missing key", async () => {
      server = await startFakeServer();
      const { code, stderr } = await sandbox.run("import", [...usual, "--url", server.url]);
      expect(stderr).to.equal("An API key is required: --key svc_pk_…, or PLAT_API_KEY in the environment.\n");
      expect(code).to.equal(2);
    });
  });
});
