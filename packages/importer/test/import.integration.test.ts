import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type ReceivedBatch, type FakeServer, startFakeServer } from "./fake-server.ts";
import { houseMapping, houses, testKey, CliSandbox } from "./cli-runner.ts";

describe("npm run import", () => {
  let sandbox: CliSandbox;
  let server: FakeServer;
  const servers: FakeServer[] = [];
  const start = async (...args: Parameters<typeof startFakeServer>): Promise<FakeServer> => {
    server = await startFakeServer(...args);
    servers.push(server);
    return server;
  };
  const args = (...more: string[]): string[] => ["houses.csv", "--map", "map.json", "--url", server.url, ...more];
  const withKey = { PLAT_API_KEY: testKey };

  beforeEach(async () => {
    sandbox = await CliSandbox.open();
    await sandbox.write("map.json", houseMapping);
    await sandbox.write("houses.csv", houses(500));
  });
  afterEach(async () => {
    await sandbox.close();
    await Promise.all(servers.splice(0).map((each) => each.close()));
  });

  describe("of a complete file", () => {
    it("creates every row in batches of the requested size, with the key of the environment", async () => {
      await start();
      const { code, stdout, stderr } = await sandbox.run("import", args("--batch", "200"), withKey);
      expect(stderr).to.equal("");
      expect(stdout).to.match(/^500 rows: 500 created, 0 updated, 0 rejected; /);
      expect(code).to.equal(0);
      expect(server.batches.map(({ items }) => items.length)).to.have.members([200, 200, 100]);
      expect(server.batches[0]?.credential).to.equal(`Bearer ${testKey}`);
      expect(server.store.get("h499")).to.deep.include({
        title: "House 499",
        price: 1499,
        address: { city: "Town 2" },
      });
      expect(existsSync(sandbox.path("houses.csv.rejected.ndjson"))).to.equal(false);
    });

    it("sends all rows again and changes nothing if it is repeated", async () => {
      await start();
      await sandbox.run("import", args(), withKey);
      const before = structuredClone(server.store);
      const { code, stdout } = await sandbox.run("import", args(), withKey);
      expect(stdout).to.match(/^500 rows: 0 created, 500 updated, 0 rejected; /);
      expect(code).to.equal(0);
      expect(server.store).to.deep.equal(before);
      // With the same Idempotency-Keys, replayed responses would not restore listings that were changed in between.
      expect(new Set(server.batches.map(({ idempotencyKey }) => idempotencyKey))).to.have.property("size", 6);
    });

    it("limits request bodies to 900 KiB, independent of the number of rows per batch", async () => {
      await start();
      const text = "é".repeat(4000);
      const rows = Array.from({ length: 300 }, (_, n) => `h${n},House,Town,1,${text}\n`);
      await sandbox.write("houses.csv", `ref,name,town,cost,text\n${rows.join("")}`);
      await sandbox.write("map.json", {
        ...houseMapping,
        columns: { ...houseMapping.columns, description: "text" },
      });
      const { code } = await sandbox.run("import", args("--batch", "1000"), withKey);
      expect(code).to.equal(0);
      expect(server.store.size).to.equal(300);
      expect(Math.max(...server.batches.map(({ bytes }) => bytes))).to.be.within(850 * 1024, 900 * 1024);
    });

    it("applies the last of several rows with the same externalId, and never sends two of them concurrently", async () => {
      await start();
      const rows = Array.from({ length: 40 }, (_, n) => `same,House ${n},Town,1\n`);
      await sandbox.write("houses.csv", `ref,name,town,cost\n${rows.join("")}`);
      const { stdout } = await sandbox.run("import", args("--in-flight", "8"), withKey);
      expect(stdout).to.match(/^40 rows: 1 created, 39 updated/);
      expect(server.store.get("same")).to.include({ title: "House 39" });
    });

    it("derives the externalId of rows without one from their content, and updates the same listings when repeated", async () => {
      await start();
      const { externalId: _ref, ...columns } = houseMapping.columns;
      await sandbox.write("map.json", { ...houseMapping, columns });
      await sandbox.write("houses.csv", "name,town,cost\nA,B,1\nC,D,2\nA,B,1\nA,B,1\n");
      await sandbox.run("import", args(), withKey);
      const ids = [...server.store.keys()];
      expect(ids).to.have.length(4);
      expect(ids.every((id) => /^row-[\da-f]{32}(-[23])?$/.test(id))).to.equal(true);
      const { stdout } = await sandbox.run("import", args(), withKey);
      expect(stdout).to.match(/^4 rows: 0 created, 4 updated/);
      expect([...server.store.keys()]).to.deep.equal(ids);
    });

    it("rejects rows with an existing externalId with --mode create", async () => {
      await start();
      server.store.set("h3", {});
      const { code } = await sandbox.run("import", args("--mode", "create"), withKey);
      expect(code).to.equal(1);
      expect(await sandbox.lines("houses.csv.rejected.ndjson")).to.deep.equal([
        { line: 5, externalId: "h3", reasons: [{ field: null, detail: "externalId already exists" }] },
      ]);
    });
  });

  describe("of rejected rows", () => {
    const broken = [
      "ref,name,town,cost",
      "a,Good,Town,1",
      "b,Too few,2",
      'c,"Never closed,Town,3',
      "d,Fine after it,Town,4",
      "e,Bad number,Town,cheap",
      "f,,Town,6",
      'g,"Two\nlines",Town,7',
      "h,Negative,Town,-8",
      "",
    ].join("\n");

    it("reports line, externalId, field, column and value of each, and imports all other rows", async () => {
      await start();
      await sandbox.write("houses.csv", broken);
      const { code, stdout, stderr } = await sandbox.run("import", args(), withKey);
      expect([...server.store.keys()]).to.deep.equal(["a", "d", "g"]);
      expect(code).to.equal(1);
      expect(stdout).to.match(/^8 rows: 3 created, 0 updated, 5 rejected; .*houses\.csv\.rejected\.ndjson\n$/);
      const because = (field: string | null, detail: string, more = {}): object[] => [{ field, detail, ...more }];
      const rejected = await sandbox.lines("houses.csv.rejected.ndjson");
      expect(rejected).to.deep.equal([
        { line: 3, externalId: null, reasons: because(null, "has 3 columns where the header has 4") },
        { line: 4, externalId: null, reasons: because(null, "a quote is opened and never closed") },
        {
          line: 6,
          externalId: "e",
          reasons: because("price", "is not a number", { column: "cost", value: "cheap" }),
        },
        { line: 7, externalId: "f", reasons: because("title", "is required", { column: "name" }) },
        {
          line: 10,
          externalId: "h",
          reasons: because("price", "must be at least 0", { column: "cost", value: "-8" }),
        },
      ]);
      expect(stderr).to.include('line 6: price is not a number ("cheap")');
    });

    it("reports the same rows with --dry-run, which sends nothing and needs no key", async () => {
      await start();
      await sandbox.write("houses.csv", broken);
      await sandbox.run("import", args(), withKey);
      const rejected = await sandbox.lines("houses.csv.rejected.ndjson");
      const sent = server.batches.length;
      const { code, stdout } = await sandbox.run("import", args("--dry-run", "--report", "dry.ndjson"));
      expect(code).to.equal(1);
      expect(stdout).to.match(/Dry run, nothing was sent\. 8 rows: 3 valid, 5 rejected\. .*dry\.ndjson\n$/);
      expect(await sandbox.lines("dry.ndjson")).to.deep.equal(rejected);
      expect(server.batches).to.have.length(sent);
      expect(existsSync(sandbox.path("progress"))).to.equal(true);
      expect(await readdir(sandbox.path("progress"))).to.deep.equal([]);
    });

    it("reports the reasons of the service by field", async () => {
      const errors = [{ in: "body", pointer: "/address/city", detail: "is not a town" }];
      await start(() => ({
        status: 200,
        body: {
          data: [
            { index: 1, status: 201, id: crypto.randomUUID() },
            { index: 0, status: 400, id: null, code: "validation_failed", detail: "Invalid.", errors },
          ],
        },
      }));
      await sandbox.write("houses.csv", houses(2));
      const { code } = await sandbox.run("import", args(), withKey);
      expect(code).to.equal(1);
      expect(await sandbox.lines("houses.csv.rejected.ndjson")).to.deep.equal([
        { line: 2, externalId: "h0", reasons: [{ field: "address.city", detail: "is not a town" }] },
      ]);
    });

    it("prints only the first ten", async () => {
      await start();
      await sandbox.write("houses.csv", `ref,name,town,cost\n${"x\n".repeat(30)}`);
      const { stderr } = await sandbox.run("import", args(), withKey);
      expect(stderr.match(/^line \d+:/gm)).to.have.length(10);
      expect(await sandbox.lines("houses.csv.rejected.ndjson")).to.have.length(30);
    });
  });

  describe("after an interrupted run", () => {
    /** Index in the file of a batch's first row. Concurrent batches may arrive in any order. */
    const rowOf = ({ items }: Pick<ReceivedBatch, "items">): number =>
      Number(String(items[0]?.["externalId"]).slice(1));
    /** Starts an import whose third batch gets no response, and waits until the progress contains the first two. */
    const interruptRun = async (): Promise<ReturnType<CliSandbox["start"]>> => {
      await start((_, batch) => (rowOf(batch) >= 100 ? { hold: true } : undefined));
      await sandbox.write("houses.csv", `${houses(500)}bad row\n`.replace("h7,House 7,", "h7,,"));
      const running = sandbox.start("import", args("--batch", "50"), withKey);
      await eventually(async () => {
        const [file = ""] = await readdir(sandbox.path("progress"));
        const [progress] = await sandbox.lines(`progress/${file}`);
        expect(progress?.["rows"]).to.equal(100);
        expect(server.batches).to.have.length(4);
      });
      return running;
    };

    it("resumes after the last acknowledged row with the same Idempotency-Keys after kill -9, and retains all rejected rows", async () => {
      const running = await interruptRun();
      running.child.kill("SIGKILL");
      await running.ended;
      const third = ({ batches }: FakeServer): ReceivedBatch | undefined =>
        batches.find((batch) => rowOf(batch) === 100);
      const unanswered = third(server);
      const port = new URL(server.url).port;
      const stored = server.store;
      await server.close();
      servers.splice(0);
      const again = await start(undefined, Number(port));
      const { code, stdout, stderr } = await sandbox.run("import", args("--batch", "50"), withKey);
      expect(stderr).to.include("Resuming after 100 rows");
      expect(stdout).to.match(/^501 rows \(resumed at row 101\): 499 created, 0 updated, 2 rejected; /);
      expect(code).to.equal(1);
      expect(unanswered?.items).to.have.length(50);
      expect(third(again)?.items).to.deep.equal(unanswered?.items);
      expect(third(again)?.idempotencyKey).to.equal(unanswered?.idempotencyKey);
      expect(Math.min(...again.batches.map(rowOf))).to.equal(100);
      expect(new Set([...stored.keys(), ...again.store.keys()])).to.have.property("size", 499);
      const rejected = await sandbox.lines("houses.csv.rejected.ndjson");
      expect(rejected.map(({ line }) => line)).to.deep.equal([9, 502]);
    });

    it("starts from the beginning with --restart", async () => {
      const running = await interruptRun();
      running.child.kill("SIGKILL");
      await running.ended;
      const port = Number(new URL(server.url).port);
      await server.close();
      servers.splice(0);
      await start(undefined, port);
      const { stdout } = await sandbox.run("import", args("--batch", "50", "--restart"), withKey);
      expect(stdout).to.match(/^501 rows: 499 created, 0 updated, 2 rejected; /);
      expect((await sandbox.lines("houses.csv.rejected.ndjson")).map(({ line }) => line)).to.deep.equal([9, 502]);
    });
  });

  describe("on Ctrl-C", () => {
    it("completes the requests in flight, stores the progress and prints how to resume", async () => {
      let release = (): void => undefined;
      const blocked = new Promise<void>((resolve) => (release = resolve));
      await start(async (seen) => {
        if (seen >= 2) await blocked;
        return undefined;
      });
      const running = sandbox.start("import", args("--batch", "50"), withKey);
      await eventually(() => expect(server.batches).to.have.length(4));
      running.child.kill("SIGINT");
      await eventually(() => expect(running.stderr()).to.include("Stopping after the requests in flight"));
      release();
      const { code, stderr, stdout } = await running.ended;
      expect(stderr).to.include("200 rows are done; run the same command to resume.");
      expect(stdout).to.equal("");
      expect(code).to.equal(130);
      expect(server.batches).to.have.length(4);
      const next = await sandbox.run("import", args("--batch", "50"), withKey);
      expect(next.stdout).to.match(/^500 rows \(resumed at row 201\): 500 created, 0 updated/);
      expect(server.store.size).to.equal(500);
    });
  });
});
